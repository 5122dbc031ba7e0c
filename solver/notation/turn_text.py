"""A turn as it is typed: which stone, which steps, which captures, as far as the text says.

    f2-e3A-d3W   @c3   c3~f2-e3A   c3~   f2e3Ad3W   f2e3+,d3-   c4: droite / bas-droit   NE E   → ↘

Only the syntax is judged here; `matching` finds the legal turns that a pattern fits.

Between two points any of - – x × / > → , ; and blanks may stand, or nothing. A capture suffix is
A or W (or small) or + right after a step's point, A or W after a blank, or a - right after the
point with a blank, a separator or the end behind it. An origin has none: `d3 W` is a step west.

In a line of several turns blanks and commas end a turn, with two exceptions: a turn that is typed
with a blank after its origin (`f2 e3A d3W`) goes on with points that stand alone, and so does one
with + and - (`f2e3+,d3-`) after a comma. Points joined to each other begin the next turn.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from fanorona.solver.board import Board, Direction
from fanorona.solver.errors import NotationError
from fanorona.solver.notation.directions import ARROW, CAPTURES, Steps, scan_directions
from fanorona.solver.notation.scanning import compiled, end_of
from fanorona.solver.quoting import refuse_long, shown
from fanorona.solver.turn import Capture
from fanorona.words import Message

MAX_TEXT = 2000
"""Longer than a chain over every point, spelled out in words."""

_POINT = r"[a-uA-U][0-9]+"
_HYPHEN = r"\-\u2010-\u2015\u2212xX×>→"
_SUFFIX = (
    rf"(?:(?P<letter>[AaWw])(?:(?![\w'’])|(?=[xX]?{_POINT}))"
    r"|(?P<sign>\+|-(?=[\s,;/]|$))"
    r"|[ \t]+(?P<apart>[AW])(?![\w'’]))?"
)
_STEP = rf"(?P<point>{_POINT}){_SUFFIX}"
_HUFF = rf"(?P<point>{_POINT})\s*~\s*"
_ORIGIN = rf"(?P<point>{_POINT})"
_PLACING = rf"@\s*(?P<point>{_POINT})"
_BEFORE_POINT = rf"(?={_POINT})"
_TO_ANY_POINT = rf"[\s,;/{_HYPHEN}]*{_BEFORE_POINT}"
_TO_FIRST_POINT = rf"[\s{_HYPHEN}]*{_BEFORE_POINT}"
_TO_DIRECTION = rf"\s*:\s*|\s+|(?={ARROW})"
_TO_JOINED_POINT = rf"(?:\s*[{_HYPHEN}]+\s*)?{_BEFORE_POINT}"


@dataclass(frozen=True, slots=True)
class StepPattern:
    """One step: where to, or in which direction; `capture` is None where the text is silent."""

    to: int | None
    direction: Direction | None
    capture: Capture | None
    column: int
    """Where the step stands in the text, from 1."""


@dataclass(frozen=True, slots=True)
class TurnPattern:
    """A turn as far as its text says; None for what it leaves open."""

    text: str
    huffed: int | None = None
    placed: int | None = None
    origin: int | None = None
    steps: tuple[StepPattern, ...] = ()
    others: tuple[TurnPattern, ...] = ()
    """Other ways to read the same text."""


def read_turn(text: str, board: Board) -> TurnPattern:
    """The turn that the whole text spells."""
    refuse_long(text, MAX_TEXT, "turn")
    start = len(text) - len(text.lstrip())
    if start == len(text):
        raise NotationError(Message("turn.empty"))
    pattern, end = scan_turn(text, start, board, several=False)
    rest = text[end:].lstrip()
    if rest:
        raise NotationError(
            Message("turn.trailing", text=shown(rest), other=shown(pattern.text)),
            column=len(text) - len(rest) + 1,
        )
    return pattern


def scan_turn(text: str, start: int, board: Board, *, several: bool) -> tuple[TurnPattern, int]:
    """The longest turn that begins there and where it ends; `several` as in the module's text."""
    if found := compiled(_PLACING).match(text, start):
        return TurnPattern(found.group(), placed=_point(found, board)), found.end()
    at, huffed, origin = start, None, None
    if found := compiled(_HUFF).match(text, at):
        huffed, at = _point(found, board), found.end()
    if found := compiled(_ORIGIN).match(text, at):
        origin, at = _point(found, board), found.end()
    readings, end = _scan_steps(text, at, board, several, origin is not None)
    if not readings:
        if origin is not None or huffed is None:
            raise _unreadable(text, end, board, origin)
        readings = [()]
    typed = text[start:end].rstrip()
    first, *others = [TurnPattern(typed, huffed, None, origin, steps) for steps in readings]
    return replace(first, others=tuple(others)) if others else first, end


