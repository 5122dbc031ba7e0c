"""Speed and memory of building endgame tables, against the C program and with two threads.

The ratios to the C program are of processor time, since a build takes so much longer that it never
has a busy machine to itself; two threads are compared with one by the clock.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.perft import DEPTH, START
from benchmarks.yardstick import Ratio, built, table
from fanorona.solver.kernel import is_compiled

FIVE_STONES_ROUNDS = 5
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


def main() -> None:
    if not is_compiled():
        raise SystemExit("the kernel is not compiled: there is nothing to compare with C")
    ratios = [*measured(5, 40, FIVE_STONES_ROUNDS), *measured(6, 800, 1)]
    print()
    print(table(ratios))


if __name__ == "__main__":
    main()
