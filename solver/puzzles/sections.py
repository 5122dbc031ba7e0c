"""The parts of one puzzle in its file: tags with their values, the diagram, comments.

    # about the whole puzzle
    Title: Problem          # beside the title
    Solution: c4: droite /
        bas-droit           a line that begins with more blanks than its tag's continues the tag

    5 B B B …               rows of a diagram, after an empty line

A # that is part of a text and has a blank before it is written \\#.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from fanorona.solver.board import FILES
from fanorona.solver.notation.scanning import compiled, end_of
from fanorona.solver.puzzles.puzzle import Comment, PlacedText, ReadingError
from fanorona.solver.puzzles.source import FileLine, LineFault
from fanorona.solver.puzzles.tags import TAG_LINE, Tag, folded, grade_tag, is_tag_name, tag_of
from fanorona.solver.quoting import shown
from fanorona.words import Language, Message

MAX_SECTION = 200_000
"""Characters of one puzzle: a game of a thousand turns, and more prose than a page holds."""

DIAGRAM = "#diagram"
END = "#end"
"""What comments know these by: no tag can be called so."""

_SEPARATOR = r"-{3,}\s*$"
_OTHER_SEPARATOR = r"\s*(?:\*\s*){3,}$|\s*_{3,}\s*$|={3,}\s*$"
"""What magazines print between two puzzles."""
_ANY_SEPARATOR = f"{_SEPARATOR}|{_OTHER_SEPARATOR}"
_COMMENT = r"(?:^|(?<=[ \t]))#"
_ESCAPE = r"\\(?=#)"
_STONES = frozenset("WBNOX")
_FEWEST_ROWS = 3
_OF_MOVES = (Tag.SOLUTION, Tag.HINT, Tag.GAME)
_ROW = r"[\sWBNOXwbnox.·○●◯⚪⚫|\\/\d\u2500-\u257f-]+"
_NAME_OF_NO_TAG = r"(?<!\w)[a-u][0-9]{1,2}(?!\w)|^(?:si|if|ou|or|sur|puis|et|and|then)\s"


@dataclass(slots=True)
class Item:
    """A tag and its value as typed."""

    name: str
    tag: Tag | None
    languages: frozenset[Language]
    """Those that call the tag so; none for one that means nothing."""
    line: int
    column: int
    pieces: list[tuple[str, int, int]] = field(default_factory=list)
    """The value line by line, each with its line and column."""
    rows: dict[int, str] = field(default_factory=dict)
    """The lines below the tag, whole."""

    @property
    def shown_name(self) -> str:
        """The name as error messages quote it."""
        return shown(self.name, 40)

    @property
    def key(self) -> str:
        """What it has in common with the same tag in other words."""
        return self.tag or grade_tag(self.name) or folded(self.name)

    def value(self) -> PlacedText:
        """The lines of the value as one text."""
        text = ""
        places = []
        for piece, line, column in self.pieces:
            text += " " if text else ""
            start = 0
            for found in compiled(_ESCAPE).finditer(piece):
                places.append((len(text), line, column + start))
                text += piece[start : found.start()]
                start = found.end()
            places.append((len(text), line, column + start))
            text += piece[start:]
        return PlacedText(text, tuple(places))


@dataclass(slots=True)
class Parts:
    """What one puzzle consists of."""

    line: int = 0
    """Where it begins."""
    items: list[Item] = field(default_factory=list)
    rows: dict[int, str] = field(default_factory=dict)
    """The lines of the diagram by their numbers."""
    prose: dict[int, tuple[int, str]] = field(default_factory=dict)
    """Lines that are neither tags nor rows, by their numbers, each with its column."""
    comments: list[Comment] = field(default_factory=list)
    errors: list[ReadingError] = field(default_factory=list)
    separators: list[tuple[int, str]] = field(default_factory=list)
    """Lines that separate it from others and are not '---'."""


def solution_key(number: int) -> str:
    """What comments know a solution by, the first, the second and so on."""
    return f"#{number}"


def twin_key(number: int) -> str:
    """What comments know a twin by, the first, the second and so on."""
    return f"#twin {number}"


def sections(lines: Iterable[FileLine]) -> Iterator[list[FileLine]]:
    """The lines of one puzzle after the other; comments between separators go with a neighbour."""
    ready: list[FileLine] = []
    current = _Section()
    for line in lines:
        if not is_separator(line.text):
            current.add(line)
            continue
        if current.has_content:
            if ready:
                yield ready
            ready, current = current.lines, _Section()
        if is_other_separator(line.text):
            current.lines.append(line)
    if ready and current.has_content:
        yield ready
        ready = []
    if ready or current.has_content:
        yield ready + current.lines


def is_separator(text: str) -> bool:
    """Does the line stand between two puzzles?"""
    return end_of(_ANY_SEPARATOR, _split(text)[0], 0) is not None


def is_other_separator(text: str) -> bool:
    """Is it one that should be written as '---'?"""
    return end_of(_OTHER_SEPARATOR, _split(text)[0], 0) is not None


def parts_of(lines: Iterable[FileLine]) -> Parts:
    """Tell tags, diagram and comments apart."""
    sorting = _Sorting()
    for line in lines:
        sorting.take(line)
    sorting.finish()
    return sorting.parts


@dataclass(slots=True)
class _Section:
    """The lines of a puzzle while they come in."""

    lines: list[FileLine] = field(default_factory=list)
    size: int = 0
    has_content: bool = False

    def add(self, line: FileLine) -> None:
        """Keep a line while there is room; the first one without has a fault instead.

        Of several blank lines one is kept: they may be many, and mean no more.
        """
        self.has_content |= line.fault is not None or bool(_split(line.text)[0].strip())
        had_room = self.size <= MAX_SECTION
        self.size += len(line.text) + 1
        if self.size <= MAX_SECTION:
            if not (_is_blank(line) and self.lines and _is_blank(self.lines[-1])):
                self.lines.append(line)
        elif had_room:
            detail = Message("file.long-puzzle", limit=MAX_SECTION)
            self.lines.append(FileLine(line.number, "", LineFault(detail)))
            self.has_content = True


@dataclass(slots=True)
class _Sorting:
    """Puts line after line where it belongs."""

    parts: Parts = field(default_factory=Parts)
    open: Item | None = None
    """The tag directly above, which a line with more blanks before it continues."""
    rows_may_follow: bool = True
    in_rows: bool = False
    in_prose: bool = False
    solutions: int = 0
    twins: int = 0
    about: str = ""
    """What comments know the last tag or the diagram by."""
    comments: list[str] = field(default_factory=list)
    """Comments on lines of their own: they belong to what comes next."""

    def take(self, line: FileLine) -> None:
        content, comment = _split(line.text)
        if is_other_separator(line.text):
            self.parts.separators.append((line.number, content.strip()))
        elif content.strip():
            self.parts.line = self.parts.line or line.number
            self._take_content(line.number, content)
            if comment:
                self.parts.comments.append(Comment(comment, self.about, beside=True))
        elif comment is not None:
            self.comments.append(comment)
        else:
            self.open, self.rows_may_follow, self.in_prose = None, True, False

    def finish(self) -> None:
        self._hand_out_comments(END)
        for item in self.parts.items:
            if item.tag is Tag.POSITION and len(item.rows) >= _FEWEST_ROWS:
                self._take_rows_of(item)

    def _take_content(self, number: int, content: str) -> None:
        text = content.strip()
        column = len(content) - len(content.lstrip()) + 1
        found = compiled(TAG_LINE).match(content)
        if self.open and (column > self.open.column or _goes_on(self.open, text, found)):
            self._hand_out_comments(self.about)
            self.open.pieces.append((text, number, column))
            self.open.rows[number] = content
        elif found and is_tag_name(found["name"]):
            tag, languages = tag_of(found["name"])
            item = Item(found["name"], tag, languages, number, column)
            if value := found["value"].rstrip():
                item.pieces.append((value, number, found.start("value") + 1))
            self._begin(item)
        elif _is_prose(text):
            self._take_prose(number, column, text)
        else:
            self._take_row(number, content, column)

    def _begin(self, item: Item) -> None:
        self.about = item.key
        if item.tag is Tag.SOLUTION:
            self.solutions += 1
            self.about = solution_key(self.solutions)
        elif item.tag is Tag.TWIN:
            self.twins += 1
            self.about = twin_key(self.twins)
        self._hand_out_comments(self.about if self._has_begun() else "")
        self.parts.items.append(item)
        self.open, self.in_rows, self.in_prose = item, False, False
        self.rows_may_follow = item.tag is Tag.POSITION and not item.pieces

    def _take_row(self, number: int, content: str, column: int) -> None:
        if self.parts.rows and not self.in_rows:
            self._refuse(number, column, "puzzle.two-diagrams")
            return
        if not self.in_rows and not self.rows_may_follow:
            self._error("puzzle.diagram-below-tag", number, column)
        self.about = DIAGRAM
        self._hand_out_comments(self.about if self._has_begun() else "")
        self.parts.rows[number] = content
        self.open, self.in_rows, self.in_prose = None, True, False

    def _take_prose(self, number: int, column: int, text: str) -> None:
        self.parts.prose[number] = column, text
        if self.open:
            self._refuse(number, column, "puzzle.not-continued", text=self.open.shown_name)
        else:
            self._refuse(number, column, "puzzle.neither-tag-nor-row")

    def _refuse(self, number: int, column: int, key: str, **values: object) -> None:
        """Tell what is wrong with a line, but not again for those that follow it."""
        if not self.in_prose:
            self._error(key, number, column, **values)
        self.open, self.in_prose = None, True

    def _has_begun(self) -> bool:
        return bool(self.parts.items or self.parts.rows)

    def _take_rows_of(self, item: Item) -> None:
        """A diagram that is indented below an empty `Position:`."""
        if item.pieces and item.pieces[0][1] == item.line:
            return
        if self.parts.rows:
            self._error("puzzle.two-diagrams", item.line, item.column)
        self.parts.rows = item.rows
        item.pieces = []

    def _hand_out_comments(self, about: str) -> None:
        self.parts.comments += [Comment(text, about) for text in self.comments]
        self.comments = []

    def _error(self, key: str, line: int, column: int, **values: object) -> None:
        self.parts.errors.append(ReadingError(line, column, Message(key, **values)))


def _is_blank(line: FileLine) -> bool:
    return line.fault is None and not line.text.strip()


def _split(text: str) -> tuple[str, str | None]:
    """What stands before a comment, and the comment; None without one."""
    found = compiled(_COMMENT).search(text) if "#" in text else None
    if not found:
        return text, None
    return text[: found.start()], text[found.end() :].strip()


def _goes_on(item: Item, text: str, tag_line: re.Match[str] | None) -> bool:
    """Does a line that is not indented continue moves? One below them, unless it is something else.

    'Si 1… d3-d4 : a1-b2' is not a tag, whatever stands before its colon.
    """
    if item.tag not in _OF_MOVES or compiled(_ROW).fullmatch(text) or has_files(text):
        return False
    if tag_line is None or not is_tag_name(tag_line["name"]):
        return True
    return reads_as_moves(tag_line["name"])


def reads_as_moves(name: str) -> bool:
    """Whether the name of a tag, right below moves, is taken for more of them."""
    return tag_of(name)[0] is None and bool(compiled(_NAME_OF_NO_TAG).search(folded(name)))


def _is_prose(text: str) -> bool:
    """Has the line a word that cannot be a row of stones, even with a mistake in it?"""
    if has_files(text):
        return False
    words: list[str] = compiled(r"[^\W\d_]{3,}").findall(text)
    return any(2 * sum(char in _STONES for char in word.upper()) < len(word) for word in words)


def has_files(text: str) -> bool:
    """Is it the line of letters below a diagram?"""
    return FILES.startswith("".join(text.split()).lower())
