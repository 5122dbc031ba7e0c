"""Games of puzzles: the turns that lead to the position."""

from __future__ import annotations

import pytest

from fanorona.solver.errors import NotationError
from fanorona.solver.puzzles.puzzle import Puzzle
from fanorona.solver.puzzles.reading import read_puzzles
from fanorona.solver.puzzles.solutions import replay
from fanorona.words import say

PLACED = "@a1 @b1 @c1 @c2 @a2 @a3 @b3 @c3"


def puzzle(*tags: str, position: str = "BBB/B1W/WWW W") -> Puzzle:
    """A puzzle with these lines besides its position and what it asks."""
    side = "White" if " W" in position else "Black"
    lines = [f"Position: {position}", f"Stipulation: {side} to play and win", *tags]
    (read,) = read_puzzles("\n".join(lines))
    assert isinstance(read, Puzzle), read
    return read


def fliporona(game: str, position: str = "BWB/W1B/WBW W") -> Puzzle:
    return puzzle("Rules: fliporona", game, position=position)


def failure(asked: Puzzle) -> NotationError:
    with pytest.raises(NotationError) as caught:
        replay(asked)
    return caught.value


def test_a_game_is_played_from_the_empty_board_where_stones_are_placed() -> None:
    read = fliporona(f"Game: {PLACED}")
    assert replay(read) == read.position


def test_a_game_is_played_on_the_board_of_the_position() -> None:
    read = puzzle("Game: 1. a1-b2A", position="BB1/BWW/1WW B")
    assert replay(read) == read.position


def test_a_game_of_a_second_round_has_the_giver_of_the_state() -> None:
    read = puzzle("Game: c2-c3A", position="BBBBB/BB1BB/BWWBW/WW1WW/WWWWW B vela:B")
    assert replay(read) == read.position


def test_the_first_turns_of_livret_are_counted() -> None:
    read = puzzle("Rules: livret", "Game: a1-b2A", position="BB1/BWW/1WW B first:B")
    assert replay(read) == read.position


def test_an_illegal_turn_of_the_game_is_named_by_its_number_and_place() -> None:
    error = failure(fliporona("Game: @a1 @b1\n   @c1 @a1 @a2 @a3 @b3 @c3"))
    assert (error.line, error.column) == (5, 8)
    assert str(error.message).startswith("turn 4 of the game: '@a1' is not legal: a1 is occupied")
    assert say(error.placed(), "fr").startswith(
        "ligne 5, colonne 8 : coup 4 de la partie : '@a1' n'est pas légal : a1 est occupé"
    )


def test_an_ambiguous_turn_of_the_game_is_named() -> None:
    position = "BBBBBBBBB/BBBBBBBBB/BWB1W1WBW/WWWWWWWWW/WWWWWWWWW B"
    error = failure(puzzle("Game: d3-e3", position=position))
    assert str(error.message) == (
        "turn 1 of the game: 'd3-e3' fits 2 turns: d3-e3A, d3-e3W. Write one of them"
    )


def test_a_game_that_leads_elsewhere_says_where() -> None:
    error = failure(fliporona(f"Game: {PLACED}", position="BWB/W1B/BBW W"))
    assert (error.line, error.column) == (4, 7)
    assert str(error.message) == (
        "the game does not lead to the position but to BWB/W1B/WBW W -; correct one of them"
    )
    assert "mène pas à la position mais à BWB/W1B/WBW W -" in say(error.placed(), "fr")


def test_a_giver_whose_handicap_is_over_is_found() -> None:
    """With five black stones left the text no longer tells that Black gave."""
    read = puzzle("Game: b2-c2A a2-b2 a1-a2A", position="1BBBB/WBW1W/1WWWW B")
    assert replay(read) == read.position


def test_a_puzzle_without_a_game_cannot_be_replayed() -> None:
    with pytest.raises(ValueError, match="no game"):
        replay(puzzle())
