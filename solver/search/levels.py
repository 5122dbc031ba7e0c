"""Levels of play for people, from a beginner to full strength."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from fanorona.solver.budget import Budget

MOST_SEED = 2**31 - 1
"""Of the chance by which a level chooses."""


@dataclass(frozen=True, slots=True)
class Level:
    """How deep a player looks, and how freely it chooses among turns that are about as good."""

    number: int
    name: str
    budget: Budget
    """For a turn."""
    spread: int
    """A turn may look up to this much better than it is, in hundredths of a stone."""
    lines: int
    """How many of the best turns are compared."""
    sees_wins: bool = True
    """Never misses a win that it has found."""

    FULL: ClassVar[Level]


LEVELS = (
    Level(1, "learns the rules", Budget(nodes=50_000, depth=1), 900, 40, sees_wins=False),
    Level(2, "first games", Budget(nodes=50_000, depth=1), 450, 30, sees_wins=False),
    Level(3, "beginner", Budget(nodes=50_000, depth=1), 200, 20),
    Level(4, "casual", Budget(nodes=50_000, depth=2), 150, 12),
    Level(5, "regular", Budget(nodes=50_000, depth=3), 100, 8),
    Level(6, "good", Budget(nodes=50_000, depth=4), 60, 6),
    Level(7, "club", Budget(nodes=80_000, depth=6), 40, 4),
    Level(8, "strong", Budget(nodes=30_000), 12, 3),
    Level(9, "master", Budget(nodes=60_000), 8, 2),
    Level(10, "full strength", Budget(), 0, 1),
)
Level.FULL = LEVELS[-1]


def level(number: int) -> Level:
    """The level of a number from 1 to 10."""
    return LEVELS[number - 1]
