"""What a search may say of a position: its value, whether that is proven, how far the end is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Value(StrEnum):
    """How the game ends, for the side to move."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    UNKNOWN = "unknown"


class Proof(StrEnum):
    """How reliable a value or a score is."""

    PROVEN = "proven"
    HEURISTIC = "heuristic"


class StoppedBy(StrEnum):
    """What ended a search."""

    SOLVED = "solved"
    NODES = "nodes"
    DEPTH = "depth"
    TIME = "time"
    MEMORY = "memory"
    MAX_TURNS = "max-turns"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class Distance:
    """How far the end of the game is: `plies` of both colours, `turns` of the winner."""

    plies: int
    turns: int

    @staticmethod
    def of(plies: int, value: Value | None = None) -> Distance:
        """The distance of a decided position. Without its value: the winner has the last turn.

        Only a turn that gives up one's own last stone (`livret`) ends a game otherwise; whoever
        lists such turns names the value.
        """
        return Distance(plies, plies // 2 if value is Value.LOSS else (plies + 1) // 2)


@dataclass(frozen=True, slots=True)
class ValuedTurn:
    """A turn, and what is known of it for the side that plays it."""

    turn: str
    value: Value = Value.UNKNOWN
    plies: int | None = None
    """A win or a loss is over within this many, the turn included; None: not known."""
    exact: bool = False
    """Proven that the win is not shorter, or the loss not quicker."""
    score: int | None = None
    """An estimate, in hundredths of a stone."""

    @property
    def settled(self) -> bool:
        """Value and distance are proven."""
        return self.value is Value.DRAW or self.exact

    @property
    def distance(self) -> Distance | None:
        return None if self.plies is None else Distance.of(self.plies, self.value)

    def rank(self) -> tuple[int, int, bool, str]:
        """Better turns have a smaller rank: quick wins, then by score, long losses.

        A draw's score is 0. Of equal ones, what is settled comes first, then it goes by text.
        """
        if self.value is Value.WIN:
            kind, order = 0, self.plies or 0
        elif self.value is Value.LOSS:
            kind, order = 2, -(self.plies or 0)
        else:
            kind, order = 1, -(self.score or 0)
        return kind, order, not self.settled, self.turn


@dataclass(frozen=True, slots=True)
class SearchInfo:
    """What a search took; no clock and no machine, so that equal questions have equal answers."""

    nodes: int
    depth: int
    stopped_by: StoppedBy
    engine: str
