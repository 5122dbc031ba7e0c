"""The catalogue: every text that people see, one JSON file per language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "fr", "mg")
"""The languages there are; each has a file of its own beside this one."""
DEFAULT_LANGUAGE = LANGUAGES[0]
"""For readers of every other language."""

FOLDER = Path(__file__).parent


@cache
def catalogue(language: str) -> Mapping[str, Any]:
    """The entries of a language by their codes: a text, or its plural forms."""
    import json  # Only what is said needs it.

    entries: Mapping[str, Any] = json.loads((FOLDER / f"{language}.json").read_text("utf-8"))
    return entries


def language_names() -> dict[str, str]:
    """Every language by its code, each in its own name."""
    return {code: catalogue(code)["language.name"] for code in LANGUAGES}
