"""Draws the icons of the board from their SVG: part of `make pictures`."""

from __future__ import annotations

import resvg_py

from fanorona.service.http.static_files import FOLDER

ICONS = FOLDER / "icons"
DRAWN = {"icon-192": ("icon", 192), "icon-512": ("icon", 512), "maskable-512": ("maskable", 512)}


def drawn(name: str) -> bytes:
    """An icon as PNG."""
    source, pixels = DRAWN[name]
    text = (ICONS / f"{source}.svg").read_text("utf-8")
    png: bytes = resvg_py.svg_to_bytes(svg_string=text, width=pixels, height=pixels)
    return png


def main() -> None:
    for name in DRAWN:
        (ICONS / f"{name}.png").write_bytes(drawn(name))


if __name__ == "__main__":
    main()
