"""A start position by its name: `start`, `start:5x5`, `start:vela:B`, `start:5x5:vela:B`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from fanorona.solver.board import Colour
from fanorona.solver.errors import NotationError
from fanorona.solver.quoting import shown
from fanorona.words import Message

_WORD = "start"
_NAME = re.compile(r"start(?::([0-9]{1,3})x([0-9]{1,3}))?(?::vela:([WB]))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class NamedStart:
    """Which start position: that of a board, and the giver of a Vela round."""

    width: int
    height: int
    giver: Colour | None


def is_start(text: str) -> bool:
    """Whether the text names a start position, well or badly."""
    return text.lstrip()[: len(_WORD)].lower() == _WORD


def read_start(text: str) -> NamedStart:
    """The start position that the text names."""
    named = _NAME.fullmatch(text.strip())
    if named is None:
        raise NotationError(Message("input.start", text=shown(text)))
    width, height, giver = named.groups()
    return NamedStart(
        width=int(width or 9),
        height=int(height or 5),
        giver=Colour.of(giver.upper()) if giver else None,
    )
