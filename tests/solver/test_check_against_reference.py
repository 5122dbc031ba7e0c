"""Verdicts on random puzzles against those of a slow, independent judge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from fanorona.solver import RULE_SETS, Position
from fanorona.solver.as_json import as_json
from fanorona.solver.budget import Budget
from fanorona.solver.puzzles.check import check
from fanorona.solver.puzzles.puzzle import Goal, PlacedText, Puzzle, Stipulation
from fanorona.solver.puzzles.verdict import Soundness
from tests import puzzle_judge, reference
from tests.replayer import Referee, TooMuch, solve

SIZES = ((3, 3), (3, 3), (5, 3), (3, 5))
MOST_POSITIONS = 1_500


def random_position(chance: Random, rules: str) -> reference.Position:
    """Few stones on a small board, with every state that the rule set knows."""
    width, height = chance.choice(SIZES)
    most = 4 if width == height else 2
    numbers = chance.randint(1, most), chance.randint(1, most)
    occupied = chance.sample(reference.points(width, height), sum(numbers))
    side = chance.choice((reference.WHITE, reference.BLACK))
    position = reference.Position(
        rules,
        width,
        height,
        white=frozenset(occupied[: numbers[0]]),
        black=frozenset(occupied[numbers[0] :]),
        side=side,
    )
    liable = sorted(position.stones_of(reference.ENEMY_OF[side]))
    if rules == "livret":
        position = replace(position, first=frozenset(chance.choice(("", "", "W", "B", "WB"))))
        if chance.random() < 0.4:
            huff = frozenset(chance.sample(liable, chance.randint(1, len(liable))))
            position = replace(position, huff=huff)
    return position


def puzzles(chance: Random, position: Position, turns: int | None) -> Iterator[Puzzle]:
    """Every goal, with some legal turns as solutions, right or wrong."""
    legal = [str(turn) for turn in position.turns()]
    goals: list[tuple[Goal, int | None]] = [(goal, None) for goal in Goal]
    goals += [(Goal.WIN, chance.randint(1, 4)), (Goal.WIN, chance.choice((9, 160, 161, 999)))]
    if turns is not None:
        goals.append((Goal.WIN, turns))
    for goal, number in goals:
        solutions = chance.sample(legal, min(len(legal), chance.choice((0, 0, 1, 1, 2))))
        yield Puzzle(
            position=position,
            stipulation=Stipulation(position.side, goal, number),
            solutions=tuple(map(PlacedText, solutions)),
        )


@pytest.mark.parametrize("rules", RULE_SETS)
def test_verdicts_agree_with_an_independent_judge(rules: str, compiled: bool) -> None:
    compare_many(rules, 30 if compiled else 6)


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULE_SETS)
def test_many_verdicts_agree_with_an_independent_judge(rules: str) -> None:
    compare_many(rules, 1_000)


def compare_many(rules: str, number: int) -> None:
    chance = Random(f"verdicts of {rules}")
    checked = 0
    while checked < number:
        root = random_position(chance, rules)
        if root.outcome() is not None:
            continue
        try:
            values = solve([root], MOST_POSITIONS)
        except TooMuch:
            continue
        exact = values[root]
        turns = puzzle_judge.in_turns(exact) if exact.value == "win" else None
        for puzzle in puzzles(chance, Position.parse(root.fen(), rules), turns):
            compare(puzzle, root, values)
            checked += 1


def compare(puzzle: Puzzle, root: reference.Position, values: puzzle_judge.Values) -> None:
    verdict = check(puzzle, Budget(memory_mb=2))
    asked = puzzle.stipulation
    listed = [solution.text for solution in puzzle.solutions]
    judged = puzzle_judge.judge(root, values, asked.goal.value, asked.turns, listed)
    codes = [remark.code.value for remark in (*verdict.defects, *verdict.remarks)]
    question = f"{root.rules} {root.fen()} {asked.goal} {asked.turns} {listed}"
    assert sorted(codes) == sorted(judged.codes), question
    unsound = any(code != "dual" for code in judged.codes)
    assert verdict.verdict is (Soundness.UNSOUND if unsound else Soundness.SOUND), question
    puzzle_judge.confirm(as_json(verdict), Referee(most=2_000))
