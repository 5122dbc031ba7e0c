"""The collection of puzzles that is shipped with the service."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from fanorona.solver.puzzles.grade_tags import tagged_difficulty, tagged_themes
from fanorona.solver.puzzles.puzzle import Puzzle, Stipulation
from fanorona.solver.puzzles.reading import read_puzzles
from fanorona.solver.puzzles.themes import theme_named

PACKAGES = Path(__file__).absolute().parents[3]
SHARED = Path("share", "fanorona", "puzzles")
"""Where an installation keeps the puzzles, below the folder that it went into."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPuzzle:
    """A puzzle without its solution."""

    id: str
    """The name of its file, and its number in it."""
    title: str | None
    french_title: str | None
    author: str | None
    source: str | None
    rules: str
    position: str
    stipulation: Stipulation
    difficulty: int | None
    themes: tuple[str, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyPuzzle(ListedPuzzle):
    """The puzzle of a day, without its solution."""

    date: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WholePuzzle(ListedPuzzle):
    """A puzzle as its file has it."""

    solutions: tuple[str, ...]
    hint: str | None


@dataclass(frozen=True, slots=True)
class PageLinks:
    """The addresses of the pages before and after this one."""

    previous: str | None
    next: str | None


@dataclass(frozen=True, slots=True)
class PuzzleList:
    """A page of the collection."""

    count: int
    puzzles: tuple[ListedPuzzle, ...]
    links: PageLinks


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleFilter:
    """Which puzzles: of these rules, this difficult, and with this theme."""

    rules: str | None = None
    difficulty: tuple[int, int] | None = None
    theme: str | None = None

    def fits(self, puzzle: ListedPuzzle) -> bool:
        """Whether a puzzle is wanted; one without a difficulty, or themes, is if they are any."""
        if self.rules is not None and puzzle.rules != self.rules:
            return False
        if self.difficulty is not None:
            least, most = self.difficulty
            if puzzle.difficulty is None or not least <= puzzle.difficulty <= most:
                return False
        themes = {folded_theme(one) for one in puzzle.themes or ()}
        return self.theme is None or folded_theme(self.theme) in themes


class Collection:
    """Puzzles by their ids."""

    def __init__(self, puzzles: dict[str, Puzzle]) -> None:
        self._puzzles = puzzles

    @staticmethod
    def read(folder: str) -> Collection:
        """The puzzles of a folder; without one, those that are shipped."""
        return Collection(dict(_puzzles(Path(folder) if folder else shipped_with(PACKAGES))))

    @cached_property
    def listed(self) -> tuple[ListedPuzzle, ...]:
        """All of them, without their solutions."""
        return tuple(ListedPuzzle(**_told(*one)) for one in self._puzzles.items())

    def wanted(self, wanted: PuzzleFilter) -> list[ListedPuzzle]:
        """Those that are wanted, in their order."""
        return [one for one in self.listed if wanted.fits(one)]

    def of_day(self, day: date, wanted: PuzzleFilter) -> DailyPuzzle | None:
        """One for each day; none comes back before all have had their day."""
        found = sorted(self.wanted(wanted), key=lambda one: sha256(one.id.encode()).digest())
        if not found:
            return None
        chosen = found[day.toordinal() % len(found)]
        return DailyPuzzle(**_told(chosen.id, self._puzzles[chosen.id]), date=day.isoformat())

    def whole(self, name: str) -> WholePuzzle | None:
        puzzle = self._puzzles.get(name)
        if puzzle is None:
            return None
        return WholePuzzle(
            **_told(name, puzzle),
            solutions=tuple(one.text for one in puzzle.solutions),
            hint=puzzle.hint.text if puzzle.hint else None,
        )


def folded_theme(text: str) -> str:
    """A theme as it is compared: by its own name, or, if somebody made it up, as it is spelt."""
    return theme_named(text) or "-".join(text.lower().replace("-", " ").split())


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
        "title": puzzle.title_in("en"),
        "french_title": puzzle.title_in("fr"),
        "author": puzzle.author,
        "source": puzzle.source,
        "rules": puzzle.position.rules.id,
        "position": puzzle.position.fen(),
        "stipulation": puzzle.stipulation,
        "difficulty": tagged_difficulty(puzzle),
        "themes": tagged_themes(puzzle),
    }
