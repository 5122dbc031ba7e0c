"""`fanorona show`: the board in the terminal, or as an SVG picture."""

from __future__ import annotations

from pathlib import Path

import click

from fanorona.cli.options import completion
from fanorona.cli.options.language_option import misuse
from fanorona.cli.options.position_argument import takes_position
from fanorona.cli.output.drawn_boards import Pen, draws
from fanorona.cli.output.printing import json_option, print_json
from fanorona.cli.output.situation import situation
from fanorona.cli.strict_command import StrictCommand
from fanorona.solver import Position
from fanorona.words import Language


@click.command(cls=StrictCommand)
@takes_position
@click.option(
    "--svg",
    "file",
    metavar="FILE",
    shell_complete=completion.files,
    help="Write a picture instead; '-' is standard output.",
)
@click.option("--turn", metavar="TURN", help="With --svg: draw this turn and the board after it.")
@click.option(
    "--theme",
    metavar="NAME",
    shell_complete=completion.themes,
    help="With --svg: light, dark, wood or print.  [default: light]",
)
@click.option(
    "--size",
    type=int,
    metavar="PIXELS",
    help="With --svg: the longer side, from 50 to 4000.  [default: 480]",
)
@draws
@json_option
def command(
    position: Position,
    file: str | None,
    turn: str | None,
    theme: str | None,
    size: int | None,
    language: Language,
    pen: Pen,
    in_json: bool,
) -> None:
    """Draw a position and describe it.

    An illegal position is drawn, too; standard error says what is wrong with it. FEN is a position,
    'start', 'start:5x5', or '-' to read a position or a diagram from standard input.

    \b
    Examples:
      fanorona show start
      fanorona show "BBB/B1W/WWW W"
      fanorona show - --side B < diagram.txt
      fanorona show start --turn f2-e3A --theme wood --svg -
    """
    if file is None:
        _refuse_options_of_pictures({"--turn": turn, "--theme": theme, "--size": size})
    elif in_json:
        raise misuse("usage.exclusive", one="--svg", other="--json")
    if in_json:
        from fanorona.solver import answers

        print_json(answers.head(position))
        return
    if file is None:
        _print_board(position, pen, language)
    else:
        pixels = 480 if size is None else size
        _write_picture(file, position, turn, theme or "light", pixels, language)
    position.require_legal()


def _print_board(position: Position, pen: Pen, language: Language) -> None:
    pen.print(pen.board(position))
    click.echo()
    for line in situation(position, language):
        click.echo(line)
    click.echo(position.fen())


def _write_picture(
    file: str, position: Position, turn: str | None, theme: str, size: int, language: Language
) -> None:
    from fanorona.solver import svg

    picture = svg.board(position, turn, theme=theme, size=size, language=language).encode()
    if file == "-":
        click.echo(picture, nl=False)
    else:
        Path(file).write_bytes(picture)


def _refuse_options_of_pictures(options: dict[str, object]) -> None:
    for name, value in options.items():
        if value is not None:
            raise misuse("usage.picture", option=name, needed="--svg FILE")
