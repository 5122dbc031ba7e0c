"""Directions in words, compass letters and arrows, as printed puzzles give them.

What is read, in French or English, in any case:

    words     droite, gauche, haut, bas, right, left, up, down, also after 'en', 'à', 'vers la' or
              'to the'; a diagonal is vertical, then horizontal: bas-droit, bas-droite, basdroite,
              bas droite, en bas à droite, en haut et à gauche, down-right, upleft, up and left
    arrows    → ↘ ↗ ← ↓ ↑ ↖ ↙ and ➡ ⬅ ⬆ ⬇, also in their emoji form; they mix with words
    compass   N NE E SE S SW W NW and O SO NO, only where the list has nothing else

Steps are separated by blanks, / , ; > | or a dash between blanks, or by puis, then, et, and; arrows
by nothing. Where a list has only blanks, et and and, 'bas droite' is read both as the diagonal and
as two steps.

A + or - after a word or an arrow says approach or withdrawal (the - only before a separator or the
end), and so does A or W: joined to an arrow, or after a blank, where small letters need a separator
or the end behind them ('gauche a gagné' is prose). After a compass word W is west.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from fanorona.solver.board import Direction
from fanorona.solver.errors import NotationError
from fanorona.solver.notation.scanning import compiled
from fanorona.solver.turn import Capture
from fanorona.words import Message

MAX_READINGS = 16
"""More readings of one text than this and its writer is asked for separators."""

_WORDS = {
    "en": (
        *("right", "left", "up", "down"),
        *("up-right", "down-left", "up-left", "down-right"),
    ),
    "fr": (
        *("droite", "gauche", "haut", "bas"),
        *("haut-droit", "bas-gauche", "haut-gauche", "bas-droit"),
    ),
}
_LETTERS = dict(zip(("E", "W", "N", "S", "NE", "SW", "NW", "SE"), Direction, strict=True))
_LETTERS |= {french: _LETTERS[french.replace("O", "W")] for french in ("O", "SO", "NO")}
_SIGNS = {
    **dict(zip("→←↑↓↗↙↖↘", Direction, strict=True)),
    **dict(zip("➡⬅⬆⬇", Direction, strict=False)),
    **dict(zip(_WORDS["en"][:4], Direction, strict=False)),
    **dict(zip(_WORDS["fr"][:4], Direction, strict=False)),
    "droit": Direction.RIGHT,
}
CAPTURES = {
    **dict.fromkeys("Aa+", Capture.APPROACH),
    **dict.fromkeys("Ww-", Capture.WITHDRAWAL),
}

# Words are matched in ASCII: in Unicode a long s is an s in another case.
_VERTICAL = r"(?ai:haut|bas|up|down)"
_HORIZONTAL = r"(?ai:droite?|gauche|right|left)(?!\w)"
ARROW = r"[→←↑↓↗↙↖↘➡⬅⬆⬇]"
_PREPOSITION = r"(?:en|[aà]\u0300?(?:\s+la)?|vers\s+l[ae]|to\s+the)\s+"
_SIGN = (
    rf"(?P<vertical>{_VERTICAL})(?=\W|$|{_HORIZONTAL})|(?P<horizontal>{_HORIZONTAL})"
    rf"|(?P<arrow>{ARROW})[\ufe0e\ufe0f]?"
)
_STRONG = r"[,;/>|]"
_END = rf"(?=\s*(?:{_STRONG}|$))"
_CAPTURE = (
    rf"\s*(?P<sign>\+|-{_END})"
    rf"|(?:(?<=[^\w\s])|\s+)(?P<capital>[AW])(?![\w'’])"
    rf"|(?<=[^\w\s])(?P<joined>[aw])(?![\w'’])"
    rf"|\s+(?P<small>[aw]){_END}"
)
_SEPARATED = (
    rf"\s*(?:{_STRONG}|->|(?<=\s)[-\u2013\u2014](?=\s))\s*(?:(?i:puis|then|et|and)\s+)?"
    r"|\s+(?i:puis|then)\s+"
)
_ELEMENT = (
    rf"(?:(?P<strong>{_SEPARATED})|\s+(?P<also>(?i:et|and)\s+)?|(?P<tight>[-\u2010-\u2014]?))"
    rf"(?P<preposition>(?i:{_PREPOSITION}))?(?:{_SIGN})"
)
_TO_COMPASS_WORD = rf"(?:\s*{_STRONG}\s*|\s+(?:[-\u2013\u2014]\s+)?)"
_COMPASS_WORD = r"(?:[NS][EOW]?|[EOW])(?![\w'’])"
_COMPASS = rf"{_COMPASS_WORD}(?:{_TO_COMPASS_WORD}{_COMPASS_WORD})*"
_COMPASS_TO_THE_END = rf"(?ai:{_COMPASS})(?=\s*$)"


@dataclass(frozen=True, slots=True)
class DirectionStep:
    """One step of a list of directions; `column` counts from 1 in the text."""

    direction: Direction
    capture: Capture | None
    column: int


@dataclass(frozen=True, slots=True)
class _Element:
    """A word or an arrow, and how it hangs together with the one before."""

    direction: Direction
    kind: str
    capture: Capture | None
    column: int
    strong: bool
    joins: bool
    """Can only be the second half of a diagonal."""
    alone: bool
    """Cannot be the second half of a diagonal."""


Steps = tuple[DirectionStep, ...]


def scan_directions(text: str, at: int) -> tuple[list[Steps], int] | None:
    """Every reading of the longest list of directions that begins there, and where it ends."""
    compass = _scan_compass(text, at)
    if compass:
        return compass
    elements, end = _scan_elements(text, at)
    if not elements:
        return None
    return _readings(elements), end


def _scan_compass(text: str, at: int) -> tuple[list[Steps], int] | None:
    """Compass letters; small ones only up to the end of the text, since 'ne' and 'so' are words."""
    to_the_end = compiled(_COMPASS_TO_THE_END).match(text, at)
    found = to_the_end or compiled(_COMPASS).match(text, at)
    if not found:
        return None
    words = compiled(r"[A-Za-z]+").finditer(text, at, found.end())
    steps = [
        DirectionStep(_LETTERS[word.group().upper()], None, word.start() + 1) for word in words
    ]
    return [tuple(steps)], found.end()


def _scan_elements(text: str, at: int) -> tuple[list[_Element], int]:
    elements: list[_Element] = []
    found = compiled(rf"(?P<preposition>(?i:{_PREPOSITION}))?(?:{_SIGN})").match(text, at)
    while found:
        capture = compiled(_CAPTURE).match(text, found.end())
        element = _element(found, capture, elements)
        if element.joins and element.alone:
            break
        elements.append(element)
        at = (capture or found).end()
        found = compiled(_ELEMENT).match(text, at)
    return elements, at


def _element(
    found: re.Match[str], capture: re.Match[str] | None, before: list[_Element]
) -> _Element:
    parts = found.groupdict()
    kind = found.lastgroup or ""
    word = parts[kind].lower()
    after_vertical = bool(before) and before[-1].kind == "vertical" and not before[-1].capture
    can_join = after_vertical and kind == "horizontal" and not parts.get("strong")
    tight = parts.get("tight") is not None
    placed = parts["preposition"] and not parts.get("also")
    return _Element(
        direction=_SIGNS[word],
        kind=kind,
        capture=CAPTURES[capture[capture.lastgroup or 0]] if capture else None,
        column=found.start(kind) + 1,
        strong=bool(parts.get("strong")),
        joins=word == "droit"
        or (tight and kind != "arrow" and not _after_arrow(before))
        or bool(can_join and placed),
        alone=not can_join,
    )


def _after_arrow(before: list[_Element]) -> bool:
    return bool(before) and before[-1].kind == "arrow"


def _readings(elements: list[_Element]) -> list[Steps]:
    """All ways to take vertical and horizontal words together, diagonals first."""
    listed = any(element.strong for element in elements)
    choices: list[tuple[bool, ...]] = []
    for element in elements:
        if element.alone:
            choices.append((False,))
        elif element.joins or listed:
            choices.append((True,))
        else:
            choices.append((True, False))
    if 2 ** sum(len(choice) == 2 for choice in choices) > MAX_READINGS:
        raise NotationError(Message("turn.too-many-readings"), column=elements[0].column)
    return [tuple(_steps(elements, chosen)) for chosen in product(*choices)]


def _steps(elements: list[_Element], joined: tuple[bool, ...]) -> Iterator[DirectionStep]:
    for index, element in enumerate(elements):
        if joined[index]:
            vertical = elements[index - 1]
            diagonal = (element.direction.value[0], vertical.direction.value[1])
            yield DirectionStep(Direction(diagonal), element.capture, vertical.column)
        elif not any(joined[index + 1 : index + 2]):
            yield DirectionStep(element.direction, element.capture, element.column)
