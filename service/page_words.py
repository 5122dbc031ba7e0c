"""The words of the analysis board, in every language it speaks."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).with_name("words")
LANGUAGES = ("en", "fr", "mg")
"""The first one is for readers of every other language."""

SPACE_THAT_HOLDS = re.compile(r"(?<=«) | (?=[:;?!»])")
"""In French a line never breaks before these; the files have plain spaces, which are seen."""


@cache
def words_in(language: str) -> dict[str, str]:
    """The words of a language by their keys."""
    words: dict[str, str] = json.loads((FOLDER / f"{language}.json").read_text("utf-8"))
    if language == "fr":
        return {
            key: SPACE_THAT_HOLDS.sub("\N{NO-BREAK SPACE}", text) for key, text in words.items()
        }
    return words


def language_names() -> dict[str, str]:
    """Every language by its code, each named in itself."""
    return {code: words_in(code)["language"] for code in LANGUAGES}
