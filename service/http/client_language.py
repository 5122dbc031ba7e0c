"""The language that a client wants to read, by its `Accept-Language`."""

from __future__ import annotations

from collections.abc import Sequence

from flask import request
from werkzeug.datastructures import LanguageAccept

from fanorona.words import LANGUAGES, Language


def language_asked() -> Language:
    """The language of the problems that the client gets."""
    return language_named() or LANGUAGES[0]


def language_named() -> Language | None:
    """The language that the client names; none if it takes any, or none that is spoken."""
    return best_of(LANGUAGES)


def best_of(spoken: Sequence[str]) -> str | None:
    """Which of some languages the client likes best: French, if that of Canada is first."""
    named = [
        (code.partition("-")[0], quality)
        for code, quality in request.accept_languages
        if code != "*"
    ]
    return LanguageAccept(named).best_match(spoken)
