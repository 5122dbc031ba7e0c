"""PNG pictures: the size asked for, the same bytes, and letters without any font of the system."""

from __future__ import annotations

import re
import struct
import sys

import pytest

from fanorona.solver import Position, png, svg


def size_of(picture: bytes) -> tuple[int, int]:
    """The width and height that a PNG's first chunk gives."""
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


@pytest.mark.parametrize("theme", list(svg.THEMES))
def test_a_position_is_drawn_as_large_as_wanted(theme: str) -> None:
    position = Position.start()
    picture = png.board(position, "f2-e3A", size=200, theme=theme)
    assert size_of(picture) == (200, 120)
    assert picture == png.board(position, "f2-e3A", size=200, theme=theme)
    assert picture != png.board(position, "f2-e3A", size=200, theme=theme, turned=True)


def test_coordinates_are_drawn_with_our_own_letters() -> None:
    position = Position.parse("start:3x3")
    bare = png.board(position, size=200, coordinates=False)
    assert len(png.board(position, size=200)) > len(bare)
    # A letter that the fonts do not have leaves nothing behind.
    text = svg.board(position, size=200)
    unknown = re.sub(r">[a-c1-3]</text>", ">?</text>", text)
    assert png.drawn(unknown) == bare


@pytest.mark.parametrize("text", ["start:21x3", "start:3x21", "start:vela:B"])
def test_the_fonts_have_every_letter(text: str) -> None:
    shown = re.findall("<text[^>]*>([^<]*)</text>", svg.board(Position.parse(text)))
    assert shown
    assert set("".join(shown)) <= png.GLYPHS


def test_a_picture_that_is_too_large_is_refused() -> None:
    with pytest.raises(svg.PictureError, match="from 50 to 1200"):
        png.board(Position.start(), size=1201)


def test_without_the_renderer_the_message_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(png.NoRenderer, match=r"pip install 'fanorona\[png\]'"):
        png.board(Position.start())
