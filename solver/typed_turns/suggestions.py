"""Legal turns to name beside a mistake: a few of them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fanorona.solver.turn import Turn

_MOST = 4


def suggest(turns: Iterable[Turn]) -> str:
    """The end of an error message: the first few of these turns."""
    texts = [str(turn) for turn in islice(turns, _MOST)]
    return f". Legal: {', '.join(texts)}" if texts else ""
