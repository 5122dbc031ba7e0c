"""A turn as it is typed: which stone, which steps, which captures, as far as the text says.

    f2-e3A-d3W   @c3   c3~f2-e3A   c3~   f2e3Ad3W   f2e3+,d3-   c4: droite / bas-droit   NE E   → ↘

Only the syntax is judged here; `matching` finds the legal turns that a pattern fits.

Between two points any of - – x × / > → , ; and blanks may stand, or nothing. A capture suffix is A, W
(or small) or + right after a step's point, A or W after a blank, or a - right after the point with a
blank, a separator or the end behind it.

In a line of several turns blanks and commas end a turn, with two exceptions: a turn that is typed
with a blank after its origin (`f2 e3A d3W`) goes on with points that stand alone, and so does one
with + and - (`f2e3+,d3-`) after a comma. Points joined to each other begin the next turn.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache

from solver.board import Board, Direction
from solver.errors import NotationError
from solver.notation.directions import CAPTURES, Steps, scan_directions
from solver.notation.quoting import refuse_long, shown
from solver.turn import Capture

MAX_TEXT = 2000
"""Longer than a chain over every point, spelled out in words."""

_POINT = r"[a-uA-U][0-9]+"
_HYPHEN = r"-\u2010-\u2015\u2212xX×>→"
_SUFFIX = (
    rf"(?:(?P<letter>[AaWw])(?:(?![\w'’])|(?=[xX]?{_POINT}))"
    r"|(?P<sign>\+|-(?=[\s,;/]|$))"
    r"|[ \t]+(?P<apart>[AW])(?![\w'’]))?"
)
_STEP = rf"(?P<point>{_POINT}){_SUFFIX}"
_HUFF = rf"(?P<point>{_POINT})\s*~\s*"
_PLACING = rf"@\s*(?P<point>{_POINT})"
_TO_POINT = rf"(?={_POINT})"
_JOINED = rf"(?:\s*[{_HYPHEN}]+\s*)?{_TO_POINT}"
_LOOSELY_JOINED = rf"[\s,;/{_HYPHEN}]*{_TO_POINT}"
_NOT_ALONE = rf"{_JOINED}|\s*[~:]"

_compiled = cache(re.compile)
"""Compiled on first use, not when the program starts."""


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
    """A turn as far as its text tells; None stands for what it does not tell."""

    text: str
    huffed: int | None = None
    placed: int | None = None
    origin: int | None = None
    steps: tuple[StepPattern, ...] = ()
    others: tuple[TurnPattern, ...] = ()
    """Other ways to read the same text."""


def read_turn(text: str, board: Board) -> TurnPattern:
    """The turn that the whole text spells."""
    refuse_long(text, MAX_TEXT, "a turn")
    start = len(text) - len(text.lstrip())
    if start == len(text):
        raise NotationError("the turn is empty: write one such as a1-a2")
    pattern, end = scan_turn(text, start, board, several=False)
    rest = text[end:].lstrip()
    if rest:
        raise NotationError(
            f"cannot read {shown(rest)} after {shown(pattern.text)}: "
            "one more step or the end is expected",
            column=len(text) - len(rest) + 1,
        )
    return pattern


def scan_turn(text: str, start: int, board: Board, *, several: bool) -> tuple[TurnPattern, int]:
    """The longest turn that begins there and where it ends; `several` as in the module's text."""
    at, huffed, origin = start, None, None
    if found := _compiled(_HUFF).match(text, at):
        huffed, at = _point(found, board), found.end()
    elif found := _compiled(_PLACING).match(text, at):
        placed, end = _point(found, board), found.end()
        return TurnPattern(text[start:end], placed=placed), end
    if found := _compiled(rf"(?P<point>{_POINT})").match(text, at):
        origin, at = _point(found, board), found.end()
        steps, end = _scan_points(text, at, board, several)
        if steps:
            pattern = TurnPattern(text[start:end], huffed, origin=origin, steps=steps)
            return pattern, end
        at = _after(r"\s*:?\s*", text, at)
    readings, end = scan_directions(text, at) or ([()], at)
    if readings == [()] and (origin is not None or huffed is None):
        raise _unreadable(text, at, board, origin)
    text = text[start:end].rstrip()
    patterns = [
        TurnPattern(text, huffed, origin=origin, steps=_step_patterns(steps)) for steps in readings
    ]
    return replace(patterns[0], others=tuple(patterns[1:])), end


def _scan_points(
    text: str, at: int, board: Board, several: bool
) -> tuple[tuple[StepPattern, ...], int]:
    """The steps of a chain of points, from behind its origin."""
    steps: list[StepPattern] = []
    going_on = r"\s+" if several and text[at : at + 1].isspace() else None
    next_point = _go_on(text, at, r"\s*" if several else None, several)
    while next_point is not None:
        found = _compiled(_STEP).match(text, next_point)
        assert found, "the way to the next point ends at a point"
        sign = found["letter"] or found["sign"] or found["apart"]
        capture = CAPTURES[sign] if sign else None
        steps.append(StepPattern(_point(found, board), None, capture, next_point + 1))
        at = found.end()
        next_point = _go_on(text, at, r"\s*,\s*" if found["sign"] else going_on, several)
    return tuple(steps), at
