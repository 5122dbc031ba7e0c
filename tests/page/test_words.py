"""The page's words: every language has all of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fanorona.service.page_words import LANGUAGES, words_in
from tests.cli.running import PROJECT

SCRIPTS = sorted((PROJECT / "service" / "static" / "board").glob("*.js"))
TEMPLATE = PROJECT / "service" / "templates" / "board.html"
ENGLISH = words_in("en")
OTHERS = [code for code in LANGUAGES if code != "en"]


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


@pytest.mark.parametrize("code", OTHERS)
def test_a_language_has_every_word_and_no_other(code: str) -> None:
    assert words_in(code).keys() == ENGLISH.keys()


@pytest.mark.parametrize("code", OTHERS)
def test_a_language_fills_in_the_same_places(code: str) -> None:
    words = words_in(code)
    differing = {
        key
        for key in ENGLISH.keys() & words.keys()
        if placeholders(words[key]) != placeholders(ENGLISH[key])
    }
    assert differing == set()


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: str(script.name))
def test_every_word_that_a_script_says_exists(script: Path) -> None:
    text = script.read_text("utf-8")
    said = set(re.findall(r"\bsay\(\s*\"([\w-]+)\"", text))
    counted = set(re.findall(r"\bsayCount\(\s*\"([\w-]+)\"", text))
    needed = said | {f"{key}-{form}" for key in counted for form in ("one", "other")}
    assert needed - ENGLISH.keys() == set()


def test_every_word_of_the_template_exists() -> None:
    needed = set(re.findall(r"words\[[\"']([\w-]+)[\"']\]", TEMPLATE.read_text("utf-8")))
    assert needed - ENGLISH.keys() == set()
