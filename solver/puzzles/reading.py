"""Reading puzzle files: one puzzle after the other, each with every error that is in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TypeVar

from fanorona.solver.arrangement import Arrangement
from fanorona.solver.board import Board, Colour
from fanorona.solver.errors import FanoronaError, NotationError
from fanorona.solver.notation.diagram import read_diagram
from fanorona.solver.notation.fen import read_side, with_state
from fanorona.solver.notation.turn_line import MAX_LINE, read_line
from fanorona.solver.position import Position
from fanorona.solver.puzzles.grade_tags import difficulty_in, themes_in
from fanorona.solver.puzzles.puzzle import (
    Doubt,
    DoubtCode,
    Goal,
    OtherTag,
    PlacedText,
    Puzzle,
    ReadingError,
    Stipulation,
    UnreadablePuzzle,
    misspelt_tags,
)
from fanorona.solver.puzzles.sections import Item, Parts, has_files, parts_of, sections
from fanorona.solver.puzzles.source import FileLine, Source, lines_of
from fanorona.solver.puzzles.stipulation import StatedGoal, read_stipulation
from fanorona.solver.puzzles.tags import GRADE_NAMES, Tag, grade_tag
from fanorona.solver.puzzles.twins import read_twins
from fanorona.solver.quoting import refuse_long, shown
from fanorona.solver.rules import STANDARD, RuleSet, rule_set
from fanorona.words import Language, Message

MOST_ERRORS = 50
"""A puzzle with more is not worth listing them."""

Read = TypeVar("Read")


def read_puzzles(source: Source) -> Iterator[Puzzle | UnreadablePuzzle]:
    """The puzzles of a file, one at a time; one that cannot be read does not stop the others.

    The source is a text, bytes or a file that is open for reading bytes. Of each tag, and of the
    diagram, the first error is reported.
    """
    for puzzle in unread_puzzles(source):
        yield puzzle.read()


def unread_puzzles(source: Source) -> Iterator[UnreadPuzzle]:
    """As `read_puzzles`, for whoever has them read elsewhere."""
    return map(UnreadPuzzle, sections(lines_of(source)))


@dataclass(frozen=True)
class UnreadPuzzle:
    """A puzzle that nobody has read yet: the lines of its file."""

    lines: Sequence[FileLine]

    @property
    def line(self) -> int:
        """Where it begins, perhaps with a comment."""
        return next((one.number for one in self.lines if one.text.strip()), self.lines[0].number)

    def read(self) -> Puzzle | UnreadablePuzzle:
        return _read_puzzle(self.lines)


def _read_puzzle(lines: Sequence[FileLine]) -> Puzzle | UnreadablePuzzle:
    faulty = [line for line in lines if line.fault]
    if faulty:
        return _faulty(faulty)
    draft = _Draft(parts_of(lines))
    puzzle = draft.puzzle()
    if puzzle is not None:
        return puzzle
    title = draft.value(Tag.TITLE)
    return UnreadablePuzzle(
        line=draft.parts.line,
        title=title.text if title else None,
        language=draft.language(),
        errors=_first_ones(draft.errors),
        doubts=(*draft.doubts(), *misspelt_tags(draft.others, draft.language())),
    )


def _faulty(lines: Sequence[FileLine]) -> UnreadablePuzzle:
    """A puzzle with lines that are no text; where the whole is none, one error says so."""
    faults = [(line.number, line.fault) for line in lines if line.fault]
    worst = [(number, fault) for number, fault in faults if fault.not_text][:1] or faults
    errors = [ReadingError(number, fault.column, fault.detail) for number, fault in worst]
    return UnreadablePuzzle(errors[0].line, None, "en", _first_ones(errors))


def _first_ones(errors: list[ReadingError]) -> tuple[ReadingError, ...]:
    """The errors in the order of the file, with a word on those that are left out."""
    in_order = sorted(errors, key=lambda error: (error.line, error.column))
    kept, left_out = in_order[:MOST_ERRORS], in_order[MOST_ERRORS:]
    if left_out:
        detail = Message("puzzle.more-errors", number=len(left_out))
        kept.append(ReadingError(left_out[0].line, left_out[0].column, detail))
    return tuple(kept)


def _other_tag(item: Item) -> OtherTag:
    """A tag that does not say what the puzzle is; that of a grade has one name and one form."""
    name, value, grade = item.name, item.value().text, grade_tag(item.name)
    if grade is not None:
        name = GRADE_NAMES[grade]["en"]
        number = difficulty_in(value)
        if grade == "themes":
            value = ", ".join(themes_in(value))
        elif number is not None:
            value = str(number)
    return OtherTag(name, value, item.line, item.column)


def _read_rules(text: str) -> RuleSet:
    try:
        return rule_set(text)
    except FanoronaError as error:
        raise NotationError(error.message) from None


@dataclass(slots=True)
class _Draft:
    """A puzzle while it is put together from its parts."""

    parts: Parts
    known: dict[Tag, Item] = field(default_factory=dict)
    solutions: list[PlacedText] = field(default_factory=list)
    twins: list[PlacedText] = field(default_factory=list)
    others: list[OtherTag] = field(default_factory=list)
    stated: StatedGoal | None = None
    second_title: Item | None = None
    """In the other language."""

    @property
    def errors(self) -> list[ReadingError]:
        return self.parts.errors

    def value(self, tag: Tag) -> PlacedText | None:
        """The value of a tag, None where it is missing or empty."""
        item = self.known.get(tag)
        return item.value() if item and item.pieces else None

    def text(self, tag: Tag) -> str | None:
        value = self.value(tag)
        return value.text if value else None

    def puzzle(self) -> Puzzle | None:
        """The puzzle, or None with every error listed."""
        self._sort_items()
        rules = self._rules()
        self.stated = self._stated()
        arrangement = self._arrangement(rules or STANDARD)
        if arrangement:
            self._check_turns(arrangement.board)
        if self.errors or not (rules and arrangement and self.stated):
            return None
        goal, turns = self.stated.goal, self.stated.turns
        language = self.language()
        titles = self._titles(language)
        puzzle = Puzzle(
            position=Position(arrangement, rules),
            stipulation=Stipulation(arrangement.side, goal, turns),
            title=titles.get(language),
            other_title=next((one for key, one in titles.items() if key != language), None),
            author=self.text(Tag.AUTHOR),
            source=self.text(Tag.SOURCE),
            solutions=tuple(self.solutions),
            hint=self.value(Tag.HINT),
            game=self.value(Tag.GAME),
            others=tuple(self.others),
            language=language,
            drawn=bool(self.parts.rows),
            comments=tuple(self.parts.comments),
            doubts=tuple(self.doubts()),
            line=self.parts.line,
        )
        return self._with_twins(puzzle) if self.twins else puzzle

    def _with_twins(self, puzzle: Puzzle) -> Puzzle | None:
        """Twins are read last: whether a change can be made depends on the position."""
        twins = []
        for twin in read_twins(self.twins, puzzle):
            if isinstance(twin, NotationError):
                self._add(twin)
            else:
                twins.append(twin)
        return None if self.errors else replace(puzzle, twins=tuple(twins))

    def doubts(self) -> Iterator[Doubt]:
        for line, text in self.parts.separators:
            detail = Message("puzzle.other-separator", text=shown(text))
            yield Doubt(DoubtCode.OTHER_SEPARATOR, detail, line, 1)

    def language(self) -> Language:
        """The one that most tags are written in, else that of the stipulation."""
        english = sum(item.languages == {"en"} for item in self.parts.items)
        french = sum(item.languages == {"fr"} for item in self.parts.items)
        if english != french:
            return "en" if english > french else "fr"
        return (self.stated.language if self.stated else None) or "en"

    def _sort_items(self) -> None:
        first: dict[str, Item] = {}
        for item in self.parts.items:
            if item.tag in (Tag.SOLUTION, Tag.TWIN):
                if item.pieces:
                    texts = self.solutions if item.tag is Tag.SOLUTION else self.twins
                    texts.append(item.value())
            elif self._is_second_title(item):
                self.second_title = item
            elif item.key in first:
                before = first[item.key]
                if self._begins_another(item):
                    self._error("puzzle.two-puzzles", item, text=item.shown_name, line=before.line)
                    return
                self._error("puzzle.twice", item, text=item.shown_name, line=before.line)
            else:
                first[item.key] = item
                if item.tag:
                    self.known[item.tag] = item
                else:
                    self.others.append(_other_tag(item))

    def _is_second_title(self, item: Item) -> bool:
        """Is it `Titre:` where there is a `Title:`, or the other way round?"""
        first = self.known.get(Tag.TITLE)
        if item.tag is not Tag.TITLE or first is None or self.second_title is not None:
            return False
        return item.languages.isdisjoint(first.languages) and not self._begins_another(item)

    def _titles(self, language: Language) -> dict[Language, str]:
        """The titles by their languages; a single one is in that of the puzzle."""
        first, second = self.value(Tag.TITLE), self.second_title
        if second is None or not second.pieces:
            return {} if first is None else {language: first.text}
        (other,) = second.languages
        titles: dict[Language, str] = {other: second.value().text}
        if first is not None:
            (spoken,) = self.known[Tag.TITLE].languages
            titles[spoken] = first.text
        return titles

    def _begins_another(self, item: Item) -> bool:
        """Is the puzzle complete, and does the next one begin without a line between them?"""
        if item.tag not in (Tag.TITLE, Tag.RULES, Tag.POSITION, Tag.STIPULATION):
            return False
        return Tag.STIPULATION in self.known and bool(Tag.POSITION in self.known or self.parts.rows)

    def _rules(self) -> RuleSet | None:
        value = self.value(Tag.RULES)
        return self._attempt(value, _read_rules) if value else STANDARD

    def _stated(self) -> StatedGoal | None:
        value = self.value(Tag.STIPULATION)
        if value:
            return self._attempt(value, read_stipulation)
        item = self.known.get(Tag.STIPULATION)
        untagged = None if item else self._untagged_stipulation()
        if untagged:
            return untagged
        self._error("puzzle.no-stipulation", item)
        return None

    def _untagged_stipulation(self) -> StatedGoal | None:
        """What a line without a tag asks: as a sentence it stands below printed diagrams."""
        asked: dict[int, StatedGoal] = {}
        for line, (_, text) in self.parts.prose.items():
            with suppress(NotationError):
                asked[line] = read_stipulation(text)
        if not asked:
            return None
        # 'Trait aux Noirs' may stand above the sentence that is meant.
        line = min(asked, key=lambda line: (asked[line].goal is Goal.BEST_TURN, line))
        self.errors[:] = [error for error in self.errors if error.line != line]
        detail = Message("puzzle.untagged-stipulation")
        self.errors.append(ReadingError(line, self.parts.prose[line][0], detail))
        return asked[line]

    def _arrangement(self, rules: RuleSet) -> Arrangement | None:
        """The position, from its text, its name ('start') or the diagram."""
        value = self.value(Tag.POSITION)
        if value and self.parts.rows and not self._rows_are_refused():
            self._error("puzzle.position-and-diagram", self.known[Tag.POSITION])
        if value:
            self._refuse_without_diagram()
            position = self._attempt(value, lambda text: Position.parse(text, rules))
            if not position:
                return None
            self._compare_sides(position.side, None)
            return position.arrangement
        if self.parts.rows:
            return self._drawn()
        self._error("puzzle.no-position", self.known.get(Tag.POSITION))
        return None

    def _refuse_without_diagram(self) -> None:
        for tag in (Tag.SIDE, Tag.STATE):
            item = self.known.get(tag)
            if item and item.pieces:
                self._error("puzzle.only-with-diagram", item, text=item.shown_name)

    def _drawn(self) -> Arrangement | None:
        side = self._side()
        drawn = self._diagram()
        if not drawn:
            return None
        # Read even if the side is missing: every error is reported.
        plain = Arrangement(*drawn, side or Colour.WHITE)
        state = self.value(Tag.STATE)
        french = self._is_french_diagram()
        whole = (
            self._attempt(state, lambda text: with_state(plain, text, french=french))
            if state
            else plain
        )
        return whole if side else None

    def _side(self) -> Colour | None:
        """The side to move of a diagram: from its tag or from the stipulation."""
        value = self.value(Tag.SIDE)
        if value:
            side = self._attempt(value, self._read_side)
            if side:
                self._compare_sides(side, self.known[Tag.SIDE])
            return side
        if self.stated and not self.stated.side:
            self._error("puzzle.no-side", self.known.get(Tag.STIPULATION))
        return self.stated.side if self.stated else None

    def _read_side(self, text: str) -> Colour:
        """A colour; a single B is Blanc to French readers, and Black in the notation."""
        french = self.known[Tag.SIDE].languages == {"fr"} or self._is_french_diagram()
        if french and text.upper() == "B":
            raise NotationError(Message("puzzle.side-b"))
        if french and text.upper() == "N":
            return Colour.BLACK
        try:
            return read_side(text)
        except NotationError:
            raise NotationError(Message("puzzle.unknown-side", text=shown(text))) from None

    def _is_french_diagram(self) -> bool:
        """Does it show black stones as N, so that B is Blanc?"""
        rows = (row for row in self.parts.rows.values() if not has_files(row))
        return any("N" in row.upper() for row in rows)

    def _rows_are_refused(self) -> bool:
        return any(error.line in self.parts.rows for error in self.errors)

    def _diagram(self) -> tuple[Board, int, int] | None:
        rows = self.parts.rows
        first = min(rows)
        try:
            return read_diagram("\n".join(rows.get(n, "") for n in range(first, max(rows) + 1)))
        except NotationError as error:
            line = first + (error.line or 1) - 1
            row = rows.get(line, "")
            column = error.column or len(row) - len(row.lstrip()) + 1
            self.errors.append(ReadingError(line, column, error.message))
            return None

    def _compare_sides(self, side: Colour, said_by: Item | None) -> None:
        """The stipulation may leave the side out, but not name the other one."""
        value = self.value(Tag.STIPULATION)
        if not value or not self.stated or self.stated.side in (None, side):
            return
        names = {"side": side.other, "mover": side}
        if said_by:
            message = Message("puzzle.side-of-tag", text=said_by.shown_name, **names)
        else:
            message = Message("puzzle.side-of-position", **names)
        self._add(value.error(message, self.stated.side_column))

    def _check_turns(self, board: Board) -> None:
        """The syntax of the game; whether it is legal is another question."""
        for given in (*self.solutions, self.value(Tag.HINT)):
            if given:
                self._attempt(given, lambda text: refuse_long(text, MAX_LINE, "a line of turns"))
        game = self.value(Tag.GAME)
        if game:
            self._attempt(game, lambda text: read_line(text, board))

    def _attempt(self, value: PlacedText, read: Callable[[str], Read]) -> Read | None:
        """What a value says, or None and its error at its place in the file."""
        try:
            return read(value.text)
        except NotationError as error:
            self._add(value.error(error.message, error.column))
            return None

    def _error(self, key: str, item: Item | None, **values: object) -> None:
        """An error about a tag, or about the puzzle as a whole."""
        line, column = (item.line, item.column) if item else (self.parts.line, 1)
        self.errors.append(ReadingError(line, column, Message(key, **values)))

    def _add(self, error: NotationError) -> None:
        self.errors.append(ReadingError(error.line or 1, error.column or 1, error.message))
