"""The words of the analysis board: the part of the catalogue that is sent to the browser."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from fanorona.words import catalogue

SECTION = "page."
"""What the codes of the page's words begin with; the page's scripts leave it out."""

THEMES = "theme."
"""The names of puzzles' themes, which the page shares with the command."""

SPACE_THAT_HOLDS = re.compile(r"(?<=«) | (?=[:;?!»])")
"""In French a line never breaks before these; the files have plain spaces, which are seen."""


@cache
def words_in(language: str) -> dict[str, Any]:
    """The page's words of a language by their keys: a text, or its plural forms."""
    return {
        code.removeprefix(SECTION): held_together(entry)
        for code, entry in catalogue(language).items()
        if code.startswith((SECTION, THEMES))
    }


def held_together(entry: Any) -> Any:
    if isinstance(entry, dict):
        return {form: held_together(text) for form, text in entry.items()}
    return SPACE_THAT_HOLDS.sub("\N{NO-BREAK SPACE}", entry)
