"""What people are told, in English and French.

`say` fills a phrase of the catalogue. Errors are raised in English, where the fault is known;
`told` and `translated` say them in another language by recognising the English sentence.
"""

from __future__ import annotations

import re
from functools import cache
from string import Formatter
from typing import Literal

from fanorona.solver.board import Colour
from fanorona.solver.errors import FanoronaError, IllegalPosition, NotationError
from fanorona.solver.language.phrases import PHRASES
from fanorona.solver.language.verdicts import VERDICTS
from fanorona.solver.notation.scanning import compiled

Language = Literal["en", "fr"]
LANGUAGES: tuple[Language, ...] = ("en", "fr")

_LONGEST = 2000
"""No sentence is longer; what is, stays as it is."""


def say(key: str, language: Language, **values: object) -> str:
    """The phrase of the catalogue, its placeholders filled."""
    phrase = PHRASES.get(key) or VERDICTS.get(key) or _report(key)
    return phrase[LANGUAGES.index(language)].format(**values)


def _report(key: str) -> tuple[str, str]:
    from fanorona.solver.language.answer_phrases import ANSWERS
    from fanorona.solver.language.reports import REPORTS

    return REPORTS.get(key) or ANSWERS[key]


def counted(number: int, thing: str, language: Language) -> str:
    """'1 turn', '22 turns', '2 053 nœuds'; the catalogue has the things."""
    one = number == 1 or (language == "fr" and number == 0)
    key = f"count.{thing}"
    return say(f"{key}-1" if one else key, language, number=numeral(number, language))


def numeral(number: int, language: Language) -> str:
    """The number with its thousands apart."""
    return f"{number:,}".replace(",", " " if language == "fr" else ",")


def decimal(number: float, form: str, language: Language) -> str:
    """The number in that form, such as '.2f', with the language's decimal mark."""
    return format(number, form).replace(".", "," if language == "fr" else ".")


def colour_name(colour: Colour, language: Language) -> str:
    """The colour as a player's name: 'White', 'Noir'."""
    return say(f"colour.{colour}", language)


def told(error: FanoronaError, language: Language) -> str:
    """The whole message of an error, with its place."""
    if isinstance(error, NotationError):
        return place(error.line, error.column, language) + translated(error.message, language)
    if isinstance(error, IllegalPosition):
        defects = "; ".join(translated(defect, language) for defect in error.defects)
        return say("error.illegal-position", language, defects=defects)
    return translated(str(error), language)


def place(line: int | None, column: int | None, language: Language) -> str:
    """'line 3, column 7: ', as far as it is known."""
    known = [
        say(key, language, number=number)
        for key, number in (("place.line", line), ("place.column", column))
        if number is not None
    ]
    return say("place.before", language, place=", ".join(known)) if known else ""


def translated(message: str, language: Language) -> str:
    """An English message in that language; as it is where nobody has translated it."""
    if language == "en" or len(message) > _LONGEST:
        return message
    return _translated(message) or message


def _translated(message: str) -> str | None:
    for english, french in _sentences():
        values = _values(english, message)
        if values is None:
            continue
        said = {name: _said(name, value) for name, value in values.items()}
        if None not in said.values():
            return french.format(**said)
    return None


def _said(name: str, value: str) -> str | None:
    """What stands for a placeholder: a reason is a sentence, and some names stand for words."""
    from fanorona.solver.language.messages import WORDS

    if name == "reason":
        return _translated(value)
    if name == "ways":
        return value.replace(" or ", " ou ")
    return WORDS[name].get(value) if name in WORDS else value


def _values(template: str, message: str) -> dict[str, str] | None:
    """What the message has in the places of the template's placeholders, if it is made with it."""
    literals, expression = _expression(template)
    if not all(literal in message for literal in literals):
        return None
    found = compiled(expression).fullmatch(message)
    return found.groupdict() if found else None


@cache
def _expression(template: str) -> tuple[tuple[str, ...], str]:
    """The fixed parts of a template, and what matches the sentences that are made with it."""
    literals, expression = [], ""
    for literal, name, _, _ in Formatter().parse(template):
        literals.append(literal)
        expression += re.escape(literal)
        if name is not None:
            expression += f"(?P<{name}>{_pattern(name)})"
    return tuple(literals), expression


def _pattern(name: str) -> str:
    """What can stand for a placeholder; unless its name tells more, a word without blanks."""
    from fanorona.solver.language.messages import PATTERNS, WORDS

    if name in WORDS:
        return "|".join(map(re.escape, WORDS[name]))
    return PATTERNS.get(name, r"\S+")


@cache
def _sentences() -> tuple[tuple[str, str], ...]:
    """Every English sentence that can be recognised, with the French one."""
    from fanorona.solver.language.messages import MESSAGES

    return (*MESSAGES, *PHRASES.values())