def _scan_steps(
    text: str, at: int, board: Board, several: bool, after_origin: bool
) -> tuple[list[tuple[StepPattern, ...]], int]:
    """Every reading of the steps that begin there, none if there are none, and their end."""
    if after_origin:
        steps, end = _scan_points(text, at, board, several)
        if steps:
            return [steps], end
        start = end_of(_TO_DIRECTION, text, at)
        if start is None:
            return [], at
        at = start
    readings, end = scan_directions(text, at) or ([], at)
    return [_step_patterns(steps) for steps in readings], end


def _scan_points(
    text: str, at: int, board: Board, several: bool
) -> tuple[tuple[StepPattern, ...], int]:
    """The steps of a chain of points, from behind its origin."""
    steps: list[StepPattern] = []
    start = end_of(_TO_FIRST_POINT if several else _TO_ANY_POINT, text, at)
    with_blanks = start is not None and text[at:start].isspace()
    while start is not None:
        found = compiled(_STEP).match(text, start)
        assert found, "every way to the next point ends before a point"
        sign = found["letter"] or found["sign"] or found["apart"]
        capture = CAPTURES[sign] if sign else None
        steps.append(StepPattern(_point(found, board), None, capture, start + 1))
        at = found.end()
        if several:
            start = _next_in_line(text, at, with_blanks, bool(found["sign"]))
        else:
            start = end_of(_TO_ANY_POINT, text, at)
    return tuple(steps), at


def _next_in_line(text: str, at: int, with_blanks: bool, with_signs: bool) -> int | None:
    """Where the same turn goes on, in a line of several turns."""
    start = end_of(_TO_JOINED_POINT, text, at)
    if start is not None:
        return start
    start = end_of(rf"\s+{_BEFORE_POINT}", text, at) if with_blanks else None
    if start is None and with_signs:
        start = end_of(rf"\s*,\s*{_BEFORE_POINT}", text, at)
    return start if start is not None and _stands_alone(text, start) else None


def _stands_alone(text: str, at: int) -> bool:
    """Is the point there neither joined to another one nor the origin of a list of directions?"""
    end = end_of(_STEP, text, at)
    assert end is not None, "asked only about a point"
    if end_of(rf"{_TO_JOINED_POINT}|\s*[~:]", text, end) is not None:
        return False
    return scan_directions(text, end_of(r"\s*", text, end) or end) is None


def _point(found: re.Match[str], board: Board) -> int:
    point = board.by_name.get(found["point"].lower())
    if point is None:
        raise NotationError(
            Message(
                "turn.not-a-point",
                text=shown(found["point"]),
                size=board.size,
                last=board.names[-1],
            ),
            column=found.start("point") + 1,
        )
    return point


def _step_patterns(steps: Steps) -> tuple[StepPattern, ...]:
    return tuple(StepPattern(None, step.direction, step.capture, step.column) for step in steps)


def _unreadable(text: str, at: int, board: Board, origin: int | None) -> NotationError:
    found = shown(text[at:]) if text[at:] else Message("text.end")
    expected = Message("turn.expected-start", last=board.names[-1], found=found)
    if origin is not None:
        expected = Message("turn.expected-step", point=board.names[origin], found=found)
    return NotationError(expected, column=at + 1)
