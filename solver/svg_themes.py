"""The looks of a drawn board: light, dark, wood, and black on white for print."""

from __future__ import annotations

from dataclasses import dataclass

from fanorona.solver.board import Colour
from fanorona.solver.errors import FanoronaError
from fanorona.solver.quoting import shown
from fanorona.words import Message


class PictureError(FanoronaError):
    """A picture that cannot be drawn as it was asked for."""


@dataclass(frozen=True, slots=True)
class StoneLook:
    """A stone: lit from the upper left, from `light` to `shade`, with an `outline` around it."""

    light: str
    shade: str
    outline: str


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours as in CSS; what is None is not drawn."""

    name: str
    field: str
    """The surface with the lines."""
    frame: str
    """The band around the field, with coordinates and side to move."""
    edge: str
    """The thin lines around frame and field, and the rosettes in the corners."""
    line: str
    groove: str | None
    """The lit lower side of a carved line."""
    grain: str | None
    label: str
    white: StoneLook
    black: StoneLook
    shadow: str | None
    accent: str
    """Arrows and marks."""
    on_accent: str
    """The numbers and the thin border of arrows and marks."""
    line_width: float = 1.3
    """The points of the board are 5 in radius, neighbours 40 apart."""

    def stone(self, colour: Colour) -> StoneLook:
        return self.white if colour is Colour.WHITE else self.black


LIGHT = Theme(
    name="light",
    field="#f8f4ea",
    frame="#ebe2cf",
    edge="#c3b394",
    line="#85755d",
    groove=None,
    grain=None,
    label="#5f5340",
    white=StoneLook("#ffffff", "#f1ebdf", "#463d30"),
    black=StoneLook("#4b4946", "#1d1c1b", "#0e0d0d"),
    shadow="#5f5340",
    accent="#b8371f",
    on_accent="#ffffff",
)

DARK = Theme(
    name="dark",
    field="#2a313a",
    frame="#1e232a",
    edge="#4a5563",
    line="#7f8b9b",
    groove=None,
    grain=None,
    label="#b4bdc9",
    white=StoneLook("#fbf9f4", "#d9d4c8", "#11151a"),
    black=StoneLook("#2c3036", "#08090b", "#a7b1bf"),
    shadow="#0a0c0f",
    accent="#f0a04b",
    on_accent="#1b1206",
)

WOOD = Theme(
    name="wood",
    field="#d8a869",
    frame="#6f4423",
    edge="#b98a52",
    line="#4f2d12",
    groove="#f0cd97",
    grain="#a8743a",
    label="#f3dfbb",
    white=StoneLook("#fffdf6", "#ecdfc4", "#3d2611"),
    black=StoneLook("#4d3f36", "#1a130e", "#0d0805"),
    shadow="#3d2611",
    accent="#0b4f63",
    on_accent="#fdf6e6",
)

PRINT = Theme(
    name="print",
    field="#ffffff",
    frame="#ffffff",
    edge="#000000",
    line="#000000",
    groove=None,
    grain=None,
    label="#000000",
    white=StoneLook("#ffffff", "#ffffff", "#000000"),
    black=StoneLook("#000000", "#000000", "#000000"),
    shadow=None,
    accent="#000000",
    on_accent="#ffffff",
)

THEMES = {theme.name: theme for theme in (LIGHT, DARK, WOOD, PRINT)}


def theme_named(name: str) -> Theme:
    """The theme of that name; PictureError with all names where there is none."""
    found = THEMES.get(name)
    if found is None:
        raise PictureError(Message("picture.theme", text=shown(name), known=tuple(THEMES)))
    return found
