"""A position, its state and its outcome in words."""

from __future__ import annotations

from collections.abc import Iterator

from solver import Colour, Position


def counted(number: int, thing: str) -> str:
    """'1 stone', '22 stones'."""
    return f"{number:,} {thing}" + ("" if number == 1 else "s")


def named(colour: Colour) -> str:
    """The colour as a player's name."""
    return colour.value.capitalize()


def situation(position: Position) -> Iterator[str]:
    """Side, stones, outcome and state, a line each."""
    yield f"{_side(position)}. {_stones(position)}. Rules: {position.rules.id}."
    yield from _state(position)


def _side(position: Position) -> str:
    outcome = None if position.validate() else position.outcome()
    if outcome is None:
        return f"{named(position.side)} to move"
    loser = outcome.winner.other
    left = position.stones(loser) + position.arrangement.hand(loser)
    reason = "has no turn" if left else "has no stones"
    return f"{named(loser.other)} has won: {named(loser)} {reason}"


def _stones(position: Position) -> str:
    white, black = (position.stones(colour) for colour in Colour)
    return f"{counted(white, 'white stone')}, {counted(black, 'black stone')}"


def _state(position: Position) -> Iterator[str]:
    what = position.arrangement
    if what.first:
        colours = " and ".join(named(colour) for colour in Colour if colour in what.first)
        yield f"First turn still to come: {colours}."
    if any(what.hands):
        yield f"Still to be placed: White {what.hands[0]}, Black {what.hands[1]}."
    if what.liable:
        names = ", ".join(what.board.names_of(what.liable))
        yield f"{named(what.side)} first takes off one of the liable stones: {names}."
    if what.giver is not None:
        yield f"Vela: {named(what.giver)} captures nothing while it has more than 5 stones."
