"""Speed of turn generation against a C program, of two threads against one, and of starting up."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from compileall import compile_dir
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.yardstick import Ratio, built, interleaved, table
from fanorona.solver import Position
from fanorona.solver.kernel import is_compiled

START = Position.start()
DEPTH = 6
NODES = 9_205_774
ROUNDS = 7
START_UP_ROUNDS = 15
PROJECT = Path(__file__).parents[1]
PACKAGES = ("fanorona", "solver", "cli", "words")


def check(nodes: int) -> None:
    if nodes != NODES:
        raise SystemExit(f"perft {DEPTH} of the start is {NODES}, not {nodes}")


def c_program() -> float:
    """Seconds, as the C program measures them itself."""
    command = [str(built("perft")), START.fen(), str(DEPTH)]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    nodes, seconds = printed.split()
    check(int(nodes))
    return float(seconds)


def two_c_programs() -> float:
    """Seconds of the slower of two at once: what a second core is worth at the moment."""
    with ThreadPoolExecutor(2) as threads:
        return max(threads.map(lambda _: c_program(), range(2)))


def kernel() -> float:
    began = perf_counter()
    check(START.perft(DEPTH))
    return perf_counter() - began


@cache
def subtrees() -> list[Position]:
    """The positions after two turns, the largest subtree first, so that threads end together."""
    after_one = [START.after(turn) for turn in START.turns()]
    after_two = [one.after(turn) for one in after_one for turn in one.turns()]
    return sorted(after_two, key=lambda position: position.perft(2), reverse=True)


def count(position: Position) -> int:
    return position.perft(DEPTH - 2)


def one_thread() -> float:
    parts = subtrees()
    began = perf_counter()
    check(sum(map(count, parts)))
    return perf_counter() - began


def two_threads() -> float:
    parts = subtrees()
    began = perf_counter()
    with ThreadPoolExecutor(2) as threads:
        check(sum(threads.map(count, parts)))
    return perf_counter() - began


def seconds_of(command: Iterable[str]) -> float:
    began = perf_counter()
    subprocess.run([*command], check=True, capture_output=True)
    return perf_counter() - began


def import_click() -> float:
    return seconds_of([sys.executable, "-c", "import click"])


def fanorona(*arguments: str) -> float:
    return seconds_of([str(Path(sys.executable).with_name("fanorona")), *arguments])


def fanorona_moves() -> float:
    return fanorona("moves", "start")


def fanorona_solve() -> float:
    return fanorona("solve", str(PROJECT / "puzzles" / "fliporona-problem.txt"))


def main() -> None:
    if not is_compiled():
        raise SystemExit("the kernel is not compiled: there is nothing to compare with C")
    c, two_c, compiled, alone, both = interleaved(
        ROUNDS, c_program, two_c_programs, kernel, one_thread, two_threads
    )
    for folder in PACKAGES:
        # As pip leaves an installed package; an editable one may not have been run yet.
        compile_dir(PROJECT / folder, quiet=1)
    click, moves, solve = interleaved(START_UP_ROUNDS, import_click, fanorona_moves, fanorona_solve)
    ratios = [
        Ratio("perft 6: C program / kernel", c, compiled, 0.8, at_least=True),
        Ratio("perft 6: one thread / two threads", alone, both, 1.7, at_least=True),
        Ratio("start-up: fanorona moves / import click", moves, click, 2.1, at_least=False),
        Ratio("fanorona solve, the problem / moves", solve, moves, 4, at_least=False),
    ]
    cores = 2 * min(c) / min(two_c)
    print(table(ratios))
    print(f"\ntwo C programs at once had {cores:.2f} cores: two threads cannot get more\n")
    for name, times in (("C program", c), ("kernel", compiled), ("two threads", both)):
        speed = NODES / 1e6 / min(times)
        print(
            f"{name:12} {min(times):.3f} s at best, {median(times):.3f} s median, {speed:.1f} M/s"
        )
    for name, times in (("import click", click), ("moves", moves), ("solve", solve)):
        print(f"{name:12} {min(times):.3f} s at best, {median(times):.3f} s median")


if __name__ == "__main__":
    main()
