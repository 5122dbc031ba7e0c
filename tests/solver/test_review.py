"""The review of a game: what it claims is true, and the same question has the same answer."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from fanorona import Game, Position, analyse, check_puzzles
from fanorona.solver.games.annotated_game import annotated, worth
from fanorona.solver.games.review import (
    BLUNDER,
    DUBIOUS,
    MISTAKE,
    LostResult,
    Rating,
    Review,
    ReviewedTurn,
    TurnMark,
    chance_of,
)
from fanorona.solver.value import Distance, Proof, Value
from tests import reference
from tests.replayer import Exact
from tests.solver.test_forced_against_reference import WHOLE_GAMES, Values, whole_game

NODES = 2_000
OPPOSITE = {"win": "loss", "loss": "win", "draw": "draw"}


@cache
def played_game(seed: int, rules: str = "standard", start: str = "start") -> Game:
    """A game with good and bad turns in it."""
    chance = Random(seed)
    game = Game(start, rules)
    node = game.root
    while node.ply < 60 and node.position.outcome() is None:
        turns = node.position.listing()
        if chance.random() < 0.35:
            turn = turns[chance.randrange(len(turns))]
        else:
            turn = node.position.read(analyse(node.position, nodes=300).lines[0].turns[0])
        node = node.add(turn)
    return game


@cache
def reviewed_game(seed: int, nodes: int = NODES) -> Review:
    return played_game(seed).review(nodes)


def claim(rating: Rating, exact: Exact, played: bool) -> None:
    """A value that is called proven is the exact one, and its distance is never too short."""
    if rating.proof is not Proof.PROVEN:
        assert rating.value is Value.UNKNOWN
        return
    value = OPPOSITE[exact.value] if played else exact.value
    assert rating.value == value
    if rating.distance is not None:
        assert exact.plies is not None
        assert rating.distance.plies >= exact.plies + played


def check_turn(turn: ReviewedTurn, rules: str, values: Values) -> None:
    """Everything that a review says of a turn, against the exact values of the whole game."""
    before = reference.Position.parse(turn.position, rules)
    results = before.turns()
    exact, after = values[before], values[results[turn.turn]]
    claim(turn.before, exact, played=False)
    claim(turn.after, after, played=True)
    kept = {"win": "loss", "loss": "win", "draw": "draw"}[after.value]
    match turn.lost.result:
        case LostResult.WIN_THROWN_AWAY:
            assert (exact.value, kept) in (("win", "draw"), ("win", "loss"))
        case LostResult.WIN_MISSED:
            assert exact.value == "win"
        case LostResult.DRAW_THROWN_AWAY:
            assert (exact.value, kept) == ("draw", "loss")
        case LostResult.INTO_LOSS:
            assert kept == "loss"
    if turn.mark is TurnMark.GOOD:
        winning = {result for result in results.values() if values[result].value == "loss"}
        assert winning == {results[turn.turn]}
    if turn.before.proof is Proof.PROVEN and turn.before.value is Value.WIN and turn.best:
        assert values[results[turn.best[0]]].value == "loss"
    for text in turn.best:
        before = before.turns()[text]


@pytest.mark.parametrize(("rules", "fen"), WHOLE_GAMES[:-1])
def test_no_claim_about_a_whole_game_is_false(rules: str, fen: str) -> None:
    values = whole_game(rules, fen)
    chance = Random(fen)
    for _ in range(3):
        game = Game(fen, rules)
        node = game.root
        while node.position.outcome() is None and node.ply < 12:
            turns = node.position.turns()
            node = node.add(chance.choice(turns))
        for nodes in (50, 3_000):
            for turn in game.review(nodes).turns:
                check_turn(turn, rules, values)


def test_marks_go_by_the_documented_thresholds() -> None:
    for turn in reviewed_game(0).turns:
        lost = turn.lost.chance
        if turn.mark is TurnMark.GOOD or turn.forced:
            continue
        expected = (
            None
            if lost < DUBIOUS
            else TurnMark.DUBIOUS
            if lost < MISTAKE
            else TurnMark.MISTAKE
            if lost < BLUNDER
            else TurnMark.BLUNDER
        )
        assert turn.mark is expected


def test_values_of_neighbouring_turns_agree() -> None:
    """What a turn leads to is what the next one begins with, seen from the other side."""
    for seed in range(3):
        turns = reviewed_game(seed).turns
        for one, following in pairwise(turns):
            assert one.after.chance == pytest.approx(1 - following.before.chance)
            assert one.turn != following.turn


def test_a_turn_that_is_better_than_what_the_search_found_loses_nothing() -> None:
    for turn in reviewed_game(1).turns:
        if turn.best and turn.best[0] == turn.turn and turn.before == turn.after:
            assert turn.lost.chance == 0


def test_any_number_of_workers_gives_the_same_review() -> None:
    with ThreadPoolExecutor(3) as executor:
        assert played_game(2).review(NODES, executor=executor) == reviewed_game(2)


def test_turns_are_reported_as_they_come_last_one_first() -> None:
    told: list[int] = []
    played_game(0).review(100, on_turn=lambda turn: told.append(turn.number))
    assert told == sorted(told, reverse=True)
    assert len(told) == len(played_game(0).turns)


@pytest.mark.parametrize("rules", ["standard", "escale", "livret"])
def test_puzzles_that_were_missed_are_sound(rules: str) -> None:
    found = 0
    for seed in range(6):
        game = played_game(seed, rules, "start:5x5")
        for puzzle in game.review(NODES).puzzles:
            (verdict,) = check_puzzles(puzzle.text)
            assert verdict.verdict == "sound", puzzle.text
            assert str(game.turns[puzzle.number - 1]) != puzzle.solution[0]
            assert game.positions[puzzle.number - 1].fen() == puzzle.position
            found += 1
    assert found


def test_an_annotated_game_keeps_what_was_there_and_reads_back() -> None:
    game = Game.parse(str(played_game(0)))
    game.headers["White"] = "Rabe"
    game.main_line[3].comments.append("kept")
    copy = annotated(game, reviewed_game(0))
    assert copy.turns == game.turns
    assert "kept" in copy.main_line[3].comments
    assert Game.parse(str(copy)) == copy
    marks = [turn.mark for turn in reviewed_game(0).turns]
    assert [node.marks for node in copy.main_line] == [[mark] if mark else [] for mark in marks]
    assert game.main_line[0].comments == []


def test_evaluations_of_an_annotated_game_are_seen_by_white() -> None:
    copy = annotated(played_game(0), reviewed_game(0))
    for node, turn in zip(copy.main_line, reviewed_game(0).turns, strict=True):
        if turn.after.score is not None:
            sign = 1 if turn.side == "white" else -1
            assert node.evaluation == pytest.approx(sign * turn.after.score)


def test_accuracy_falls_with_what_was_lost() -> None:
    perfect = Game("9/9/2WW5/9/6B2 W")
    node = perfect.root
    while node.position.outcome() is None and node.ply < 9:
        node = node.play(analyse(node.position, nodes=20_000).lines[0].turns[0])
    assert perfect.review(5_000).white.accuracy == 100.0
    accuracies = [reviewed_game(seed).white.accuracy for seed in range(3)]
    assert all(accuracy is not None and 0 < accuracy < 100 for accuracy in accuracies)


def test_a_chance_is_one_for_a_win_and_half_for_a_draw() -> None:
    assert [chance_of(value, None) for value in (Value.WIN, Value.DRAW, Value.LOSS)] == [1, 0.5, 0]
    assert chance_of(Value.UNKNOWN, 0.0) == 0.5
    assert chance_of(Value.UNKNOWN, 2.0) == pytest.approx(0.7311)


@pytest.mark.parametrize(
    ("rating", "english"),
    [
        ((Value.WIN, 5), "Black wins within 3 turns, proven"),
        ((Value.LOSS, 6), "White wins within 3 turns, proven"),
        ((Value.LOSS, 0), "White has won"),
        ((Value.DRAW, None), "proven draw"),
    ],
)
def test_a_proven_value_is_called_proven(rating: tuple[Value, int | None], english: str) -> None:
    value, plies = rating
    distance = None if plies is None else Distance.of(plies, value)
    one = Rating(value=value, proof=Proof.PROVEN, distance=distance, score=None, chance=0.5)
    assert worth(one, Position.start().play("d3-e3A").side, "en") == english


def test_a_game_without_turns_has_an_empty_review() -> None:
    empty = Game().review(10)
    assert (empty.turns, empty.complete, empty.white.accuracy) == ((), True, None)
