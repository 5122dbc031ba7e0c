"""The tags of a puzzle file: their names in English and French, and how they are recognised."""

from __future__ import annotations

import unicodedata
from enum import StrEnum
from functools import cache, lru_cache

from fanorona.solver.notation.scanning import compiled
from fanorona.words import Language


class Tag(StrEnum):
    """A tag that means something, in the order in which they are written."""

    TITLE = "title"
    AUTHOR = "author"
    SOURCE = "source"
    RULES = "rules"
    POSITION = "position"
    SIDE = "side"
    STATE = "state"
    STIPULATION = "stipulation"
    SOLUTION = "solution"
    HINT = "hint"
    GAME = "game"
    TWIN = "twin"


TAG_LANGUAGES: tuple[Language, ...] = ("en", "fr")
"""The languages that puzzle files are written in."""

TAG_NAMES: dict[Tag, dict[Language, str]] = {
    Tag.TITLE: {"en": "Title", "fr": "Titre"},
    Tag.AUTHOR: {"en": "Author", "fr": "Auteur"},
    Tag.SOURCE: {"en": "Source", "fr": "Source"},
    Tag.RULES: {"en": "Rules", "fr": "Règles"},
    Tag.POSITION: {"en": "Position", "fr": "Position"},
    Tag.SIDE: {"en": "Side", "fr": "Trait"},
    Tag.STATE: {"en": "State", "fr": "État"},
    Tag.STIPULATION: {"en": "Stipulation", "fr": "Énoncé"},
    Tag.SOLUTION: {"en": "Solution", "fr": "Solution"},
    Tag.HINT: {"en": "Hint", "fr": "Indice"},
    Tag.GAME: {"en": "Game", "fr": "Partie"},
    Tag.TWIN: {"en": "Twin", "fr": "Jumeau"},
}

_ALSO: dict[Language, dict[str, Tag]] = {
    "en": {
        "authors": Tag.AUTHOR,
        "rule": Tag.RULES,
        "side to move": Tag.SIDE,
        "hints": Tag.HINT,
        "twins": Tag.TWIN,
    },
    "fr": {
        "auteurs": Tag.AUTHOR,
        "auteure": Tag.AUTHOR,
        "autrice": Tag.AUTHOR,
        "regle": Tag.RULES,
        "indices": Tag.HINT,
        "jumeaux": Tag.TWIN,
    },
}
GRADE_NAMES: dict[str, dict[Language, str]] = {
    "difficulty": {"en": "Difficulty", "fr": "Difficulté"},
    "themes": {"en": "Themes", "fr": "Thèmes"},
}
"""Tags that say what a puzzle is like: kept as they are, whatever they say."""
_GRADES = {
    "difficulty": "difficulty",
    "difficulte": "difficulty",
    "theme": "themes",
    "themes": "themes",
}
_IN_BOTH = {"sources": Tag.SOURCE, "solutions": Tag.SOLUTION}
_PERHAPS = {
    "answer": Tag.SOLUTION,
    "reponse": Tag.SOLUTION,
    "sol": Tag.SOLUTION,
    "sol.": Tag.SOLUTION,
    "variant": Tag.RULES,
    "variante": Tag.RULES,
}
"""What others call a tag. It could be meant otherwise, so it is not read, but asked about."""

_NAME = r"[^\W\d_][^:#]{0,39}"
_POINT = r"[a-uA-U][0-9]+"
TAG_LINE = rf"\s*(?P<name>{_NAME}?)\s*:(?!//)\s*(?P<value>.*)"
"""A tag's line; what follows the colon of an address (https://…) is not a value."""


@lru_cache(maxsize=1024)
def _folded_name(name: str) -> str:
    """The same few names stand in every puzzle."""
    return folded(name)


def folded(text: str) -> str:
    """The text without accents, in small letters, with single blanks."""
    if text.isascii():
        return " ".join(text.lower().split())
    apart = unicodedata.normalize("NFKD", text)
    plain = "".join(char for char in apart if not unicodedata.combining(char))
    return " ".join(plain.casefold().split())


def tag_of(name: str) -> tuple[Tag | None, frozenset[Language]]:
    """The tag of that name, None if it means nothing, and the languages that call it so."""
    return _tags().get(_folded_name(name), (None, frozenset()))


def grade_tag(name: str) -> str | None:
    """Which tag of a puzzle's grade has that name, if any."""
    return _GRADES.get(_folded_name(name))


def is_tag_name(name: str) -> bool:
    """Can that stand before the colon? The point of a turn (`c4: left`) cannot."""
    return compiled(_POINT).fullmatch(name) is None


def is_name_of_other_tag(name: str) -> bool:
    """Can a tag have that name without meaning anything?"""
    return bool(compiled(_NAME).fullmatch(name)) and is_tag_name(name) and tag_of(name)[0] is None


@lru_cache(maxsize=256)
def similar_tag(name: str, language: Language) -> str | None:
    """The name of the tag that was probably meant by one that means nothing."""
    from difflib import get_close_matches

    tag = _PERHAPS.get(folded(name))
    if tag is None:
        meant = get_close_matches(folded(name), list(_tags()), n=1, cutoff=0.8)
        tag = _tags()[meant[0]][0] if meant else None
    return TAG_NAMES[tag][language] if tag else None


@cache
def _tags() -> dict[str, tuple[Tag, frozenset[Language]]]:
    names: dict[str, tuple[Tag, set[Language]]] = {}
    for language in TAG_LANGUAGES:
        own = {folded(TAG_NAMES[tag][language]): tag for tag in Tag}
        for name, tag in (own | _ALSO[language] | _IN_BOTH).items():
            names.setdefault(name, (tag, set()))[1].add(language)
    return {name: (tag, frozenset(languages)) for name, (tag, languages) in names.items()}
