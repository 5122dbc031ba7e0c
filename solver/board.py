"""The board: points, their names, the lines that join them, and its symmetries.

A point is a number, rank by rank from White's side; a set of points is an integer of such bits:

    5x3    10 11 12 13 14      a3 b3 c3 d3 e3
            5  6  7  8  9      a2 b2 c2 d2 e2
            0  1  2  3  4      a1 b1 c1 d1 e1
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import cache, cached_property

from fanorona.solver.errors import FanoronaError
from fanorona.solver.quoting import shown
from fanorona.words import Message

MAX_POINTS = 63
"""A board has to fit a 64-bit word with the sign bit free."""

FILES = "abcdefghijklmnopqrstu"
"""The names of the files of the widest board, from the left."""


class Colour(StrEnum):
    """A side of the game; White moves first and stands at the bottom.

    Examples:
        >>> Colour.WHITE.other
        <Colour.BLACK: 'black'>
    """

    WHITE = "white"
    BLACK = "black"

    @property
    def letter(self) -> str:
        return "W" if self is Colour.WHITE else "B"

    @property
    def other(self) -> Colour:
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE

    @staticmethod
    def of(letter: str) -> Colour:
        return Colour.WHITE if letter == "W" else Colour.BLACK


class Direction(Enum):
    """A step's direction as (files to the right, ranks up)."""

    RIGHT = (1, 0)
    LEFT = (-1, 0)
    UP = (0, 1)
    DOWN = (0, -1)
    UP_RIGHT = (1, 1)
    DOWN_LEFT = (-1, -1)
    UP_LEFT = (-1, 1)
    DOWN_RIGHT = (1, -1)

    @property
    def opposite(self) -> Direction:
        return Direction((-self.value[0], -self.value[1]))


def is_possible_size(width: int, height: int) -> bool:
    """Odd by odd, from 3x3 up to 63 points."""
    odd = width % 2 == 1 and height % 2 == 1
    return odd and width >= 3 and height >= 3 and width * height <= MAX_POINTS


@dataclass(frozen=True)
class Board:
    """A board of one size. Get it with `board(width, height)`, which makes each size once."""

    width: int
    height: int

    @property
    def points(self) -> int:
        return self.width * self.height

    @property
    def size(self) -> str:
        """'9x5': width by height."""
        return f"{self.width}x{self.height}"

    @property
    def everywhere(self) -> int:
        """The set of all points."""
        return (1 << self.points) - 1

    @property
    def centre(self) -> int:
        return self.points // 2

    @property
    def stones_each(self) -> int:
        """How many stones each colour has in the set-up."""
        return (self.points - 1) // 2

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(
            f"{FILES[file]}{rank + 1}" for rank in range(self.height) for file in range(self.width)
        )

    def names_of(self, points: int) -> list[str]:
        """The names of a set's points, by file, then rank."""
        return [self.names[point] for point in sorted(points_of(points), key=self.file_rank)]

    @cached_property
    def by_name(self) -> dict[str, int]:
        return {name: point for point, name in enumerate(self.names)}

    @cached_property
    def step_texts(self) -> tuple[str, ...]:
        """How a step is written, by its kernel code: 4 * destination + kind of step."""
        return tuple(f"-{name}{suffix}" for name in self.names for suffix in ("", "A", "W", ""))

    def at(self, file: int, rank: int) -> int | None:
        """The point on that file and rank, both from 0, or None off the board."""
        if 0 <= file < self.width and 0 <= rank < self.height:
            return rank * self.width + file
        return None

    def file_rank(self, point: int) -> tuple[int, int]:
        return point % self.width, point // self.width

    def is_strong(self, point: int) -> bool:
        """Strong points also have diagonal lines."""
        return sum(self.file_rank(point)) % 2 == 0

    def beside(self, point: int, direction: Direction) -> int | None:
        """The point one step along a line of the board, or None where there is no such line."""
        right, up = direction.value
        if right and up and not self.is_strong(point):
            return None
        file, rank = self.file_rank(point)
        return self.at(file + right, rank + up)

    def direction(self, origin: int, destination: int) -> Direction | None:
        """The direction of the line from one point to its neighbour; None if no line joins them."""
        for direction in Direction:
            if self.beside(origin, direction) == destination:
                return direction
        return None

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The maps of the board onto itself, the identity first: where each point goes."""
        right, top = self.width - 1, self.height - 1
        maps: list[Callable[[int, int], tuple[int, int]]] = [
            lambda file, rank: (file, rank),
            lambda file, rank: (right - file, rank),
            lambda file, rank: (file, top - rank),
            lambda file, rank: (right - file, top - rank),
        ]
        if self.width == self.height:
            maps += [
                lambda file, rank: (rank, file),
                lambda file, rank: (right - rank, file),
                lambda file, rank: (rank, right - file),
                lambda file, rank: (right - rank, right - file),
            ]
        return tuple(
            tuple(rank * self.width + file for file, rank in map(to, *self._files_and_ranks()))
            for to in maps
        )

    def _files_and_ranks(self) -> tuple[list[int], list[int]]:
        both = [self.file_rank(point) for point in range(self.points)]
        return [file for file, _ in both], [rank for _, rank in both]


@cache
def board(width: int, height: int) -> Board:
    """The board of that size; FanoronaError if there is none."""
    if not is_possible_size(width, height):
        size = f"{width}x{height}"
        raise FanoronaError(Message("board.no-such-size", size=size, most=MAX_POINTS))
    return Board(width, height)


def board_of(size: str) -> Board:
    """The board of a size like '9x5'."""
    sides = re.fullmatch("([0-9]{1,2})x([0-9]{1,2})", size.strip().lower())
    if sides is None:
        raise FanoronaError(Message("board.not-a-size", text=shown(size)))
    return board(int(sides[1]), int(sides[2]))


def points_of(stones: int) -> Iterator[int]:
    """The points of a set, in rising order."""
    while stones:
        lowest = stones & -stones
        yield lowest.bit_length() - 1
        stones ^= lowest


def moved(stones: int, symmetry: tuple[int, ...]) -> int:
    """The set of points where a symmetry takes the given set."""
    return sum(1 << symmetry[point] for point in points_of(stones))
