"""What the selective search claims at small budgets is true, whatever it has pruned."""

from __future__ import annotations

from random import Random

import pytest

from fanorona.solver import Position, Tablebase, forced_win
from fanorona.solver.kernel.alpha_beta import PROVEN, WON, AlphaBeta
from fanorona.solver.search.learned import evaluation_of
from fanorona.solver.turns_by_result import by_result
from fanorona.solver.value import Value
from tests import reference
from tests.solver.test_analysis import random_endgame
from tests.solver.test_forced_against_reference import WHOLE_GAMES, whole_game

NODES = 3_000
DEPTHS = range(1, 13)


def claims(position: Position) -> set[int]:
    """Plies to the ends that iterations claimed: above 0 wins, below 0 losses."""
    search = AlphaBeta(
        position.game(), None, 1 << 20, None, evaluation_of(position.rules, position.board)
    )
    results = [group[0].after for group in by_result(position.turns())]
    found: set[int] = set()
    if not results:
        return found
    search.begin(*position.words(), results)
    for depth in DEPTHS:
        lines = search.deepen(depth, 1, NODES)
        if search.was_stopped:
            break
        score = lines[0][0]
        if abs(score) > PROVEN:
            found.add(WON - score if score > 0 else -WON - score)
    return found


def check_whole_game(rules: str, fen: str, number: int) -> int:
    """How many claims about positions of a game hold; all of them have to."""
    values = whole_game(rules, fen)
    chance = Random(fen)
    listed = sorted(values, key=reference.Position.fen)
    checked = 0
    for one in chance.sample(listed, min(number, len(listed))):
        for plies in claims(Position.parse(one.fen(), rules)):
            exact = values[one]
            assert (exact.value, one.fen()) == ("win" if plies > 0 else "loss", one.fen())
            assert exact.plies is not None
            assert exact.plies <= abs(plies)
            checked += 1
    return checked


def check_endgames(tables: Tablebase, number: int, seed: int) -> int:
    """The same on the usual board, with its learned evaluation, by the tables."""
    chance = Random(seed)
    checked = 0
    for _ in range(number):
        position = random_endgame(chance, 4)
        truth = tables.probe(position)
        assert truth is not None
        for plies in claims(position):
            won = Value.WIN if plies > 0 else Value.LOSS
            assert (truth.value, position.fen()) == (won, position.fen())
            assert truth.distance is not None
            assert truth.distance.plies <= abs(plies)
            checked += 1
    return checked


def crowded(chance: Random) -> Position:
    """A position after random turns, with stones enough for every kind of pruning."""
    position = Position.start()
    for _ in range(chance.randint(10, 26)):
        turns = position.turns()
        if not turns:
            return crowded(chance)
        position = position.play(str(chance.choice(turns)))
    return position if position.turns() else crowded(chance)


def check_middle_games(number: int, seed: int) -> int:
    """The same with many stones, by the prover, which shares nothing with the search but rules."""
    chance = Random(seed)
    checked = 0
    for _ in range(number):
        position = crowded(chance)
        for plies in claims(position):
            proven = forced_win(position, nodes=30_000, tables="off", memory_mb=8)
            won = Value.WIN if plies > 0 else Value.LOSS
            assert proven.value in (won, Value.UNKNOWN), position.fen()
            checked += proven.value is won
    return checked


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Tablebase:
    return Tablebase.build(4, tmp_path_factory.mktemp("tables"))


@pytest.mark.parametrize(("rules", "fen"), WHOLE_GAMES)
def test_claims_about_whole_games_hold(rules: str, fen: str) -> None:
    assert check_whole_game(rules, fen, 60) > 0


def test_claims_about_endgames_hold(tables: Tablebase) -> None:
    assert check_endgames(tables, 150, 1) > 50


def test_claims_about_middle_games_hold() -> None:
    assert check_middle_games(40, 1) > 0


@pytest.mark.slow
def test_ten_thousand_claims_hold(tables: Tablebase) -> None:
    checked = sum(check_whole_game(rules, fen, 1_500) for rules, fen in WHOLE_GAMES)
    checked += check_endgames(tables, 6_000, 2)
    checked += check_middle_games(1_500, 2)
    assert checked >= 10_000
