"""A file of games, split into the text of each: its headers, and what stands below them.

Only one game at a time is held, and nothing is played: whoever wants a few games of many looks at
the headers first.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf

from fanorona.solver.games.game_headers import RESULT, UNFINISHED, header_name, result_of
from fanorona.solver.notation.scanning import compiled
from fanorona.solver.puzzles.puzzle import ReadingError
from fanorona.solver.puzzles.source import FileLine, Source, lines_of
from fanorona.solver.quoting import shown
from fanorona.words import Message

MAX_GAME = 1_000_000
"""Characters of a game; the rest of a longer one is left unread."""

MOST_ERRORS = 50
"""After this many the rest of a game is left unread."""

_HEADER = r'\s*\[\s*(?P<name>[^\W\d_][\w-]{0,99})\s*"(?P<value>(?:[^"\\]|\\.)*)"\s*\]'
_HEADER_LINE = r"\s*\["
_ENDS = r"(?:^|[\s)}])(1\s?[-–]\s?0|0\s?[-–]\s?1|1/2\s?[-–]\s?1/2|½\s?[-–]\s?½|\*)\s*$"
_BRACKETS = r"[{};()]"
_ESCAPED = r"\\(.)"


@dataclass(frozen=True, slots=True)
class PlacedHeader:
    """The value of a header, and where it stands."""

    value: str
    line: int
    column: int


@dataclass(slots=True)
class GameText:
    """The text of one game."""

    place: int
    """The line where it begins."""
    headers: dict[str, PlacedHeader] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    errors: list[ReadingError] = field(default_factory=list)
    size: int = 0

    @property
    def values(self) -> dict[str, str]:
        return {name: header.value for name, header in self.headers.items()}

    @property
    def is_empty(self) -> bool:
        return not self.headers and not self.lines and not self.errors

    @property
    def result(self) -> str:
        """What the header says, or else the end of the turns."""
        if RESULT in self.headers:
            return result_of(self.headers[RESULT].value) or UNFINISHED
        ending = compiled(_ENDS).search(self.lines[-1]) if self.lines else None
        return (ending and result_of(ending[1])) or UNFINISHED

    def body(self) -> tuple[str, list[int]]:
        """Everything below the headers, and where in it each line begins."""
        starts = [0]
        for line in self.lines:
            starts.append(starts[-1] + len(line) + 1)
        return "\n".join(self.lines), starts[:-1]

    def error(self, starts: list[int], index: int, message: Message) -> ReadingError:
        """An error at that index of the body."""
        at = bisect_right(starts, index) - 1
        if at < 0:
            return ReadingError(self.place, 1, message)
        return ReadingError(self.numbers[at], index - starts[at] + 1, message)


def split_games(source: Source) -> Iterator[GameText]:
    """The games of a file of any length, one by one."""
    splitter = _Splitter()
    for line in lines_of(source, most=inf):
        yield from splitter.take(line)
    yield from splitter.finish(1)


@dataclass(slots=True)
class _Splitter:
    """Goes through the lines and knows whether a comment or a variation is open."""

    game: GameText = field(default_factory=lambda: GameText(1))
    comment: tuple[int, int] | None = None
    """Line and column of the comment that is open."""
    depth: int = 0
    after_blank: bool = True

    def take(self, line: FileLine) -> Iterator[GameText]:
        text = line.text
        if line.fault is not None:
            self._add_error(line.number, line.fault.column, line.fault.detail)
        elif not text.strip():
            self.after_blank = True
            return
        elif compiled(_HEADER_LINE).match(text) and (not self.comment or self._is_lost(text)):
            yield from self._take_headers(line)
        elif self.comment or not text.startswith("%"):
            yield from self._take_turns(line)
        self.after_blank = False

    def finish(self, next_place: int) -> Iterator[GameText]:
        """The game that ends here, if there is one."""
        if self.comment is not None:
            self._add_error(*self.comment, Message("game.open-comment"))
            self.comment = None
        if not self.game.is_empty:
            yield self.game
        self.game, self.depth = GameText(next_place), 0

    def _is_lost(self, text: str) -> bool:
        """Whether a header inside of a comment begins a game: the comment was never closed."""
        return self.after_blank and compiled(_HEADER).match(text) is not None

    def _take_headers(self, line: FileLine) -> Iterator[GameText]:
        if self.game.lines or self.comment:
            yield from self.finish(line.number)
        at = 0
        while found := compiled(_HEADER).match(line.text, at):
            name = header_name(found["name"])
            if name in self.game.headers and self.after_blank:
                yield from self.finish(line.number)
            self._add_header(name, found["value"], line.number, found.start("value") + 1)
            at, self.after_blank = found.end(), False
        rest = line.text[at:].strip()
        if rest.startswith("["):
            column = line.text.index(rest, at) + 1
            self._add_error(line.number, column, Message("game.header", text=shown(rest, 40)))
        elif rest:
            yield from self._take_turns(line._replace(text=" " * at + line.text[at:]))

    def _add_header(self, name: str, value: str, line: int, column: int) -> None:
        game = self.game
        if game.is_empty:
            game.place = line
        if name in game.headers:
            self._add_error(line, column, Message("game.header-twice", name=name))
            return
        plain = compiled(_ESCAPED).sub(r"\1", value)
        game.headers[name] = PlacedHeader(" ".join(plain.split()), line, column)
        game.size += len(value)

    def _take_turns(self, line: FileLine) -> Iterator[GameText]:
        game = self.game
        if game.is_empty:
            game.place = line.number
        before = game.size
        game.size += len(line.text) + 1
        if game.size <= MAX_GAME:
            game.lines.append(line.text)
            game.numbers.append(line.number)
        elif before <= MAX_GAME:
            self._add_error(line.number, 1, Message("game.too-long", limit=MAX_GAME))
        turns = line.text
        if self.comment or compiled(_BRACKETS).search(turns):
            turns = self._follow_brackets(line)
        if self.comment is None and self.depth <= 0 and compiled(_ENDS).search(turns):
            yield from self.finish(line.number + 1)

    def _follow_brackets(self, line: FileLine) -> str:
        """See what the line opens and closes; answers it without a comment that ends with it."""
        for found in compiled(_BRACKETS).finditer(line.text):
            bracket = found.group()
            if self.comment is not None:
                self.comment = None if bracket == "}" else self.comment
            elif bracket == "{":
                self.comment = line.number, found.start() + 1
            elif bracket == ";":
                return line.text[: found.start()]
            else:
                self.depth += {"(": 1, ")": -1}.get(bracket, 0)
        return line.text

    def _add_error(self, line: int, column: int, detail: Message) -> None:
        if self.game.is_empty:
            self.game.place = line
        errors = self.game.errors
        if len(errors) < MOST_ERRORS:
            errors.append(ReadingError(line, column, detail))
        elif len(errors) == MOST_ERRORS:
            errors.append(ReadingError(line, column, Message("game.more-errors")))
