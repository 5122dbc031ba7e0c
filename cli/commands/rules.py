"""`fanorona rules`: the rule sets and the switches in which they differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from textwrap import wrap

import click

from fanorona.cli.options.language_option import language_option
from fanorona.cli.output.printing import json_option, print_json, terminal_width
from fanorona.solver import RULE_SETS, Position, RuleSet, answers, rule_set
from fanorona.solver.language import Language, say

SWITCHES = (
    "paika_while_capture",
    "stopping_chain",
    "approach_or_withdrawal",
    "chain_on_first_turn",
    "captured_stones",
    "capturing_stone_leaves",
    "chain_may_not",
    "placed_by_players",
    "vela",
)
"""Fields of a rule set, in the order of the table."""

TITLE_WIDTH = 24
CELL_WIDTH = 12


@click.command()
@click.argument("name", required=False)
@language_option
@json_option
def command(name: str | None, language: Language, in_json: bool) -> None:
    """Show the rule sets and their switches.

    Without NAME all of them side by side, with NAME one of them, with its start position.

    \b
    Examples:
      fanorona rules
      fanorona rules livret
    """
    chosen = list(RULE_SETS.values()) if name is None else [rule_set(name)]
    if in_json:
        print_json(answers.rule_sets() if name is None else answers.rule_set_data(chosen[0]))
        return
    table = list(_table(chosen, language)) if name is None else []
    fits = table and max(map(len, table)) <= terminal_width()
    for line in table if fits else _sheets(chosen, language):
        click.echo(line)


def _table(chosen: Sequence[RuleSet], language: Language) -> Iterator[str]:
    yield _row(["", *(rules.id for rules in chosen)])
    for name in SWITCHES:
        cells = [
            wrap(say(f"switch.{name}", language), TITLE_WIDTH),
            *(wrap(value_in_words(rules, name, language), CELL_WIDTH) for rules in chosen),
        ]
        yield from map(_row, zip_longest(*cells, fillvalue=""))


def _row(cells: Sequence[str]) -> str:
    title, *values = cells
    return "  ".join(
        [title.ljust(TITLE_WIDTH), *(one.ljust(CELL_WIDTH) for one in values)]
    ).rstrip()


def _sheets(chosen: Sequence[RuleSet], language: Language) -> Iterator[str]:
    for number, rules in enumerate(chosen):
        if number:
            yield ""
        yield from _sheet(rules, language)


def _sheet(rules: RuleSet, language: Language) -> Iterator[str]:
    values = {name: value_in_words(rules, name, language) for name in SWITCHES}
    values |= {"start": Position.start(rules).fen(), "sources": "; ".join(rules.sources)}
    titles = {name: say(f"switch.{name}", language) for name in values}
    widest = max(map(len, titles.values()))
    title = say(f"rules.{rules.id}", language)
    yield say("rules.heading", language, rules=rules.id, title=title)
    for name, value in values.items():
        yield f"  {titles[name].ljust(widest)}  {value}"


def value_in_words(rules: RuleSet, switch: str, language: Language) -> str:
    """What the rule set says about one of the switches."""
    value: str | bool = getattr(rules, switch)
    if isinstance(value, bool):
        value = "yes" if value else "no"
    return say(f"value.{value}", language)
