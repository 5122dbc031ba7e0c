"""The catalogue: every text that people see, one JSON file per language."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from typing import Any

LANGUAGES = ("en", "fr", "mg")
"""The languages there are; each has a file of its own beside this one."""
DEFAULT_LANGUAGE = LANGUAGES[0]
"""For readers of every other language."""


@cache
def catalogue(language: str) -> Mapping[str, Any]:
    """The entries of a language by their codes: a text, or its plural forms."""
    import json  # Only what is said needs it.

    # Without pathlib, whose import takes longer than reading the file.
    path = f"{os.path.dirname(__file__)}/{language}.json"  # noqa: PTH120
    with open(path, encoding="utf-8") as file:  # noqa: PTH123
        entries: Mapping[str, Any] = json.load(file)
    return entries


def language_names() -> dict[str, str]:
    """Every language by its code, each in its own name."""
    return {code: catalogue(code)["language.name"] for code in LANGUAGES}
