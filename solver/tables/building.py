"""Building endgame tables: pair after pair, level after level, on several threads.

A pair needs the tables that captures lead to: fewer stones in all. It is built together with the
pair that has the other side to move, and written before the next one begins, so that whatever ends
a build costs one pair at most.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from math import comb
from time import perf_counter

from fanorona.solver.budget import Budget
from fanorona.solver.errors import FanoronaError
from fanorona.solver.kernel.game import Game
from fanorona.solver.kernel.retro import MOST_PLIES, Retrograde
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.kernel.tables import Combinations, Tables
from fanorona.solver.stopping import Stopped
from fanorona.solver.tables.table_files import Series, TableInfo
from fanorona.words import Message

PIECE = 1 << 16
"""The least number of positions that is worth a thread."""

PIECES = 64
"""Number of pieces of a large table; a free thread takes the next one."""

LOOK_SECONDS = 0.02
"""How often the waiting thread looks up: for Ctrl-C, and to report progress."""

SETTLING = 0.4
"""About this share of a pair's time goes before its first level."""

DECIDED = 0.8
"""About this share of a pair's positions is decided, each in its level."""

MEGABYTE = 1 << 20


class NotEnoughMemory(FanoronaError):  # noqa: N818 - reads as what it says
    """A build that would need more memory than it may use."""


class TooFar(FanoronaError):  # noqa: N818 - reads as what it says
    """A win that takes more plies than a table can hold."""


@dataclass(frozen=True, slots=True)
class BuildProgress:
    """How far a build is: the pair at work, the share done of everything, and an estimate."""

    own: int
    enemy: int
    done: float
    seconds_left: float | None


OnProgress = Callable[[BuildProgress], None]


@dataclass(frozen=True)
class Built:
    """A finished table."""

    info: TableInfo
    values: bytearray


