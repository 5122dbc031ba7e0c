"""`fanorona analyse`: the best lines of a position, live while it thinks."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from cli.drawing import Pen, draws
from cli.exit_status import ExitStatus
from cli.findings import in_numbered_turns
from cli.positions import takes_position
from cli.printing import json_option, print_json, terminal_width, wrapped
from cli.searching import Budget, distance_in_words, ended_by_interrupt, takes_budget
from cli.tablebase import rewrite_line
from cli.words import counted, named, situation
from solver import Position, Stopped
from solver.analysis import DEFAULT_NODES, MOST_LINES, Analysis, Progress, RatedLine, analyse
from solver.kernel.search import MOST_DEPTH
from solver.verdict import StoppedBy, Value


@click.command()
@takes_position
@click.option("--lines", type=click.IntRange(1, MOST_LINES), default=1, show_default=True,
              metavar="N", help="Show the N best first turns.")  # fmt: skip
@click.option("--depth", type=click.IntRange(1, MOST_DEPTH), metavar="N",
              help="Search at most N plies deep.")  # fmt: skip
@takes_budget(DEFAULT_NODES)
@draws
@json_option
def command(
    position: Position, lines: int, depth: int | None, budget: Budget, pen: Pen, in_json: bool
) -> ExitStatus:
    """Find the best turn, and the line that follows.

    Scores are in stones, seen by the side to move: +1.50 is a stone and a half ahead. A proven
    result holds against every defence and is called proven. Ctrl-C ends the search with the best
    lines so far. FEN is a position's text, 'start', 'start:5x5', or '-' to read a text or a diagram
    from standard input.

    \b
    Examples:
      fanorona analyse start --time 5
      fanorona analyse "9/9/2WW5/9/6B2 W" --lines 3
      fanorona analyse start:5x5 --depth 8 --json
    """
    try:
        with ended_by_interrupt(budget.stop), _live_lines() as on_progress:
            answer = analyse(
                position,
                budget.nodes,
                depth,
                lines=lines,
                memory_mb=budget.memory_mb,
                tables=budget.tables(position),
                stop=budget.stop,
                on_progress=on_progress,
            )
    except Stopped:
        if budget.stop.was_interrupted:
            raise
        click.echo("undecided: the time was up before the first turns were listed", err=True)
        return ExitStatus.UNDECIDED
    if in_json:
        print_json(answer)
    else:
        _print(position, answer, pen)
    interrupted = answer.search.stopped_by is StoppedBy.INTERRUPTED
    return ExitStatus.INTERRUPTED if interrupted else ExitStatus.YES


@contextmanager
def _live_lines() -> Iterator[Progress | None]:
    """The best line of each depth, on a terminal, while the search goes on."""

    def show(so_far: Analysis) -> None:
        if so_far.lines:
            best = so_far.lines[0]
            text = (
                f"{so_far.search.depth:2}  {_worth(so_far, best)}  {in_numbered_turns(best.turns)}"
            )
            rewrite_line(text)

    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    try:
        yield show
    finally:
        rewrite_line("")


def _print(position: Position, answer: Analysis, pen: Pen) -> None:
    pen.print(pen.small_board(position))
    click.echo()
    for line in situation(position):
        click.echo(line)
    if answer.outcome is not None:
        return
    click.echo(f"{_verdict(answer)}.")
    for number, rated in enumerate(answer.lines, 1):
        text = f"{number}.  {_worth(answer, rated)}  {in_numbered_turns(rated.turns)}"
        for line in wrapped(text, terminal_width()):
            click.echo(line)
    if sys.stderr is not None and sys.stderr.isatty():
        nodes = counted(answer.search.nodes, "node")
        stopped_by = answer.search.stopped_by
        click.echo(f"{nodes}, depth {answer.search.depth}, ended by: {stopped_by}", err=True)


def _verdict(answer: Analysis) -> str:
    """'Proven: White wins in 6 turns (11 plies)', or an estimate, worded as one."""
    if answer.value is Value.DRAW:
        return "Proven: a draw"
    if answer.distance is not None:
        winner = answer.side if answer.value is Value.WIN else answer.side.other
        distance = distance_in_words(answer.distance, answer.distance_exact)
        return f"Proven: {named(winner)} wins in {distance}"
    if answer.score is None:
        return "Nothing is known yet: allow more nodes or time"
    return f"Estimate: {answer.score:+.2f} stones for {named(answer.side)}, not proven"


def _worth(answer: Analysis, line: RatedLine) -> str:
    """What a line is worth for the side to move: 'wins in 3', 'draws' or a score."""
    if line.value is Value.DRAW:
        return "draws"
    if line.distance is not None:
        verb = "wins" if line.value is Value.WIN else "loses"
        return f"{verb} in {line.distance.turns}"
    return "?" if line.score is None else f"{line.score:+.2f}"
