"""A budget of nodes is never overdrawn, however small it is and however many turns there are."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from fanorona.solver import Position
from fanorona.solver.budget import Budget
from fanorona.solver.puzzles.check import check
from fanorona.solver.puzzles.puzzle import Goal, Puzzle, Stipulation
from fanorona.solver.puzzles.verdict import Soundness
from fanorona.solver.search.analysis import analyse
from fanorona.solver.search.forced_win import forced_win
from fanorona.solver.value import StoppedBy, Value

CROWD = "WWBBWWWWB/BWWW2WWW/WBWW3WW/BWWWW1BWW/WBWBWWWBW B"
"""Fliporona: Black has 80,324 turns."""
CROWDED = [
    "B1B2B2W/W1B1W2WB/1B1W2W2/W1WW3B1/W1BBBW2B W hand:11,11",
    "BWBBBBB/WBW1BWB/BB2WWW/BBBBBWW/BWWWWWW W",
    "BBWBWBBWB/WWB3WWW/BBW2BBWB/WWWWBBBWW/WBWWBWWBB B",
]
BEFORE_A_CROWD = "W1BBB1B/1B2B2/BB3B1/2BBBB1/B1WB2B/B2BW1B/BBBBBBB B"
"""Fliporona: Black has 57 turns, and White 97,000 after most of them."""
GAMES = [
    (rules, width, height)
    for rules in ("standard", "escale", "livret", "fliporona")
    for width, height in ((3, 3), (5, 5), (9, 5), (7, 9), (21, 3))
]


@pytest.mark.parametrize("ask", [analyse, forced_win])
@pytest.mark.parametrize("nodes", [1, 2, 31, 100, 1_000])
@pytest.mark.parametrize("fen", [*CROWDED, CROWD])
def test_a_crowd_of_turns_does_not_overdraw_a_small_budget(
    fen: str, nodes: int, ask: Callable[..., Any]
) -> None:
    answer = ask(Position.parse(fen, "fliporona"), nodes=nodes, tables="off")
    assert answer.search.nodes <= nodes


@pytest.mark.parametrize("goal", [Goal.WIN, Goal.DRAW, Goal.BEST_TURN])
@pytest.mark.parametrize("nodes", [1, 10, 300])
@pytest.mark.parametrize("fen", CROWDED[1:])
def test_checking_a_puzzle_keeps_a_small_budget(fen: str, nodes: int, goal: Goal) -> None:
    position = Position.parse(fen, "fliporona")
    verdict = check(
        Puzzle(position=position, stipulation=Stipulation(position.side, goal)),
        Budget(nodes=nodes),
    )
    assert verdict.search is not None
    assert verdict.search.nodes <= nodes


@pytest.mark.parametrize(("rules", "width", "height"), GAMES)
def test_every_search_keeps_every_small_budget(rules: str, width: int, height: int) -> None:
    random = Random(f"{rules} {width}x{height}")
    position = Position.start(rules, width, height)
    for _ in range(40):
        for ask in (analyse, forced_win):
            nodes = random.randint(1, 1_000)
            assert ask(position, nodes=nodes, tables="off").search.nodes <= nodes
        turns = position.turns()
        if not turns:
            break
        position = position.after(random.choice(turns))


@pytest.mark.parametrize("ask", [analyse, forced_win])
def test_a_list_that_does_not_fit_the_memory_ends_the_search(ask: Callable[..., Any]) -> None:
    position = Position.parse(BEFORE_A_CROWD, "fliporona")
    answer = ask(position, nodes=30_000, memory_mb=1, tables="off")
    assert answer.search.stopped_by is StoppedBy.MEMORY
    assert answer.value is Value.UNKNOWN


def test_a_check_says_that_memory_ended_it() -> None:
    position = Position.parse(BEFORE_A_CROWD, "fliporona")
    puzzle = Puzzle(position=position, stipulation=Stipulation(position.side, Goal.WIN))
    verdict = check(puzzle, Budget(nodes=30_000, memory_mb=1))
    assert verdict.verdict is Soundness.UNKNOWN
    assert verdict.search is not None
    assert verdict.search.stopped_by is StoppedBy.MEMORY
