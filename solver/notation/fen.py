"""Positions as one line of text: the board, the side to move, and the state.

    BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W first:WB

Reading takes what other programs write too, writing is canonical. Nothing here knows the rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache

from fanorona.solver.arrangement import Arrangement
from fanorona.solver.board import MAX_POINTS, Board, Colour, board
from fanorona.solver.errors import FanoronaError, NotationError
from fanorona.solver.quoting import refuse_long, shown
from fanorona.words import Message

MAX_TEXT = 1000
"""Four times the longest canonical text."""

_Field = tuple[str, int]
"""A part of the text and the column where it begins."""

_EXAMPLE = "'BBB/B1W/WWW W'"
_LONGEST = MAX_POINTS // 3
_SIDES = {
    **dict.fromkeys(("w", "white", "blanc", "blancs"), Colour.WHITE),
    **dict.fromkeys(("b", "black", "noir", "noirs"), Colour.BLACK),
}
_ARTICLES = ("les ", "aux ")
_USUAL_ROW = re.compile(r"(?:[WBwb.]|[1-9](?![0-9]))+")
_EMPTY_POINTS = str.maketrans({str(number): "." * number for number in range(1, 10)})


def read_fen(text: str) -> Arrangement:
    """The arrangement that a position's text describes, whether or not any rules allow it."""
    refuse_long(text, MAX_TEXT, "position")
    fields = list(_split(text, r"[^\s_]+"))
    if not fields:
        raise NotationError(Message("fen.empty", example=_EXAMPLE))
    the_board, white, black = _read_board(*fields[0])
    if len(fields) == 1:
        raise NotationError(Message("fen.side-missing"), column=len(text.rstrip()) + 1)
    side_text, side_column = fields[1]
    side = read_side(side_text, column=side_column)
    return _with_items(Arrangement(the_board, white, black, side), _state_items(fields[2:]))


def write_fen(arrangement: Arrangement) -> str:
    """The one canonical text of an arrangement."""
    width = arrangement.board.width
    full = (1 << width) - 1
    starts = range(width * (arrangement.board.height - 1), -1, -width)
    rows = [
        _row_text(width, arrangement.white >> start & full, arrangement.black >> start & full)
        for start in starts
    ]
    return f"{'/'.join(rows)} {arrangement.side.letter} {_write_state(arrangement)}"


def read_side(text: str, *, column: int | None = None) -> Colour:
    """The colour that a letter or a word names, in English or French."""
    word = text[:MAX_TEXT].strip().lower()
    for article in _ARTICLES:
        word = word.removeprefix(article)
    if word not in _SIDES:
        raise NotationError(Message("fen.not-a-side", text=shown(text.strip())), column=column)
    return _SIDES[word]


def with_state(plain: Arrangement, text: str, *, french: bool = False) -> Arrangement:
    """The arrangement with a state, given alone, such as 'first:WB;vela:B' or '-'.

    In the language of a reader: 'souffle : c3, d4', 'vela : Noir', 'premier:BN', 'main:1,1'.
    `french`: N is Noir beside it, so that a single B may be Blanc or Black and is refused.
    """
    refuse_long(text, MAX_TEXT, "state")
    items = list(_split(text, r"[^\s_;:]+(?:\s*:\s*[^\s_;,]+(?:\s*,\s*[^\s_;,]+)*)?"))
    if french:
        _refuse_single_b(items)
    return _with_items(plain, iter([(re.sub(r"\s", "", item), at) for item, at in items]))


def _refuse_single_b(items: list[_Field]) -> None:
    for item, column in items:
        key, _, value = item.partition(":")
        if value.strip().upper() == "B" and _STATE_KEYS.get(_plain(key)) in ("first", "vela"):
            at = column + len(item.rstrip()) - 1
            raise NotationError(Message("puzzle.side-b"), column=at)


def _split(text: str, part: str, column: int = 1) -> Iterator[_Field]:
    for found in re.finditer(part, text):
        yield found.group(), column + found.start()


def _read_board(text: str, column: int) -> tuple[Board, int, int]:
    rows = list(_split(text, r"(?:^|(?<=/))[^/]*", column))
    if len(rows) > _LONGEST:
        raise NotationError(
            Message("fen.too-many-rows", number=len(rows), most=_LONGEST), column=column
        )
    drawn = [_read_row(*row, number) for number, row in enumerate(rows, 1)]
    width = len(drawn[0])
    for number, ((_, row_column), points) in enumerate(zip(rows, drawn, strict=True), 1):
        if len(points) != width:
            raise NotationError(
                Message("fen.unequal-rows", row=number, number=len(points), first=width),
                column=row_column,
            )
    try:
        the_board = board(width, len(rows))
    except FanoronaError as error:
        raise NotationError(error.message, column=column) from None
    upward = "".join(reversed(drawn))
    return the_board, _points_with("W", upward), _points_with("B", upward)


