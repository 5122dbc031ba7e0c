"""`fanorona tablebase`: endgame tables, built, asked and described."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from fanorona.cli.exit_status import ExitStatus
from fanorona.cli.options.language_option import language_option
from fanorona.cli.options.position_argument import takes_position
from fanorona.cli.options.rules_option import rules_option
from fanorona.cli.options.workers_options import (
    Workers,
    cluster_option,
    require_one,
    threads_option,
)
from fanorona.cli.output.drawn_boards import Pen, draws
from fanorona.cli.output.printing import json_option, print_json
from fanorona.cli.output.progress import progress_line
from fanorona.cli.output.situation import situation
from fanorona.cli.output.standard_error import warn
from fanorona.cli.strict_command import StrictGroup
from fanorona.solver import Position
from fanorona.solver.board import MAX_POINTS
from fanorona.solver.budget import MOST_MEMORY_MB, Budget
from fanorona.solver.processors import processors
from fanorona.solver.quoting import printable
from fanorona.solver.value import Distance
from fanorona.words import Language, decimal, numeral, say

if TYPE_CHECKING:
    from fanorona.solver.rules import RuleSet
    from fanorona.solver.tables.building import BuildProgress
    from fanorona.solver.tables.remarkable import RemarkablePair, WalkProgress
    from fanorona.solver.tables.table_files import TableInfo
    from fanorona.solver.tables.tablebase import NotCovered, TableAnswer, Tablebase

Command = TypeVar("Command", bound=Callable[..., object])

DEFAULT_MEMORY = 1024
MOST_MEGABYTES = 100_000
"""Nobody waits for larger tables."""

COLUMNS = ("own", "enemy", "positions", "win", "loss", "draw", "longest-win", "longest-loss")


@click.group(cls=StrictGroup)
def command() -> None:
    """Endgame tables: exact answers when few stones are left.

    \b
    Examples:
      fanorona tablebase build --stones 5
      fanorona tablebase probe "9/9/3WW4/9/4B4 W"
      fanorona tablebase info
      fanorona tablebase remarkable --stones 5
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
    board = click.option(
        "--board", default="9x5", show_default=True, metavar="SIZE", help="Width by height."
    )
    return rules_option(board(command))


@command.command()
@click.option(
    "--stones",
    type=click.IntRange(min=2),
    required=True,
    metavar="N",
    help="Largest total number of stones.",
)
@takes_series
@takes_folder
@threads_option
@cluster_option
@click.option(
    "--memory",
    type=click.IntRange(1, MOST_MEMORY_MB),
    default=DEFAULT_MEMORY,
    show_default=True,
    metavar="MB",
    help="Memory limit; tables at work that exceed it stay on the disk.",
)
@language_option
def build(
    stones: int,
    rules: str,
    board: str,
    folder: Path | None,
    jobs: int | None,
    cluster: str | None,
    memory: int,
    language: Language,
) -> None:
    """Build the tables of all positions with at most N stones.

    Existing tables are kept, damaged ones are rebuilt. You can interrupt it at any time; the next
    run resumes where it was, also in the middle of a large table. With --cluster, tables of one
    total are built side by side, in a folder that every worker shares; --memory is then for each.

    \b
    Examples:
      fanorona tablebase build --stones 5
      fanorona tablebase build --stones 6 --rules escale --board 5x5 --dir tables
      fanorona tablebase build --stones 7 --dir /shared/tables --cluster tcp://lab7:8786
    """
    from fanorona.solver.tables.tablebase import Tablebase

    require_one(jobs, cluster)
    spreading = Workers(cluster=cluster).at_work(with_tables=False) if cluster else nullcontext()
    words = partial(progress_in_words, language=language)
    with spreading as spread, progress_line(words) as on_progress:
        built = Tablebase.build(
            stones,
            folder,
            rules,
            board,
            jobs=jobs or processors(),
            budget=Budget(memory_mb=memory),
            on_progress=on_progress,
            spread=spread,
        )
    warn(built, language)
    print_tables(built, [one for one in built.info() if one.own + one.enemy <= stones], language)


