"""A puzzle as in its file: the position, what is asked, and what its author says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from fanorona.solver.board import Colour
from fanorona.solver.errors import NotationError
from fanorona.solver.notation.scanning import compiled
from fanorona.solver.position import Position
from fanorona.solver.puzzles.grade_tags import difficulty_in
from fanorona.solver.puzzles.source import CONTROL
from fanorona.solver.puzzles.tags import (
    TAG_LANGUAGES,
    folded,
    grade_tag,
    is_name_of_other_tag,
    similar_tag,
)
from fanorona.solver.quoting import shown
from fanorona.solver.rules import RuleSet
from fanorona.words import Language, Message

if TYPE_CHECKING:
    from fanorona.solver.puzzles.twins import Twin

MOST_TURNS = 999
"""The most turns that a puzzle may ask for."""


class Goal(StrEnum):
    """What the side to move has to do."""

    WIN = "win"
    DRAW = "draw"
    BEST_TURN = "best-turn"


@dataclass(frozen=True, slots=True)
class Stipulation:
    """What a puzzle asks; `turns` counts those of the side to move, None where it is left open."""

    side: Colour
    goal: Goal
    turns: int | None = None

    def __post_init__(self) -> None:
        if self.turns is not None:
            _require(self.goal is Goal.WIN, "only a win is counted in turns")
            _require(1 <= self.turns <= MOST_TURNS, f"{self.turns} turns cannot be asked for")


@dataclass(frozen=True, slots=True)
class PlacedText:
    """A text, and where in its file it stands."""

    text: str
    places: tuple[tuple[int, int, int], ...] = field(default=(), compare=False, repr=False)
    """Index, line and column of each stretch without a line break; none if not from a file."""

    @property
    def line(self) -> int | None:
        return self.places[0][1] if self.places else None

    @property
    def column(self) -> int | None:
        return self.places[0][2] if self.places else None

    def error(self, message: Message, column: int | None = None) -> NotationError:
        """The error at that column of the text, counted from 1, or where the text begins."""
        if not self.places:
            return NotationError(message, column=column)
        index = 0 if column is None else column - 1
        start, line, first = [place for place in self.places if place[0] <= index][-1]
        return NotationError(message, line=line, column=first + index - start)


@dataclass(frozen=True, slots=True)
class OtherTag:
    """A tag that means nothing here; it is kept and written back."""

    name: str
    value: str
    line: int | None = field(default=None, compare=False)
    column: int | None = field(default=None, compare=False)


class DoubtCode(StrEnum):
    """What a warning is about."""

    SIMILAR_TAG = "similar-tag"
    START_WITHOUT_FIRST = "start-without-first"
    OTHER_SEPARATOR = "other-separator"
    NO_DIFFICULTY = "no-difficulty"


@dataclass(frozen=True, slots=True)
class Doubt:
    """A warning: something that can be read but is probably not meant, and where."""

    code: DoubtCode
    detail: Message
    line: int | None
    column: int | None


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment, and the tag that it stands above or, `beside`, behind."""

    text: str
    about: str = ""
    """The tag's key, or what `sections` calls the diagram and the end; '': the puzzle's head."""
    beside: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle:
    """One readable puzzle. Whether its position is legal and its claim true is not judged here.

    Two puzzles are equal if they say the same; comments, and where they stand, do not count.
    """

    position: Position
    stipulation: Stipulation
    title: str | None = None
    """In the language of its tags."""
    other_title: str | None = None
    """In the other language that tags can have."""
    author: str | None = None
    source: str | None = None
    solutions: tuple[PlacedText, ...] = ()
    hint: PlacedText | None = None
    game: PlacedText | None = None
    twins: tuple[Twin, ...] = ()
    others: tuple[OtherTag, ...] = ()
    language: Language = "en"
    """That of its tags."""
    drawn: bool = False
    """Whether the position was given by a diagram."""
    comments: tuple[Comment, ...] = field(default=(), compare=False)
    doubts: tuple[Doubt, ...] = field(default=(), compare=False)
    """What its reader was not sure of."""
    line: int | None = field(default=None, compare=False)
    """Where it begins in its file."""

    def __post_init__(self) -> None:
        agree = self.stipulation.side is self.position.side
        _require(agree, "the stipulation names another side than the position")
        titles = [self.title, self.other_title]
        texts = [*titles, self.author, self.source, self.hint, self.game, *self.solutions]
        for text in texts:
            plain = text.text if isinstance(text, PlacedText) else text
            if plain is not None:
                _require_one_line(plain)
                _require(plain != "", "an empty text: leave it out")
        for other in self.others:
            _require_one_line(other.name)
            _require_one_line(other.value)
            _require(is_name_of_other_tag(other.name), f"{other.name!r} cannot name a further tag")
        names = {folded(other.name) for other in self.others}
        _require(len(names) == len(self.others), "a tag is given twice")

    @property
    def rules(self) -> RuleSet:
        return self.position.rules

    def in_language(self, language: Language) -> Puzzle:
        """The puzzle with its tags in that language, if a file can have tags in it."""
        if language not in TAG_LANGUAGES or language == self.language:
            return self
        if self.other_title is None:
            return replace(self, language=language)
        return replace(self, language=language, title=self.other_title, other_title=self.title)

    def title_in(self, language: Language) -> str | None:
        """The title in that language, or else the one there is."""
        if language == self.language or language not in TAG_LANGUAGES:
            return self.title or self.other_title
        return self.other_title or self.title

    def warnings(self) -> tuple[Doubt, ...]:
        """What can be read but is probably a mistake."""
        return tuple(self._doubts())

    def _doubts(self) -> Iterator[Doubt]:
        for warning in self.position.warnings():
            yield Doubt(DoubtCode.START_WITHOUT_FIRST, warning, self.line, None)
        yield from self.doubts
        yield from no_difficulties(self.others)
        yield from misspelt_tags(self.others, self.language)


@dataclass(frozen=True, slots=True)
class ReadingError:
    """What is wrong in a puzzle file, and where; line and column count from 1."""

    line: int
    column: int
    detail: Message


@dataclass(frozen=True, slots=True)
class UnreadablePuzzle:
    """A puzzle that cannot be read, with everything that is wrong in it."""

    line: int
    title: str | None
    language: Language
    errors: tuple[ReadingError, ...]
    doubts: tuple[Doubt, ...] = ()

    def warnings(self) -> tuple[Doubt, ...]:
        """What can be read but is probably a mistake."""
        return self.doubts


def misspelt_tags(others: Iterable[OtherTag], language: Language) -> Iterator[Doubt]:
    """A warning about each tag that means nothing and is nearly one that does."""
    for other in others:
        meant = similar_tag(other.name, language)
        if meant:
            text = shown(other.name, 40)
            detail = Message("puzzle.similar-tag", text=text, meant=meant)
            yield Doubt(DoubtCode.SIMILAR_TAG, detail, other.line, other.column)


def no_difficulties(others: Iterable[OtherTag]) -> Iterator[Doubt]:
    """A warning about a difficulty that is not a number from 1 to 10."""
    for other in others:
        if grade_tag(other.name) == "difficulty" and difficulty_in(other.value) is None:
            detail = Message("puzzle.no-difficulty", text=shown(other.value, 40))
            yield Doubt(DoubtCode.NO_DIFFICULTY, detail, other.line, other.column)


def _require_one_line(text: str) -> None:
    plain = text == text.strip() and not compiled(CONTROL).search(text)
    _require(plain, f"{text[:40]!r} is not one line of text without blanks around it")


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise ValueError(message)
