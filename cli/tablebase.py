"""`fanorona tablebase`: endgame tables, built, asked and described."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from cli.errors import printable
from cli.exit_status import ExitStatus
from cli.positions import takes_position
from cli.printing import json_option, print_json
from cli.watching import progress_line
from cli.words import counted, named, situation
from solver import RULE_SETS, Position
from solver.verdict import Distance, Value

if TYPE_CHECKING:
    from solver.table_building import Progress
    from solver.table_files import TableInfo
    from solver.tablebase import NotCovered, TableAnswer, Tablebase

Command = TypeVar("Command", bound=Callable[..., object])

MEGABYTE = 1 << 20
DEFAULT_MEMORY = 1024
TOO_LARGE = 100_000 * MEGABYTE
"""Nobody waits for tables of this size."""

VERBS = {Value.WIN: "wins", Value.LOSS: "loses"}


@click.group()
def command() -> None:
    """Endgame tables: exact answers where few stones are left.

    \b
    Examples:
      fanorona tablebase build --stones 5
      fanorona tablebase probe "9/9/3WW4/9/4B4 W"
      fanorona tablebase info
    """


def takes_folder(command: Command) -> Command:
    """Give a command the option `--dir`; it gets `folder`, None for the user's cache folder."""
    return click.option(
        "--dir",
        "folder",
        type=click.Path(file_okay=False, path_type=Path),
        metavar="DIR",
        help="The folder of the tables.  [default: the user's cache folder]",
    )(command)


def takes_series(command: Command) -> Command:
    """Give a command the options that say which tables are meant."""
    rules = click.option(
        "--rules",
        default="standard",
        show_default=True,
        metavar="NAME",
        help=f"The rule set: {', '.join(RULE_SETS)}.",
    )
    board = click.option(
        "--board", default="9x5", show_default=True, metavar="SIZE", help="Width by height."
    )
    return rules(board(command))


@command.command()
@click.option("--stones", type=click.IntRange(min=2), required=True, help="Up to so many in all.")
@takes_series
@takes_folder
@click.option(
    "--jobs",
    type=click.IntRange(1, 1024),
    metavar="N",
    help="So many threads.  [default: one a processor]",
)
@click.option(
    "--memory",
    type=click.IntRange(min=1),
    default=DEFAULT_MEMORY,
    show_default=True,
    metavar="MB",
    help="Refuse what needs more.",
)
def build(
    stones: int, rules: str, board: str, folder: Path | None, jobs: int | None, memory: int
) -> None:
    """Build the tables of all positions with up to so many stones.

    Tables that are there already are kept, damaged ones are replaced. It may be interrupted at any
    moment: begun again, it goes on after the last finished table.

    \b
    Examples:
      fanorona tablebase build --stones 5
      fanorona tablebase build --stones 6 --rules escale --board 5x5 --dir tables
    """
    from solver.tablebase import Tablebase

    with progress_line(progress_in_words) as on_progress:
        built = Tablebase.build(
            stones,
            folder,
            rules,
            board,
            jobs=jobs or processors(),
            memory=memory * MEGABYTE,
            on_progress=on_progress,
        )
    warn(built)
    print_tables(built, [one for one in built.info() if one.own + one.enemy <= stones])


@command.command()
@takes_position
@takes_folder
@json_option
def probe(position: Position, folder: Path | None, in_json: bool) -> ExitStatus:
    """Look a position up: its value, how far the end is, and both for each turn.

    Status 4 where no table has the position. FEN is a position's text, or '-' for standard input.

    \b
    Examples:
      fanorona tablebase probe "9/9/3WW4/9/4B4 W"
      fanorona tablebase probe "2B/3/W1W W" --rules escale --dir tables
    """
    from solver.tablebase import NotCovered, Tablebase

    tablebase = Tablebase.open(folder, position.rules, position.board)
    warn(tablebase)
    try:
        answer = tablebase.answer(position)
    except NotCovered as missing:
        click.echo(
            printable(f"not covered: {missing}. {remedy(tablebase, missing, folder)}"), err=True
        )
        return ExitStatus.UNDECIDED
    if in_json:
        print_json(answer)
    else:
        for line in described(position, answer):
            click.echo(line)
    return ExitStatus.YES


