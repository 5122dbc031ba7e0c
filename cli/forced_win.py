"""`fanorona forced-win`: is a position won, lost or drawn by force, and by which turns?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import click

from cli.drawing import Pen, draws
from cli.exit_status import ExitStatus
from cli.findings import in_numbered_turns
from cli.positions import takes_position
from cli.printing import in_columns, json_option, print_json, terminal_width, wrapped
from cli.searching import (
    Budget,
    distance_in_words,
    print_effort,
    searched,
    takes_budget,
    win_in_words,
)
from cli.words import counted, named
from solver import Position
from solver.forced import DEFAULT_NODES, MOST_TURNS, ForcedWin, WinningTurn, forced_win
from solver.verdict import Value

MOST_LISTED = 20
"""So many turns are printed; --json has them all."""


@click.command()
@takes_position
@click.option(
    "--max-turns",
    type=click.IntRange(1, MOST_TURNS),
    metavar="N",
    help="Only ask for a win in at most N turns of the side to move.",
)
@takes_budget(DEFAULT_NODES)
@draws
@json_option
def command(
    position: Position,
    max_turns: int | None,
    budget: Budget,
    pen: Pen,
    in_json: bool,
) -> ExitStatus:
    """Prove that a position is won, lost or drawn.

    The answer holds against every defence; what the budget did not settle is undecided. Ctrl-C
    ends the search with what is known so far. Status 0: the side to move wins; 1: it does not
    (or not within --max-turns); 4: undecided. FEN is a position's text, 'start', 'start:5x5', or
    '-' to read a text or a diagram from standard input.

    \b
    Examples:
      fanorona forced-win start:3x3
      fanorona forced-win "9/9/2WW5/9/6B2 W" --max-turns 8
      fanorona forced-win - --rules escale --time 60 --memory 1024 < position.txt
    """
    question = partial(forced_win, max_turns=max_turns)
    answer = searched(question, position, budget, partial(_progress_in_words, max_turns))
    if answer is None:
        return ExitStatus.UNDECIDED
    if in_json:
        print_json(answer)
    else:
        _print(position, answer, max_turns, pen)
    return _status(answer, max_turns)


def _progress_in_words(max_turns: int | None, so_far: ForcedWin) -> str:
    return f"{counted(so_far.search.nodes, 'node')}: {_verdict(so_far, max_turns)}"


def _status(answer: ForcedWin, max_turns: int | None) -> ExitStatus:
    if answer.search.stopped_by == "interrupted":
        return ExitStatus.INTERRUPTED
    if answer.value is Value.WIN:
        return ExitStatus.YES
    return ExitStatus.NO if _has_no_win(answer, max_turns) else ExitStatus.UNDECIDED


def _print(position: Position, answer: ForcedWin, max_turns: int | None, pen: Pen) -> None:
    pen.print_situation(position)
    if answer.outcome is not None:
        return
    click.echo(f"{_verdict(answer, max_turns)}.")
    for line in _first_turns(answer, max_turns):
        click.echo(line)
    if answer.line:
        click.echo("Main line:")
        for line in wrapped(f"  {in_numbered_turns(answer.line)}", terminal_width()):
            click.echo(line)
    print_effort(answer.search)


def _verdict(answer: ForcedWin, max_turns: int | None) -> str:
    """'White wins in 6 turns (11 plies)', or what else is known."""
    if answer.value is Value.DRAW:
        return "Draw: neither side can force a win"
    if answer.distance is not None:
        return win_in_words(answer)
    known = _known_so_far(named(answer.side), answer.no_win_within, max_turns)
    return known if _has_no_win(answer, max_turns) else f"Undecided: {known}"


def _known_so_far(mover: str, no_win_within: int | None, max_turns: int | None) -> str:
    if no_win_within is None:
        return "nothing is known yet"
    if max_turns is None and no_win_within == MOST_TURNS:
        return f"{mover} cannot force a win; whether it loses is undecided"
    return f"{mover} has no win within {counted(no_win_within, 'turn')}"


def _has_no_win(answer: ForcedWin, max_turns: int | None) -> bool:
    """Proven that the win asked for does not exist."""
    return (answer.no_win_within or 0) >= (max_turns or MOST_TURNS)


def _first_turns(answer: ForcedWin, max_turns: int | None) -> Iterator[str]:
    winning, undecided = answer.winning_turns, answer.undecided_turns
    if winning:
        within = "" if max_turns is None else f" within {counted(max_turns, 'turn')}"
        yield f"First turns that win{within}:"
        yield from _winning_turns(winning[:MOST_LISTED])
        yield from _left_out(len(winning))
    if undecided:
        yield "First turns that are undecided:"
        yield from in_columns(undecided[:MOST_LISTED])
        yield from _left_out(len(undecided))


def _winning_turns(turns: Sequence[WinningTurn]) -> Iterator[str]:
    widest = max(len(one.turn) for one in turns)
    for one in turns:
        text = (
            f"  {one.turn.ljust(widest)}  in {distance_in_words(one.distance, one.distance_exact)}"
        )
        others = ", ".join(one.routes[1:])
        hidden = one.routes_count - len(one.routes)
        more = f" and {hidden:,} more" if hidden else ""
        yield f"{text}, also {others}{more}" if others else text


def _left_out(number: int) -> Iterator[str]:
    if number > MOST_LISTED:
        yield f"  and {number - MOST_LISTED:,} more (--json lists them)"
