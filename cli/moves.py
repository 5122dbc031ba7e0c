"""`fanorona moves`: the legal turns of a position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from cli.drawing import Pen, draws
from cli.positions import takes_position
from cli.printing import in_columns, json_option, print_json
from cli.words import counted
from solver import Position, Turn
from solver.routes import MOST_ROUTES, by_result


@click.command()
@takes_position
@click.option("--distinct", is_flag=True, help="One turn a result, with the other routes to it.")
@click.option("--limit", type=click.IntRange(min=0), metavar="N", help="List at most N.")
@click.option(
    "--offset",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="Leave out the first N.",
)
@draws
@json_option
def command(
    position: Position, distinct: bool, limit: int | None, offset: int, pen: Pen, in_json: bool
) -> None:
    """List the legal turns of a position.

    FEN is the position's text, 'start' for the start position ('start:5x5' on another board,
    'start:vela:B' of a round in which Black gives), or '-' to read a text or a diagram from
    standard input.

    \b
    Examples:
      fanorona moves start
      fanorona moves "B1B/1WB/1B1 W" --rules fliporona --distinct
      fanorona moves - --side B < diagram.txt
    """
    if in_json:
        from solver import answers

        print_json(answers.moves(position, distinct=distinct, limit=limit, offset=offset))
        return
    turns = position.turns()
    groups = by_result(turns) if distinct else [(turn,) for turn in turns]
    listed = groups[offset : None if limit is None else offset + limit]
    pen.print_situation(position)
    for line in _listing(groups, listed, offset, distinct):
        click.echo(line)


def _listing(
    groups: Sequence[Sequence[Turn]],
    listed: Sequence[Sequence[Turn]],
    offset: int,
    distinct: bool,
) -> Iterator[str]:
    if not groups:
        yield "No legal turns."
        return
    heading = counted(len(groups), "legal turn")
    if distinct:
        turns = sum(map(len, groups))
        heading = f"{counted(len(groups), 'result')} of {counted(turns, 'legal turn')}"
    if len(listed) < len(groups):
        heading += f", {_part(offset, len(listed))}"
    yield heading + (":" if listed else ".")
    if any(len(group) > 1 for group in listed):
        yield from (f"  {_with_routes(group)}" for group in listed)
    else:
        yield from in_columns([str(group[0]) for group in listed])


def _part(offset: int, listed: int) -> str:
    if not listed:
        return "none of them listed"
    return f"of which {offset + 1} to {offset + listed}"


def _with_routes(group: Sequence[Turn]) -> str:
    first, *others = group
    if not others:
        return str(first)
    shown = [str(turn) for turn in others[: MOST_ROUTES - 1]]
    hidden = len(others) - len(shown)
    return f"{first}  also {', '.join(shown)}" + (f" and {hidden} more" if hidden else "")
