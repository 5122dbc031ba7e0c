"""`fanorona rules`: the rule sets and the switches in which they differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from textwrap import wrap

import click

from fanorona.cli.options.language_option import language_option
from fanorona.cli.output.printing import json_option, print_json, terminal_width
from fanorona.cli.strict_command import StrictCommand
from fanorona.solver import RULE_SETS, Position, RuleSet, answers, rule_set
from fanorona.solver.rules import SWITCHES, Switch
from fanorona.words import Language, say

NAME_WIDTH = 17
CHOICE_WIDTH = 34
TITLE_WIDTH = 24
CELL_WIDTH = 12


@click.command(cls=StrictCommand)
@click.argument("rules", nargs=-1)
@language_option
@json_option
def command(rules: Sequence[str], language: Language, in_json: bool) -> None:
    """Show the rule sets and their switches.

    Without RULES, all of them side by side; with RULES, that one and its start position. RULES is a
    name, or a base and the switches to change.

    \b
    Examples:
      fanorona rules
      fanorona rules livret
      fanorona rules standard paika=allowed stopping=forfeit
    """
    chosen = [rule_set(" ".join(rules))] if rules else list(RULE_SETS.values())
    if in_json:
        print_json(answers.rule_set_data(chosen[0]) if rules else answers.rule_sets())
        return
    table = [] if rules else list(_table(chosen, language))
    fits = table and max(map(len, table)) <= terminal_width()
    for line in table if fits else _sheets(chosen, language):
        click.echo(line)
    if not rules:
        click.echo()
        for line in _possible(language):
            click.echo(line)


def _table(chosen: Sequence[RuleSet], language: Language) -> Iterator[str]:
    yield _row(["", *(rules.id for rules in chosen)])
    for switch in SWITCHES:
        cells = [
            wrap(say(f"switch.{switch.field}", language), TITLE_WIDTH),
            *(wrap(value_in_words(rules, switch, language), CELL_WIDTH) for rules in chosen),
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
    title = say(f"rules.{rules.base}", language)
    key = "rules.heading" if rules.is_known else "rules.changed"
    yield say(key, language, rules=rules.id, title=title)
    for switch in SWITCHES:
        value = value_in_words(rules, switch, language)
        meaning = say("rules.value", language, switch=_title(switch, language), value=value)
        yield from _indented(f"{switch.name}={switch.of(rules)}", meaning)
    yield from _indented(say("switch.start", language), Position.start(rules).fen())
    yield from _indented(say("switch.sources", language), "; ".join(rules.sources))


def _possible(language: Language) -> Iterator[str]:
    """Every switch and its values, to make a rule set of one's own."""
    yield from wrap(say("rules.own", language), terminal_width())
    for switch in SWITCHES:
        yield f"  {switch.name}={'|'.join(switch.values)}".ljust(CHOICE_WIDTH) + _title(
            switch, language
        )


def _title(switch: Switch, language: Language) -> str:
    return say(f"switch.{switch.field}", language)


def _indented(name: str, text: str) -> Iterator[str]:
    """A name, and beside it a text that is wrapped where the terminal ends."""
    width = max(terminal_width() - NAME_WIDTH - 4, 20)
    for line in wrap(text, width, break_long_words=False):
        yield f"  {name.ljust(NAME_WIDTH)}  {line}"
        name = ""


def value_in_words(rules: RuleSet, switch: Switch, language: Language) -> str:
    """What the rule set says about one of the switches."""
    value: str | bool = getattr(rules, switch.field)
    if isinstance(value, bool):
        value = "yes" if value else "no"
    return say(f"value.{value}", language)
