"""What a sheet says: problems with their diagrams, and their solutions, as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from fanorona.solver import svg
from fanorona.solver.position import Position
from fanorona.solver.puzzles.bulk import Terms
from fanorona.solver.puzzles.check import Examination, SolutionLine, examine
from fanorona.solver.puzzles.full_play import WantedPlay
from fanorona.solver.puzzles.grade_tags import tagged_difficulty
from fanorona.solver.puzzles.puzzle import Puzzle
from fanorona.solver.puzzles.stipulation import stipulation_in_words
from fanorona.solver.puzzles.variations import DefenceGroup, VariationTree
from fanorona.solver.puzzles.verdict import Soundness, Verdict
from fanorona.solver.sheets.typography import NO_BREAK, set_text
from fanorona.solver.state_in_words import state_in_words
from fanorona.words import Language, Message, say

MOST_LINES = 12
"""A solution with more lines of variations shows only the first defences."""
MOST_DEFENCES = 6
"""The most defences of one variation that are named."""
MOST_CREDIT = 160
"""Characters of the author's name and the source."""


class Paper(StrEnum):
    """The size of a page."""

    A4 = "a4"
    LETTER = "letter"


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetStyle:
    """How a sheet looks."""

    title: str | None = None
    author: str | None = None
    paper: Paper = Paper.A4
    per_page: int = 6
    """Problems per page: 2, 4 or 6."""
    solutions: bool = True


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn board and its size in points of the board, with the frame."""

    svg: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """A variation: how deep it is indented, the defences, and what they lose to."""

    depth: int
    defences: str
    answer: str


@dataclass(frozen=True, slots=True)
class PrintedSolution:
    """The solution of a problem, or of one of its twins."""

    label: str
    turns: tuple[str, ...]
    """The main line; what stands before each turn is in `numbers`."""
    numbers: tuple[str, ...]
    lines: tuple[PrintedLine, ...]
    final: Picture | None
    remark: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedProblem:
    """One problem of a sheet."""

    title: str
    rules: str
    difficulty: str
    diagram: Picture
    asked: str
    notes: tuple[str, ...]
    credit: str
    solutions: tuple[PrintedSolution, ...] = field(default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A whole sheet, in one language."""

    language: Language
    style: SheetStyle
    title: str
    count: str
    solutions_title: str
    legend: str
    emblem: Picture
    problems: tuple[PrintedProblem, ...]


def sheet_of(problems: Sequence[PrintedProblem], language: Language, style: SheetStyle) -> Sheet:
    """The problems as a sheet, with its title page."""
    return Sheet(
        language=language,
        style=style,
        title=set_text(style.title or say("sheet.title", language), language),
        count=say("sheet.count", language, count=len(problems)),
        solutions_title=say("sheet.solutions", language),
        legend=set_text(say("sheet.legend", language), language),
        emblem=_picture(Position.start(), None, language),
        problems=tuple(problems),
    )


def problem_of(puzzle: Puzzle, terms: Terms, language: Language) -> tuple[PrintedProblem, Verdict]:
    """A puzzle, solved, as it is printed, and the verdict on it."""
    wanted = WantedPlay(variations=True)
    examination = examine(puzzle, terms.budget, tables_for=terms.tables_for, wanted=wanted)
    if examination.stop.was_interrupted:
        raise KeyboardInterrupt
    return printed(puzzle, examination, language), examination.verdict(language=language)


def printed(puzzle: Puzzle, examination: Examination, language: Language) -> PrintedProblem:
    """An examined puzzle as it is printed; the examination has its variations."""
    return _Setter(puzzle, language).problem(examination)


