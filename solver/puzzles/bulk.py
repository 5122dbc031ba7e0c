"""Checking many puzzles, one after the other or side by side.

The puzzles are read one at a time and the verdicts come in their order, so that a file of any
length takes no more memory than a short one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from fanorona.solver.budget import Budget
from fanorona.solver.kernel.tables import Tables
from fanorona.solver.position import Position
from fanorona.solver.puzzles.check import check
from fanorona.solver.puzzles.duplicates import Duplicates
from fanorona.solver.puzzles.full_play import ONLY_THE_VERDICT, WantedPlay
from fanorona.solver.puzzles.puzzle import Puzzle, UnreadablePuzzle
from fanorona.solver.puzzles.reading import read_puzzles
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


@dataclass(frozen=True, slots=True)
class PuzzleInFile:
    """A puzzle, and the file that it stands in."""

    puzzle: Puzzle | UnreadablePuzzle
    file: str | None = None


@dataclass(frozen=True, slots=True)
class CheckFailure:
    """Why a puzzle could not be checked, through no fault of its own."""

    detail: str


CheckedPuzzle = tuple[PuzzleInFile, Verdict | CheckFailure]


def check_puzzles(text: Source, terms: Terms | None = None) -> list[Verdict]:
    """The verdict on every puzzle of a file.

    Examples:
        >>> puzzle = "Position: 5/W1B2/5 W\\nStipulation: White to play and win in 1"
        >>> [str(one.verdict) for one in check_puzzles(puzzle)]
        ['sound']
    """
    terms, duplicates = terms or Terms(), Duplicates()
    return [
        duplicates.remarked(puzzle, check_one(PuzzleInFile(puzzle), terms))
        for puzzle in read_puzzles(text)
    ]


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
    work = partial(_checked, terms=terms)
    for asked, result in (spread or InThisProcess()).each(work, puzzles):
        if isinstance(result, Verdict):
            yield asked, duplicates.remarked(asked.puzzle, result)
        else:
            yield asked, result


def _checked(asked: PuzzleInFile, terms: Terms) -> Verdict | CheckFailure:
    """One puzzle that fails does not take the others with it."""
    try:
        return check_one(asked, terms)
    except UnusableTables:
        # It is nobody's fault, and the next puzzle's tables are no better.
        raise
    except Exception as error:  # whatever it is, it is reported and the next puzzle comes
        return CheckFailure(f"{type(error).__name__}: {' '.join(str(error).split())[:200]}")
