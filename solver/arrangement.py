"""An arrangement: what a position's text says, before any rule set looks at it."""

from __future__ import annotations

from dataclasses import dataclass

from solver.board import Board, Colour


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
    """Who plays with the Vela handicap."""

    def stones(self, colour: Colour) -> int:
        """The set of points where that colour stands."""
        return self.white if colour is Colour.WHITE else self.black

    def hand(self, colour: Colour) -> int:
        """How many stones that colour has still to place."""
        return self.hands[0] if colour is Colour.WHITE else self.hands[1]
