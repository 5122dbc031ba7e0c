"""The rule sets as data: every switch in which they differ."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from fanorona.solver.errors import FanoronaError
from fanorona.solver.quoting import shown


class UnknownRules(FanoronaError):  # noqa: N818 - reads as what it says
    """A rule set's name that nobody knows."""


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
    """Which line is taken where approach and withdrawal are both possible."""

    FREE = "free"
    LARGER_LINE = "larger-line"


class Captured(StrEnum):
    """What becomes of captured stones."""

    LEAVE = "leave"
    FLIP = "flip"


class ChainLimit(StrEnum):
    """What the next step of a chain may not do."""

    DIRECTION_AND_VISITED = "repeat-direction-or-visit-again"
    AXIS = "keep-axis"


@dataclass(frozen=True)
class RuleSet:
    """One rule set; the fields are the rows of the table in docs/rules.md."""

    id: str
    title: str
    sources: tuple[str, ...]
    paika_while_capture: Paika
    stopping_chain: Stopping
    approach_or_withdrawal: Choice
    chain_on_first_turn: bool
    captured_stones: Captured
    capturing_stone_leaves: bool
    chain_may_not: ChainLimit
    placed_by_players: bool
    vela: bool

    def __str__(self) -> str:
        return self.id


STANDARD = RuleSet(
    id="standard",
    title="Fanorona Tsivy, tournament rules",
    sources=("Schadd et al. 2007 and 2008, ICGA Journal",),
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
    id="escale",
    title="Fanorona with free choice of capture",
    sources=("Escale à jeux, rule sheet", "wooden table, rule sheet"),
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
    id="livret",
    title="Fanorona with huffing",
    sources=("Le Fanorona, rule booklet", "Fanorona, livret"),
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
    id="fliporona",
    title="Fliporona: captured stones change colour",
    sources=("Fliporona, Escale à jeux",),
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

RULE_SETS: dict[str, RuleSet] = {rules.id: rules for rules in (STANDARD, ESCALE, LIVRET, FLIPORONA)}

_ALIASES = {"tsivy": "standard", "fanorona": "standard", "booklet": "livret", "flip": "fliporona"}


def rule_set(name: str | RuleSet) -> RuleSet:
    """The rule set of that name, in any case."""
    if isinstance(name, RuleSet):
        return name
    key = name.strip().lower()
    found = RULE_SETS.get(_ALIASES.get(key, key))
    if found is None:
        known = ", ".join(RULE_SETS)
        raise UnknownRules(f"unknown rule set {shown(key, 40)}: use one of {known}")
    return found
