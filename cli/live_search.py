"""What commands that search share: their budget, their tables, and how Ctrl-C ends them."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, TypeVar

import click

from fanorona.cli.options.search_options import SearchOptions
from fanorona.cli.output.progress import is_watched, progress_line
from fanorona.cli.output.standard_error import warn
from fanorona.solver import Position, Stop, Stopped
from fanorona.solver.tables.default_tables import TablesWanted, tablebase_for
from fanorona.solver.value import SearchInfo
from fanorona.words import Language, say

if TYPE_CHECKING:
    from fanorona.solver.search.analysis import Analysis
    from fanorona.solver.search.forced_win import ForcedWin

Answer = TypeVar("Answer", "Analysis", "ForcedWin")


def searched(
    question: Callable[..., Answer],
    position: Position,
    options: SearchOptions,
    progress_in_words: Callable[[Answer], str],
    language: Language,
) -> Answer | None:
    """What `analyse` or `forced_win` answers; None: not even the first turns were listed in time.

    On a terminal, what it finds on the way is shown; Ctrl-C ends it with its answer so far.
    """
    stop = options.budget.stop()
    try:
        with ended_by_interrupt(stop), progress_line(progress_in_words) as on_progress:
            return question(
                position,
                budget=options.budget.untimed(),
                tables=tables_at_hand(position, options, language),
                stop=stop,
                on_progress=on_progress,
            )
    except Stopped:
        if stop.was_interrupted:
            raise
        click.echo(say("answer.time-up", language), err=True)
        return None


def tables_at_hand(position: Position, options: SearchOptions, language: Language) -> TablesWanted:
    """The tables that a search may look into; warns if something is wrong with them."""
    if options.no_tables:
        return "off"
    position.require_legal()
    found = tablebase_for(position, options.folder)
    if found is not None:
        warn(found, language)
    return found


@contextmanager
def ended_by_interrupt(stop: Stop) -> Iterator[None]:
    """Ctrl-C ends the search with its answer so far; a second one ends the program."""

    def end(_signal: int, _frame: FrameType | None) -> None:
        if stop.was_interrupted:
            raise KeyboardInterrupt
        stop.interrupt()

    before = signal.signal(signal.SIGINT, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def print_effort(search: SearchInfo, language: Language, *more: str) -> None:
    """How much was searched, for a person who watches."""
    if is_watched():
        reason = say(f"ended.{search.stopped_by}", language)
        ended = say("answer.ended-by", language, reason=reason)
        nodes = say("count.node", language, count=search.nodes)
        click.echo(", ".join([nodes, *more, ended]), err=True)
