"""What looks like a move and cannot be read: misspelt, broken, or in another notation."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from fanorona.solver.errors import NotationError
from fanorona.solver.notation.scanning import compiled, end_of
from fanorona.solver.puzzles.printed import vocabulary
from fanorona.solver.puzzles.tags import folded

_POINT = r"[a-zA-Z][0-9]{1,2}"
_JOINED = (
    rf"(?<![\w]){_POINT}\s?[-\u2010-\u2015\u2212x×>=*~_:+|\\]+"
    rf"|[-\u2010-\u2015\u2212×>=*~_]{_POINT}(?!\w)"
)
_MISPRINTED = r"[a-uA-U][lI|OΙ0-9]{1,2}[-\u2010-\u2015\u2212x×][a-uA-U][lI|OΙ0-9]{1,2}[AWaw]?(?!\w)"
_TURNED_ROUND = r"[0-9]{1,2}[a-uA-U][-\u2010-\u2015\u2212x×: ][0-9]{1,2}[a-uA-U](?!\w)"
_COLON = rf"(?P<first>{_POINT})\s?[:=*_.|\\]+\s?(?P<second>{_POINT})(?P<rest>[^\s,;!?()]*)"
_SIGN = rf"(?P<point>{_POINT})(?P<sign>\((?:[a-zA-Z]{{1,3}}\.?|[+-])\)|[B-VX-Zb-vy-z](?!\w))"
_CAPTURE = rf"(?:{_POINT}[AWaw]?[-x×\u2010-\u2015\u2212]?)*?{_SIGN}"
_INITIALS = r"(?P<letters>[GHDBLUR]{1,2}(?:(?:\s*[/,>|-]\s*|\s+)[GHDBLUR]{1,2})+)(?![\w'’])"
_ONE_INITIAL = r"(?P<letters>[GHLUR])(?![\w'’])"
_FIGURES = r"[0-9]{2}\s?[-x×\u2010-\u2015]\s?[0-9]{2}(?![\w/])"
_COMPASS_WORD = (
    r"(?ai:nord|sud|north|south)(?:[-\u2010-\u2014 ]?(?ai:ouest|est|west|east))?(?!\w)"
    r"|(?ai:ouest|west|east|est)(?!\w)"
    r"|(?ai:havia|havanana|ambony|ambany)(?!\w)"
)


@dataclass(frozen=True, slots=True)
class Suspect:
    """A text that looks like a move and is none; `reason` and `values` say why and what to do."""

    start: int
    end: int
    reason: str
    values: Mapping[str, object] = field(default_factory=dict)
    error: NotationError | None = None
    certain: bool = True
    """Whatever stands around it, it is not prose."""
    goes_on: bool = False
    """It is part of the same move as the directions before it."""


def broken_turn(
    text: str,
    at: int,
    chunk: str,
    error: NotationError | None,
    *,
    only_if_meant: bool = False,
) -> Suspect | None:
    """The suspect for a text that begins like a move; with `only_if_meant`, if it is like one."""
    end = at + max(len(chunk), 1)
    values = {"text": chunk or text[at : at + 24]}
    if compiled(_TURNED_ROUND).match(text, at):
        return Suspect(at, end, "turned-round", values)
    if compiled(_MISPRINTED).match(text, at) and not compiled(rf"{_POINT}-{_POINT}").match(
        text, at
    ):
        return Suspect(at, end, "misprint", values)
    if only_if_meant and not compiled(_JOINED).search(chunk):
        return None
    return Suspect(at, end, "turn", values, error)


def misspelt_at(text: str, at: int) -> Suspect | None:
    """A misspelt direction in the word at that place, such as the end of `a1: haut-driot`."""
    while at and (text[at - 1].isalpha() or text[at - 1] == "-"):
        at -= 1
    found = compiled(r"[^\W\d_]+(?:-[^\W\d_]+)?(?!\w)").match(text, at)
    meant = vocabulary.misspelt_direction(folded(found.group()), certain=True) if found else None
    if not found or meant is None:
        return None
    return Suspect(at, found.end(), "misspelt", {"text": found.group(), "meant": meant})


def misspelt_behind_origin(text: str, at: int) -> Suspect | None:
    """`a1: driote`."""
    start = end_of(rf"{_POINT}\s*:?\s*(?=[^\W\d_])", text, at)
    return misspelt_at(text, start) if start is not None else None


def other_notation(text: str, at: int) -> Suspect | None:
    """A move in a notation that is not read here, with what to write instead."""
    for read in (_with_colon, _capture_sign, _initials, _figures, _compass_words):
        found = read(text, at)
        if found:
            return found
    return None


def _with_colon(text: str, at: int) -> Suspect | None:
    found = compiled(_COLON).match(text, at)
    if not found or (
        found.group().count(".")
        and "." in text[found.end("first") : found.start("second")]
        and " " in found.group()
    ):
        return None
    instead = f"{found['first']}-{found['second']}"
    values = {"text": found.group(), "instead": instead}
    return Suspect(at, found.end(), "notation", values)


def _capture_sign(text: str, at: int) -> Suspect | None:
    if not compiled(_CAPTURE).match(text, at):
        return None
    found = compiled(r"[^\s,;!?]+").match(text, at)
    assert found, "the sign is a part of it"
    instead = compiled(_SIGN).sub(_capture_letter, found.group().rstrip(".:"))
    return Suspect(at, found.end(), "capture", {"text": found.group(), "instead": instead})


def _capture_letter(found: re.Match[str]) -> str:
    return found["point"] + ("W" if found["sign"].strip("()")[0] in "rReEwWsS-" else "A")


def _initials(text: str, at: int) -> Suspect | None:
    found = compiled(_INITIALS).match(text, at) or compiled(_ONE_INITIAL).match(text, at)
    if not found:
        return None
    letters: list[str] = compiled(r"[A-Z]").findall(found["letters"])
    directions = vocabulary.from_initials("".join(letters))
    if directions is None:
        return None
    values = {"text": found.group(), "directions": tuple(directions)}
    return Suspect(at, found.end(), "directions", values, certain=len(letters) > 1)


def _figures(text: str, at: int) -> Suspect | None:
    found = compiled(_FIGURES).match(text, at)
    if not found:
        return None
    return Suspect(at, found.end(), "figures", {"text": found.group()}, certain=False)


def _compass_words(text: str, at: int) -> Suspect | None:
    """Compass words in full, one or a list of them."""
    directions: list[str] = []
    end = at
    found = compiled(_COMPASS_WORD).match(text, at)
    while found:
        plain = folded(found.group()).replace(" ", "-")
        direction = vocabulary.compass_direction(plain) or vocabulary.malagasy_direction(plain)
        if direction is None:
            break
        directions.append(direction)
        end = found.end()
        start = end_of(r"\s*[/|>,]\s*|\s+-\s+", text, end)
        found = compiled(_COMPASS_WORD).match(text, start) if start is not None else None
    if not directions:
        return None
    values = {"text": text[at:end], "directions": tuple(directions)}
    return Suspect(at, end, "directions", values, certain=len(directions) > 1)
