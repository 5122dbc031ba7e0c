"""A player keeps its search from turn to turn, in one thread or in several, at every level."""

from __future__ import annotations

import pytest

from fanorona.solver import Position, Tablebase
from fanorona.solver.budget import Budget
from fanorona.solver.search.levels import LEVELS
from fanorona.solver.search.player import Player
from fanorona.solver.value import Value

WON = "9/9/2WW5/9/6B2 W"


def game(player: Player, plies: int, nodes: int) -> list[str]:
    position, history, turns = Position.start(), list[Position](), list[str]()
    for _ in range(plies):
        choice = player.choose(position, history, Budget(nodes=nodes))
        assert choice is not None
        history.append(position)
        position = position.play(choice.turn)
        turns.append(str(choice.turn))
    return turns


def test_the_same_nodes_play_the_same_game() -> None:
    assert game(Player(4), 12, 2_000) == game(Player(4), 12, 2_000)


def test_a_new_game_begins_without_memories() -> None:
    player = Player(4)
    first = game(player, 6, 3_000)
    player.new_game()
    assert game(player, 6, 3_000) == first


def test_a_finished_game_has_no_turn() -> None:
    assert Player(4).choose(Position.parse("WWW/3/3 B")) is None


def test_several_threads_claim_nothing_false(tmp_path_factory: pytest.TempPathFactory) -> None:
    tables = Tablebase.build(4, tmp_path_factory.mktemp("tables"))
    player = Player(4, threads=3, tables="off")
    position = Position.parse(WON)
    for _ in range(8):
        truth = tables.probe(position)
        choice = player.choose(position, budget=Budget(nodes=20_000, depth=14))
        if choice is None or truth is None:
            break
        if choice.thought.plies is not None:
            won = Value.WIN if choice.thought.plies > 0 else Value.LOSS
            assert truth.value is won
        position = position.play(choice.turn)


def test_several_threads_play_legal_turns() -> None:
    assert len(game(Player(4, threads=2), 6, 5_000)) == 6


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: str(level.number))
def test_every_level_plays(level: object) -> None:
    chosen = next(one for one in LEVELS if one == level)
    player = Player(4, level=chosen, seed=1)
    assert len(game(player, 4, 2_000)) == 4


def test_low_levels_vary() -> None:
    turns = {tuple(game(Player(4, level=LEVELS[1], seed=seed), 4, 5_000)) for seed in range(6)}
    assert len(turns) > 1
