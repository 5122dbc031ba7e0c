"""Lines of several turns and nothing else.

    1. f2-e3A-d3W d5-d4 2. e3-e4W      f2-e3A; d5-d4!      c4: droite / bas; e3-e4

Turns are separated by blanks, commas or semicolons; move numbers and ! or ? between them are
skipped. Directions go on with the turn before them, whatever separates them: the next turn begins
with a point, an @ or a move number.
"""

from __future__ import annotations

from fanorona.solver.board import Board
from fanorona.solver.errors import NotationError
from fanorona.solver.notation.scanning import compiled, end_of
from fanorona.solver.notation.turn_text import TurnPattern, scan_turn
from fanorona.solver.quoting import refuse_long, shown
from fanorona.words import Message

MAX_LINE = 50_000
"""A game of hundreds of turns."""

_BETWEEN = r"(?:[\s,;!?.…]|[0-9]+\s*[.…)])*"
_WORD_GOES_ON = r"[-\w'’]"
_MORE_WORDS = r"\s+(?!(?i:et|and)\b)\w"
_MEANT_AS_TURN = r"@|[a-zA-Z][0-9]+(?:[-–x×~+@a-zA-Z]|[\s–x×~-]+[a-zA-Z][0-9])"


def read_line(text: str, board: Board) -> tuple[TurnPattern, ...]:
    """Every turn of a line that has nothing but turns."""
    turns, rest = leading_line(text, board)
    if rest:
        column = len(text.rstrip()) - len(rest) + 1
        error = NotationError(Message("turn.unreadable", text=shown(rest)), column=column)
        error.turn_number = len(turns) + 1
        raise error
    return turns


def leading_line(text: str, board: Board) -> tuple[tuple[TurnPattern, ...], str]:
    """The turns at the start of a text, at least one, and the prose behind them."""
    refuse_long(text, MAX_LINE, "line")
    turns: list[TurnPattern] = []
    end = 0
    while (start := _next_turn(text, end)) < len(text):
        try:
            pattern, end = _scan(text, start, board)
        except NotationError as error:
            if not turns or compiled(_MEANT_AS_TURN).match(text, start):
                error.turn_number = len(turns) + 1
                raise
            return tuple(turns), text[start:].rstrip()
        turns.append(pattern)
    if not turns:
        raise NotationError(Message("turn.line-empty"))
    return tuple(turns), ""


def _next_turn(text: str, at: int) -> int:
    return end_of(_BETWEEN, text, at) or at


def _scan(text: str, start: int, board: Board) -> tuple[TurnPattern, int]:
    pattern, end = scan_turn(text, start, board, several=True)
    if end_of(_WORD_GOES_ON, text, end):
        raise NotationError(
            Message("turn.not-separated", text=shown(text[end:]), other=shown(pattern.text)),
            column=end + 1,
        )
    bare = len(pattern.steps) == 1 and pattern.origin is None
    if bare and end_of(_MORE_WORDS, text, end):
        raise NotationError(Message("turn.prose", text=shown(text[start:])), column=start + 1)
    return pattern, end
