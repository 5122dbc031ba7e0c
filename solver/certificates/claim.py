"""What a certificate claims, and which sides have to show a strategy for it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from fanorona.solver.board import Colour
from fanorona.solver.position import Position


class ClaimedValue(StrEnum):
    """What is claimed for the side to move.

    Examples:
        >>> ClaimedValue("never").is_win
        False
    """

    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"
    NEVER = "never"
    """It has no win; whether it loses is left open."""

    @property
    def is_win(self) -> bool:
        """A win of either side, within a number of plies."""
        return self in (ClaimedValue.WIN, ClaimedValue.LOSS)


@dataclass(frozen=True, slots=True)
class Claim:
    """A value of a position; `plies` is the most that a win or a loss takes.

    Examples:
        >>> from fanorona import Position
        >>> str(Claim(Position.start(width=3, height=3), ClaimedValue.WIN, 11))
        'win 11'
    """

    position: Position
    value: ClaimedValue
    plies: int | None = None

    def __str__(self) -> str:
        return self.value if self.plies is None else f"{self.value} {self.plies}"

    @property
    def strategists(self) -> tuple[Colour, ...]:
        """Those whose strategy proves it: who wins, or who does not lose."""
        if self.value is ClaimedValue.DRAW:
            return (Colour.WHITE, Colour.BLACK)
        side = self.position.side
        return (side,) if self.value is ClaimedValue.WIN else (side.other,)
