"""What is said of a puzzle: the verdict, its defects and remarks, as the JSON has them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from fanorona.solver.puzzles.puzzle import Doubt, ReadingError, Stipulation
from fanorona.solver.puzzles.set_play import SetPlay
from fanorona.solver.puzzles.themes import PuzzleTheme
from fanorona.solver.puzzles.tries import TryList
from fanorona.solver.puzzles.variations import VariationTree
from fanorona.solver.value import SearchInfo
from fanorona.words import Language, Message


class Code(StrEnum):
    """What can be said against a puzzle."""

    ILLEGAL_POSITION = "illegal-position"
    NO_SOLUTION = "no-solution"
    SHORT_SOLUTION = "short-solution"
    COOK = "cook"
    WRONG_SOLUTION = "wrong-solution"
    UNREAD_MOVES = "unread-moves"
    UNREAD_ASIDE = "unread-aside"
    DUAL = "dual"
    UNSOUND_TWIN = "unsound-twin"
    DUPLICATE = "duplicate"
    OTHER_GRADE = "other-grade"
    UNKNOWN = "unknown"


class Soundness(StrEnum):
    """The verdict on a puzzle."""

    SOUND = "sound"
    UNSOUND = "unsound"
    UNKNOWN = "unknown"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in its file, counted from 1."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Remark:
    """A defect or a remark, with the line that proves it."""

    code: Code
    detail: Message
    line: tuple[str, ...] = ()
    place: Place | None = None
    """What it is about, if that is a part of the file and not the whole puzzle."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The answer about one puzzle of a file."""

    file: str | None
    language: Language
    """In which its messages are read: the language asked for, or else the puzzle's."""
    line: int | None
    title: str | None
    rules: str | None
    position: str | None
    stipulation: Stipulation | None
    verdict: Soundness
    solutions: tuple[tuple[str, ...], ...] = ()
    routes: tuple[str, ...] = ()
    defects: tuple[Remark, ...] = ()
    remarks: tuple[Remark, ...] = ()
    errors: tuple[ReadingError, ...] = ()
    warnings: tuple[Doubt, ...] = ()
    difficulty: int | None = None
    """Measured, of a sound puzzle, if that was asked for."""
    themes: tuple[PuzzleTheme, ...] | None = None
    search: SearchInfo | None = None
    variations: tuple[VariationTree, ...] | None = None
    """A tree per solution; None: nobody asked, as with tries and set play."""
    tries: TryList | None = None
    set_play: SetPlay | None = None
    twins: tuple[TwinVerdict, ...] = ()


@dataclass(frozen=True, slots=True)
class TwinVerdict:
    """The answer about a twin."""

    label: str
    change: Message
    verdict: Verdict
