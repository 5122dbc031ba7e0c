"""The solver against tests/reference.py, which shares no code with it: no difference anywhere."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fanorona.solver import RULE_SETS, Colour, Position
from tests import reference

RandomPosition = Callable[[Random, str], str]

BOARDS = ((9, 5), (5, 5), (3, 7), (9, 7))
GIVERS = {rules.id: (None, "W", "B") if rules.vela else (None,) for rules in RULE_SETS.values()}
BEGINNINGS = [
    (rules, width, height, giver)
    for rules, givers in GIVERS.items()
    for width, height in BOARDS
    for giver in givers
]
SLOW_SAMPLE = 20_000
LONGEST_GAME = 60
FEW_TURNS = 40
"""Up to this many turns the reference counts two turns deep without a noticeable wait."""
CROWD = "WWBBWWWWB/BWWW2WWW/WBWW3WW/BWWWW1BWW/WBWBWWWBW B -"
"""Reached in a random game of Fliporona; Black has 80,324 turns."""

chances = st.randoms(use_true_random=False)
every_rule_set = pytest.mark.parametrize("rules", RULE_SETS)


def differences(fen: str, rules: str, expected: dict[str, str]) -> list[str]:
    """What the solver says differently from the reference, whose turns are given."""
    position = Position.parse(fen, rules)
    outcome = position.outcome()
    compared = {
        "text": (position.fen(), fen),
        "defects": (position.validate(), ()),
        "turns": ({str(turn): position.after(turn).fen() for turn in position.turns()}, expected),
        "number of turns": (position.count_turns(), len(expected)),
        "outcome": (outcome and outcome.value, reference.outcome(fen, rules)),
    }
    return [
        f"{what} of {fen} under {rules}: {ours}, but the reference says {theirs}"
        for what, (ours, theirs) in compared.items()
        if ours != theirs
    ]


def beginning(chance: Random, rules: str, width: int, height: int, giver: str | None) -> str:
    """Where a random game begins: the start, for Fliporona sometimes with everything placed."""
    if rules == "fliporona" and chance.random() < 0.8:
        return reference.start("standard", width, height)
    return reference.start(rules, width, height, giver)


def game(
    chance: Random, fen: str, rules: str, most: int = LONGEST_GAME
) -> Iterator[tuple[str, dict[str, str]]]:
    """Play at random as the reference allows it: every position met, with its turns."""
    for _ in range(most):
        after = reference.turns(fen, rules)
        yield fen, after
        if not after:
            return
        fen = after[chance.choice(sorted(after))]


def games(
    chance: Random, rules: str, random_position: RandomPosition
) -> Iterator[tuple[str, dict[str, str]]]:
    """The positions of endless random games: a long one from a start, then short endings."""
    while True:
        width, height = chance.choice(BOARDS)
        giver = chance.choice(GIVERS[rules])
        yield from game(chance, beginning(chance, rules, width, height, giver), rules)
        for _ in range(20):
            yield from game(chance, random_position(chance, rules), rules, most=4)


def features(fen: str, after: dict[str, str]) -> Iterator[str]:
    """What makes a position worth comparing."""
    state = fen.split()[2]
    yield from (part.split(":")[0] for part in state.split(";") if part != "-")
    if not after:
        yield "over"
    if "vela" in state and any("vela" not in next_fen for next_fen in after.values()):
        yield "vela ends"
    if len(after) > 1000:
        yield "over 1000 turns"


@every_rule_set
@given(chance=chances)
def test_random_positions_have_the_turns_and_the_outcome_of_the_reference(
    random_position: RandomPosition, rules: str, chance: Random
) -> None:
    fen = random_position(chance, rules)
    assert differences(fen, rules, reference.turns(fen, rules)) == []


@every_rule_set
@given(chance=chances)
def test_random_positions_have_the_perft_of_the_reference(
    random_position: RandomPosition, rules: str, chance: Random
) -> None:
    fen = random_position(chance, rules)
    depth = 2 if len(reference.turns(fen, rules)) <= FEW_TURNS else 1
    assert Position.parse(fen, rules).perft(depth) == reference.perft(fen, rules, depth)


@pytest.mark.parametrize(("rules", "width", "height", "giver"), BEGINNINGS)
def test_a_random_game_goes_as_in_the_reference(
    rules: str, width: int, height: int, giver: str | None, compiled: bool
) -> None:
    chance = Random(f"{rules} {width}x{height} {giver}")
    start = beginning(chance, rules, width, height, giver)
    for fen, after in game(chance, start, rules, LONGEST_GAME if compiled else 6):
        assert differences(fen, rules, after) == []


@pytest.mark.parametrize(("rules", "width", "height", "giver"), BEGINNINGS)
def test_the_start_position_is_that_of_the_reference(
    rules: str, width: int, height: int, giver: str | None
) -> None:
    ours = Position.start(rules, width, height, giver=Colour.of(giver) if giver else None)
    assert ours.fen() == reference.start(rules, width, height, giver)


@pytest.mark.slow
def test_a_very_long_list_of_turns_is_complete() -> None:
    expected = reference.turns(CROWD, "fliporona")
    assert len(expected) == 80_324
    assert differences(CROWD, "fliporona", expected) == []


@pytest.mark.slow
@every_rule_set
def test_many_thousand_random_positions_agree_with_the_reference(
    random_position: RandomPosition, rules: str, capsys: pytest.CaptureFixture[str]
) -> None:
    met: Counter[str] = Counter()
    counted_deeper = 0
    seen = set()
    chance = Random(f"many positions, {rules}")
    for fen, after in games(chance, rules, random_position):
        if fen in seen:
            continue
        seen.add(fen)
        assert differences(fen, rules, after) == []
        if 0 < len(after) <= FEW_TURNS and len(seen) % 10 == 0:
            counted_deeper += 1
            assert Position.parse(fen, rules).perft(2) == reference.perft(fen, rules, 2)
        met.update(features(fen, after))
        if len(seen) - met["over"] == SLOW_SAMPLE:
            break
    with capsys.disabled():
        sys.stdout.write(
            f"\n{rules}: {len(seen)} positions, 0 differences; {dict(met)}; "
            f"perft 2 of {counted_deeper} equal\n"
        )
