"""Messages: a code and values, put into words in the reader's language.

Code raises and returns a `Message`; only the edges (the command, the service, `str()`) say it. The
catalogue is one JSON file per language, shared by the command, the service and the page.

    "fen.side-missing": "the side to move is missing; write W or B after the board"
    "count.turns": {"one": "{count} turn", "other": "{count} turns"}

In a text, `{name}` stands for a value: a number is written as the language writes numbers, an enum
member is looked up by its name (`{side}` is "colour.white", `{side:stone}` "colour.white.stone"),
another message is said in its place, and a tuple is a list of such values. An entry with plural
forms chooses by the value `count`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

from fanorona.words.languages import DEFAULT_LANGUAGE, LANGUAGES, catalogue, language_names

__all__ = [
    "DEFAULT_LANGUAGE",
    "LANGUAGES",
    "Language",
    "Message",
    "catalogue",
    "code_of",
    "decimal",
    "language_names",
    "numeral",
    "placed",
    "say",
]

Language = str
"""The code of a language, one of LANGUAGES."""


class Message:
    """Something to say: a code of the catalogue, and the values for its placeholders.

    `str()` says it in English.
    """

    __slots__ = ("code", "values")

    code: str
    values: Mapping[str, Any]

    def __init__(self, code: str, /, **values: Any) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "values", values)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a message cannot be changed: {name}")

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.code, self.values)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Message):
            return NotImplemented
        return (self.code, self.values) == (other.code, other.values)

    def __hash__(self) -> int:
        return hash(self.code)

    def __repr__(self) -> str:
        values = "".join(f", {name}={value!r}" for name, value in self.values.items())
        return f"Message({self.code!r}{values})"

    def __str__(self) -> str:
        return say(self)


def _restored(code: str, values: Mapping[str, Any]) -> Message:
    return Message(code, **values)


def say(message: Message | str, language: str = DEFAULT_LANGUAGE, /, **values: Any) -> str:
    """A message, or the entry of that code with these values, in words."""
    if isinstance(message, Message):
        return say(message.code, language, **message.values)
    entry = catalogue(language)[message]
    text: str = _plural_form(entry, values, language) if isinstance(entry, Mapping) else entry
    return text.format_map({name: _Spoken(value, language) for name, value in values.items()})


def code_of(message: Message) -> str:
    """The code of what is said, whatever the place that is named before it."""
    inner = message.values.get("reason")
    if message.code.startswith("place.") and isinstance(inner, Message):
        return code_of(inner)
    return message.code


def placed(line: int | None, column: int | None, reason: Message | str) -> Message:
    """'line 3, column 7: reason', as far as the place is known."""
    known = tuple(
        Message(code, number=number)
        for code, number in (("place.line", line), ("place.column", column))
        if number is not None
    )
    return Message("place.before" if known else "place.unknown", place=known, reason=reason)


def numeral(number: int, language: str = DEFAULT_LANGUAGE) -> str:
    """The number with its thousands apart."""
    return f"{number:,}".replace(",", catalogue(language)["language.thousands"])


def decimal(number: float, form: str, language: str = DEFAULT_LANGUAGE) -> str:
    """The number in that form, such as '.2f', with the language's decimal mark."""
    return format(number, form).replace(".", catalogue(language)["language.decimal"])


def _plural_form(forms: Mapping[str, str], values: Mapping[str, Any], language: str) -> str:
    singular = str(values["count"]) in catalogue(language)["language.singular"].split()
    return forms["one"] if singular and "one" in forms else forms["other"]


class _Spoken:
    """A value on its way into a text; the format in the text says in which form."""

    __slots__ = ("language", "value")

    def __init__(self, value: Any, language: str) -> None:
        self.value = value
        self.language = language

    def __format__(self, form: str) -> str:
        value = self.value
        if isinstance(value, tuple):
            return _listed(value, form, self.language)
        if isinstance(value, Message):
            return say(value, self.language)
        if isinstance(value, Enum):
            key = f"{type(value).__name__.lower()}.{value.name.lower().replace('_', '-')}"
            return say(f"{key}.{form}" if form else key, self.language)
        if isinstance(value, float):
            return decimal(value, form, self.language)
        if isinstance(value, int) and form != "plain":
            return numeral(value, self.language)
        return str(value)


def _listed(values: tuple[Any, ...], form: str, language: str) -> str:
    """'a, b and c' in the form "and", 'a, b or c' in "or", 'a; b; c' in ";", 'a / b' in "/"."""
    texts = [format(_Spoken(value, language), "") for value in values]
    if form == ";":
        return say("list.semicolon", language).join(texts)
    if form == "/":
        return " / ".join(texts)
    if form not in ("and", "or") or len(texts) < 2:
        return ", ".join(texts)
    return say(f"list.{form}", language, first=", ".join(texts[:-1]), last=texts[-1])
