"""The board as a PNG picture: the SVG picture, drawn by resvg, which the extra `png` installs.

    png.board(position)               a position
    png.board(position, "f2-e3A")     a turn of it: the position after, and what has happened

Letters and digits are those of our own font files, so a machine without fonts draws the same.
"""

from __future__ import annotations

from pathlib import Path

from fanorona.solver import svg
from fanorona.solver.position import Position
from fanorona.solver.turn import Turn
from fanorona.words import Message

LARGEST = 1200
"""The longer side in pixels; drawing takes the longer the more there are of them."""

GLYPHS = frozenset("0123456789abcdefghijklmnopqrstuVela")
"""What the fonts have: coordinates, numbers, and `Vela`."""

_FONTS = Path(__file__).with_name("fonts")
_INSTALL = "pip install 'fanorona[png]'"
_FAMILY = "Fanorona Diagram"


class NoRenderer(svg.PictureError):
    """What draws is not installed."""


def board(
    position: Position,
    turn: Turn | str | None = None,
    *,
    size: int = 480,
    theme: str = "light",
    coordinates: bool = True,
    turned: bool = False,
) -> bytes:
    """The picture of a position; with a turn of it, the position after, and the turn."""
    if type(size) is int and size > LARGEST:
        size_range = {"least": svg.SMALLEST, "most": LARGEST}
        raise svg.PictureError(Message("picture.size", size=str(size)[:24], **size_range))
    picture = svg.board(
        position, turn, size=size, theme=theme, coordinates=coordinates, turned=turned
    )
    return drawn(picture)


def drawn(picture: str) -> bytes:
    """An SVG picture of ours as PNG."""
    try:
        import resvg_py
    except ImportError:
        raise NoRenderer(Message("picture.no-renderer", command=_INSTALL)) from None
    png: bytes = resvg_py.svg_to_bytes(
        svg_string=picture,
        skip_system_fonts=True,
        font_files=[str(path) for path in sorted(_FONTS.glob("*.ttf"))],
        font_family=_FAMILY,
        sans_serif_family=_FAMILY,
    )
    return png
