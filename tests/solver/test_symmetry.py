"""A position turned, mirrored or with its colours exchanged plays as the position itself."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fanorona.solver import RULE_SETS, Position

RandomPosition = Callable[[Random, str], str]

chances = st.randoms(use_true_random=False)
every_rule_set = pytest.mark.parametrize("rules", RULE_SETS)


def results(position: Position) -> dict[str, str]:
    return {str(turn): position.after(turn).fen() for turn in position.turns()}


def may_swap_colours(position: Position) -> bool:
    """White is the first to place a stone, so with stones in hand the colours are not alike."""
    return not any(position.arrangement.hands)


def turn_transformed(position: Position, text: str, symmetry: int) -> str:
    """The text of a turn with every point where the symmetry takes it."""
    board = position.board
    to = board.symmetries[symmetry]
    return re.sub("[a-u][0-9]+", lambda name: board.names[to[board.by_name[name[0]]]], text)


@every_rule_set
@given(chance=chances)
def test_turns_of_a_transformed_position_are_the_transformed_turns(
    random_position: RandomPosition, rules: str, chance: Random
) -> None:
    position = Position.parse(random_position(chance, rules), rules)
    symmetry = chance.randrange(len(position.board.symmetries))
    assert results(position.transformed(symmetry)) == {
        turn_transformed(position, str(turn), symmetry): (
            position.after(turn).transformed(symmetry).fen()
        )
        for turn in position.turns()
    }


@every_rule_set
@given(chance=chances)
def test_turns_with_colours_swapped_are_the_same_turns(
    random_position: RandomPosition, rules: str, chance: Random
) -> None:
    position = Position.parse(random_position(chance, rules), rules)
    assume(may_swap_colours(position))
    assert results(position.colours_swapped()) == {
        str(turn): position.after(turn).colours_swapped().fen() for turn in position.turns()
    }


@every_rule_set
@given(chance=chances)
def test_perft_is_the_same_under_every_symmetry(
    random_position: RandomPosition, rules: str, chance: Random
) -> None:
    position = Position.parse(random_position(chance, rules), rules)
    depth = 2 if position.count_turns() <= 50 else 1
    alike = [position.transformed(one) for one in range(len(position.board.symmetries))]
    if may_swap_colours(position):
        alike += [one.colours_swapped() for one in alike]
    assert {one.perft(depth) for one in alike} == {position.perft(depth)}


@every_rule_set
@given(chance=chances)
def test_a_symmetric_position_has_the_outcome_of_the_position(
    random_position: RandomPosition, rules: str, chance: Random
) -> None:
    position = Position.parse(random_position(chance, rules), rules)
    symmetry = chance.randrange(len(position.board.symmetries))
    assert position.transformed(symmetry).outcome() is position.outcome()


@every_rule_set
@given(chance=chances)
def test_colours_swapped_twice_is_the_position_itself(
    random_position: RandomPosition, rules: str, chance: Random
) -> None:
    position = Position.parse(random_position(chance, rules), rules)
    assert position.colours_swapped().colours_swapped() == position


@pytest.mark.parametrize(("width", "height", "number"), [(9, 5, 4), (3, 7, 4), (5, 5, 8)])
def test_a_board_has_four_symmetries_and_a_square_one_eight(
    width: int, height: int, number: int
) -> None:
    assert len(set(Position.start(width=width, height=height).board.symmetries)) == number


def test_the_first_symmetry_is_the_identity() -> None:
    position = Position.parse("5/1B3/2B2/W1B2/5 W")
    assert position.transformed(0) == position


def test_the_start_turned_round_with_colours_swapped_is_the_start_with_black_to_move() -> None:
    turned = Position.start().transformed(3).colours_swapped()
    assert turned.fen() == Position.start().fen().replace(" W ", " B ")