def pairs_up_to(stones: int) -> Iterator[tuple[int, int]]:
    """The pairs to build, smaller side first, each after those that it needs."""
    for total in range(2, stones + 1):
        for smaller in range(1, total // 2 + 1):
            yield smaller, total - smaller


def both_sides(smaller: int, larger: int) -> tuple[tuple[int, int], ...]:
    """The tables of a pair: with either side to move, where that makes a difference."""
    if smaller == larger:
        return ((smaller, larger),)
    return (smaller, larger), (larger, smaller)


def memory_needed(series: Series, smaller: int, larger: int) -> int:
    """Bytes for building a pair: its tables, the lists of sets, and all tables it may look up."""
    own = sum(series.size(*side) for side in both_sides(smaller, larger))
    lists = 8 * series.columns(smaller, larger) + 24 * comb(series.board.points, smaller)
    finished = sum(
        series.size(*side)
        for pair in pairs_up_to(smaller + larger - 1)
        for side in both_sides(*pair)
    )
    return own + lists + finished


def require_memory(series: Series, pairs: Sequence[tuple[int, int]], budget: Budget | None) -> None:
    """NotEnoughMemory if building one of the pairs takes more than the budget has."""
    if budget is None:
        return
    for pair in pairs:
        needed = memory_needed(series, *pair)
        if needed > budget.memory_mb * MEGABYTE:
            raise NotEnoughMemory(
                Message(
                    "tables.memory",
                    own=pair[0],
                    enemy=pair[1],
                    needed=megabytes(needed),
                    allowed=budget.memory_mb,
                )
            )


def megabytes(size: int) -> int:
    """Rounded up."""
    return -(-size // MEGABYTE)


class Builder:
    """Builds pairs, one after the other."""

    def __init__(
        self,
        series: Series,
        game: Game,
        tables: Tables,
        *,
        jobs: int = 1,
        stop: Stop | None = None,
        on_progress: OnProgress | None = None,
    ) -> None:
        """`tables`: the finished ones; whoever takes a built one adds it before the next."""
        self.series = series
        self.game = game
        self.tables = tables
        self.jobs = jobs
        self.stop = Stop() if stop is None else stop
        self.on_progress = on_progress

    def build(self, pairs: Sequence[tuple[int, int]]) -> Iterator[list[Built]]:
        """The tables of each pair, when they are finished."""
        work = {pair: sum(self.series.size(*side) for side in both_sides(*pair)) for pair in pairs}
        meter = Meter(sum(work.values()), self.on_progress)
        crew = Crew(self.jobs, self.stop)
        try:
            for pair in pairs:
                meter.begin(pair, work[pair])
                yield self._build(pair, crew, meter)
                meter.report(1.0)
        finally:
            crew.close()

    def check(self) -> None:
        """Stopped, if somebody has asked for it."""
        if self.stop.was_requested:
            raise Stopped

    def _build(self, pair: tuple[int, int], crew: Crew, meter: Meter) -> list[Built]:
        """Apart, so that nothing here keeps a pair's memory when the next one begins."""
        try:
            return PairAtWork(self.series, self.game, self.tables, pair, crew, meter).build()
        except OverflowError as error:
            raise TooFar(
                Message(
                    "tables.too-far",
                    rules=self.series.rules.id,
                    size=self.series.board.size,
                    own=pair[0],
                    enemy=pair[1],
                    reason=str(error),
                )
            ) from None


class Meter:
    """Makes reports of how far a build is, and how long it may still take."""

    def __init__(self, work: int, on_progress: OnProgress | None) -> None:
        """`work`: all that is to be done, in a unit of its own."""
        self.on_progress = on_progress
        self._work = work
        self._done = 0
        self._at_work = 0
        self._pair = (0, 0)
        self._began = perf_counter()

    def begin(self, pair: tuple[int, int], work: int) -> None:
        """The next pair, and its share of the work."""
        self._done += self._at_work
        self._at_work = work
        self._pair = pair
        self.report(0.0)

    def report(self, share: float) -> None:
        """The share of the pair that is done."""
        if self.on_progress is not None:
            done = (self._done + share * self._at_work) / self._work
            elapsed = perf_counter() - self._began
            self.on_progress(
                BuildProgress(*self._pair, done, elapsed * (1 - done) / done if done else None)
            )


class PairAtWork:
    """The tables of a pair in the making, with either side to move."""

    def __init__(
        self,
        series: Series,
        game: Game,
        tables: Tables,
        pair: tuple[int, int],
        crew: Crew,
        meter: Meter,
    ) -> None:
        self.size = series.size(*pair)
        self.sides = both_sides(*pair)
        self.crew = crew
        self.meter = meter
        self.told = 0
        self.values = {side: bytearray(self.size) for side in self.sides}
        columns = Combinations(max(pair), series.columns(*pair))
        self.tools = {
            side: [
                Retrograde(
                    game,
                    tables,
                    columns,
                    *side,
                    self.values[side],
                    self.values[side[::-1]],
                    crew.stop,
                )
                for _ in range(crew.jobs)
            ]
            for side in self.sides
        }

    def build(self) -> list[Built]:
        """Settle, then spread level by level until nothing is decided any more, then count."""
        for tools in self.tools.values():
            self._share(tools, Retrograde.settle)
        for level in range(MOST_PLIES + 1):
            decided = self.found()[level + 1]
            if decided:
                for tools in self.tools.values():
                    self._share(tools, partial(spread, level))
            self.told += decided
        return [self._finished(side) for side in self.sides]

    def found(self) -> list[int]:
        """For each byte, how often it was written."""
        written = [tool.written() for tools in self.tools.values() for tool in tools]
        return [sum(column) for column in zip(*written, strict=True)]

    def report(self) -> None:
        """An estimate of the share that is done."""
        positions = self.size * len(self.sides)
        settled = min(1.0, sum(self.found()) / positions)
        told = min(1.0, self.told / (DECIDED * positions))
        self.meter.report(SETTLING * settled + (1 - SETTLING) * told)

    def _share(self, tools: list[Retrograde], work: Callable[[Retrograde, int, int], None]) -> None:
        self.crew.share(
            lambda thread, first, last: work(tools[thread], first, last), self.size, self.report
        )

    def _finished(self, side: tuple[int, int]) -> Built:
        tallies: list[list[int]] = []
        self._share(
            self.tools[side],
            lambda tool, first, last: tallies.append(tool.tally(first, last)),
        )
        tally = [sum(column) for column in zip(*tallies, strict=True)]
        return Built(_info(side, tally), self.values[side])


def spread(level: int, tool: Retrograde, first: int, last: int) -> None:
    """`Retrograde.spread` in the order of arguments that the others have."""
    tool.spread(level, first, last)


def _info(side: tuple[int, int], tally: list[int]) -> TableInfo:
    """`tally`: how many positions have each byte."""
    decided = [byte - 1 for byte in range(1, 256) if tally[byte]]
    return TableInfo(
        own=side[0],
        enemy=side[1],
        positions=sum(tally),
        win=sum(tally[2::2]),
        loss=sum(tally[1::2]),
        draw=tally[0],
        longest_win_plies=max((plies for plies in decided if plies % 2), default=None),
        longest_loss_plies=max((plies for plies in decided if plies % 2 == 0), default=None),
    )


class Crew:
    """The threads of a build; each works with its own tools on the same table."""

    def __init__(self, jobs: int, stop: Stop) -> None:
        self.jobs = jobs
        self.stop = stop
        self._threads = ThreadPoolExecutor(jobs)

    def close(self) -> None:
        self._threads.shutdown()

    def share(
        self, work: Callable[[int, int, int], None], size: int, report: Callable[[], None]
    ) -> None:
        """Call `work(thread, first, last)` for pieces that are the whole in the end.

        `report` is called now and then while the threads are at it.
        """
        step = max(PIECE, -(-size // PIECES))
        pieces = deque((first, min(first + step, size)) for first in range(0, size, step))
        if len(pieces) == 1:
            work(0, *pieces.pop())
        else:
            self._wait(
                [self._threads.submit(self._labour, n, work, pieces) for n in range(self.jobs)],
                report,
            )
        if self.stop.was_requested:
            raise Stopped

    def _labour(
        self, thread: int, work: Callable[[int, int, int], None], pieces: deque[tuple[int, int]]
    ) -> None:
        while not self.stop.was_requested:
            try:
                piece = pieces.popleft()
            except IndexError:
                return
            work(thread, *piece)

    def _wait(self, labours: list[Future[None]], report: Callable[[], None]) -> None:
        try:
            left = wait(labours, timeout=LOOK_SECONDS).not_done
            while left:
                report()
                left = wait(left, timeout=LOOK_SECONDS).not_done
        except BaseException:
            self.stop.request()
            wait(labours)
            raise
        for labour in labours:
            labour.result()
