"""`fanorona moves`: the legal turns of a position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from fanorona.cli.options.position_argument import takes_position
from fanorona.cli.output.drawn_boards import Pen, draws
from fanorona.cli.output.printing import in_columns, json_option, print_json
from fanorona.cli.output.situation import also
from fanorona.cli.strict_command import StrictCommand
from fanorona.solver import Position, Turn
from fanorona.solver.turns_by_result import MOST_ROUTES
from fanorona.words import Language, say


@click.command(cls=StrictCommand)
@takes_position
@click.option("--distinct", is_flag=True, help="List one turn per resulting position.")
@click.option("--limit", type=click.IntRange(min=0), metavar="N", help="List at most N turns.")
@click.option(
    "--offset",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="Skip the first N turns.",
)
@draws
@json_option
def command(
    position: Position,
    distinct: bool,
    limit: int | None,
    offset: int,
    language: Language,
    pen: Pen,
    in_json: bool,
) -> None:
    """List the legal turns of a position.

    FEN is a position, 'start' ('start:5x5' on another board, 'start:vela:B' for a Vela round with
    Black as the giver), or '-' to read a position or a diagram from standard input.

    \b
    Examples:
      fanorona moves start
      fanorona moves "B1B/1WB/1B1 W" --rules fliporona --distinct
      fanorona moves - --side B < diagram.txt
    """
    if in_json:
        from fanorona.solver import answers

        print_json(answers.moves(position, distinct=distinct, limit=limit, offset=offset))
        return
    turns = position.listing()
    part = slice(offset, None if limit is None else offset + limit)
    listed: Sequence[Sequence[Turn]]
    if distinct:
        results = turns.results()
        listed, counts = results[part], (len(results), len(turns))
    else:
        listed, counts = [(turn,) for turn in turns.part(part)], (len(turns), len(turns))
    pen.print_situation(position, language)
    for line in _listing(counts, listed, offset, distinct, language):
        click.echo(line)


def _listing(
    counts: tuple[int, int],
    listed: Sequence[Sequence[Turn]],
    offset: int,
    distinct: bool,
    language: Language,
) -> Iterator[str]:
    """`counts`: how many could be listed, and how many turns there are."""
    count, all_turns = counts
    if not count:
        yield say("moves.none", language)
        return
    heading = say("count.legal-turn", language, count=count)
    if distinct:
        results = say("count.result", language, count=count)
        turns = say("count.legal-turn", language, count=all_turns)
        heading = say("moves.distinct", language, results=results, turns=turns)
    if len(listed) < count:
        heading = _with_part(heading, offset, len(listed), language)
    yield say("list.heading" if listed else "list.empty", language, heading=heading)
    if any(len(group) > 1 for group in listed):
        yield from (f"  {_with_routes(group, language)}" for group in listed)
    else:
        yield from in_columns([str(group[0]) for group in listed])


def _with_part(heading: str, offset: int, listed: int, language: Language) -> str:
    if not listed:
        return say("moves.nothing-listed", language, heading=heading)
    return say("moves.part", language, heading=heading, first=offset + 1, last=offset + listed)


def _with_routes(group: Sequence[Turn], language: Language) -> str:
    first, *others = group
    if not others:
        return str(first)
    shown = [str(turn) for turn in others[: MOST_ROUTES - 1]]
    return f"{first}  {also(shown, len(others) - len(shown), language)}"
