"""`fanorona analyse`: the best lines of a position, live while it thinks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import click

from fanorona.cli.exit_status import ExitStatus
from fanorona.cli.live_search import print_effort, searched
from fanorona.cli.options.position_argument import takes_position
from fanorona.cli.options.search_options import SearchOptions, takes_search_options, threads_option
from fanorona.cli.output.drawn_boards import Pen, draws
from fanorona.cli.output.findings import in_numbered_turns
from fanorona.cli.output.printing import json_option, print_json, terminal_width, wrapped
from fanorona.cli.output.verdicts import win_in_words
from fanorona.cli.strict_command import StrictCommand
from fanorona.solver import Position
from fanorona.solver.budget import ANALYSIS_NODES
from fanorona.solver.search.analysis import (
    MOST_DEPTH,
    MOST_LINES,
    Analysis,
    analyse,
)
from fanorona.solver.search.found_lines import RatedLine
from fanorona.solver.search.learned import Explanation
from fanorona.solver.search.learned import explain as explanation_of
from fanorona.solver.value import StoppedBy, Value
from fanorona.words import Language, decimal, say


@click.command(cls=StrictCommand)
@takes_position
@click.option("--lines", type=click.IntRange(1, MOST_LINES), default=1, show_default=True,
              metavar="N", help="Show the N best first turns.")  # fmt: skip
@click.option("--depth", type=click.IntRange(1, MOST_DEPTH), metavar="N",
              help="Search at most N plies deep.")  # fmt: skip
@click.option("--after", metavar="TURNS",
              help="Play these turns first; repeating a position is a draw.")  # fmt: skip
@threads_option
@click.option("--explain", is_flag=True,
              help="Show how the evaluation adds up.")  # fmt: skip
@takes_search_options(ANALYSIS_NODES)
@draws
@json_option
def command(
    position: Position,
    lines: int,
    depth: int | None,
    after: str | None,
    threads: int,
    explain: bool,
    options: SearchOptions,
    language: Language,
    pen: Pen,
    in_json: bool,
) -> ExitStatus:
    """Find the best turn, and the line that follows.

    Scores are in stones, from the point of view of the side to move: +1.50 is a stone and a half
    ahead. A result called proven holds against every defence. Ctrl-C stops the search and prints
    the best lines so far. FEN is a position, 'start', 'start:5x5', or '-' to read a position or a
    diagram from standard input.

    \b
    Examples:
      fanorona analyse start --time 5
      fanorona analyse "9/9/2WW5/9/6B2 W" --lines 3
      fanorona analyse start:5x5 --depth 8 --json
      fanorona analyse start --after "d3-e3A c3-d3A" --explain
    """
    history: list[Position] = []
    for turn in (after or "").split():
        history.append(position)
        position = position.play(turn)
    options = replace(options, budget=replace(options.budget, depth=depth))
    question = partial(analyse, lines=lines, history=history, threads=threads)
    in_words = partial(_progress_in_words, language)
    answer = searched(question, position, options, in_words, language)
    if answer is None:
        return ExitStatus.UNDECIDED
    if in_json:
        print_json(answer)
    else:
        _print(position, answer, pen, language)
        if explain:
            _print_explanation(explanation_of(position), language)
    interrupted = answer.search.stopped_by is StoppedBy.INTERRUPTED
    return ExitStatus.INTERRUPTED if interrupted else ExitStatus.YES


def _progress_in_words(language: Language, so_far: Analysis) -> str:
    """The best line of a depth."""
    if not so_far.lines:
        return ""
    best = so_far.lines[0]
    worth = _worth(best, language)
    return f"{so_far.search.depth:2}  {worth}  {in_numbered_turns(best.turns)}"


def _print(position: Position, answer: Analysis, pen: Pen, language: Language) -> None:
    pen.print_situation(position, language)
    if answer.outcome is not None:
        return
    click.echo(f"{_verdict(answer, language)}.")
    for number, rated in enumerate(answer.lines, 1):
        text = f"{number}.  {_worth(rated, language)}  {in_numbered_turns(rated.turns)}"
        for line in wrapped(text, terminal_width()):
            click.echo(line)
    depth = say("answer.depth", language, number=answer.search.depth)
    print_effort(answer.search, language, depth)


def _print_explanation(found: Explanation | None, language: Language) -> None:
    """The value of the position itself, and what each window of the board adds to it."""
    if found is None:
        click.echo(say("explain.stones", language))
        return

    def row(values: Sequence[float]) -> str:
        return " ".join(decimal(value, "+6.2f", language) for value in values)

    value, numbers = (decimal(one, "+.2f", language) for one in (found.value, found.numbers))
    click.echo(say("explain.value", language, value=value, numbers=numbers))
    click.echo(say("explain.squares", language))
    for rank in range(len(found.squares), 0, -1):
        click.echo(f"  {rank} {row(found.squares[rank - 1])}")
    click.echo("    " + " ".join(f"{file:^6}" for file in "abcdefg"))
    click.echo(say("explain.ranks", language, ranks=row(found.ranks)))


def _verdict(answer: Analysis, language: Language) -> str:
    """'Proven: White wins in 6 turns (11 plies)', or an estimate, worded as one."""
    if answer.value is Value.DRAW:
        return say("analyse.draw", language)
    if answer.distance is not None:
        return say("analyse.win", language, win=win_in_words(answer, language))
    if answer.score is None:
        return say("analyse.nothing-known", language)
    score, side = decimal(answer.score, "+.2f", language), answer.side
    return say("analyse.estimate", language, score=score, side=side)


def _worth(line: RatedLine, language: Language) -> str:
    """What a line is worth for the side to move: 'wins in 3', 'draws' or a score."""
    if line.value is Value.DRAW:
        return say("worth.draw", language)
    if line.distance is not None:
        exact = line.distance_exact
        code = f"worth.{line.value}" if exact else f"worth.{line.value}-within"
        return say(code, language, turns=line.distance.turns)
    return "?" if line.score is None else decimal(line.score, "+.2f", language)
