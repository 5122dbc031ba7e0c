"""Legal turns to name beside a mistake: a few of them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING

from fanorona.words import Message

if TYPE_CHECKING:
    from fanorona.solver.turn import Turn

_MOST = 4


def suggest(reason: Message, turns: Iterable[Turn]) -> Message:
    """The reason, and the first few of these turns instead."""
    texts = tuple(str(turn) for turn in islice(turns, _MOST))
    return Message("turn.legal-instead", reason=reason, turns=texts) if texts else reason