@command.command()
@takes_series
@takes_folder
@json_option
def info(rules: str, board: str, folder: Path | None, in_json: bool) -> None:
    """Show which tables there are, and what they hold.

    The numbers count all positions with that side to move, not only those that a symmetry of the
    board tells apart. Other games of which the folder has tables are named below.

    \b
    Examples:
      fanorona tablebase info
      fanorona tablebase info --rules fliporona --board 5x3 --dir tables --json
    """
    from solver.tablebase import Tablebase

    found = Tablebase.open(folder, rules, board)
    warn(found)
    if in_json:
        print_json(found.info())
    else:
        print_tables(found, found.info())
        print_other_games(found)


def warn(tablebase: Tablebase) -> None:
    for warning in tablebase.warnings:
        click.echo(f"warning: {printable(warning)}", err=True)


def print_tables(tablebase: Tablebase, tables: Sequence[TableInfo]) -> None:
    where = f"{tablebase.rules} on {tablebase.board.size} in {tablebase.folder or 'memory'}"
    click.echo(printable(f"{counted(len(tables), 'table')} of {where}{':' if tables else '.'}"))
    if not tables:
        return
    rows = [
        ("to move", "other", "positions", "win", "loss", "draw", "longest win", "longest loss"),
        *map(_row, tables),
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        click.echo("  ".join(cells))


def print_other_games(tablebase: Tablebase) -> None:
    """Of which other games there are tables in the same folder, and the options that show them."""
    from solver.tablebase import games_in

    here = tablebase.rules.id, tablebase.board.size
    games = {} if tablebase.folder is None else games_in(tablebase.folder)
    others = {game: files for game, files in games.items() if game != here}
    if not others:
        return
    click.echo("\nAlso in this folder:")
    for (rules, size), files in others.items():
        options = " ".join(_options_of_game(rules, size)) or "without --rules and --board"
        click.echo(f"  {counted(files, 'table')} of {rules} on {size}: {options}")


def _options_of_game(rules: str, size: str) -> list[str]:
    """What names a game on the command line; nothing for the usual one."""
    options = [] if rules == "standard" else [f"--rules {rules}"]
    return options if size == "9x5" else [*options, f"--board {size}"]


def _row(table: TableInfo) -> tuple[str, ...]:
    numbers = (table.own, table.enemy, table.positions, table.win, table.loss, table.draw)
    longest = (table.longest_win_plies, table.longest_loss_plies)
    return tuple("-" if number is None else f"{number:,}" for number in (*numbers, *longest))


def described(position: Position, answer: TableAnswer) -> Iterator[str]:
    """The answer in words, the best turn first."""
    yield from situation(position)
    if answer.outcome is not None:
        return
    yield f"{_verdict(named(position.side), answer.value, answer.distance)}."
    widest = max(len(turn.turn) for turn in answer.turns)
    for turn in answer.turns:
        yield f"  {turn.turn.ljust(widest)}  {_verdict('', turn.value, turn.distance).strip()}"


def _verdict(who: str, value: Value, distance: Distance | None) -> str:
    if distance is None:
        return "Draw" if who else "draw"
    plies = f"{distance.plies} {'ply' if distance.plies == 1 else 'plies'}"
    return f"{who} {VERBS[value]} in {plies} ({counted(distance.turns, 'turn')})"


def remedy(tablebase: Tablebase, missing: NotCovered, folder: Path | None) -> str:
    """What helps: the command that builds the table, and how much it takes."""
    if missing.stones is None:
        return "Tables cannot help there."
    size = tablebase.size_up_to(missing.stones)
    if size > TOO_LARGE:
        return "Tables with so many stones are too large to be built."
    command = ["fanorona tablebase build", f"--stones {missing.stones}"]
    command += _options_of_game(tablebase.rules.id, tablebase.board.size)
    if folder is not None:
        command.append(f"--dir {shlex.quote(str(folder))}")
    return f"Build it: {' '.join(command)} ({-(-size // MEGABYTE):,} MB)."


def processors() -> int:
    """How many processors this program may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def progress_in_words(progress: Progress) -> str:
    left = "" if progress.seconds_left is None else f", about {_time(progress.seconds_left)} left"
    return f"{progress.own} against {progress.enemy}, {progress.done:.0%} of everything{left}"


def _time(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = seconds / 60
    return f"{minutes:.0f} min" if minutes < 100 else f"{minutes / 60:.1f} h"
