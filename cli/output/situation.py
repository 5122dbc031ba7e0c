"""A position, its state and its outcome in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fanorona.solver import Colour, Position
from fanorona.solver.state_in_words import state_in_words
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
