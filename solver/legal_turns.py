"""The turns of a position as a sequence whose turns are made when they are asked for.

A Fliporona position can have 100,000 turns: the kernel keeps them, sorted, and few are looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TypeVar, overload

from fanorona.solver.board import Board
from fanorona.solver.kernel.listing import Listing
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.stopping import end_of_work
from fanorona.solver.turn import Turn, Words, turn_text

Item = TypeVar("Item")

LOOK_EVERY = 256
"""Turns made between two looks at the stop flag."""
MOST_MADE = 256
"""Turns of a list that are kept once they are made."""


class Turns(Sequence[Turn]):
    """Every legal turn of a position, sorted by its text."""

    __slots__ = ("_board", "_listing", "_made", "_stop")

    def __init__(self, board: Board, listing: Listing, stop: Stop) -> None:
        """The stop flag ends whatever walks through all of them, too."""
        self._board = board
        self._listing = listing
        self._stop = stop
        self._made: dict[int, Turn] = {}

    def __len__(self) -> int:
        return len(self._listing)

    @overload
    def __getitem__(self, index: int) -> Turn: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Turn, ...]: ...

    def __getitem__(self, index: int | slice) -> Turn | tuple[Turn, ...]:
        if isinstance(index, slice):
            return tuple(self.part(index))
        return self.turn(index if index >= 0 else index + len(self))

    def __iter__(self) -> Iterator[Turn]:
        return self.part(slice(None))

    def part(self, part: slice) -> Iterator[Turn]:
        """The turns of a part, one after the other; Stopped where the stop flag ends that."""
        numbers = range(len(self))[part]
        return (self.turn(number) for number in self.looking(numbers))

    def looking(self, items: Sequence[Item]) -> Iterator[Item]:
        """The items, one after the other, for as long as the stop flag allows it."""
        for number, item in enumerate(items, 1):
            if number % LOOK_EVERY == 0 and self._stop.is_over():
                raise end_of_work(self._stop)
            yield item

    def turn(self, number: int) -> Turn:
        """The turn of that number, from 0 on."""
        turn = self._made.get(number)
        if turn is None:
            found = self._listing.found(number)
            turn = Turn(turn_text(self._board, found), self._board, found)
            if len(self._made) < MOST_MADE:
                self._made[number] = turn
        return turn

    def text(self, number: int) -> str:
        """The text of the turn of that number, which need not be made for it."""
        return turn_text(self._board, self._listing.found(number))

    def after(self, number: int) -> Words:
        """The position that the turn of that number leads to."""
        return self._listing.after(number)

    def results(self) -> list[Routes]:
        """The turns with the same result together, in their order."""
        found = self._listing.results()
        if found is None:
            raise end_of_work(self._stop)
        return [Routes(self, first, count) for first, count in found]

    def next_route(self, number: int) -> int:
        """The number of the next turn with the same result, of a turn that has one."""
        return self._listing.next_route(number)


class Routes(Sequence[Turn]):
    """The turns that lead to one position, sorted by their text."""

    __slots__ = ("_count", "_first", "_turns")

    def __init__(self, turns: Turns, first: int, count: int) -> None:
        self._turns = turns
        self._first = first
        self._count = count

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Turn: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Turn, ...]: ...

    def __getitem__(self, index: int | slice) -> Turn | tuple[Turn, ...]:
        if isinstance(index, slice):
            start, stop, step = index.indices(self._count)
            return tuple(islice(self, start, stop, step))
        if index == 0:
            return self._turns.turn(self._first)
        return self[index:][0] if index > 0 else self[index + self._count]

    def __iter__(self) -> Iterator[Turn]:
        number = self._first
        for left in range(self._count, 0, -1):
            yield self._turns.turn(number)
            if left > 1:
                number = self._turns.next_route(number)

    @property
    def text(self) -> str:
        """That of the first turn."""
        return self._turns.text(self._first)

    @property
    def after(self) -> Words:
        """The position that they lead to."""
        return self._turns.after(self._first)
