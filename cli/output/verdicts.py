"""What is proven of a position, in words: 'White wins in 6 turns (11 plies)'."""

from __future__ import annotations

from typing import Protocol

from fanorona.solver.board import Colour
from fanorona.solver.value import Distance, Value
from fanorona.words import Language, say


class Decided(Protocol):
    """A value for the side to move and, of a win or a loss, how far the end is."""

    @property
    def side(self) -> Colour: ...
    @property
    def value(self) -> Value: ...
    @property
    def distance(self) -> Distance | None: ...
    @property
    def distance_exact(self) -> bool: ...


class Explored(Decided, Protocol):
    """If the value is unknown, what else is proven."""

    @property
    def never(self) -> bool: ...
    @property
    def no_win_within(self) -> int | None: ...


def distance_in_words(distance: Distance, exact: bool, language: Language) -> str:
    """'6 turns (11 plies)'."""
    return say(
        "answer.exactly" if exact else "answer.at-most",
        language,
        turns=say("count.turn", language, count=distance.turns),
        plies=say("count.ply", language, count=distance.plies),
    )


def win_in_words(found: Decided, language: Language) -> str:
    """'White wins in 6 turns (11 plies)', of what has a distance."""
    assert found.distance is not None
    winner = found.side if found.value is Value.WIN else found.side.other
    distance = distance_in_words(found.distance, found.distance_exact, language)
    return say("answer.wins", language, side=winner, distance=distance)


def verdict_in_words(found: Explored, max_turns: int | None, language: Language) -> str:
    """'White wins in 6 turns (11 plies)', or what else is known."""
    if found.value is Value.DRAW:
        return say("answer.draw", language)
    if found.distance is not None:
        return win_in_words(found, language)
    known = _known_so_far(found, language)
    if has_no_win(found, max_turns):
        return known
    return say("answer.undecided", language, known=known)


def has_no_win(found: Explored, max_turns: int | None) -> bool:
    """Proven that the win asked for does not exist."""
    if found.never:
        return True
    return max_turns is not None and (found.no_win_within or 0) >= max_turns


def _known_so_far(found: Explored, language: Language) -> str:
    if found.never:
        return say("answer.no-win", language, side=found.side)
    if found.no_win_within is None:
        return say("answer.nothing-known", language)
    turns = say("count.turn", language, count=found.no_win_within)
    return say("answer.no-win-within", language, side=found.side, turns=turns)
