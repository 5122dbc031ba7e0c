"""Who shares the work of a command: how many processes or threads, or which cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from fanorona.cli.options.language_option import chosen_language, misuse
from fanorona.cli.output.standard_error import tell
from fanorona.cli.worker_processes import processes
from fanorona.words import Message

if TYPE_CHECKING:
    from fanorona.solver.spreading.spread import Spread
    from fanorona.solver.tables.table_place import TablePlace

Command = Callable[..., Any]

MOST_JOBS = 1024


@dataclass(frozen=True, slots=True)
class Workers:
    """Who was asked for on the command line."""

    jobs: int = 1
    cluster: str | None = None
    """The address of the scheduler, or `local`."""

    @contextmanager
    def at_work(
        self, tables: TablePlace | None = None, *, with_tables: bool = True
    ) -> Iterator[Spread]:
        """The workers, until the end of this; on a cluster they use the same tables as here."""
        if self.cluster is None:
            with processes(self.jobs) as spread:
                yield spread
            return
        from fanorona.solver.spreading.cluster import cluster_at
        from fanorona.solver.tables.table_stock import stock_of

        stock = stock_of(tables) if with_tables else None
        with cluster_at(self.cluster, stock, on_note=_tell_note) as spread:
            yield spread


def _tell_note(note: Message) -> None:
    tell("word.note", note, chosen_language(click.get_current_context(silent=True)))


def _address(_ctx: click.Context, _option: click.Parameter, text: str | None) -> str | None:
    if text is None:
        return None
    from fanorona.solver.spreading.scheduler_address import scheduler_address

    address = scheduler_address(text)
    if address is None:
        raise misuse("usage.cluster", text=repr(text))
    return address


cluster_option = click.option(
    "--cluster",
    metavar="ADDRESS",
    callback=_address,
    help="Share the work among the workers of a Dask scheduler, such as tcp://host:8786; 'local' "
    "starts a small cluster on this machine.",
)
"""Gives a command `cluster`, or None."""


def takes_workers(command: Command) -> Command:
    """Give a command the options `--jobs` and `--cluster`; it gets the `workers`."""

    @click.option(
        "--jobs",
        type=click.IntRange(1, MOST_JOBS),
        metavar="N",
        help="Number of processes.  [default: 1]",
    )
    @cluster_option
    @wraps(command)
    def with_workers(jobs: int | None, cluster: str | None, **others: Any) -> Any:
        require_one(jobs, cluster)
        return command(workers=Workers(jobs or 1, cluster), **others)

    return with_workers


def require_one(jobs: int | None, cluster: str | None) -> None:
    """Misuse, if both were asked for."""
    if jobs is not None and cluster is not None:
        raise misuse("usage.exclusive", one="--jobs", other="--cluster")


threads_option = click.option(
    "--jobs",
    type=click.IntRange(1, MOST_JOBS),
    metavar="N",
    help="Number of threads.  [default: one per CPU]",
)
"""Gives a command `jobs`, or None."""