def _read_row(text: str, column: int, number: int) -> str:
    """A row with one character a point: W, B or a full stop."""
    if _USUAL_ROW.fullmatch(text):
        return text.upper().translate(_EMPTY_POINTS)
    points = []
    for part, part_column in _split(text, r"[0-9]+|.", column):
        if part in "WBwb.":
            points.append(part.upper())
        elif part.isascii() and part.isdigit():
            points.append("." * _read_empty(part, part_column, number))
        else:
            raise NotationError(
                Message("fen.not-a-stone", row=number, text=shown(part)), column=part_column
            )
    if not points:
        raise NotationError(Message("fen.empty-row", row=number), column=column)
    return "".join(points)


def _read_empty(digits: str, column: int, number: int) -> int:
    if len(digits) > 2 or not 1 <= int(digits) <= _LONGEST:
        raise NotationError(
            Message("fen.empty-points", row=number, text=shown(digits), most=_LONGEST),
            column=column,
        )
    return int(digits)


def _points_with(letter: str, upward: str) -> int:
    return sum(1 << point for point, char in enumerate(upward) if char == letter)


def _state_items(fields: list[_Field]) -> Iterator[_Field]:
    """The parts of the state, without the counters of other programs that may end the text."""
    while fields and fields[-1][0].isascii() and fields[-1][0].isdigit():
        fields = fields[:-1]
    for text, column in fields:
        yield from _split(text, r"[^;]+", column)


def _with_items(plain: Arrangement, items: Iterator[_Field]) -> Arrangement:
    whole = plain
    seen = set()
    for item, column in items:
        if item == "-":
            continue
        key, _, value = item.partition(":")
        read = _STATE.get(_STATE_KEYS.get(_plain(key), ""))
        if read is None:
            raise NotationError(Message("state.unknown", text=shown(item)), column=column)
        if read in seen:
            raise NotationError(Message("state.twice", key=f"{key.lower()}:"), column=column)
        seen.add(read)
        whole = read(whole, value, column + len(key) + 1)
    return whole.without_idle_giver()


def _with_first(plain: Arrangement, value: str, column: int) -> Arrangement:
    colours = _FIRST.get(value.upper()) or _colours_in_words(value)
    if colours is None:
        raise NotationError(Message("state.first", text=shown(value)), column=column)
    return replace(plain, first=frozenset(map(Colour.of, colours)))


def _colours_in_words(value: str) -> str | None:
    words = value.lower().split(",")
    if not all(word in _SIDES for word in words):
        return None
    return "".join(_SIDES[word].letter for word in words)


def _with_hands(plain: Arrangement, value: str, column: int) -> Arrangement:
    board = plain.board
    numbers = re.fullmatch(r"([0-9]{1,2}),([0-9]{1,2})", value)
    if not numbers or max(map(int, numbers.groups())) > board.points:
        raise NotationError(
            Message("state.hand", text=shown(value), most=board.points), column=column
        )
    return replace(plain, hands=(int(numbers[1]), int(numbers[2])))


def _with_liable(plain: Arrangement, value: str, column: int) -> Arrangement:
    board, liable = plain.board, 0
    for name, name_column in _split(value, r"(?:^|(?<=,))[^,]*", column):
        point = board.by_name.get(name.lower())
        if point is None:
            raise NotationError(
                Message("state.huff", text=shown(name), size=board.size, last=board.names[-1]),
                column=name_column,
            )
        if liable >> point & 1:
            raise NotationError(Message("state.huff-twice", point=name), column=name_column)
        liable |= 1 << point
    return replace(plain, liable=liable)


def _with_giver(plain: Arrangement, value: str, column: int) -> Arrangement:
    giver = Colour.BLACK if value.upper() == "N" else _SIDES.get(value.lower())
    if giver is None:
        raise NotationError(Message("state.vela", text=shown(value)), column=column)
    return replace(plain, giver=giver)


def _plain(key: str) -> str:
    return key.strip().lower().replace("é", "e")


_FIRST = {**{one: one for one in ("W", "B", "WB", "BW")}, "BN": "WB", "NB": "WB", "N": "B"}
"""The colours of `first:` by what may be typed; with an N, B is Blanc."""
_STATE_KEYS = {
    **dict.fromkeys(("first", "premier", "premiers"), "first"),
    **dict.fromkeys(("hand", "hands", "main", "mains"), "hand"),
    **dict.fromkeys(("huff", "souffle", "souffler", "soufflable"), "huff"),
    "vela": "vela",
}
_STATE: dict[str, Callable[[Arrangement, str, int], Arrangement]] = {
    "first": _with_first,
    "hand": _with_hands,
    "huff": _with_liable,
    "vela": _with_giver,
}


@lru_cache(maxsize=4096)
def _row_text(width: int, white: int, black: int) -> str:
    """A rank; the turns of a position change few of them, so most have just been written."""
    letters = (
        "W" if white >> file & 1 else "B" if black >> file & 1 else "." for file in range(width)
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
        parts.append("huff:" + ",".join(arrangement.board.names_of(arrangement.liable)))
    giver = arrangement.without_idle_giver().giver
    if giver:
        parts.append("vela:" + giver.letter)
    return ";".join(parts) or "-"
