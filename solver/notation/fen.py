"""Positions as one line of text: the board, the side to move, and the state.

    BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W first:WB

Reading takes what other programs write too, writing is canonical. Nothing here knows the rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from solver.arrangement import Arrangement
from solver.board import MAX_POINTS, Board, Colour, board, points_of
from solver.errors import NotationError
from solver.notation.quoting import refuse_long, shown

MAX_TEXT = 1000
"""Four times the longest canonical text."""

VELA_ENDS_AT = 5
"""With this many stones or fewer the giver plays without a handicap, so the text is silent."""

_EXAMPLE = "'BBB/B1W/WWW W'"
_LONGEST = MAX_POINTS // 3
_SIDES = {
    **dict.fromkeys(("w", "white", "blanc", "blancs"), Colour.WHITE),
    **dict.fromkeys(("b", "black", "noir", "noirs"), Colour.BLACK),
}
_ARTICLES = ("les ", "aux ")


@dataclass(frozen=True, slots=True)
class State:
    """What legal turns depend on besides stones and side; the fields are those of Arrangement."""

    first: frozenset[Colour] = frozenset()
    hands: tuple[int, int] = (0, 0)
    liable: int = 0
    giver: Colour | None = None


@dataclass(frozen=True, slots=True)
class _Field:
    """A part of the text and the column where it begins."""

    text: str
    column: int


def read_fen(text: str) -> Arrangement:
    """The arrangement that a position's text describes, whether or not any rules allow it."""
    refuse_long(text, MAX_TEXT, "a position")
    fields = list(_split(text, r"[^\s_]+"))
    if not fields:
        raise NotationError(f"the text is empty: write board and side to move, such as {_EXAMPLE}")
    the_board, white, black = _read_board(fields[0])
    if len(fields) == 1:
        raise NotationError(
            "the side to move is missing: write W or B after the board",
            column=fields[0].column + len(fields[0].text),
        )
    side = read_side(fields[1].text, column=fields[1].column)
    state = _read_items(_state_items(fields[2:]), the_board)
    giver = state.giver
    if giver and (white if giver is Colour.WHITE else black).bit_count() <= VELA_ENDS_AT:
        giver = None
    return Arrangement(
        board=the_board,
        white=white,
        black=black,
        side=side,
        first=state.first,
        hands=state.hands,
        liable=state.liable,
        giver=giver,
    )


def write_fen(arrangement: Arrangement) -> str:
    """The one canonical text of an arrangement."""
    rows = [_write_row(arrangement, rank) for rank in reversed(range(arrangement.board.height))]
    return f"{'/'.join(rows)} {arrangement.side.letter} {_write_state(arrangement)}"


def read_side(text: str, *, column: int | None = None) -> Colour:
    """The colour that a letter or a word names, in English or French."""
    word = text[:MAX_TEXT].strip().lower()
    for article in _ARTICLES:
        word = word.removeprefix(article)
    if word not in _SIDES:
        raise NotationError(
            f"{shown(text.strip())} is not a side to move: write W or B", column=column
        )
    return _SIDES[word]


def read_state(text: str, board: Board) -> State:
    """The state part of a position's text alone, such as 'first:WB;vela:B' or '-'."""
    refuse_long(text, MAX_TEXT, "a state")
    return _read_items(_split(text, r"[^\s_;]+"), board)


def _split(text: str, part: str, column: int = 1) -> Iterator[_Field]:
    for found in re.finditer(part, text):
        yield _Field(found.group(), column + found.start())


def _read_board(field: _Field) -> tuple[Board, int, int]:
    rows = list(_split(field.text, r"(?:^|(?<=/))[^/]*", field.column))
    if len(rows) > _LONGEST:
        raise NotationError(
            f"the board has {len(rows)} rows: at most {_LONGEST} are possible", column=field.column
        )
    drawn = [_read_row(row, number) for number, row in enumerate(rows, 1)]
    width = len(drawn[0])
    for number, (row, points) in enumerate(zip(rows, drawn, strict=True), 1):
        if len(points) != width:
            raise NotationError(
                f"row {number} has {len(points)} points, row 1 has {width}: "
                "every row needs the same number",
                column=row.column,
            )
    try:
        the_board = board(width, len(rows))
    except ValueError as error:
        raise NotationError(str(error), column=field.column) from None
    upward = "".join(reversed(drawn))
    return the_board, _points_with("W", upward), _points_with("B", upward)


def _read_row(row: _Field, number: int) -> str:
    """A row with one character a point: W, B or a full stop."""
    points = []
    for part in _split(row.text, r"[0-9]+|.", row.column):
        if part.text in "WBwb.":
            points.append(part.text.upper())
        elif part.text.isascii() and part.text.isdigit():
            points.append("." * _read_empty(part, number))
        else:
            raise NotationError(
                f"row {number} has {shown(part.text)}, which is no stone: "
                "use W, B, and a number or . for empty points",
                column=part.column,
            )
    if not points:
        raise NotationError(
            f"row {number} is empty: write 9 for nine empty points, or leave out the extra '/'",
            column=row.column,
        )
    return "".join(points)


