"""Checking many puzzles, one after the other or side by side.

The puzzles come one at a time and the verdicts in their order, so that a file of any length takes
no more memory than a short one. A puzzle may come unread: whoever checks it reads it, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING

from fanorona.solver.budget import Budget
from fanorona.solver.kernel.tables import Tables
from fanorona.solver.position import Position
from fanorona.solver.puzzles.check import check
from fanorona.solver.puzzles.duplicates import Duplicates, Likeness, likeness_of
from fanorona.solver.puzzles.full_play import ONLY_THE_VERDICT, WantedPlay
from fanorona.solver.puzzles.puzzle import Puzzle, UnreadablePuzzle
from fanorona.solver.puzzles.reading import UnreadPuzzle, unread_puzzles
from fanorona.solver.puzzles.verdict import Verdict
from fanorona.solver.spreading.spread import InThisProcess, Spread
from fanorona.solver.tables.default_tables import tables_for
from fanorona.solver.tables.table_place import TablePlace, UnusableTables
from fanorona.words import Language

if TYPE_CHECKING:
    from fanorona.solver.puzzles.source import Source


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """How puzzles are checked; they go to other processes with each puzzle."""

    budget: Budget = field(default_factory=Budget)
    """For each puzzle."""
    with_tables: bool = True
    tables: TablePlace | None = None
    """Where the endgame tables are; None: in the user's folder."""
    language: Language | None = None
    """None: that of each puzzle's tags."""
    wanted: WantedPlay = ONLY_THE_VERDICT
    grade: bool = False
    """Whether difficulty and themes are measured, too."""

    def tables_for(self, position: Position) -> Tables | None:
        return tables_for(position, self.tables) if self.with_tables else None


@dataclass(frozen=True)
class PuzzleInFile:
    """A puzzle, read or not, and the file that it stands in."""

    given: Puzzle | UnreadablePuzzle | UnreadPuzzle
    file: str | None = None

    @cached_property
    def puzzle(self) -> Puzzle | UnreadablePuzzle:
        """An unread one is read now, and only once."""
        return self.given.read() if isinstance(self.given, UnreadPuzzle) else self.given


@dataclass(frozen=True, slots=True)
class CheckFailure:
    """Why a puzzle could not be checked, through no fault of its own."""

    detail: str
    line: int | None
    """Where the puzzle begins."""


CheckedPuzzle = tuple[PuzzleInFile, Verdict | CheckFailure]

_VerdictOnOne = tuple[Verdict, Likeness | None]
"""A verdict that does not know the other puzzles yet, and what it takes to find duplicates."""


def check_puzzles(text: Source, terms: Terms | None = None) -> list[Verdict]:
    """The verdict on every puzzle of a file.

    Examples:
        >>> puzzle = "Position: 5/W1B2/5 W\\nStipulation: White to play and win in 1"
        >>> [str(one.verdict) for one in check_puzzles(puzzle)]
        ['sound']
    """
    terms, duplicates = terms or Terms(), Duplicates()
    puzzles = map(PuzzleInFile, unread_puzzles(text))
    return [duplicates.remarked(*_checked(asked, terms)) for asked in puzzles]


def check_one(asked: PuzzleInFile, terms: Terms) -> Verdict:
    """The verdict on one puzzle; KeyboardInterrupt where a person has stopped the search."""
    stop = terms.budget.stop()
    verdict = check(
        asked.puzzle,
        terms.budget,
        tables_for=terms.tables_for,
        stop=stop,
        language=terms.language,
        file=asked.file,
        wanted=terms.wanted,
        grade=terms.grade,
    )
    if stop.was_interrupted:
        raise KeyboardInterrupt
    return verdict


def check_each(
    puzzles: Iterable[PuzzleInFile],
    terms: Terms,
    spread: Spread | None = None,
) -> Iterator[CheckedPuzzle]:
    """Each puzzle and its verdict, in order."""
    duplicates = Duplicates()
    work = partial(_tried, terms=terms)
    for asked, result in (spread or InThisProcess()).each(work, puzzles):
        if isinstance(result, CheckFailure):
            yield asked, result
        else:
            yield asked, duplicates.remarked(*result)


def _checked(asked: PuzzleInFile, terms: Terms) -> _VerdictOnOne:
    return check_one(asked, terms), likeness_of(asked.puzzle)


def _tried(asked: PuzzleInFile, terms: Terms) -> _VerdictOnOne | CheckFailure:
    """One puzzle that fails does not take the others with it."""
    try:
        return _checked(asked, terms)
    except UnusableTables:
        # It is nobody's fault, and the next puzzle's tables are no better.
        raise
    except Exception as error:  # whatever it is, it is reported and the next puzzle comes
        detail = f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"
        return CheckFailure(detail, asked.given.line)
