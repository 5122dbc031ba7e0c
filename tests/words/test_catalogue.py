"""The catalogue: every language says everything, with the same values, and nothing is unused."""

from __future__ import annotations

from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from fanorona.service.page_words import SECTION, words_in
from fanorona.words import LANGUAGES, catalogue
from tests.words.said import (
    SCRIPTS,
    TEMPLATES,
    Said,
    page_codes,
    said_by_name,
    said_in_python,
    said_on_the_page,
)

ENGLISH = catalogue("en")
OTHERS = LANGUAGES[1:]
FACTS = {f"language.{one}" for one in ("name", "note", "thousands", "decimal", "singular")}
"""What the catalogue itself knows of a language."""


def texts(entry: Any) -> list[str]:
    return list(entry.values()) if isinstance(entry, dict) else [entry]


def placeholders(entry: Any) -> set[tuple[str, str]]:
    """The names of the values in a text, each with its form; a plural may leave out the number."""
    return {
        (name, form or "")
        for text in texts(entry)
        for _, name, form, _ in Formatter().parse(text)
        if name is not None and name != "count"
    }


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_every_code_and_no_other(language: str) -> None:
    assert catalogue(language).keys() ^ ENGLISH.keys() == set()


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_uses_the_same_values(language: str) -> None:
    other = catalogue(language)
    differing = {
        code for code in ENGLISH if placeholders(ENGLISH[code]) != placeholders(other[code])
    }
    assert differing == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_forms_are_complete(language: str) -> None:
    forms = {code: set(entry) for code, entry in catalogue(language).items() if type(entry) is dict}
    assert {
        code for code, found in forms.items() if not {"other"} <= found <= {"one", "other"}
    } == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_says_how_it_writes_numbers(language: str) -> None:
    assert catalogue(language).keys() >= FACTS


def test_no_entry_is_unused() -> None:
    # The page has a test of its own below, and the lessons one of theirs.
    elsewhere = (SECTION, "lesson.")
    codes = (one for one in ENGLISH if one not in FACTS and not one.startswith(elsewhere))
    assert said_in_python().unsaid(codes) == []


def test_no_word_of_the_page_is_unused() -> None:
    assert said_on_the_page().unsaid(page_codes(iter(ENGLISH))) == []


def test_a_code_with_a_gap_is_said_only_with_what_can_fill_it() -> None:
    said = Said({"turn", "state"}, {("text.kind.", "")})
    codes = ("text.kind.turn", "text.kind.state", "text.kind.line", "text.other")
    assert said.unsaid(iter(codes)) == ["text.kind.line", "text.other"]


@pytest.mark.parametrize("source", [*SCRIPTS, *TEMPLATES], ids=lambda source: str(source.name))
def test_every_word_that_the_page_names_exists(source: Path) -> None:
    assert said_by_name(source) - words_in("en").keys() == set()
