"""`fanorona boards`: what is proven of the start positions, and the command that proves each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import click

from fanorona.cli.options import completion
from fanorona.cli.options.language_option import language_option
from fanorona.cli.output.printing import json_option, print_json
from fanorona.cli.output.verdicts import verdict_in_words
from fanorona.cli.strict_command import StrictCommand
from fanorona.solver import RULE_SETS
from fanorona.solver.solved_boards import SolvedBoard, solved_boards
from fanorona.words import Language, say


@click.command(cls=StrictCommand)
@click.option(
    "--rules",
    type=click.Choice(list(RULE_SETS)),
    shell_complete=completion.rule_sets,
    metavar="RULES",
    help=f"Only this rule set: {', '.join(RULE_SETS)}.",
)
@language_option
@json_option
def command(rules: str | None, language: Language, in_json: bool) -> None:
    """List the boards whose start position is solved.

    Each with its value, the distance of the win, what the proof took, and the command that proves
    it again; of a board that is not solved, what is known. A star marks values that were published
    before.

    \b
    Examples:
      fanorona boards
      fanorona boards --rules escale
      fanorona boards --json
    """
    boards = solved_boards(rules)
    if in_json:
        print_json(boards)
        return
    for line in _in_words(boards, language):
        click.echo(line)


def _in_words(boards: Sequence[SolvedBoard], language: Language) -> Iterator[str]:
    for rules, group in groupby(boards, key=lambda solved: solved.rules):
        title = say(f"rules.{rules}", language)
        yield say("rules.heading", language, rules=rules, title=title)
        for solved in group:
            mark = " *" if solved.published else ""
            nodes = say("count.node", language, count=solved.nodes)
            yield f"  {solved.board}  {verdict_in_words(solved, None, language)}{mark}"
            proof = {"nodes": nodes, "seconds": solved.seconds, "command": solved.command}
            yield f"       {say('boards.proof', language, **proof)}"
        yield ""
    for source in dict.fromkeys(solved.published for solved in boards if solved.published):
        yield say("boards.published", language, source=source)
