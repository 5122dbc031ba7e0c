"""Repairs: puzzles broken by one random change are mended, and every proposal is sound."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from fanorona.solver.budget import Budget
from fanorona.solver.errors import FanoronaError
from fanorona.solver.puzzles.bulk import Terms
from fanorona.solver.puzzles.check import check
from fanorona.solver.puzzles.puzzle import Puzzle
from fanorona.solver.puzzles.puzzle_changes import Change, NewStipulation, RemoveStone
from fanorona.solver.puzzles.reading import read_puzzles
from fanorona.solver.puzzles.repair import RepairProgress, first_turn, repairs, single_changes
from fanorona.solver.puzzles.verdict import Soundness
from fanorona.solver.puzzles.writing import write_puzzle
from fanorona.solver.tables.default_tables import tables_for
from fanorona.solver.typed_turns.matching import find_turns

FOLDER = Path(__file__).parents[2] / "puzzles"
TERMS = Terms()


def collection() -> list[Puzzle]:
    return [
        puzzle
        for file in sorted(FOLDER.glob("*.txt"))
        for puzzle in read_puzzles(file.read_bytes())
        if isinstance(puzzle, Puzzle)
    ]


def broken(number: int, longest: int) -> Iterator[Puzzle]:
    """Shipped puzzles, each spoiled by one random change."""
    chance = Random("broken by one change")
    sound = [one for one in collection() if (one.stipulation.turns or 99) <= longest]
    while number:
        puzzle = chance.choice(sound)
        change = chance.choice([change for _, change in single_changes(puzzle)])
        spoiled = changed(puzzle, change)
        if spoiled is not None:
            number -= 1
            yield spoiled


def changed(puzzle: Puzzle, change: Change) -> Puzzle | None:
    """The puzzle with the change, if that makes it unsound."""
    try:
        spoiled = replace(change.made(puzzle), game=None)
        verdict = check(spoiled, Budget(nodes=300_000, memory_mb=8), tables_for=tables_for)
    except FanoronaError:
        return None
    return spoiled if verdict.verdict is Soundness.UNSOUND else None


def confirm(puzzle: Puzzle, found: RepairProgress) -> None:
    """Each proposal is sound when it is read back, and begins with the author's first turn."""
    for one in found.proposals:
        (read,) = read_puzzles(write_puzzle(one.puzzle))
        assert isinstance(read, Puzzle)
        verdict = check(read, tables_for=tables_for)
        assert verdict.verdict is Soundness.SOUND, write_puzzle(one.puzzle)
        typed = first_turn(puzzle)
        assert typed is not None
        meant = {turn.after for turn in find_turns(read.position, typed)}
        assert read.position.read(verdict.solutions[0][0]).after in meant
        made = puzzle
        for change in one.changes:
            made = change.made(made)
        assert (made.position, made.stipulation) == (read.position, read.stipulation)


def test_puzzles_broken_by_one_change_are_mended() -> None:
    for puzzle in broken(4, longest=3):
        found = repairs(puzzle, TERMS, count=1)
        assert found.proposals, write_puzzle(puzzle)
        assert all(len(one.changes) == 1 for one in found.proposals)
        confirm(puzzle, found)


@pytest.mark.slow
def test_of_fifty_broken_puzzles_at_least_forty_five_are_mended() -> None:
    mended = 0
    for puzzle in broken(50, longest=99):
        found = repairs(puzzle, TERMS, count=1)
        confirm(puzzle, found)
        mended += bool(found.proposals)
    assert mended >= 45


def one(text: str) -> Puzzle:
    (puzzle,) = read_puzzles(text)
    assert isinstance(puzzle, Puzzle)
    return puzzle


SHORT = """Position: 2WW1/WW3/B2BW B
Stipulation: Black to play and win in 3
Solution: d1-c1W-c2A-d2W d3-c3 a1-b2A
"""


HOPELESS = """Position: 3/3/W1B W
Stipulation: White to play and win in 1
Solution: a3-b3A-c3A-c2A
"""


def test_the_likeliest_change_comes_first() -> None:
    found = repairs(one(SHORT), TERMS)
    first = found.proposals[0].changes
    assert len(first) == 1
    assert isinstance(first[0], NewStipulation)
    assert first[0].stipulation.turns == 2
    assert found.complete


def test_a_solution_that_goes_wrong_later_is_mended_too() -> None:
    puzzle = one(SHORT.replace("d3-c3 a1-b2A", "d3-e3 a1-b2A"))
    found = repairs(puzzle, TERMS, count=1)
    assert found.proposals[0].puzzle.solutions != puzzle.solutions
    confirm(puzzle, found)


def test_two_changes_are_tried_if_one_is_not_enough() -> None:
    text = """Position: 5/W1B2/2B1W W
Stipulation: White to play and win in 1
Solution: a2-b2A
"""
    puzzle = one(text)
    assert changed(puzzle, RemoveStone("a2")) is not None
    found = repairs(puzzle, TERMS, count=3)
    assert found.proposals
    confirm(puzzle, found)


def test_nothing_within_two_changes_is_an_answer() -> None:
    found = repairs(one(HOPELESS), TERMS)
    assert (found.proposals, found.complete) == ([], True)


def test_a_spent_budget_is_not_taken_for_an_answer() -> None:
    spent = repairs(one(HOPELESS), Terms(budget=Budget(time_ms=1)))
    assert not spent.complete or spent.undecided
    (puzzle, *_) = broken(1, longest=3)
    assert not repairs(puzzle, Terms(budget=Budget(nodes=1)), count=100).complete


def test_the_same_repairs_are_found_each_time() -> None:
    (puzzle, *_) = broken(1, longest=3)
    first, second = (repairs(puzzle, TERMS, count=3) for _ in range(2))
    assert first.proposals == second.proposals
    assert first.nodes == second.nodes


def test_an_illegal_position_is_repaired() -> None:
    text = "Position: 3/W1B/3 W huff:c2\nStipulation: win in 1\nSolution: a2-b2A\n"
    puzzle = one(text)
    found = repairs(puzzle, TERMS, count=1)
    assert found.proposals
    confirm(puzzle, found)
