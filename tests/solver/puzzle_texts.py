"""Puzzle files for tests: what is typed, and what is read of it."""

from __future__ import annotations

from pathlib import Path

from fanorona.solver.board import is_possible_size
from fanorona.solver.puzzles.puzzle import (
    Puzzle,
    UnreadablePuzzle,
)
from fanorona.solver.puzzles.reading import read_puzzles

DATA = Path(__file__).parents[1] / "data" / "puzzles"
MAGAZINES = ["magazine_en", "magazine_fr"]
SIZES = [(w, h) for w in range(3, 22) for h in range(3, 22) if is_possible_size(w, h)]
POSITION = "Position: BBB/B1W/WWW W"
STIPULATION = "Stipulation: White to play and win"
ROWS = ("B B B", "B . W", "W W W")


def data(name: str) -> bytes:
    return (DATA / name).read_bytes()


def readable(source: str | bytes) -> list[Puzzle]:
    """The puzzles of a file without errors."""
    read = []
    for one in read_puzzles(source):
        assert isinstance(one, Puzzle), one
        read.append(one)
    return read


def puzzle(*typed: str) -> Puzzle:
    """The only puzzle in these lines."""
    (one,) = readable("\n".join(typed))
    return one


def errors(*typed: str) -> list[tuple[int, int, str]]:
    """Line, column and message of everything that is wrong with the only puzzle in these lines."""
    (one,) = read_puzzles("\n".join(typed))
    assert isinstance(one, UnreadablePuzzle)
    return [(error.line, error.column, str(error.detail)) for error in one.errors]
