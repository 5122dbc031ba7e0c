"""The budget that every question takes."""

from __future__ import annotations

import pytest

from fanorona.solver import Budget, Position, Stop, Tablebase, TooManyTurns, analyse, forced_win
from fanorona.solver.budget import MOST_NODES, BadBudget
from fanorona.solver.puzzles.check import check
from fanorona.solver.puzzles.reading import read_puzzles
from fanorona.solver.search.levels import level
from fanorona.solver.value import StoppedBy

PUZZLE = "Position: BBB/B1W/WWW W\nStipulation: White to play and win\n"


def test_a_budget_says_the_same_as_its_numbers() -> None:
    position = Position.start(width=5, height=5)
    few = Budget(nodes=3_000, memory_mb=1, depth=3)
    assert analyse(position, budget=few) == analyse(position, nodes=3_000, memory_mb=1, depth=3)
    few = Budget(nodes=3_000, memory_mb=1)
    assert forced_win(position, budget=few) == forced_win(position, nodes=3_000, memory_mb=1)


def test_a_budget_without_nodes_leaves_them_to_the_question() -> None:
    assert Budget().nodes_or(500) == 500
    assert Budget(nodes=7).nodes_or(500) == 7


def test_with_a_time_limit_alone_time_ends_the_search() -> None:
    assert Budget(time_ms=5).nodes_or(500) == MOST_NODES
    untimed = Budget(time_ms=5).untimed()
    assert (untimed.nodes, untimed.time_ms) == (MOST_NODES, None)
    assert Budget(nodes=7, time_ms=5).untimed() == Budget(nodes=7)


def test_the_narrower_of_two_budgets_counts() -> None:
    wide = Budget(nodes=10**9, time_ms=50, memory_mb=8)
    assert wide.within(level(7).budget) == Budget(nodes=80_000, depth=6, time_ms=50, memory_mb=8)
    assert Budget(depth=2).within(level(7).budget).depth == 2
    assert wide.within(Budget()) == wide


@pytest.mark.parametrize("limit", ["nodes", "time_ms", "memory_mb", "depth"])
def test_a_limit_of_nothing_is_refused(limit: str) -> None:
    with pytest.raises(BadBudget, match=f"{limit} is 0"):
        Budget(**{limit: 0})


def test_a_deadline_and_a_stop_flag_exclude_each_other() -> None:
    with pytest.raises(BadBudget, match="cannot be used together"):
        forced_win(Position.start(), budget=Budget(time_ms=5), stop=Stop())


@pytest.mark.parametrize("ask", [analyse, forced_win])
def test_a_position_with_too_many_turns_is_refused(ask: object) -> None:
    assert callable(ask)
    with pytest.raises(TooManyTurns, match="more than 4 turns"):
        ask(Position.start(), budget=Budget(most_turns=4))
    ask(Position.start(), budget=Budget(nodes=10, most_turns=5))


def test_a_puzzle_with_too_many_turns_stays_unknown() -> None:
    (puzzle,) = read_puzzles(PUZZLE)
    verdict = check(puzzle, Budget(most_turns=3))
    assert verdict.search is not None
    assert verdict.search.stopped_by is StoppedBy.NODES
    assert str(verdict.verdict) == "unknown"


def test_a_build_keeps_to_the_memory_of_its_budget(tmp_path: object) -> None:
    built = Tablebase.build(3, str(tmp_path), board="3x3", budget=Budget(memory_mb=64))
    assert built.most_stones == 3
