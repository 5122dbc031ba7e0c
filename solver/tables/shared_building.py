"""Building tables on several machines that share a folder.

Pairs with the same total need none of each other: they are built side by side, the largest first,
and the next total begins when all of them are in the folder.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import groupby
from pathlib import Path
from platform import node
from time import monotonic, sleep
from uuid import uuid4

from fanorona.solver.budget import Budget
from fanorona.solver.spreading.spread import Spread
from fanorona.solver.tables.building import Meter, OnProgress
from fanorona.solver.tables.memory_needed import room_for_finished, size_of
from fanorona.solver.tables.pairs import Pair
from fanorona.solver.tables.table_files import Series, checksum_in
from fanorona.solver.tables.table_place import UnusableTables
from fanorona.solver.tables.tablebase import Tablebase
from fanorona.words import Message

PATIENCE = 75.0
"""Seconds until a network folder shows what another machine has written, at the latest."""
LOOK_SECONDS = 0.25


def build_side_by_side(
    series: Series,
    folder: Path,
    pairs: Sequence[Pair],
    spread: Spread,
    budget: Budget | None = None,
    on_progress: OnProgress | None = None,
) -> Generator[Pair, None, None]:
    """Build the pairs, and name each one when its tables are in the folder."""
    work = {pair: size_of(series, pair) for pair in pairs}
    meter = Meter(sum(work.values()), on_progress)
    with _token_in(folder) as token:
        for total, equal in groupby(pairs, sum):
            needed = _checksums(series, folder, total)
            build = partial(build_pair, series, folder, token, needed, budget)
            largest_first = sorted(equal, key=lambda pair: -work[pair])
            for pair, _ in spread.each(build, largest_first):
                meter.begin(pair, work[pair])
                meter.report(1.0)
                yield pair


def build_pair(
    series: Series,
    folder: Path,
    token: str,
    needed: dict[str, int],
    budget: Budget | None,
    pair: Pair,
) -> None:
    """Build one pair into the folder, where another machine has put a token and what it needs."""
    try:
        _wait_for(folder, token, needed)
    except TimeoutError:
        raise UnusableTables(Message("cluster.folder", host=node(), folder=str(folder))) from None
    found = Tablebase.open(
        folder,
        series.rules,
        series.board,
        build_small=False,
        only=needed.keys(),
        most_in_memory=None if budget is None else room_for_finished(series, sum(pair), budget),
    )
    if found.warnings:
        raise UnusableTables(Message("stock.damaged", host=node(), reason=found.warnings[0]))
    found.build_pairs([pair], budget)


def _wait_for(folder: Path, token: str, needed: dict[str, int]) -> None:
    """TimeoutError, if the folder is not the one that was meant, or does not become so in time."""
    end = monotonic() + PATIENCE
    while not (folder / token).exists() or any(
        checksum_in(folder / name) != checksum for name, checksum in needed.items()
    ):
        if monotonic() > end or not folder.is_dir():
            raise TimeoutError
        sleep(LOOK_SECONDS)


@contextmanager
def _token_in(folder: Path) -> Iterator[str]:
    """A file by which another machine knows that it sees the same folder."""
    token = folder / f".shared-{uuid4().hex}"
    token.touch()
    try:
        yield token.name
    finally:
        token.unlink(missing_ok=True)


def _checksums(series: Series, folder: Path, total: int) -> dict[str, int]:
    """Of the tables with fewer stones."""
    paths = [series.path(folder, *pair) for pair in series.pairs(folder) if sum(pair) < total]
    found = ((path.name, checksum_in(path)) for path in paths)
    return {name: checksum for name, checksum in found if checksum is not None}
