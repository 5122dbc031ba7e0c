"""The earlier positions of a game that can still come back."""

from __future__ import annotations

from collections.abc import Sequence

from fanorona.solver.position import Position
from fanorona.solver.turn import Words


def calm_past(position: Position, history: Sequence[Position]) -> list[Words]:
    """The positions before this one since a stone was last taken, the latest last."""
    stones = _stones(position)
    past: list[Words] = []
    for earlier in reversed(history):
        if _stones(earlier) != stones:
            break
        past.append(earlier.words())
    return past[::-1]


def _stones(position: Position) -> tuple[int, int]:
    arrangement = position.arrangement
    return arrangement.white.bit_count(), arrangement.black.bit_count()
