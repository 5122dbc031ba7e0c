"""Checks tables against the reference: random positions must follow from those after their turns.

    python -m benchmarks.table_check DIR --stones 8 --positions 1000000 --jobs 2

The positions are drawn uniformly from all with that many stones in total. tests/reference.py lists
their turns; it shares no code with the kernel. If one is wrong, it is printed, and the status is 1.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import perf_counter

from fanorona.solver.tables.tablebase import Tablebase
from tests import reference
from tests.implied_values import implied_value, value
from tests.reference import BLACK, WHITE

BUNDLE = 1_000
REPORT_SECONDS = 20.0

Checked = tuple[Counter[tuple[int, int]], list[str]]


def random_position(
    chance: Random, rules: str, width: int, height: int, stones: int
) -> reference.Position:
    """Any position with that many stones, some of each colour, is as likely as any other."""
    points = chance.sample(reference.points(width, height), stones)
    white = {point for point in points if chance.random() < 0.5}
    if not 0 < len(white) < stones:
        return random_position(chance, rules, width, height, stones)
    side = chance.choice((WHITE, BLACK))
    others = frozenset(points) - white
    return reference.Position(rules, width, height, frozenset(white), others, side)


def check_bundle(tables: Tablebase, stones: int, bundle: tuple[int, int]) -> Checked:
    """How many positions of each pair were looked at, and those that are wrong."""
    seed, number = bundle
    chance = Random(f"{tables.rules.id} {tables.board.size} {stones} {seed}")
    seen: Counter[tuple[int, int]] = Counter()
    wrong = []
    for _ in range(number):
        position = random_position(
            chance, tables.rules.id, tables.board.width, tables.board.height, stones
        )
        counts = len(position.white), len(position.black)
        seen[counts if position.side == WHITE else counts[::-1]] += 1
        said = value(tables.kernel_tables(), position)
        implied = implied_value(tables.kernel_tables(), position)
        if said < 0 or said != implied:
            wrong.append(f"{position.fen()}: {said}, but its turns make it {implied}")
    return seen, wrong


_check: partial[Checked]
"""What the processes do; they are forked, and have the tables of their parent."""


def _checked(bundle: tuple[int, int]) -> Checked:
    return _check(bundle)


def checked(
    tables: Tablebase, stones: int, positions: int, seed: int, jobs: int
) -> Iterator[Checked]:
    """The bundles as they are finished."""
    global _check
    _check = partial(check_bundle, tables, stones)
    firsts = range(0, positions, BUNDLE)
    bundles = [(seed * 1_000_000_000 + one, min(BUNDLE, positions - one)) for one in firsts]
    with get_context("fork").Pool(jobs) as pool:
        yield from pool.imap_unordered(_checked, bundles)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.table_check")
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--stones", type=int, required=True)
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", default="standard")
    parser.add_argument("--board", default="9x5")
    asked = parser.parse_args()
    tables = Tablebase.open(asked.folder, asked.rules, asked.board)
    seen: Counter[tuple[int, int]] = Counter()
    wrong: list[str] = []
    began = told = perf_counter()
    for counts, faults in checked(tables, asked.stones, asked.positions, asked.seed, asked.jobs):
        seen += counts
        wrong += faults
        if perf_counter() - told > REPORT_SECONDS:
            told = perf_counter()
            print(f"{seen.total():,} after {told - began:.0f} s", file=sys.stderr, flush=True)
    pairs = ", ".join(f"{own} against {enemy}: {seen[own, enemy]:,}" for own, enemy in sorted(seen))
    print(
        f"{seen.total():,} positions of {asked.stones} stones in {perf_counter() - began:.0f} s, "
        f"{len(wrong):,} wrong ({pairs})"
    )
    for one in wrong[:100]:
        print(one)
    sys.exit(1 if wrong or tables.lost else 0)


if __name__ == "__main__":
    main()