def _read_empty(part: _Field, number: int) -> int:
    if len(part.text) > 2 or not 1 <= int(part.text) <= _LONGEST:
        raise NotationError(
            f"row {number} has {shown(part.text)} for empty points: "
            f"a number from 1 to {_LONGEST} is possible",
            column=part.column,
        )
    return int(part.text)


def _points_with(letter: str, upward: str) -> int:
    return sum(1 << point for point, char in enumerate(upward) if char == letter)


def _state_items(fields: list[_Field]) -> Iterator[_Field]:
    """The parts of the state, without the counters of other programs that may end the text."""
    while fields and fields[-1].text.isascii() and fields[-1].text.isdigit():
        fields = fields[:-1]
    for field in fields:
        yield from _split(field.text, r"[^;]+", field.column)


def _read_items(items: Iterator[_Field], board: Board) -> State:
    state = State()
    seen = set()
    for item in items:
        if item.text == "-":
            continue
        key, _, value = item.text.partition(":")
        key = key.lower()
        if key not in _STATE:
            raise NotationError(
                f"unknown state {shown(item.text)}: known are first:WB, hand:12,11, huff:c3,d4 "
                "and vela:B, joined by ';'",
                column=item.column,
            )
        if key in seen:
            raise NotationError(f"{key}: is given twice: write it once", column=item.column)
        seen.add(key)
        state = _STATE[key](state, _Field(value, item.column + len(key) + 1), board)
    return state


def _read_first(state: State, value: _Field, board: Board) -> State:
    letters = value.text.upper()
    if letters not in {"W", "B", "WB", "BW"}:
        raise NotationError(
            f"first: has {shown(value.text)}: write first:WB, first:W or first:B",
            column=value.column,
        )
    return replace(state, first=frozenset(map(Colour.of, letters)))


def _read_hands(state: State, value: _Field, board: Board) -> State:
    numbers = re.fullmatch(r"0*([0-9]{1,2}),0*([0-9]{1,2})", value.text)
    if not numbers or max(map(int, numbers.groups())) > board.points:
        raise NotationError(
            f"hand: has {shown(value.text)}: write White's and Black's stones still to be placed, "
            f"such as hand:12,11, at most {board.points} each",
            column=value.column,
        )
    return replace(state, hands=(int(numbers[1]), int(numbers[2])))


def _read_liable(state: State, value: _Field, board: Board) -> State:
    liable = 0
    for part in _split(value.text, r"(?:^|(?<=,))[^,]*", value.column):
        point = board.by_name.get(part.text.lower())
        if point is None:
            raise NotationError(
                f"huff: has {shown(part.text)}, which is no point of the {board.size} board: "
                f"write points from a1 to {board.names[-1]}, such as huff:a1,b2",
                column=part.column,
            )
        if liable >> point & 1:
            raise NotationError(
                f"huff: names {board.names[point]} twice: write it once", column=part.column
            )
        liable |= 1 << point
    return replace(state, liable=liable)


def _read_giver(state: State, value: _Field, board: Board) -> State:
    if value.text.upper() not in {"W", "B"}:
        raise NotationError(
            f"vela: has {shown(value.text)}: write vela:W or vela:B, the colour that gives",
            column=value.column,
        )
    return replace(state, giver=Colour.of(value.text.upper()))


_STATE: dict[str, Callable[[State, _Field, Board], State]] = {
    "first": _read_first,
    "hand": _read_hands,
    "huff": _read_liable,
    "vela": _read_giver,
}


def _write_row(arrangement: Arrangement, rank: int) -> str:
    first = rank * arrangement.board.width
    letters = (
        "W" if arrangement.white >> point & 1 else "B" if arrangement.black >> point & 1 else "."
        for point in range(first, first + arrangement.board.width)
    )
    return re.sub(r"\.+", lambda empty: str(len(empty.group())), "".join(letters))


def _write_state(arrangement: Arrangement) -> str:
    parts = []
    if arrangement.first:
        letters = (colour.letter for colour in Colour if colour in arrangement.first)
        parts.append("first:" + "".join(letters))
    if any(arrangement.hands):
        parts.append("hand:{},{}".format(*arrangement.hands))
    if arrangement.liable:
        by_file = sorted(points_of(arrangement.liable), key=arrangement.board.file_rank)
        parts.append("huff:" + ",".join(arrangement.board.names[point] for point in by_file))
    giver = arrangement.giver
    if giver and arrangement.stones(giver).bit_count() > VELA_ENDS_AT:
        parts.append("vela:" + giver.letter)
    return ";".join(parts) or "-"
