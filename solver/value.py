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
    """How far a value or a score can be trusted."""

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


def preference(value: Value, distance: int | None, score: int = 0) -> tuple[int, int]:
    """Sorts what a player prefers first: quick wins, then by score, a draw's is 0, long losses."""
    if value is Value.WIN:
        return 0, distance or 0
    return (2, -(distance or 0)) if value is Value.LOSS else (1, -score)


@dataclass(frozen=True, slots=True)
class SearchInfo:
    """What a search took; no clock and no machine, so that equal questions have equal answers."""

    nodes: int
    depth: int
    stopped_by: StoppedBy
    engine: str