@command.command()
@takes_position
@takes_folder
@json_option
def probe(position: Position, folder: Path | None, language: Language, in_json: bool) -> ExitStatus:
    """Look up a position: value and distance, also of each turn.

    Status 4: no table has the position. FEN is a position, or '-' for standard input.

    \b
    Examples:
      fanorona tablebase probe "9/9/3WW4/9/4B4 W"
      fanorona tablebase probe "2B/3/W1W W" --rules escale --dir tables
    """
    from fanorona.solver.tables.tablebase import NotCovered, Tablebase

    tablebase = Tablebase.open(folder, position.rules, position.board)
    warn(tablebase, language)
    try:
        answer = tablebase.answer(position)
    except NotCovered as missing:
        reason = missing.message
        what_helps = remedy(tablebase, missing, folder, language)
        text = say("probe.not-covered", language, reason=reason, remedy=what_helps)
        click.echo(printable(text), err=True)
        return ExitStatus.UNDECIDED
    if in_json:
        print_json(answer)
    else:
        for line in described(position, answer, language):
            click.echo(line)
    return ExitStatus.YES


@command.command()
@takes_series
@takes_folder
@language_option
@json_option
def info(rules: str, board: str, folder: Path | None, language: Language, in_json: bool) -> None:
    """Show which tables there are, and what they hold.

    The numbers count all positions with that side to move, including mirror images. Tables of other
    rule sets or boards in the folder are listed below.

    \b
    Examples:
      fanorona tablebase info
      fanorona tablebase info --rules fliporona --board 5x3 --dir tables --json
    """
    from fanorona.solver.tables.tablebase import Tablebase

    found = Tablebase.open(folder, rules, board)
    warn(found, language)
    if in_json:
        print_json(found.info())
    else:
        print_tables(found, found.info(), language)
        print_other_games(found, language)


@command.command()
@click.option(
    "--stones",
    type=click.IntRange(min=2),
    default=MAX_POINTS,
    metavar="N",
    help="Largest total number of stones.  [default: all tables]",
)
@takes_series
@takes_folder
@threads_option
@draws
@language_option
@json_option
def remarkable(
    stones: int,
    rules: str,
    board: str,
    folder: Path | None,
    jobs: int | None,
    pen: Pen,
    language: Language,
    in_json: bool,
) -> ExitStatus:
    """Show the longest wins and the deepest reciprocal zugzwangs.

    One longest win per table, White to move; one zugzwang per pair, White being the side with fewer
    stones. In a reciprocal zugzwang whoever is to move loses; the deepest is the one in which the
    quicker of the two losses takes longest. They are counted including mirror images. With --json,
    one pair per line. Status 4: there are no such tables.

    \b
    Examples:
      fanorona tablebase remarkable --stones 5
      fanorona tablebase remarkable --rules fliporona --board 5x3 --dir tables --json
    """
    from fanorona.solver.tables.remarkable import remarkable_positions
    from fanorona.solver.tables.tablebase import Tablebase

    found = Tablebase.open(folder, rules, board)
    warn(found, language)
    status = ExitStatus.UNDECIDED
    with progress_line(partial(walk_in_words, language=language)) as on_progress:
        for pair in remarkable_positions(
            found, stones, jobs=jobs or processors(), on_progress=on_progress
        ):
            status = ExitStatus.YES
            if in_json:
                print_json(pair)
            else:
                print_remarkable(pair, found.rules, pen, language)
    if status is ExitStatus.UNDECIDED:
        heading = _heading(found, len(found.info()), language)
        none = say("list.empty", language, heading=heading)
        click.echo(printable(none), err=True)
    return status


def print_remarkable(pair: RemarkablePair, rules: RuleSet, pen: Pen, language: Language) -> None:
    heading = say("table.pair", language, smaller=pair.smaller, larger=pair.larger)
    click.echo(f"{say('list.heading', language, heading=heading)}\n")
    for one in pair.longest_wins:
        plies = say("count.ply", language, count=one.distance.plies)
        turns = say("count.turn", language, count=one.distance.turns)
        how = {"own": one.own, "enemy": one.enemy, "plies": plies, "turns": turns}
        _print_drawn(say("table.longest-of", language, **how), one.position, rules, pen)
    text = say("count.zugzwang", language, count=pair.zugzwangs)
    deepest = pair.deepest_zugzwang
    if deepest is None:
        click.echo(f"{text}\n")
        return
    white = say("count.ply", language, count=deepest.white_loses.plies)
    black = say("count.ply", language, count=deepest.black_loses.plies)
    detail = say("table.deepest", language, white=white, black=black)
    _print_drawn(f"{text}; {detail}", deepest.position, rules, pen)


def _print_drawn(text: str, fen: str, rules: RuleSet, pen: Pen) -> None:
    click.echo(f"{text}\n{fen}\n{pen.board(Position.parse(fen, rules))}\n")


def walk_in_words(progress: WalkProgress, language: Language) -> str:
    done = f"{progress.done:.0%}"
    return say("table.walk", language, own=progress.own, enemy=progress.enemy, done=done)


