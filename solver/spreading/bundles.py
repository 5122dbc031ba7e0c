"""Items in bundles: what takes milliseconds is not worth a message each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Generic, TypeVar

Item = TypeVar("Item")

SECONDS = 0.25
"""What a bundle is to take: long for a message, short for whoever waits for the last one."""
MOST = 64


class Bundles(Generic[Item]):
    """The items in lists: first one item each, then as many as fit into the time of a bundle.

    Whoever takes them says how long they took.
    """

    def __init__(self, items: Iterable[Item]) -> None:
        self._items = iter(items)
        self._size = 1
        self._done = 0
        self._seconds = 0.0

    def __iter__(self) -> Iterator[list[Item]]:
        while bundle := list(islice(self._items, self._size)):
            yield bundle

    def learn(self, number: int, seconds: float) -> None:
        """Learn how long items take; the next bundle is at most twice as large as this one."""
        self._done += number
        self._seconds += seconds
        if self._seconds > 0:
            fitting = int(SECONDS * self._done / self._seconds)
            self._size = max(1, min(fitting, 2 * self._size, MOST))
