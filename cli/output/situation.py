"""A position, its state and its outcome in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fanorona.solver import Colour, Position
from fanorona.words import Language, numeral, say


def situation(position: Position, language: Language) -> Iterator[str]:
    """Side, stones, outcome and state, a line each."""
    white, black = (
        say(f"count.{colour}-stone", language, count=position.stones(colour)) for colour in Colour
    )
    yield say(
        "position.situation",
        language,
        side=_side(position, language),
        white=white,
        black=black,
        rules=position.rules.id,
    )
    yield from state_in_words(position, language)


def also(turns: Sequence[str], more: int, language: Language) -> str:
    """'also a1-a2, b1-b2 and 3 more': the other routes to a result."""
    text = ", ".join(turns)
    if more:
        text = say("list.more", language, turns=text, number=numeral(more, language))
    return say("list.also", language, turns=text)


def _side(position: Position, language: Language) -> str:
    outcome = None if position.validate() else position.outcome()
    if outcome is None:
        return say("position.to-move", language, side=position.side)
    loser = outcome.winner.other
    left = position.stones(loser) + position.arrangement.hand(loser)
    return say(
        "position.no-turn" if left else "position.no-stones",
        language,
        winner=loser.other,
        loser=loser,
    )


def state_in_words(position: Position, language: Language) -> Iterator[str]:
    """What else the legal turns depend on, a sentence each."""
    what = position.arrangement
    if what.first:
        sides = tuple(colour for colour in Colour if colour in what.first)
        yield say("solve.first", language, sides=sides)
    if any(what.hands):
        yield say("solve.hands", language, white=what.hands[0], black=what.hands[1])
    if what.liable:
        names = tuple(what.board.names_of(what.liable))
        yield say("solve.huff", language, side=what.side, points=names)
    if what.giver is not None:
        yield say("solve.vela", language, side=what.giver)