def print_tables(tablebase: Tablebase, tables: Sequence[TableInfo], language: Language) -> None:
    heading = _heading(tablebase, len(tables), language)
    key = "list.heading" if tables else "list.empty"
    click.echo(printable(say(key, language, heading=heading)))
    if not tables:
        return
    titles = tuple(say(f"table.{column}", language) for column in COLUMNS)
    rows = [titles, *(_row(table, language) for table in tables)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        click.echo("  ".join(cells))


def _heading(tablebase: Tablebase, number: int, language: Language) -> str:
    """'6 tables of standard on 9x5 in a folder'."""
    game = _of_game(number, tablebase.rules.id, tablebase.board.size, language)
    folder = tablebase.folder or say("table.memory", language)
    return say("table.in", language, tables=game, folder=folder)


def print_other_games(tablebase: Tablebase, language: Language) -> None:
    """Of which other games there are tables in the same folder, and the options that show them."""
    from fanorona.solver.tables.tablebase import games_in

    here = tablebase.rules.id, tablebase.board.size
    games = {} if tablebase.folder is None else games_in(tablebase.folder)
    others = {game: files for game, files in games.items() if game != here}
    if not others:
        return
    click.echo(f"\n{say('table.also', language)}")
    for game, files in others.items():
        tables = _of_game(files, *game, language)
        options = " ".join(_options_of_game(*game)) or say("table.usual", language)
        click.echo(f"  {say('table.other', language, tables=tables, options=options)}")


def _of_game(number: int, rules: str, size: str, language: Language) -> str:
    """'6 tables of standard on 9x5'."""
    tables = say("count.table", language, count=number)
    return say("table.of", language, tables=tables, rules=rules, size=size)


def _options_of_game(rules: str, size: str) -> list[str]:
    """What names a game on the command line; nothing for the usual one."""
    options = [] if rules == "standard" else [f"--rules {shlex.quote(rules)}"]
    return options if size == "9x5" else [*options, f"--board {size}"]


def _row(table: TableInfo, language: Language) -> tuple[str, ...]:
    numbers = (table.own, table.enemy, table.positions, table.win, table.loss, table.draw)
    longest = (table.longest_win_plies, table.longest_loss_plies)
    return tuple(
        "-" if number is None else numeral(number, language) for number in (*numbers, *longest)
    )


def described(position: Position, answer: TableAnswer, language: Language) -> Iterator[str]:
    """The answer in words, the best turn first."""
    yield from situation(position, language)
    if answer.outcome is not None:
        return
    side = position.side
    yield f"{_verdict(f'probe.{answer.value}', answer.distance, language, side=side)}."
    widest = max(len(turn.turn) for turn in answer.turns)
    for turn in answer.turns:
        verdict = _verdict(f"probe.turn.{turn.value}", turn.distance, language)
        yield f"  {turn.turn.ljust(widest)}  {verdict}"


def _verdict(key: str, distance: Distance | None, language: Language, **who: str) -> str:
    if distance is None:
        return say(key, language)
    plies = say("count.ply", language, count=distance.plies)
    turns = say("count.turn", language, count=distance.turns)
    return say(key, language, plies=plies, turns=turns, **who)


def remedy(
    tablebase: Tablebase, missing: NotCovered, folder: Path | None, language: Language
) -> str:
    """What helps: the command that builds the table, and how much it takes."""
    if missing.stones is None:
        return say("probe.no-help", language)
    from fanorona.solver.tables.memory_needed import megabytes

    size = megabytes(tablebase.size_up_to(missing.stones))
    if size > MOST_MEGABYTES:
        return say("probe.too-large", language)
    command = ["fanorona tablebase build", f"--stones {missing.stones}"]
    command += _options_of_game(tablebase.rules.id, tablebase.board.size)
    if folder is not None:
        command.append(f"--dir {shlex.quote(str(folder))}")
    text = " ".join(command)
    return say("probe.build", language, command=text, size=numeral(size, language))


def progress_in_words(progress: BuildProgress, language: Language) -> str:
    done = f"{progress.done:.0%}"
    text = say("build.progress", language, own=progress.own, enemy=progress.enemy, done=done)
    if progress.is_waiting:
        return say("build.waiting", language, progress=text)
    if progress.seconds_left is None:
        return text
    left = _time(progress.seconds_left, language)
    return say("build.left", language, progress=text, time=left)


def _time(seconds: float, language: Language) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = seconds / 60
    return f"{minutes:.0f} min" if minutes < 100 else f"{decimal(minutes / 60, '.1f', language)} h"
