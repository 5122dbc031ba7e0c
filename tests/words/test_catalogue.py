"""The catalogue: every language says everything, with the same values, and nothing is unused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from fanorona.words import LANGUAGES, catalogue

PROJECT = Path(__file__).parents[2]
ENGLISH = catalogue("en")
OTHERS = LANGUAGES[1:]
FACTS = {"language.name", "language.thousands", "language.decimal", "language.singular"}
"""What the catalogue itself needs to know of a language."""


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


def codes_in_sources() -> Iterator[str]:
    """Expressions for the codes in the sources; anything may stand where an f-string fills in."""
    for folder in ("solver", "service", "cli", "words"):
        for source in sorted((PROJECT / folder).rglob("*.py")):
            text = source.read_text(encoding="utf-8")
            for literal in re.findall(r"""["']([a-z]+\.[^"'\n]+)["']""", text):
                yield ".*".join(map(re.escape, re.split(r"\{.*?\}", literal)))


def enum_codes() -> Iterator[str]:
    """The codes of the enums whose members stand for values."""
    yield from (r"colour\.\w+(\.stone)?", r"capture\.\w+", r"direction\.[\w-]+")


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_every_code_and_no_other(language: str) -> None:
    assert catalogue(language).keys() == ENGLISH.keys()


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
    used = re.compile("|".join((*codes_in_sources(), *enum_codes())))
    assert [code for code in ENGLISH if code not in FACTS and not used.fullmatch(code)] == []
