"""The collection of puzzles that is shipped with the service."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from fanorona.solver.puzzles.puzzle import Puzzle, Stipulation
from fanorona.solver.puzzles.reading import read_puzzles

PACKAGES = Path(__file__).absolute().parents[3]
SHARED = Path("share", "fanorona", "puzzles")
"""Where an installation keeps the puzzles, below the folder that it went into."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPuzzle:
    """A puzzle without its solution."""

    id: str
    """The name of its file, and its number in it."""
    title: str | None
    author: str | None
    source: str | None
    rules: str
    position: str
    stipulation: Stipulation


@dataclass(frozen=True, slots=True, kw_only=True)
class WholePuzzle(ListedPuzzle):
    """A puzzle as its file has it."""

    solutions: tuple[str, ...]
    hint: str | None


@dataclass(frozen=True, slots=True)
class PuzzleList:
    """The whole collection."""

    count: int
    puzzles: tuple[ListedPuzzle, ...]


class Collection:
    """Puzzles by their ids."""

    def __init__(self, puzzles: dict[str, Puzzle]) -> None:
        self._puzzles = puzzles

    @staticmethod
    def read(folder: str) -> Collection:
        """The puzzles of a folder; without one, those that are shipped."""
        return Collection(dict(_puzzles(Path(folder) if folder else shipped_with(PACKAGES))))

    @cached_property
    def listed(self) -> PuzzleList:
        puzzles = tuple(ListedPuzzle(**_told(*one)) for one in self._puzzles.items())
        return PuzzleList(len(puzzles), puzzles)

    def whole(self, name: str) -> WholePuzzle | None:
        puzzle = self._puzzles.get(name)
        if puzzle is None:
            return None
        return WholePuzzle(
            **_told(name, puzzle),
            solutions=tuple(one.text for one in puzzle.solutions),
            hint=puzzle.hint.text if puzzle.hint else None,
        )


def shipped_with(packages: Path) -> Path:
    """The puzzles that came with the packages in a folder: beside them in a checkout.

    Installed, they are in the nearest folder above that has them: a virtual environment's, the
    user's, the system's, or a target's own.
    """
    beside = packages / "puzzles"
    above = (folder / SHARED for folder in (packages, *packages.parents))
    return next((folder for folder in (beside, *above) if folder.is_dir()), beside)


def _puzzles(folder: Path) -> Iterator[tuple[str, Puzzle]]:
    for path in sorted(folder.glob("*.txt")):
        for number, puzzle in enumerate(read_puzzles(path.read_bytes()), 1):
            if isinstance(puzzle, Puzzle):
                yield f"{path.stem}-{number}", puzzle


def _told(name: str, puzzle: Puzzle) -> dict[str, Any]:
    return {
        "id": name,
        "title": puzzle.title,
        "author": puzzle.author,
        "source": puzzle.source,
        "rules": puzzle.position.rules.id,
        "position": puzzle.position.fen(),
        "stipulation": puzzle.stipulation,
    }
