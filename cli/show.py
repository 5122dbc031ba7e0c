"""`fanorona show`: the board in the terminal."""

from __future__ import annotations

import click

from cli.drawing import Pen, draws
from cli.positions import takes_position
from cli.printing import json_option, print_json
from cli.words import situation
from solver import Position


@click.command()
@takes_position
@draws
@json_option
def command(position: Position, pen: Pen, in_json: bool) -> None:
    """Draw a position, with its lines, and say what it is.

    A position that the rules do not allow is drawn all the same; what is wrong with it is said on
    standard error. FEN is a position's text, 'start', 'start:5x5', or '-' to read a text or a
    diagram from standard input.

    \b
    Examples:
      fanorona show start
      fanorona show "BBB/B1W/WWW W"
      fanorona show - --side B < diagram.txt
    """
    if in_json:
        from solver import answers

        print_json(answers.head(position))
        return
    pen.print(pen.board(position))
    click.echo()
    for line in situation(position):
        click.echo(line)
    click.echo(position.fen())
    position.require_legal()
