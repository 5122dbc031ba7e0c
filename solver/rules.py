"""The rule sets as data: every switch in which they differ, and rule sets of one's own.

A rule set is named by a base and the switches that differ from it: `standard`, or
`standard paika=allowed stopping=forfeit`. The name is made from the switches, so two rule sets
that play differently never share one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import StrEnum
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any

from fanorona.solver.errors import FanoronaError
from fanorona.solver.quoting import shown
from fanorona.words import Message


class UnknownRules(FanoronaError):  # noqa: N818 - reads as what it says
    """A rule set, a switch or a value that does not exist.

    Examples:
        >>> try:
        ...     rule_set("standard pieka=allowed")
        ... except UnknownRules as error:
        ...     print(error)
        'pieka' is not a switch; did you mean paika?
    """


class ImpossibleRules(FanoronaError):  # noqa: N818 - reads as what it says
    """Switches that contradict each other; the message says why.

    Examples:
        >>> try:
        ...     rule_set("standard setup=placed")
        ... except ImpossibleRules as error:
        ...     print(str(error).split(":")[0])
        setup=placed cannot be combined with vela=yes
    """


class Paika(StrEnum):
    """May a stone step without capturing while a capture exists?"""

    FORBIDDEN = "forbidden"
    ALLOWED = "allowed"
    HUFFED = "huffed"


class Stopping(StrEnum):
    """May a chain that could go on be stopped?"""

    ALLOWED = "allowed"
    FORFEIT = "forfeit"


class Choice(StrEnum):
    """Which line is taken if approach and withdrawal are both possible."""

    FREE = "free"
    LARGER_LINE = "larger-line"


class Captured(StrEnum):
    """What happens to captured stones."""

    LEAVE = "leave"
    FLIP = "flip"


class ChainLimit(StrEnum):
    """What the next step of a chain may not do."""

    DIRECTION_AND_VISITED = "repeat-direction-or-visit-again"
    AXIS = "keep-axis"


@dataclass(frozen=True, slots=True)
class Switch:
    """One row of the table in docs/rules.md: its short name, and a short name for each value."""

    name: str
    field: str
    """The field of `RuleSet`."""
    values: Mapping[str, Any]

    def of(self, rules: RuleSet) -> str:
        """The short name of the value that a rule set has."""
        value = getattr(rules, self.field)
        return next(name for name, meant in self.values.items() if meant == value)

    def read(self, text: str) -> Any:
        """The value of that name; as JSON writes it, or yes and no, will do too."""
        if text in self.values:
            return self.values[text]
        for value in self.values.values():
            if text in _also_called(value):
                return value
        raise UnknownRules(
            _unknown("rules.value-unknown", text, self.values, switch=self.name, text=shown(text))
        )


def _also_called(value: StrEnum | bool) -> tuple[str, ...]:
    if isinstance(value, bool):
        return ("yes", "true") if value else ("no", "false")
    return (value.value,)


SWITCHES = tuple(
    Switch(name, field, MappingProxyType(values))
    for name, field, values in (
        ("paika", "paika_while_capture", {one.value: one for one in Paika}),
        ("stopping", "stopping_chain", {one.value: one for one in Stopping}),
        ("choice", "approach_or_withdrawal", {"free": Choice.FREE, "larger": Choice.LARGER_LINE}),
        ("first", "chain_on_first_turn", {"chain": True, "step": False}),
        ("captured", "captured_stones", {one.value: one for one in Captured}),
        ("capturer", "capturing_stone_leaves", {"stays": False, "leaves": True}),
        (
            "chain",
            "chain_may_not",
            {"direction": ChainLimit.DIRECTION_AND_VISITED, "axis": ChainLimit.AXIS},
        ),
        ("setup", "placed_by_players", {"fixed": False, "placed": True}),
        ("vela", "vela", {"yes": True, "no": False}),
    )
)
"""In the order in which a name lists them. The first value of each is that of `standard`."""


@dataclass(frozen=True)
class RuleSet:
    """One rule set; the fields after `base` are the rows of the table in docs/rules.md.

    `rule_set("standard paika=allowed")` and `dataclasses.replace(STANDARD, …)` make new ones.

    Examples:
        >>> rules = rule_set("standard paika=allowed")
        >>> rules.base, rules.switches["paika"], rules.vela
        ('standard', 'allowed', True)
    """

    base: str
    """The known rule set that it is named after."""
    paika_while_capture: Paika
    stopping_chain: Stopping
    approach_or_withdrawal: Choice
    chain_on_first_turn: bool
    captured_stones: Captured
    capturing_stone_leaves: bool
    chain_may_not: ChainLimit
    placed_by_players: bool
    vela: bool

    def __post_init__(self) -> None:
        if self.placed_by_players and self.vela:
            raise ImpossibleRules(Message("rules.placed-vela"))
        if self.capturing_stone_leaves and self.captured_stones is Captured.LEAVE:
            raise ImpossibleRules(Message("rules.empty-board"))

    def __str__(self) -> str:
        return self.id

    @cached_property
    def id(self) -> str:
        """The canonical name: the base, and the switches that differ from it, in order."""
        return " ".join([self.base, *(f"{name}={value}" for name, value in self._changes())])

    @property
    def title(self) -> str:
        """The base's title, followed by what differs from it."""
        changes = ", ".join(f"{name}={value}" for name, value in self._changes())
        return f"{_TITLES[self.base]}, with {changes}" if changes else _TITLES[self.base]

    @property
    def sources(self) -> tuple[str, ...]:
        """Where the base's rules come from."""
        return _SOURCES[self.base]

    @property
    def switches(self) -> dict[str, str]:
        """Every switch with its value, by their short names."""
        return {switch.name: switch.of(self) for switch in SWITCHES}

    @property
    def is_known(self) -> bool:
        """Whether it is one of `RULE_SETS`, as it stands there."""
        return self == RULE_SETS[self.base]

    def _changes(self) -> Iterator[tuple[str, str]]:
        usual = RULE_SETS.get(self.base)
        if usual is None:
            raise UnknownRules(_unknown_base(self.base))
        for switch in SWITCHES:
            value = switch.of(self)
            if value != switch.of(usual):
                yield switch.name, value


