"""`fanorona perft`: counts sequences of turns."""

from __future__ import annotations

import time

import click

from fanorona.cli.options.position_argument import takes_position
from fanorona.cli.output.printing import json_option, print_json
from fanorona.cli.output.progress import is_watched
from fanorona.cli.strict_command import StrictCommand
from fanorona.solver import Position, answers
from fanorona.solver.position import DEEPEST_PERFT
from fanorona.words import Language, decimal, numeral, say


@click.command(cls=StrictCommand)
@takes_position
@click.argument("depth", type=click.IntRange(0, DEEPEST_PERFT))
@click.option("--divide", is_flag=True, help="Also count for each first turn.")
@json_option
def command(
    position: Position, depth: int, divide: bool, language: Language, in_json: bool
) -> None:
    """Count the sequences of DEPTH turns from a position.

    Prints a line 'perft DEPTH COUNT' for each depth as soon as it is known. Any program with the
    same rules gets the same counts. FEN is a position, 'start', or '-' for standard input.

    \b
    Examples:
      fanorona perft start 5
      fanorona perft start:5x5 4 --divide
    """
    if in_json:
        print_json(answers.perft(position, depth, divide=divide))
        return
    began = time.perf_counter()
    nodes = _print_branches(position, depth) if divide else _print_depths(position, depth)
    if is_watched():
        seconds = decimal(time.perf_counter() - began, ".2f", language)
        counted = numeral(nodes, language)
        click.echo(say("perft.time", language, nodes=counted, seconds=seconds), err=True)


def _print_depths(position: Position, depth: int) -> int:
    nodes = 1
    for number in range(min(1, depth), depth + 1):
        nodes = position.perft(number)
        click.echo(f"perft {number} {nodes}")
    return nodes


def _print_branches(position: Position, depth: int) -> int:
    nodes = 0 if depth else position.perft(0)
    for branch in answers.divided(position, depth):
        click.echo(f"{branch.turn} {branch.nodes}")
        nodes += branch.nodes
    click.echo(f"perft {depth} {nodes}")
    return nodes
