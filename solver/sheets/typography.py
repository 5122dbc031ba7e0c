"""Text as a printer sets it: quotes, apostrophes and the blanks before marks of each language.

French has a thin no-break space inside of « » and before ; ! ?, and a no-break space before the
colon. Malagasy has the quotes of French, and its marks directly behind the word, as the catalogue.
"""

from __future__ import annotations

import re

from fanorona.words import Language

THIN, NO_BREAK = "\u202f", "\u00a0"

_GUILLEMETS = f"«{THIN}", f"{THIN}»"
_QUOTES = {"en": ("\u201c", "\u201d"), "fr": _GUILLEMETS, "mg": _GUILLEMETS}
_BLANK = "[ \u00a0\u202f\u2009]*"


def set_text(text: str, language: Language) -> str:
    """A text of that language, ready to be printed."""
    opening, closing = _QUOTES.get(language, _QUOTES["en"])
    text = re.sub(r'"([^"]*)"', lambda found: f"{opening}{found[1].strip()}{closing}", text)
    text = re.sub(r"(?<=\w)'(?=\w)", "\u2019", text)
    text = re.sub(r"(?<!\S)'([^']+)'(?!\w)", lambda found: _single(found[1], language), text)
    text = text.replace("...", "…")
    if language == "fr":
        text = re.sub(rf"(?<=\S){_BLANK}([;!?]+)(?=\s|$|[)»])", THIN + r"\1", text)
        text = re.sub(r"(?<=\S)[ \u202f]:(?=\s|$)", NO_BREAK + ":", text)
    if language in ("fr", "mg"):
        text = re.sub(rf"«{_BLANK}", "«" + THIN, text)
        text = re.sub(rf"{_BLANK}»", THIN + "»", text)
    return text


def _single(quoted: str, language: Language) -> str:
    if language == "en":
        return f"\u2018{quoted}\u2019"
    opening, closing = _QUOTES[language]
    return f"{opening}{quoted.strip()}{closing}"