STANDARD = RuleSet(
    base="standard",
    paika_while_capture=Paika.FORBIDDEN,
    stopping_chain=Stopping.ALLOWED,
    approach_or_withdrawal=Choice.FREE,
    chain_on_first_turn=True,
    captured_stones=Captured.LEAVE,
    capturing_stone_leaves=False,
    chain_may_not=ChainLimit.DIRECTION_AND_VISITED,
    placed_by_players=False,
    vela=True,
)

ESCALE = RuleSet(
    base="escale",
    paika_while_capture=Paika.ALLOWED,
    stopping_chain=Stopping.ALLOWED,
    approach_or_withdrawal=Choice.FREE,
    chain_on_first_turn=True,
    captured_stones=Captured.LEAVE,
    capturing_stone_leaves=False,
    chain_may_not=ChainLimit.DIRECTION_AND_VISITED,
    placed_by_players=False,
    vela=True,
)

LIVRET = RuleSet(
    base="livret",
    paika_while_capture=Paika.HUFFED,
    stopping_chain=Stopping.FORFEIT,
    approach_or_withdrawal=Choice.LARGER_LINE,
    chain_on_first_turn=False,
    captured_stones=Captured.LEAVE,
    capturing_stone_leaves=False,
    chain_may_not=ChainLimit.DIRECTION_AND_VISITED,
    placed_by_players=False,
    vela=True,
)

FLIPORONA = RuleSet(
    base="fliporona",
    paika_while_capture=Paika.ALLOWED,
    stopping_chain=Stopping.ALLOWED,
    approach_or_withdrawal=Choice.FREE,
    chain_on_first_turn=True,
    captured_stones=Captured.FLIP,
    capturing_stone_leaves=True,
    chain_may_not=ChainLimit.AXIS,
    placed_by_players=True,
    vela=False,
)

