"""`fanorona forced-win`: is a position won, lost or drawn by force, and by which turns?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import click

from fanorona.cli.exit_status import ExitStatus
from fanorona.cli.live_search import print_effort, searched
from fanorona.cli.options.language_option import misuse
from fanorona.cli.options.position_argument import takes_position
from fanorona.cli.options.search_options import SearchOptions, takes_search_options, threads_option
from fanorona.cli.output.certificate_files import write_certificate
from fanorona.cli.output.drawn_boards import Pen, draws
from fanorona.cli.output.findings import in_numbered_turns
from fanorona.cli.output.printing import (
    in_columns,
    json_option,
    print_json,
    terminal_width,
    wrapped,
)
from fanorona.cli.output.situation import also
from fanorona.cli.output.verdicts import distance_in_words, has_no_win, verdict_in_words
from fanorona.cli.strict_command import StrictCommand
from fanorona.solver import Position
from fanorona.solver.budget import FORCED_WIN_NODES
from fanorona.solver.certificates.certificate import CertifiedSearch
from fanorona.solver.search.forced_win import (
    MOST_TURNS,
    ForcedWin,
    WinningTurn,
    forced_win,
)
from fanorona.solver.value import Value
from fanorona.words import Language, numeral, say

MOST_LISTED = 20
"""The most turns that are printed; --json has them all."""


@click.command(cls=StrictCommand)
@takes_position
@click.option(
    "--max-turns",
    type=click.IntRange(1, MOST_TURNS),
    metavar="N",
    help="Only look for a win within N turns.",
)
@click.option(
    "--certificate",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Also write the proof to FILE, for 'fanorona verify'.",
)
@click.option(
    "--lean-on-tables",
    is_flag=True,
    help="End the certificate at the endgame tables: a smaller file, to be checked with them.",
)
@threads_option
@takes_search_options(FORCED_WIN_NODES)
@draws
@json_option
def command(
    position: Position,
    max_turns: int | None,
    certificate: Path | None,
    lean_on_tables: bool,
    threads: int,
    options: SearchOptions,
    language: Language,
    pen: Pen,
    in_json: bool,
) -> ExitStatus:
    """Prove that a position is won, lost or drawn.

    The answer holds against every defence; if the budget runs out first, it is 'undecided'. Ctrl-C
    stops the search and prints what is known so far. Status 0: the side to move wins; 1: it does
    not (or not within --max-turns); 4: undecided, or the certificate asked for could not be made.
    FEN is a position, 'start', 'start:5x5', or '-' to read a position or a diagram from standard
    input.

    \b
    Examples:
      fanorona forced-win start:3x3
      fanorona forced-win "9/9/2WW5/9/6B2 W" --max-turns 8
      fanorona forced-win - --rules escale --time 60 --memory 1024 < position.txt
      fanorona forced-win start:5x3 --certificate proof.fanproof
    """
    if lean_on_tables and certificate is None:
        raise misuse("usage.needs", option="--lean-on-tables", other="--certificate")
    if certificate is not None and not certificate.parent.is_dir():
        raise misuse("usage.no-folder", folder=str(certificate.parent))
    in_words = partial(_progress_in_words, max_turns, language)
    certified = CertifiedSearch(max_turns, lean_on_tables, threads) if certificate else None
    question = certified or partial(forced_win, max_turns=max_turns, threads=threads)
    answer = searched(question, position, options, in_words, language)
    if answer is None:
        return ExitStatus.UNDECIDED
    if in_json:
        print_json(answer)
    else:
        _print(position, answer, max_turns, pen, language)
    status = _status(answer, max_turns)
    # After the answer, which must not be lost if the file cannot be written.
    if certified and certificate and not write_certificate(certified, certificate, language):
        interrupted = status is ExitStatus.INTERRUPTED or certified.was_interrupted
        return ExitStatus.INTERRUPTED if interrupted else ExitStatus.UNDECIDED
    return status


def _progress_in_words(max_turns: int | None, language: Language, so_far: ForcedWin) -> str:
    nodes = say("count.node", language, count=so_far.search.nodes)
    known = verdict_in_words(so_far, max_turns, language)
    return say("answer.progress", language, nodes=nodes, known=known)


def _status(answer: ForcedWin, max_turns: int | None) -> ExitStatus:
    if answer.search.stopped_by == "interrupted":
        return ExitStatus.INTERRUPTED
    if answer.value is Value.WIN:
        return ExitStatus.YES
    return ExitStatus.NO if has_no_win(answer, max_turns) else ExitStatus.UNDECIDED


def _print(
    position: Position, answer: ForcedWin, max_turns: int | None, pen: Pen, language: Language
) -> None:
    pen.print_situation(position, language)
    if answer.outcome is not None:
        return
    click.echo(f"{verdict_in_words(answer, max_turns, language)}.")
    for line in _first_turns(answer, max_turns, language):
        click.echo(line)
    if answer.line:
        click.echo(say("answer.line", language))
        for line in wrapped(f"  {in_numbered_turns(answer.line)}", terminal_width()):
            click.echo(line)
    print_effort(answer.search, language)


def _first_turns(answer: ForcedWin, max_turns: int | None, language: Language) -> Iterator[str]:
    winning, undecided = answer.winning_turns, answer.undecided_turns
    if winning:
        if max_turns is None:
            yield say("answer.winning", language)
        else:
            yield say(
                "answer.winning-within",
                language,
                turns=say("count.turn", language, count=max_turns),
            )
        yield from _winning_turns(winning[:MOST_LISTED], language)
        yield from _left_out(len(winning), language)
    if undecided:
        yield say("answer.undecided-turns", language)
        yield from in_columns(undecided[:MOST_LISTED])
        yield from _left_out(len(undecided), language)


def _winning_turns(turns: Sequence[WinningTurn], language: Language) -> Iterator[str]:
    widest = max(len(one.turn) for one in turns)
    for one in turns:
        distance = distance_in_words(one.distance, one.distance_exact, language)
        text = (
            f"  {one.turn.ljust(widest)}  {say('answer.winning-in', language, distance=distance)}"
        )
        others, hidden = one.routes[1:], one.routes_count - len(one.routes)
        yield f"{text}, {also(others, hidden, language)}" if others else text


def _left_out(number: int, language: Language) -> Iterator[str]:
    if number > MOST_LISTED:
        left = numeral(number - MOST_LISTED, language)
        yield f"  {say('list.left-out', language, number=left)}"
