"""A position, its state and its outcome in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fanorona.solver import Colour, Position
from fanorona.solver.language import Language, colour_name, counted, numeral, say


def situation(position: Position, language: Language) -> Iterator[str]:
    """Side, stones, outcome and state, a line each."""
    white, black = (
        counted(position.stones(colour), f"{colour}-stone", language) for colour in Colour
    )
    yield say(
        "position.situation",
        language,
        side=_side(position, language),
        white=white,
        black=black,
        rules=position.rules.id,
    )
    yield from _state(position, language)


def also(turns: Sequence[str], more: int, language: Language) -> str:
    """'also a1-a2, b1-b2 and 3 more': the other routes to a result."""
    text = ", ".join(turns)
    if more:
        text = say("list.more", language, turns=text, number=numeral(more, language))
    return say("list.also", language, turns=text)


def _side(position: Position, language: Language) -> str:
    outcome = None if position.validate() else position.outcome()
    if outcome is None:
        return say("position.to-move", language, side=colour_name(position.side, language))
    loser = outcome.winner.other
    left = position.stones(loser) + position.arrangement.hand(loser)
    return say(
        "position.no-turn" if left else "position.no-stones",
        language,
        winner=colour_name(loser.other, language),
        loser=colour_name(loser, language),
    )


def _state(position: Position, language: Language) -> Iterator[str]:
    what = position.arrangement
    if what.first:
        sides = [colour_name(colour, language) for colour in Colour if colour in what.first]
        if len(sides) == 2:
            sides = [say("position.both", language, first=sides[0], second=sides[1])]
        yield say("solve.first", language, sides=sides[0])
    if any(what.hands):
        yield say("solve.hands", language, white=what.hands[0], black=what.hands[1])
    if what.liable:
        names = ", ".join(what.board.names_of(what.liable))
        yield say("solve.huff", language, side=colour_name(what.side, language), points=names)
    if what.giver is not None:
        yield say("solve.vela", language, side=colour_name(what.giver, language))
