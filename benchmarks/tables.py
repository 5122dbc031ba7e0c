"""Speed and memory of building endgame tables, against the C program and with two threads.

The ratios to the C program are of processor time, since a build takes so much longer that it never
has a busy machine to itself; two threads are compared with one by the clock.

With `--probes DIR`, a folder with the tables of 7 stones: instead, what packing them saves, and
what it costs to probe them at random in their files, against a C program that reads them unpacked.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from benchmarks.perft import DEPTH, START
from benchmarks.yardstick import Ratio, built, interleaved, table
from fanorona.solver.kernel import is_compiled
from fanorona.solver.kernel.tables import CheckedFile, Tables
from fanorona.solver.rules import STANDARD
from fanorona.solver.tables.table_files import Series, read_table
from fanorona.solver.tables.tablebase import USUAL_BOARD

FIVE_STONES_ROUNDS = 5
SERIES = Series(STANDARD, USUAL_BOARD)
PROBED = ((2, 5), (3, 4))
PROBES = 50_000
PROBE_ROUNDS = 9
MOST_MEGABYTES = 1024
BUILD = """
import sys
from fanorona.solver.tables.tablebase import Tablebase
Tablebase.build(int(sys.argv[1]), sys.argv[2], jobs=int(sys.argv[3]))
"""


@dataclass(frozen=True)
class Run:
    """What a command took: by the clock, of the processors, and of memory."""

    seconds: float
    processor_seconds: float
    megabytes: float


def run(command: Sequence[str]) -> Run:
    began = perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    seconds = perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{command[0]} failed with status {process.returncode}")
    unit = 1 if sys.platform == "darwin" else 1024
    return Run(seconds, used.ru_utime + used.ru_stime, used.ru_maxrss * unit / (1 << 20))


def perft() -> Run:
    return run([str(built("perft")), START.fen(), str(DEPTH)])


def build(stones: int, jobs: int) -> Run:
    with TemporaryDirectory() as folder:
        return run([sys.executable, "-c", BUILD, str(stones), folder, str(jobs)])


def measured(stones: int, limit: float, rounds: int) -> list[Ratio]:
    """The C program, one thread and two, in turn."""
    runs = [(perft(), build(stones, 1), build(stones, 2)) for _ in range(rounds)]
    c, alone, both = zip(*runs, strict=True)
    for name, took in (("one thread", alone), ("two threads", both)):
        print(
            f"up to {stones} stones, {name}: {min(one.seconds for one in took):.1f} s at best, "
            f"{max(one.megabytes for one in took):.0f} MB at most (≤ {MOST_MEGABYTES})"
        )
    return [
        Ratio(
            f"up to {stones} stones, one thread / C program, processor time",
            [one.processor_seconds for one in alone],
            [one.processor_seconds for one in c],
            limit,
            at_least=False,
        ),
        Ratio(
            f"up to {stones} stones, one thread / two threads, clock",
            [one.seconds for one in alone],
            [one.seconds for one in both],
            1.6,
            at_least=True,
        ),
    ]


def saved(folder: Path) -> str:
    """How many bytes the tables of each number of stones take, packed and not."""
    lines = []
    for total in range(2, USUAL_BOARD.points + 1):
        pairs = [pair for pair in SERIES.pairs(folder) if sum(pair) == total]
        if pairs:
            size = sum(SERIES.size(*pair) for pair in pairs)
            packed = sum(SERIES.path(folder, *pair).stat().st_size for pair in pairs)
            lines.append(
                f"{total} stones: {size:,} positions in {packed:,} bytes: {packed / size:.3f}"
            )
    return "\n".join(lines)


def probes(folder: Path) -> Ratio:
    """Random probes of packed files and of unpacked ones, in turn."""
    tables = Tables(USUAL_BOARD.symmetries)
    chance = Random(1)
    with TemporaryDirectory() as other:
        plain = Path(other, "plain")
        with plain.open("wb") as file:
            for pair in PROBED:
                file.write(bytes_of(folder, pair))
                _, checked = read_table(SERIES, folder, *pair, in_memory=False)
                assert isinstance(checked, CheckedFile)
                tables.add_file(*pair, checked)
        packed, unpacked = interleaved(
            PROBE_ROUNDS,
            lambda: packed_seconds(tables, chance),
            lambda: plain_seconds(plain, chance),
        )
    if tables.lost:
        raise SystemExit("the files have changed")
    return Ratio("probes of packed files / of plain ones", packed, unpacked, 3, at_least=False)


def bytes_of(folder: Path, pair: tuple[int, int]) -> bytearray:
    _, values = read_table(SERIES, folder, *pair, in_memory=True)
    assert isinstance(values, bytearray)
    return values


def packed_seconds(tables: Tables, chance: Random) -> float:
    """With what it takes to call the kernel and to number the position, which the other has not."""
    positions = []
    for _ in range(PROBES):
        own, enemy = chance.choice(PROBED)
        points = [1 << point for point in chance.sample(range(USUAL_BOARD.points), own + enemy)]
        positions.append((sum(points[:own]), sum(points[own:])))
    began = process_time()
    for position in positions:
        tables.value(*position)
    return process_time() - began


def plain_seconds(plain: Path, chance: Random) -> float:
    command = [str(built("plain_probe")), str(plain), str(PROBES), str(chance.randrange(1 << 32))]
    return float(subprocess.run(command, check=True, capture_output=True).stdout.split()[0])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tables")
    parser.add_argument("--probes", type=Path, metavar="DIR")
    folder = parser.parse_args().probes
    if not is_compiled():
        raise SystemExit("the kernel is not compiled: there is nothing to compare with C")
    if folder is not None:
        print(saved(folder))
        ratios = [probes(folder)]
    else:
        ratios = [*measured(5, 40, FIVE_STONES_ROUNDS), *measured(6, 800, 1)]
    print()
    print(table(ratios))


if __name__ == "__main__":
    main()
