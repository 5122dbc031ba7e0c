"""A turn of the engine at a level: playable, varied, and the same for the same seed."""

from __future__ import annotations

import pytest

from fanorona.solver import Position, Stop, TooManyTurns
from fanorona.solver.budget import BadBudget, Budget
from fanorona.solver.search.analysis import analyse
from fanorona.solver.search.engine_turn import engine_turn
from fanorona.solver.search.levels import LEVELS
from fanorona.solver.value import StoppedBy, Value

FEW_NODES = Budget(nodes=2_000, memory_mb=1)


@pytest.mark.parametrize("level", range(1, len(LEVELS) + 1))
@pytest.mark.parametrize("rules", ["standard", "livret"])
def test_every_level_answers_with_a_legal_turn(level: int, rules: str) -> None:
    position = Position.start(rules)
    found = engine_turn(position, level, 1, FEW_NODES, tables="off")
    assert found.turn is not None
    assert found.turn.turn in map(str, position.turns())
    assert found.turn.position == position.play(found.turn.turn).fen()
    assert (found.level, found.seed) == (level, 1)


def test_a_seed_has_one_answer_and_seeds_differ() -> None:
    position = Position.start()
    texts = {}
    for seed in range(12):
        first, again = (engine_turn(position, 2, seed, tables="off") for _ in range(2))
        assert first == again
        assert first.turn is not None
        texts[seed] = first.turn.turn
    assert len(set(texts.values())) > 1


def test_without_a_seed_the_answer_names_the_one_that_was_used() -> None:
    position = Position.start()
    found = engine_turn(position, 2, tables="off")
    assert engine_turn(position, 2, found.seed, tables="off") == found


def test_full_strength_does_not_depend_on_the_seed() -> None:
    position = Position.start()
    turns = {str(engine_turn(position, 10, seed, FEW_NODES).turn) for seed in range(4)}
    assert len(turns) == 1


def test_a_finished_game_has_no_turn() -> None:
    found = engine_turn(Position.parse("3/3/W1W B"), 5, 1)
    assert found.turn is None
    assert found.search.nodes == 0


def test_a_win_that_was_found_is_solved() -> None:
    found = engine_turn(Position.parse("5/W1BB1/5 W"), 10, 1)
    assert found.search.stopped_by is StoppedBy.SOLVED


def test_a_search_without_time_still_has_a_turn() -> None:
    stop = Stop()
    stop.request()
    found = engine_turn(Position.start(), 10, 1, tables="off", stop=stop)
    assert found.turn is not None
    assert found.turn.turn in map(str, Position.start().turns())
    assert found.search.stopped_by is StoppedBy.TIME


def test_the_list_of_a_crowd_has_to_fit_the_memory() -> None:
    crowd = Position.parse("W1BBB1B/1B2B2/BB3B1/2BBBB1/B1WB2B/B2BW1B/BBBBBBB W", "fliporona")
    with pytest.raises(TooManyTurns):
        engine_turn(crowd, 10, 1, Budget(nodes=10, memory_mb=1), tables="off")


def test_a_level_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadBudget):
        engine_turn(Position.start(), 11)


def test_threads_share_a_search_and_keep_what_is_proven() -> None:
    position = Position.parse("9/9/2WW5/9/6B2 W")
    found = analyse(position, nodes=200_000, threads=3, tables="off")
    assert found.value is Value.WIN
    turn = engine_turn(position, 10, 1, Budget(nodes=50_000), threads=2, tables="off").turn
    assert turn is not None
    assert turn.turn in map(str, position.turns())
