"""Sheets as files: Typst source, and the PDF or the pictures that Typst makes of it.

Typst is what the extra `print` installs. All text goes into the source as data, never as markup, so
nothing that a puzzle says can be taken for a command.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from fanorona.solver.as_json import as_json
from fanorona.solver.errors import FanoronaError
from fanorona.solver.sheets.sheet import Picture, Sheet
from fanorona.words import Message

if TYPE_CHECKING:
    from typst import Fonts

_TEMPLATE = Path(__file__).with_name("sheet.typ")
_FONTS = Path(__file__).parents[1] / "fonts"
_DIAGRAM_FONT = "Fanorona Diagram"
_INSTALL = "pip install 'fanorona[print]'"
CARD_PPI = 200


class NoTypesetter(FanoronaError):  # noqa: N818 - reads as what it says
    """What sets the pages is not installed."""


def typst_source(sheet: Sheet, *, cards: bool = False) -> str:
    """A Typst document that needs nothing else; `cards`: a page per problem, without solutions."""
    data = as_json(_with_own_letters(sheet), sheet.language)
    text = json.dumps(data, ensure_ascii=True, sort_keys=True)
    literal = text.replace("\\", "\\\\").replace('"', '\\"')
    mode = "true" if cards else "false"
    head = f'#let sheet = json(bytes("{literal}"))\n#let cards = {mode}\n'
    return head + _TEMPLATE.read_text(encoding="utf-8")


def pdf(sheet: Sheet) -> bytes:
    """The sheet as a PDF document, with its fonts."""
    return b"".join(_compiled(typst_source(sheet), "pdf"))


def pages(sheet: Sheet, ppi: int = 144) -> list[bytes]:
    """The pages of the sheet as PNG pictures."""
    return _compiled(typst_source(sheet), "png", ppi)


def cards(sheet: Sheet) -> list[bytes]:
    """A PNG picture per problem."""
    return _compiled(typst_source(sheet, cards=True), "png", CARD_PPI)


def require_typesetter() -> None:
    """NoTypesetter where Typst is not installed."""
    try:
        import typst  # noqa: F401 - whether it is there
    except ImportError:
        raise NoTypesetter(Message("sheet.no-typesetter", command=_INSTALL)) from None


def _compiled(source: str, form: Literal["pdf", "png"], ppi: int | None = None) -> list[bytes]:
    require_typesetter()
    import typst

    made: bytes | list[bytes] = typst.compile(
        source.encode(), format=form, ppi=ppi, font_paths=_fonts(), timestamp=0
    )
    return made if isinstance(made, list) else [made]


@cache
def _fonts() -> Fonts:
    """Those of Typst itself and ours, whatever the system has: the same sheet everywhere."""
    import typst

    return typst.Fonts(include_system_fonts=False, font_paths=[str(_FONTS)])


def _with_own_letters(sheet: Sheet) -> Sheet:
    """The same sheet, the letters of its boards in our own font."""
    return replace(
        sheet,
        emblem=_lettered(sheet.emblem),
        problems=tuple(
            replace(
                problem,
                diagram=_lettered(problem.diagram),
                solutions=tuple(
                    replace(one, final=one.final and _lettered(one.final))
                    for one in problem.solutions
                ),
            )
            for problem in sheet.problems
        ),
    )


def _lettered(picture: Picture) -> Picture:
    return replace(picture, svg=picture.svg.replace('"sans-serif"', f'"{_DIAGRAM_FONT}"'))
