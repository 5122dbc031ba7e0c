"""Pairs of stone counts: which tables there are, and in which order they are built."""

from __future__ import annotations

from collections.abc import Iterator

Pair = tuple[int, int]


def pairs_up_to(stones: int) -> Iterator[Pair]:
    """The pairs to build, smaller side first, each after those that it needs."""
    for total in range(2, stones + 1):
        for smaller in range(1, total // 2 + 1):
            yield smaller, total - smaller


def tables_up_to(stones: int) -> Iterator[Pair]:
    """All tables with at most that many stones, fewest first; own stones stand first."""
    for total in range(2, stones + 1):
        for own in range(1, total):
            yield own, total - own


def both_sides(smaller: int, larger: int) -> tuple[Pair, ...]:
    """The tables of a pair: with either side to move, if that makes a difference."""
    if smaller == larger:
        return ((smaller, larger),)
    return (smaller, larger), (larger, smaller)
