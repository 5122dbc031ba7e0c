"""Conditions on games, such as result=1-0: looked up in the headers, before a turn is read."""

from __future__ import annotations

from dataclasses import dataclass

from fanorona.solver.errors import FanoronaError
from fanorona.solver.games.game_headers import RESULT, RULES, header_name, result_of
from fanorona.solver.games.game_splitting import GameText
from fanorona.solver.quoting import shown
from fanorona.solver.rules import rule_set
from fanorona.words import Message


@dataclass(frozen=True, slots=True)
class Condition:
    """A header and what it must say: the same result or rules, or any text that has the value."""

    name: str
    value: str

    @staticmethod
    def read(text: str) -> Condition:
        """NAME=VALUE; FanoronaError if it is not one."""
        typed, equals, value = text.partition("=")
        name = header_name(typed.strip())
        if not equals or not name:
            raise FanoronaError(Message("review.only-form", text=shown(text, 40)))
        return Condition(name, _meant(name, value.strip()))

    def holds(self, game: GameText) -> bool:
        if self.name == RESULT:
            return game.result == self.value
        header = game.headers.get(self.name)
        if self.name == RULES:
            return self.value == _rules(header.value if header else "standard")
        return header is not None and self.value.casefold() in header.value.casefold()


def _meant(name: str, value: str) -> str:
    if name == RULES:
        return rule_set(value).id
    if name != RESULT:
        return value
    result = result_of(value)
    if result is None:
        raise FanoronaError(Message("game.result", text=shown(value, 40)))
    return result


def _rules(name: str) -> str | None:
    try:
        return rule_set(name).id
    except FanoronaError:
        return None
