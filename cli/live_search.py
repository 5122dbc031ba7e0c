"""What commands that search share: their budget, their tables, and how Ctrl-C ends them."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, TypeVar

import click

from fanorona.cli.options.search_options import SearchOptions, takes_search_options
from fanorona.cli.output.progress import is_watched, progress_line
from fanorona.cli.output.standard_error import warn
from fanorona.solver import Position, Stop, Stopped
from fanorona.solver.search.forced_win import DEFAULT_MEMORY_MB
from fanorona.solver.tables.default_tables import TablesWanted, tablebase_for
from fanorona.solver.value import Distance, SearchInfo, Value
from fanorona.words import Language, say

if TYPE_CHECKING:
    from fanorona.solver.search.analysis import Analysis
    from fanorona.solver.search.forced_win import ForcedWin

Command = Callable[..., Any]
Answer = TypeVar("Answer", "Analysis", "ForcedWin")


@dataclass(frozen=True, slots=True)
class Budget:
    """What a search may cost, and the tables it may look into."""

    nodes: int
    memory_mb: int
    stop: Stop
    folder: Path | None
    no_tables: bool

    def tables(self, position: Position, language: Language) -> TablesWanted:
        """The tables, warned of where something is wrong with them."""
        if self.no_tables:
            return "off"
        position.require_legal()
        found = tablebase_for(position, self.folder)
        if found is not None:
            warn(found, language)
        return found


def takes_budget(default_nodes: int) -> Callable[[Command], Command]:
    """Give a command the options of a search; it gets them as `budget`."""

    def decorator(command: Command) -> Command:
        @wraps(command)
        def with_budget(options: SearchOptions, **others: Any) -> Any:
            budget = Budget(
                nodes=options.nodes,
                memory_mb=options.memory_mb,
                stop=Stop(options.seconds),
                folder=options.tables,
                no_tables=options.no_tables,
            )
            return command(budget=budget, **others)

        return takes_search_options(with_budget, nodes=default_nodes, memory_mb=DEFAULT_MEMORY_MB)

    return decorator


def searched(
    question: Callable[..., Answer],
    position: Position,
    budget: Budget,
    progress_in_words: Callable[[Answer], str],
    language: Language,
) -> Answer | None:
    """What `analyse` or `forced_win` answers; None: not even the first turns were listed in time.

    On a terminal, what it finds on the way is shown; Ctrl-C ends it with its answer so far.
    """
    try:
        with ended_by_interrupt(budget.stop), progress_line(progress_in_words) as on_progress:
            return question(
                position,
                nodes=budget.nodes,
                memory_mb=budget.memory_mb,
                tables=budget.tables(position, language),
                stop=budget.stop,
                on_progress=on_progress,
            )
    except Stopped:
        if budget.stop.was_interrupted:
            raise
        click.echo(say("answer.time-up", language), err=True)
        return None


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


def distance_in_words(distance: Distance, exact: bool, language: Language) -> str:
    """'6 turns (11 plies)'."""
    return say(
        "answer.exactly" if exact else "answer.at-most",
        language,
        turns=say("count.turn", language, count=distance.turns),
        plies=say("count.ply", language, count=distance.plies),
    )


def win_in_words(answer: Analysis | ForcedWin, language: Language) -> str:
    """'White wins in 6 turns (11 plies)', of an answer with a distance."""
    assert answer.distance is not None
    winner = answer.side if answer.value is Value.WIN else answer.side.other
    distance = distance_in_words(answer.distance, answer.distance_exact, language)
    return say("answer.wins", language, side=winner, distance=distance)


def print_effort(search: SearchInfo, language: Language, *more: str) -> None:
    """How much was searched, for a person who watches."""
    if is_watched():
        reason = say(f"ended.{search.stopped_by}", language)
        ended = say("answer.ended-by", language, reason=reason)
        nodes = say("count.node", language, count=search.nodes)
        click.echo(", ".join([nodes, *more, ended]), err=True)
