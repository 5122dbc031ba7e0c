"""What commands that search share: their budget, their tables, and how Ctrl-C ends them."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from types import FrameType
from typing import Any

import click

from cli.tablebase import warn
from cli.words import counted
from solver import Position
from solver.default_tables import TablesWanted, tablebase_for
from solver.forced import (
    DEFAULT_MEMORY_MB,
    MOST_MEMORY_MB,
    MOST_NODES,
    MOST_TIME_MS,
)
from solver.kernel.stop import Stop
from solver.verdict import Distance

Command = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Budget:
    """What a search may cost, and the tables it may look into."""

    nodes: int
    memory_mb: int
    stop: Stop
    folder: Path | None
    no_tables: bool

    def tables(self, position: Position) -> TablesWanted:
        """The tables, warned of where something is wrong with them."""
        if self.no_tables:
            return "off"
        position.require_legal()
        found = tablebase_for(position, self.folder)
        if found is not None:
            warn(found)
        return found


def takes_budget(default_nodes: int) -> Callable[[Command], Command]:
    """Give a command the options of a search; it gets them as `budget`."""

    def decorator(command: Command) -> Command:
        @wraps(command)
        def with_budget(
            nodes: int | None,
            seconds: float | None,
            memory: int,
            folder: Path | None,
            no_tables: bool,
            **others: Any,
        ) -> Any:
            if folder is not None and no_tables:
                raise click.UsageError("--tables and --no-tables exclude each other.")
            if nodes is None:
                nodes = default_nodes if seconds is None else MOST_NODES
            return command(budget=Budget(nodes, memory, Stop(seconds), folder, no_tables), **others)

        for option in reversed((_nodes_option(default_nodes), *_OPTIONS)):
            option(with_budget)
        return with_budget

    return decorator


def _nodes_option(default: int) -> Callable[[Command], Command]:
    return click.option(
        "--nodes",
        type=click.IntRange(1, MOST_NODES),
        metavar="N",
        help=f"Search at most N positions.  [default: {default}; with --time, no limit]",
    )


_OPTIONS = (
    click.option(
        "--time",
        "seconds",
        type=click.FloatRange(0.001, MOST_TIME_MS / 1000),
        metavar="SECONDS",
        help="Search at most so long.",
    ),
    click.option(
        "--memory",
        type=click.IntRange(1, MOST_MEMORY_MB),
        default=DEFAULT_MEMORY_MB,
        show_default=True,
        metavar="MB",
        help="Memory for the search.",
    ),
    click.option(
        "--tables",
        "folder",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        metavar="DIR",
        help="The folder of the endgame tables.  [default: the user's cache folder]",
    ),
    click.option("--no-tables", is_flag=True, help="Search without endgame tables."),
)


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


def distance_in_words(distance: Distance, exact: bool) -> str:
    """'6 turns (11 plies)'."""
    plies = f"{distance.plies} {'ply' if distance.plies == 1 else 'plies'}"
    return f"{'' if exact else 'at most '}{counted(distance.turns, 'turn')} ({plies})"
