"""Levels of play for people, from a beginner to full strength."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Level:
    """How deep a player looks, and how freely it chooses among turns that are about as good."""

    number: int
    name: str
    nodes: int | None
    """At most this many positions are searched for a turn."""
    depth: int | None
    spread: int
    """A turn may look up to this much better than it is, in hundredths of a stone."""
    lines: int
    """So many of the best turns are compared."""
    sees_wins: bool = True
    """Never misses a win that it has found."""

    FULL: ClassVar[Level]


LEVELS = (
    Level(1, "learns the rules", 50_000, 1, 900, 40, sees_wins=False),
    Level(2, "first games", 50_000, 1, 450, 30, sees_wins=False),
    Level(3, "beginner", 50_000, 1, 200, 20),
    Level(4, "casual", 50_000, 2, 150, 12),
    Level(5, "regular", 50_000, 3, 100, 8),
    Level(6, "good", 50_000, 4, 60, 6),
    Level(7, "club", 80_000, 6, 40, 4),
    Level(8, "strong", 150_000, 8, 20, 3),
    Level(9, "master", 400_000, None, 10, 2),
    Level(10, "full strength", None, None, 0, 1),
)
Level.FULL = LEVELS[-1]


def level(number: int) -> Level:
    """The level of a number from 1 to 10."""
    return LEVELS[number - 1]
