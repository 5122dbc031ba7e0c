"""How much memory a build takes at least, and how it shares what it may have."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from fanorona.solver.budget import Budget
from fanorona.solver.errors import FanoronaError
from fanorona.solver.tables.memory_bound import least_bound
from fanorona.solver.tables.pairs import Pair, both_sides, pairs_up_to
from fanorona.solver.tables.table_files import Series
from fanorona.solver.tables.work_file import CAN_MAP
from fanorona.words import Message

MEGABYTE = 1 << 20

PROGRAM = 40 * MEGABYTE
"""What the program takes by itself, with the blocks of files that it has read last."""

MAPPED_FROM = 64 * MEGABYTE
"""Pairs of this size and more are built in a mapped file."""

WINDOW = 128 * MEGABYTE
"""How much of a mapped file may be in memory at least; with less, a build would crawl."""

DIGESTS = 256
"""A finished table that is not in memory takes one byte per this many values."""


class NotEnoughMemory(FanoronaError):  # noqa: N818 - reads as what it says
    """A build that would need more memory than it may use."""


def is_mapped(series: Series, pair: Pair) -> bool:
    """Whether a pair is built in a mapped file."""
    return CAN_MAP and size_of(series, pair) >= MAPPED_FROM


def size_of(series: Series, pair: Pair) -> int:
    """Bytes of the tables of a pair."""
    return sum(series.size(*side) for side in both_sides(*pair))


def memory_needed(series: Series, smaller: int, larger: int) -> int:
    """Bytes for building a pair, however large, if finished tables are read from their files."""
    pair = smaller, larger
    lists = 8 * series.columns(smaller, larger) + 24 * comb(series.board.points, smaller)
    finished = sum(size_of(series, one) for one in pairs_up_to(smaller + larger - 1))
    beside = PROGRAM + lists + finished // DIGESTS
    if is_mapped(series, pair):
        return least_bound(beside + WINDOW)
    return beside + size_of(series, pair)


def require_memory(series: Series, pairs: Sequence[Pair], budget: Budget | None) -> None:
    """NotEnoughMemory if building one of the pairs takes more than the budget has."""
    if budget is None or not pairs:
        return
    largest = max(pairs, key=lambda pair: memory_needed(series, *pair))
    needed = memory_needed(series, *largest)
    if needed > budget.memory_mb * MEGABYTE:
        raise NotEnoughMemory(
            Message(
                "tables.memory",
                own=largest[0],
                enemy=largest[1],
                needed=megabytes(needed),
                allowed=budget.memory_mb,
            )
        )


def room_for_finished(series: Series, stones: int, budget: Budget) -> int:
    """Bytes of finished tables to keep in memory: half of what a build can do without."""
    needed = max(memory_needed(series, *pair) for pair in pairs_up_to(stones))
    return max(0, (budget.memory_mb * MEGABYTE - needed) // 2)


def megabytes(size: int) -> int:
    """Rounded up."""
    return -(-size // MEGABYTE)
