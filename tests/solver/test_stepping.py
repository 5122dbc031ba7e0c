"""Turns built step by step are exactly the legal turns, however many there are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fanorona.solver import RULE_SETS, AmbiguousTurn, IllegalTurn, Position, answers

RandomPosition = Callable[[Random, str], str]

FEW_TURNS = 200
CROWDED = {
    8_867: "BBBBBBBWB/WWB3BBB/BBB2B1WB/WWWBBBBBW/WBWBBWWBB W",
    80_324: "WWBBWWWWB/BWWW2WWW/WBWW3WW/BWWWW1BWW/WBWBWWWBW B",
    1_671_591: "BBB1BBB1B/B3B3B/B2B2WB1/2BBWBBB1/BB2B1W1B/B3B3B/B1BBBBBBB W",
}
"""Positions under fliporona by the number of their turns."""

chances = st.randoms(use_true_random=False)


def texts(steps: answers.Steps) -> list[str]:
    return [turn.turn for turn in steps.turns]


def walked(position: Position, so_far: str | None = None) -> Iterator[str]:
    """Every turn that the steps lead to."""
    for turn in texts(answers.steps(position, so_far)):
        yield turn
        yield from walked(position, turn)


@pytest.mark.parametrize("rules", RULE_SETS)
@given(chance=chances)
def test_steps_lead_to_every_turn_once(
    random_position: RandomPosition, chance: Random, rules: str
) -> None:
    position = Position.parse(random_position(chance, rules), rules)
    if position.count_turns() <= FEW_TURNS:
        assert sorted(walked(position)) == [str(turn) for turn in position.turns()]


@pytest.mark.parametrize(
    ("fen", "rules"),
    [
        ("3B1/1W3/B1W1B/3B1/W4 W huff:d5,e3", "livret"),
        ("5/5/1WB2/5/5 W huff:c3", "livret"),
        ("9/9/9/9/9 W hand:22,22", "fliporona"),
        ("3/3/W2 B", "standard"),
    ],
    ids=["huff", "huff that ends the game", "placing", "finished"],
)
def test_steps_lead_to_the_turns_of_rare_kinds(fen: str, rules: str) -> None:
    position = Position.parse(fen, rules)
    assert sorted(walked(position)) == [str(turn) for turn in position.turns()]


@pytest.mark.parametrize("count", CROWDED)
def test_a_crowd_of_turns_is_never_listed(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.parse(CROWDED[count], "fliporona")
    assert position.count_turns() == count
    monkeypatch.delattr(Position, "turns")
    chance = Random(count)
    turn: str | None = None
    while longer := texts(answers.steps(position, turn)):
        assert longer == sorted(longer)
        turn = chance.choice(longer)
    assert turn


def test_steps_keep_the_captures_so_far() -> None:
    position = Position.parse("5/1B1B1/BBWBB/1BBB1/W3W W", "fliporona")
    for first in texts(answers.steps(position)):
        assert all(turn.startswith(f"{first}-") for turn in texts(answers.steps(position, first)))


def test_the_steps_so_far_may_be_typed_in_any_notation() -> None:
    start = Position.start()
    steps = answers.steps(start, "f2: up-left")
    assert steps.turn == answers.full_turn(start, start.read("f2-e3A"))
    assert steps == answers.steps(start, "f2-e3A")


def test_steps_that_begin_no_turn_are_an_error() -> None:
    with pytest.raises(IllegalTurn):
        answers.steps(Position.start(), "a1-a2")
    with pytest.raises(AmbiguousTurn):
        answers.steps(Position.start(), "d3-e3")
