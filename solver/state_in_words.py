"""What a position's state means, in words."""

from __future__ import annotations

from collections.abc import Iterator

from fanorona.solver.board import Colour
from fanorona.solver.position import Position
from fanorona.words import Language, say


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
