"""An arrangement: what a position's text says, before any rule set looks at it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fanorona.solver.board import Board, Colour

VELA_ENDS_AT = 5
"""With this many stones or fewer the giver plays without a handicap."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Stones, the side to move, and the state that legal turns depend on besides them."""

    board: Board
    white: int
    """The set of points with a white stone."""
    black: int
    side: Colour
    first: frozenset[Colour] = frozenset()
    """Colours that have not had their first turn."""
    hands: tuple[int, int] = (0, 0)
    """White's and Black's stones still to be placed."""
    liable: int = 0
    """The set of points whose stone the side to move must choose one from and take off (huff)."""
    giver: Colour | None = None
    """Who plays with the Vela handicap, while it lasts."""

    def stones(self, colour: Colour) -> int:
        """The set of points where that colour stands."""
        return self.white if colour is Colour.WHITE else self.black

    def without_idle_giver(self) -> Arrangement:
        """The same, without a giver whose handicap is over: nothing depends on it any more."""
        if self.giver is None or self.stones(self.giver).bit_count() > VELA_ENDS_AT:
            return self
        return replace(self, giver=None)

    def hand(self, colour: Colour) -> int:
        """How many stones that colour has still to place."""
        return self.hands[0] if colour is Colour.WHITE else self.hands[1]
