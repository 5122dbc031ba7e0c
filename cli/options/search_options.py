"""The options of commands that search: how much it may cost, and which tables it looks into."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial, wraps
from math import isnan
from pathlib import Path
from typing import Any

import click

from fanorona.cli.options.language_option import misuse
from fanorona.solver.budget import (
    DEFAULT_MEMORY_MB,
    MOST_MEMORY_MB,
    MOST_NODES,
    MOST_TIME_MS,
    Budget,
)
from fanorona.solver.search.threads import MOST_THREADS
from fanorona.solver.tables.table_place import TablePlace, is_url

Command = Callable[..., Any]

threads_option = click.option(
    "--threads",
    type=click.IntRange(1, MOST_THREADS),
    default=1,
    show_default=True,
    metavar="N",
    help="Number of threads; with several, the answer varies.",
)


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """What was asked for on the command line, or the defaults."""

    budget: Budget
    folder: TablePlace | None
    """Of the endgame tables, or their URL; None: the user's folder."""
    no_tables: bool


class Seconds(click.FloatRange):
    """A time limit: Click's range would also take NaN."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        seconds = super().convert(value, param, ctx)
        return self.fail("NaN", param, ctx) if isnan(seconds) else seconds


class TablesType(click.Path):
    """A folder that exists, or a URL, of which nobody knows before it is asked."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return value if is_url(value) else super().convert(value, param, ctx)


def takes_tables_options(without: str) -> Callable[[Command], Command]:
    """Give a command `tables` and `no_tables`; `without` says what the latter means to it."""
    return partial(_with_tables_options, without)


def _with_tables_options(without: str, command: Command) -> Command:
    @click.option(
        "--tables",
        type=TablesType(exists=True, file_okay=False, path_type=Path),
        metavar="DIR|URL",
        help="The folder or URL of the endgame tables.  [default: the user's cache folder]",
    )
    @click.option("--no-tables", is_flag=True, help=without)
    @wraps(command)
    def with_options(tables: TablePlace | None, no_tables: bool, **others: Any) -> Any:
        if tables is not None and no_tables:
            raise misuse("usage.exclusive", one="--tables", other="--no-tables")
        return command(tables=tables, no_tables=no_tables, **others)

    return with_options


def takes_search_options(
    default_nodes: int, each: str | None = None
) -> Callable[[Command], Command]:
    """Give a command the options of a search, or of one for `each` thing; it gets `options`."""
    return partial(_with_search_options, default_nodes, each)


def _with_search_options(default_nodes: int, each: str | None, command: Command) -> Command:
    what = f" for each {each}" if each else ""

    @click.option(
        "--nodes",
        type=click.IntRange(1, MOST_NODES),
        metavar="N",
        help=f"Search at most N nodes{what}.  [default: {default_nodes}; with --time, no limit]",
    )
    @click.option(
        "--time",
        "seconds",
        type=Seconds(0.001, MOST_TIME_MS // 1000),
        metavar="SECONDS",
        help=f"Time limit in seconds{what}.",
    )
    @click.option(
        "--memory",
        type=click.IntRange(1, MOST_MEMORY_MB),
        default=DEFAULT_MEMORY_MB,
        show_default=True,
        metavar="MB",
        help=f"Memory for {'each' if each else 'the'} search.",
    )
    @takes_tables_options("Search without endgame tables.")
    @wraps(command)
    def with_options(
        nodes: int | None,
        seconds: float | None,
        memory: int,
        tables: TablePlace | None,
        no_tables: bool,
        **others: Any,
    ) -> Any:
        time_ms = None if seconds is None else max(round(seconds * 1000), 1)
        budget = Budget(nodes=nodes, time_ms=time_ms, memory_mb=memory)
        return command(options=SearchOptions(budget, tables, no_tables), **others)

    return with_options
