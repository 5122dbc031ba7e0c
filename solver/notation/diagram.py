"""Boards drawn with characters: reading what people type, writing ASCII and Unicode.

3 B B B      3 ●───●───●      Stones are W B, O X (O is White), ○ ● or the French N B (Noir,
2 B . W        │ ╲ │ ╱ │      Blanc), empty points . or · or, between blanks, -
1 W W W      2 ●───·───○      Drawn lines, rank numbers and file letters are passed over.
  a b c        │ ╱ │ ╲ │      Without rank numbers a number is that many empty points.
             1 ○───○───○
               a   b   c
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from fanorona.solver.arrangement import Arrangement
from fanorona.solver.board import FILES, MAX_POINTS, Board, board
from fanorona.solver.errors import FanoronaError, NotationError
from fanorona.solver.notation.scanning import compiled, end_of
from fanorona.solver.quoting import refuse_long, shown
from fanorona.words import Message

MAX_TEXT = 10_000
"""Twice the longest drawing that is written here."""

Paint = Callable[[int, str], str]
"""Gets a point and its symbol and answers what to write there, such as the symbol in colour."""

_Symbols = tuple[str, str, str]
_ASCII: _Symbols = ("W", "B", ".")
_UNICODE: _Symbols = ("○", "●", "·")

_LONGEST = MAX_POINTS // 3
_LINES = r"\u2500-\u257f|\\/"
_LEFT_RANK = rf"[\s{_LINES}]*(?P<rank>[0-9]+)(?=[\s{_LINES}])"
_RIGHT_RANK = rf".*[\s{_LINES}](?P<rank>[0-9]+)[\s{_LINES}]*$"
_MARK = rf"[0-9]+|[^\s{_LINES}\ufe0e\ufe0f]"
_WHITE_AND_BLACK = {
    "W and B": ("W", "B"),
    "O and X": ("O", "X"),
    "○ and ●": ("○◯⚪", "●⚫"),
    "N and B": ("B", "N"),
}


@dataclass(frozen=True, slots=True)
class _Mark:
    """A stone, an empty point or a number of empty points, and where it stands."""

    text: str
    line: int
    column: int

    def error(self, message: Message) -> NotationError:
        return NotationError(message, line=self.line, column=self.column)


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the text with points in it; rank numbers stand outside `start` and `end`."""

    text: str
    line: int
    start: int
    end: int

    def marks(self) -> list[_Mark]:
        return [
            _Mark(found.group().upper(), self.line, found.start() + 1)
            for found in compiled(_MARK).finditer(self.text, self.start, self.end)
        ]

    def has_blanks_between(self) -> bool:
        parts = self.text[self.start : self.end].split()
        return all(len(part) == 1 or part.isdigit() for part in parts)


def read_diagram(text: str) -> tuple[Board, int, int]:
    """The board and the sets of white and black stones that a diagram shows."""
    refuse_long(text, MAX_TEXT, "diagram")
    rows = list(_rows(text))
    if not 3 <= len(rows) <= _LONGEST:
        raise NotationError(Message("diagram.rows", number=len(rows), most=_LONGEST))
    unranked = _without_ranks(rows)
    marks = [row.marks() for row in unranked]
    white, black = _white_and_black([mark for row in marks for mark in row])
    drawn = []
    for row, in_row in zip(unranked, marks, strict=True):
        empty = ".·-" if row.has_blanks_between() else ".·"
        symbols = {**dict.fromkeys(white, "W"), **dict.fromkeys(black, "B")}
        symbols |= dict.fromkeys(empty, ".")
        drawn.append("".join(_points(mark, symbols, unranked is not rows) for mark in in_row))
    return _board_of(drawn, rows)


def write_ascii(arrangement: Arrangement, paint: Paint | None = None) -> str:
    """A row of letters a rank, with rank numbers and file letters."""
    where = arrangement.board
    lines = [
        _rank_label(where, rank) + " ".join(_symbols(arrangement, rank, _ASCII, paint))
        for rank in reversed(range(where.height))
    ]
    return "\n".join([*lines, _file_letters(where, " ")])


def write_unicode(arrangement: Arrangement, paint: Paint | None = None) -> str:
    """The board with its lines, rank numbers and file letters."""
    where = arrangement.board
    lines = []
    for rank in reversed(range(where.height)):
        points = "───".join(_symbols(arrangement, rank, _UNICODE, paint))
        lines.append(_rank_label(where, rank) + points)
        if rank:
            lines.append(_lines_below(where, rank))
    return "\n".join([*lines, _file_letters(where, "   ")])


