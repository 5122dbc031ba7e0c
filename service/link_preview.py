"""What other pages show of a link to the board: a title, and a picture of its position."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from urllib.parse import urlencode

from fanorona.service.engine.collection import Collection
from fanorona.solver import FanoronaError, Position
from fanorona.solver.board import Colour
from fanorona.solver.rules import STANDARD

PIXELS = 600
"""The longer side of a picture; larger ones have to wait for a free slot."""
MOST_TURNS = 200
"""A longer game is shown as it begins."""

_VARIATION = re.compile(r"\([^()]*\)")
_RENDERER = "resvg_py"


@dataclass(frozen=True, slots=True)
class Preview:
    """A title, if the link has one, and the picture's address, if this server draws pictures."""

    title: str | None
    picture: str | None


def preview_of(
    link: Mapping[str, str], collection: Collection, language: str, public_url: str
) -> Preview:
    """What a link's query asks for; the start position if that is nothing, or nothing right."""
    puzzle = collection.whole(link.get("puzzle", ""))
    if puzzle is None:
        return Preview(None, _picture(_position(link), public_url))
    position = Position.parse(puzzle.position, rules=puzzle.rules)
    title = puzzle.french_title if language == "fr" else None
    return Preview(title or puzzle.title, _picture(position, public_url))


def _position(link: Mapping[str, str]) -> Position:
    """The position at the end of the link's main line, or at its turn with the number `at`."""
    rules = link.get("rules", STANDARD.id).replace("_", " ")
    try:
        position = Position.parse(link["position"].replace("_", " "), rules=rules)
        for turn in _turns(link):
            position = position.play(turn)
    except (KeyError, FanoronaError):
        return Position.start()
    return Position.start() if position.validate() else position


def _turns(link: Mapping[str, str]) -> list[str]:
    text = link.get("turns", "")
    while text != (shorter := _VARIATION.sub(" ", text)):
        text = shorter
    turns = text.replace("_", " ").split()
    last = link.get("at", "")
    # Turns are counted with the variations between them.
    if last.isascii() and last.isdecimal() and "(" not in link.get("turns", ""):
        turns = turns[: int(last[:6])]
    return turns if len(turns) <= MOST_TURNS else []


def _picture(position: Position, public_url: str) -> str | None:
    if find_spec(_RENDERER) is None:
        return None
    asked = {"rules": position.rules.id, "position": position.fen(), "size": PIXELS}
    asked["theme"] = "wood"
    if position.side is Colour.BLACK:
        asked["turned"] = "true"
    return f"{public_url.rstrip('/')}/v1/diagram.png?{urlencode(asked)}"