@dataclass(frozen=True, slots=True)
class _Setter:
    """Sets one puzzle."""

    puzzle: Puzzle
    language: Language

    def problem(self, examination: Examination) -> PrintedProblem:
        puzzle, language = self.puzzle, self.language
        return PrintedProblem(
            title=self._title(),
            rules=puzzle.rules.id,
            difficulty=self._difficulty(),
            diagram=_picture(puzzle.position, None, language),
            asked=set_text(stipulation_in_words(puzzle.stipulation, language), language),
            notes=tuple(set_text(note, language) for note in self._notes()),
            credit=self._credit(),
            solutions=tuple(self._solutions(examination)),
        )

    def _say(self, code: str, **values: object) -> str:
        return set_text(say(code, self.language, **values), self.language)

    def _title(self) -> str:
        """Set as in the language that it was typed in."""
        puzzle, title = self.puzzle, self.puzzle.title_in(self.language) or ""
        return set_text(title, puzzle.language if title == puzzle.title else self.language)

    def _difficulty(self) -> str:
        number = tagged_difficulty(self.puzzle)
        return "" if number is None else self._say("sheet.difficulty", number=number)

    def _notes(self) -> Iterator[str]:
        """What the diagram does not show: the state, and the twins."""
        yield from state_in_words(self.puzzle.position, self.language)
        for twin in self.puzzle.twins:
            yield say("solve.twin", self.language, label=twin.label, change=twin.message())

    def _credit(self) -> str:
        parts = [part for part in (self.puzzle.author, self.puzzle.source) if part]
        credit = set_text(", ".join(parts), self.puzzle.language)
        return credit if len(credit) <= MOST_CREDIT else credit[:MOST_CREDIT].rstrip() + "…"

    def _solutions(self, examination: Examination) -> Iterator[PrintedSolution]:
        several = bool(examination.twins)
        yield from self._part(examination, "a)" if several else "")
        for twin, other in examination.twins:
            yield from self._part(other, f"{twin.label})")

    def _part(self, examination: Examination, label: str) -> Iterator[PrintedSolution]:
        trees = {tree.turn: tree for tree in examination.play.variations or ()}
        remark = self._remark(examination.verdict())
        for found in examination.solutions:
            yield self._solution(examination, found, trees.get(found.line[0]), label, remark)
            label = remark = ""
        if not examination.solutions:
            yield PrintedSolution(label, (), (), (), None, remark)

    def _solution(
        self,
        examination: Examination,
        found: SolutionLine,
        tree: VariationTree | None,
        label: str,
        remark: str,
    ) -> PrintedSolution:
        position = examination.puzzle.position
        for text in found.line[:-1]:
            position = position.play(text)
        return PrintedSolution(
            label=label,
            turns=found.line,
            numbers=tuple(
                f"{index // 2 + 1}." if index % 2 == 0 else "" for index in range(len(found.line))
            ),
            lines=tuple(self._lines(tree)) if tree else (),
            final=_picture(position, found.line[-1], self.language),
            remark=remark,
        )

    def _remark(self, verdict: Verdict) -> str:
        if verdict.verdict is Soundness.SOUND:
            return ""
        if verdict.verdict is Soundness.UNKNOWN:
            return self._say("sheet.unknown")
        codes = tuple(dict.fromkeys(Message(f"code.{one.code}") for one in verdict.defects))
        return self._say("sheet.unsound", codes=codes)

    def _lines(self, tree: VariationTree) -> list[PrintedLine]:
        """All variations if there is room for them, or else the first defences only."""
        deepest = list(self._below(tree.variations, 1, tree.turns))
        if tree.complete and len(deepest) <= MOST_LINES:
            return deepest
        return list(self._first(tree.variations))[:MOST_LINES]

    def _first(self, variations: Sequence[DefenceGroup]) -> Iterator[PrintedLine]:
        """The first defences, those that lose to the same answers together."""
        groups: dict[str, list[str]] = {}
        for one in variations:
            groups.setdefault(self._answer(one, 1), []).extend(one.defences)
        for answer, defences in groups.items():
            yield PrintedLine(0, self._defences(defences, 1), answer)

    def _below(
        self, variations: Sequence[DefenceGroup], number: int, deepest: int
    ) -> Iterator[PrintedLine]:
        for one in variations:
            defences = self._defences(one.defences, number)
            yield PrintedLine(number - 1, defences, self._answer(one, number))
            if number < deepest:
                yield from self._below(one.then or (), number + 1, deepest)

    def _defences(self, defences: Sequence[str], number: int) -> str:
        listed = ", ".join(defences[:MOST_DEFENCES])
        left = len(defences) - MOST_DEFENCES
        more = f" {self._say('why.more', number=left)}" if left > 0 else ""
        return f"{number}…{NO_BREAK}{listed}{more}"

    def _answer(self, one: DefenceGroup, number: int) -> str:
        if one.answer is None:
            return self._say("play.gives-up")
        text = f"{number + 1}.{NO_BREAK}{one.answer}"
        if one.also:
            text += f" {self._say('play.also', turns=one.also[0])}"
        return f"{text}…" if one.also_count > 1 else text


def _picture(position: Position, turn: str | None, language: Language) -> Picture:
    board = position.board
    # The letters of a small board could not be read.
    drawn = svg.board(position, turn, theme="print", language=language, coordinates=turn is None)
    return Picture(drawn, board.width + 1, board.height + 1)
