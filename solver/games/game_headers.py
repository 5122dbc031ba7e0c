"""The headers of a game file: their names, the result, and the start position they describe."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from fanorona.solver.board import Colour
from fanorona.solver.errors import FanoronaError, IllegalPosition, NotationError
from fanorona.solver.notation.fen import read_side
from fanorona.solver.position import Position
from fanorona.solver.puzzles.tags import folded
from fanorona.solver.quoting import shown
from fanorona.solver.rules import rule_set
from fanorona.words import Message

RESULT, RULES, VARIANT, VELA, FEN = "Result", "Rules", "Variant", "Vela", "FEN"
ABOUT_START = (RULES, VARIANT, VELA, FEN)
UNFINISHED, DRAW = "*", "1/2-1/2"

FIRST = ("Event", "Site", "Date", "White", "Black", RESULT)
"""In the order in which they are written, before all others."""

_KNOWN = (*FIRST, RULES, VARIANT, VELA, FEN, "TimeControl", "EngineLevel", "Termination")
_BY_NAME = {
    **{name.lower(): name for name in _KNOWN},
    "evenement": "Event",
    "lieu": "Site",
    **dict.fromkeys(("blanc", "blancs"), "White"),
    **dict.fromkeys(("noir", "noirs"), "Black"),
    "resultat": RESULT,
    **dict.fromkeys(("regle", "regles"), RULES),
    "variante": VARIANT,
}
_BOARDS = {
    **dict.fromkeys(("fanoron-tsivy", "fanorona-tsivy", "fanorona", "tsivy", "9x5"), (9, 5)),
    **dict.fromkeys(("fanoron-dimy", "fanorona-dimy", "dimy", "5x5"), (5, 5)),
}
_VARIANTS = {(9, 5): "Fanoron-Tsivy", (5, 5): "Fanoron-Dimy"}
_TELO = ("fanoron-telo", "fanorona-telo", "telo")
_NO_VELA = ("", "-", "?", "no", "none", "non")
_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212"), "-")
_RESULTS = {
    **{result: result for result in ("1-0", "0-1", DRAW, UNFINISHED)},
    **dict.fromkeys(("½-½", "1/2", "½", "0.5-0.5"), DRAW),
}


class HeaderFault(FanoronaError):  # noqa: N818 - reads as what it says
    """What is wrong with the start position that headers describe, and which one says it."""

    def __init__(self, header: str, message: Message, column: int = 1) -> None:
        self.header = header
        self.column = column
        super().__init__(message)


def header_name(typed: str) -> str:
    """The usual spelling of a known header, in English; others as they are."""
    return _BY_NAME.get(folded(typed), typed)


def result_of(text: str) -> str | None:
    """The result in its usual spelling; None if the text is none."""
    return _RESULTS.get(text.strip().translate(_DASHES).replace(" ", ""))


def start_of(headers: Mapping[str, str]) -> Position:
    """The legal position that a game with these headers begins with."""
    try:
        rules = rule_set(headers.get(RULES) or "standard")
    except FanoronaError as error:
        raise HeaderFault(RULES, error.message) from None
    variant = headers.get(VARIANT, "").strip()
    if variant.lower() in _TELO:
        raise HeaderFault(VARIANT, Message("game.telo"))
    giver = _giver(headers.get(VELA, ""))
    if FEN in headers:
        return _given(headers[FEN], rules.id, giver)
    size = _BOARDS.get(variant.lower() or "9x5")
    if size is None:
        raise HeaderFault(VARIANT, Message("game.variant", text=shown(variant, 40)))
    try:
        return Position.start(rules, *size, giver=giver)
    except FanoronaError as error:
        raise HeaderFault(VELA, error.message) from None


def headers_of(start: Position) -> dict[str, str]:
    """The headers from which `start_of` makes that position."""
    headers = {} if start.rules == rule_set("standard") else {RULES: start.rules.id}
    size = start.board.width, start.board.height
    giver = start.arrangement.giver
    if size in _VARIANTS and start == Position.start(start.rules, *size, giver=giver):
        usual = size == (9, 5)
        vela = {} if giver is None else {VELA: giver.other.value.capitalize()}
        return {**headers, **({} if usual else {VARIANT: _VARIANTS[size]}), **vela}
    return {**headers, FEN: start.fen()}


def _giver(vela: str) -> Colour | None:
    """The header names who profits; the other one gives."""
    if vela.strip().lower() in _NO_VELA:
        return None
    try:
        return read_side(vela).other
    except NotationError as error:
        raise HeaderFault(VELA, error.message) from None


def _given(text: str, rules: str, giver: Colour | None) -> Position:
    try:
        position = Position.parse(text, rules)
        if giver is not None:
            position = _with_giver(position, giver)
        position.require_legal()
    except NotationError as error:
        raise HeaderFault(FEN, error.message, error.column or 1) from None
    except IllegalPosition as error:
        raise HeaderFault(FEN, error.message) from None
    return position


def _with_giver(position: Position, giver: Colour) -> Position:
    named = position.arrangement.giver
    if named not in (None, giver):
        raise HeaderFault(VELA, Message("game.two-givers", colour=giver.other))
    given = replace(position.arrangement, giver=giver).without_idle_giver()
    return replace(position, arrangement=given)