def _rows(text: str) -> Iterator[_Row]:
    """The lines of the text that have points in them."""
    for number, line in enumerate(text.split("\n"), 1):
        letters = "".join(line.split()).lower()
        only_files = len(letters) >= 3 and FILES.startswith(letters)
        if not only_files and end_of(rf"[\s{_LINES}]*$", line, 0) is None:
            yield _Row(line, number, 0, len(line))


def _without_ranks(rows: list[_Row]) -> list[_Row]:
    """The rows without their rank numbers; the same list if they have none."""
    left = _ranks(rows, _LEFT_RANK)
    if left:
        rows = [replace(row, start=end) for row, (_, end) in zip(rows, left, strict=True)]
    right = _ranks(rows, _RIGHT_RANK)
    if right:
        rows = [replace(row, end=start) for row, (start, _) in zip(rows, right, strict=True)]
    return rows


def _ranks(rows: list[_Row], expression: str) -> list[tuple[int, int]]:
    """Where the rank numbers stand, if every row has the one that belongs to it."""
    spans = []
    for rank, row in zip(range(len(rows), 0, -1), rows, strict=True):
        found = compiled(expression).match(row.text, row.start)
        if not found or found["rank"].lstrip("0") != str(rank):
            return []
        spans.append(found.span("rank"))
    return spans


def _white_and_black(marks: list[_Mark]) -> tuple[str, str]:
    """The symbols of both colours, from the pair of letters that the diagram uses."""
    names = dict(_WHITE_AND_BLACK)
    french = next((mark for mark in marks if mark.text == "N"), None)
    english = next((mark for mark in marks if mark.text == "W"), None)
    if french and english:
        raise max(french, english, key=lambda mark: (mark.line, mark.column)).error(
            Message("diagram.n-and-w")
        )
    del names["W and B" if french else "N and B"]
    used: tuple[str, str] | None = None
    for mark in marks:
        name = next((name for name in names if mark.text in "".join(names[name])), None)
        if name and used is None:
            used = names[name]
        if name and used != names[name]:
            raise mark.error(Message("diagram.other-pair", text=shown(mark.text)))
    return used or ("W", "B")


def _points(mark: _Mark, symbols: dict[str, str], ranked: bool) -> str:
    """The points that a mark stands for, as W, B and full stops."""
    if mark.text in symbols:
        return symbols[mark.text]
    if mark.text == "-":
        raise mark.error(Message("diagram.hyphen"))
    if not mark.text.isascii() or not mark.text.isdigit():
        raise mark.error(Message("diagram.not-a-stone", text=shown(mark.text)))
    if ranked:
        raise mark.error(Message("diagram.numbers-and-ranks"))
    if len(mark.text) > 2 or not 1 <= int(mark.text) <= _LONGEST:
        raise mark.error(Message("diagram.empty-points", text=shown(mark.text), most=_LONGEST))
    return "." * int(mark.text)


def _board_of(drawn: list[str], rows: list[_Row]) -> tuple[Board, int, int]:
    width = len(drawn[0])
    for number, (row, points) in enumerate(zip(rows, drawn, strict=True), 1):
        if len(points) != width:
            raise NotationError(
                Message(
                    "diagram.unequal-rows",
                    row=number,
                    number=len(points),
                    first=width,
                    last=len(rows),
                ),
                line=row.line,
            )
    try:
        the_board = board(width, len(drawn))
    except FanoronaError as error:
        raise NotationError(error.message, line=rows[0].line) from None
    upward = "".join(reversed(drawn))
    white = sum(1 << point for point, symbol in enumerate(upward) if symbol == "W")
    black = sum(1 << point for point, symbol in enumerate(upward) if symbol == "B")
    return the_board, white, black


def _symbols(
    arrangement: Arrangement, rank: int, symbols: _Symbols, paint: Paint | None
) -> Iterator[str]:
    white, black, empty = symbols
    first = rank * arrangement.board.width
    for point in range(first, first + arrangement.board.width):
        stone = black if arrangement.black >> point & 1 else empty
        symbol = white if arrangement.white >> point & 1 else stone
        yield paint(point, symbol) if paint else symbol


def _rank_label(where: Board, rank: int) -> str:
    return f"{rank + 1:>{len(str(where.height))}} "


def _file_letters(where: Board, gap: str) -> str:
    return " " * len(_rank_label(where, 0)) + gap.join(FILES[: where.width])


def _lines_below(where: Board, rank: int) -> str:
    """The lines between a rank and the one below: each square has one diagonal."""
    squares = (
        "│ ╲ " if where.is_strong(rank * where.width + file) else "│ ╱ "
        for file in range(where.width - 1)
    )
    return " " * len(_rank_label(where, 0)) + "".join(squares) + "│"
