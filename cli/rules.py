"""`fanorona rules`: the rule sets and the switches in which they differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from textwrap import wrap

import click

from cli.printing import json_option, print_json, terminal_width
from solver import RULE_SETS, Position, RuleSet, answers, rule_set

SWITCHES = {
    "paika_while_capture": "paika while a capture exists",
    "stopping_chain": "stopping a chain early",
    "approach_or_withdrawal": "approach and withdrawal both possible",
    "chain_on_first_turn": "chain on a first turn",
    "captured_stones": "captured stones",
    "capturing_stone_leaves": "capturing stone leaves at the end",
    "chain_may_not": "next step of a chain may not",
    "placed_by_players": "players place the stones",
    "vela": "Vela possible",
}

VALUES = {
    "forbidden": "not allowed",
    "allowed": "allowed",
    "huffed": "huffed",
    "forfeit": "costs the stone",
    "free": "free choice",
    "larger-line": "larger line",
    "leave": "leave the board",
    "flip": "change colour",
    "repeat-direction-or-visit-again": "repeat direction or point",
    "keep-axis": "keep its axis",
}

TITLE_WIDTH = 24
CELL_WIDTH = 12


@click.command()
@click.argument("name", required=False)
@json_option
def command(name: str | None, in_json: bool) -> None:
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
    table = list(_table(chosen)) if name is None else []
    fits = table and max(map(len, table)) <= terminal_width()
    for line in table if fits else _sheets(chosen):
        click.echo(line)


def _table(chosen: Sequence[RuleSet]) -> Iterator[str]:
    yield _row(["", *(rules.id for rules in chosen)])
    for name, title in SWITCHES.items():
        cells = [
            wrap(title, TITLE_WIDTH),
            *(wrap(value_in_words(rules, name), CELL_WIDTH) for rules in chosen),
        ]
        yield from map(_row, zip_longest(*cells, fillvalue=""))


def _row(cells: Sequence[str]) -> str:
    title, *values = cells
    return "  ".join(
        [title.ljust(TITLE_WIDTH), *(one.ljust(CELL_WIDTH) for one in values)]
    ).rstrip()


def _sheets(chosen: Sequence[RuleSet]) -> Iterator[str]:
    for number, rules in enumerate(chosen):
        if number:
            yield ""
        yield from _sheet(rules)


def _sheet(rules: RuleSet) -> Iterator[str]:
    widest = max(map(len, SWITCHES.values()))
    yield f"{rules.id}: {rules.title}"
    for name, title in SWITCHES.items():
        yield f"  {title.ljust(widest)}  {value_in_words(rules, name)}"
    yield f"  {'start'.ljust(widest)}  {Position.start(rules).fen()}"
    yield f"  {'sources'.ljust(widest)}  {'; '.join(rules.sources)}"


def value_in_words(rules: RuleSet, switch: str) -> str:
    """What the rule set says about one of the switches."""
    value: str | bool = getattr(rules, switch)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return VALUES[value]