_TITLES = {
    "standard": "Fanorona Tsivy, tournament rules",
    "escale": "Fanorona with free choice of capture",
    "livret": "Fanorona with huffing",
    "fliporona": "Fliporona: captured stones change colour",
}
_SOURCES = {
    "standard": ("Schadd et al. 2007 and 2008, ICGA Journal",),
    "escale": ("Escale à jeux, rule sheet", "wooden table, rule sheet"),
    "livret": ("Le Fanorona, rule booklet", "Fanorona, livret"),
    "fliporona": ("Fliporona, Escale à jeux",),
}

RULE_SETS: dict[str, RuleSet] = {
    rules.base: rules for rules in (STANDARD, ESCALE, LIVRET, FLIPORONA)
}
"""The known rule sets by name.

Examples:
    >>> list(RULE_SETS)
    ['standard', 'escale', 'livret', 'fliporona']
"""

_ALIASES = {"tsivy": "standard", "fanorona": "standard", "booklet": "livret", "flip": "fliporona"}
_BY_NAME = {switch.name: switch for switch in SWITCHES}

LONGEST_NAME = 200
"""Longer than any name that makes sense."""


def rule_set(name: str | RuleSet) -> RuleSet:
    """The rule set of that name: a base, switches, or both, in any case and order.

    Without a base it is `standard`. Commas and underscores may stand for the spaces.

    Examples:
        >>> rule_set("stopping=forfeit Standard paika=ALLOWED").id
        'standard paika=allowed stopping=forfeit'
    """
    if isinstance(name, RuleSet):
        return name
    if len(name) > LONGEST_NAME:
        raise UnknownRules(Message("rules.long-name", number=LONGEST_NAME))
    return _named(name)


@lru_cache(maxsize=1024)
def _named(name: str) -> RuleSet:
    words = re.split(r"[\s,_]+", re.sub(r"\s*=\s*", "=", name.strip().lower()))
    bases = [word for word in words if "=" not in word] or ["standard"]
    if len(bases) > 1:
        raise UnknownRules(_several_bases(bases))
    base = RULE_SETS.get(_ALIASES.get(bases[0], bases[0]))
    if base is None:
        raise UnknownRules(_unknown_base(bases[0]))
    changes: dict[str, Any] = {}
    for word in words:
        if "=" in word:
            switch, value = _read_switch(word)
            if changes.setdefault(switch.field, value) != value:
                raise UnknownRules(Message("rules.two-values", switch=switch.name))
    changed = replace(base, **changes)
    return RULE_SETS[changed.base] if changed.is_known else changed


def _read_switch(word: str) -> tuple[Switch, Any]:
    name, _, value = word.partition("=")
    if name not in _BY_NAME:
        raise UnknownRules(_unknown("rules.switch-unknown", name, _BY_NAME, text=shown(name)))
    return _BY_NAME[name], _BY_NAME[name].read(value)


def _unknown(code: str, typed: str, known: Iterable[str], **values: str) -> Message:
    """That a name is unknown, with the one that was probably meant, or all there are."""
    names = tuple(known)
    meant = get_close_matches(typed, names, n=1)
    if meant:
        return Message(f"{code}.meant", meant=meant[0], **values)
    return Message(code, known=names, **values)


def _unknown_base(base: str) -> Message:
    return Message("rules.unknown", text=shown(base, 40), known=tuple(RULE_SETS))


def _several_bases(words: list[str]) -> Message:
    unknown = [word for word in words if word not in RULE_SETS and word not in _ALIASES]
    if not unknown:
        return Message("rules.two-bases", names=tuple(words[:2]))
    if unknown[0] in _BY_NAME:
        switch = _BY_NAME[unknown[0]]
        return Message("rules.value-missing", switch=switch.name, known=tuple(switch.values))
    return _unknown_base(" ".join(words))
