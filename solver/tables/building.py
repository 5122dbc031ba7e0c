"""Building endgame tables: pair after pair, level after level, on several threads.

A pair needs the tables that captures lead to: fewer stones in all. It is built together with the
pair that has the other side to move, and written before the next one begins. A large pair is built
in a file, so that whatever ends a build costs little, and the tables may be larger than memory.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, sleep

from fanorona.solver.errors import FanoronaError
from fanorona.solver.kernel.game import Game
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.kernel.tables import Tables
from fanorona.solver.stopping import Stopped
from fanorona.solver.tables.crew import Crew
from fanorona.solver.tables.memory_bound import MemoryBound
from fanorona.solver.tables.memory_needed import is_mapped, size_of
from fanorona.solver.tables.pair_at_work import Built, PairAtWork, piece_count, piece_size
from fanorona.solver.tables.pairs import Pair, both_sides
from fanorona.solver.tables.table_files import Series
from fanorona.solver.tables.work_file import WorkFile, WorkInMemory, work_path
from fanorona.words import Message

LOOK_SECONDS = 0.1
"""How often whoever waits for another builder looks whether it has ended."""

Work = WorkFile | WorkInMemory


class TooFar(FanoronaError):  # noqa: N818 - reads as what it says
    """A win that takes more plies than a table can hold."""


@dataclass(frozen=True, slots=True)
class BuildProgress:
    """How far a build is: the pair at work, the share done of everything, and an estimate."""

    own: int
    enemy: int
    done: float
    seconds_left: float | None
    is_waiting: bool = False
    """Another builder has the pair; this one goes on if that one ends."""


OnProgress = Callable[[BuildProgress], None]


class Builder:
    """Builds pairs, one after the other."""

    def __init__(
        self,
        series: Series,
        game: Game,
        tables: Tables,
        *,
        folder: Path | None = None,
        memory: MemoryBound | None = None,
        jobs: int = 1,
        stop: Stop | None = None,
        on_progress: OnProgress | None = None,
    ) -> None:
        """`tables`: the finished ones; whoever takes a built one adds it before the next.

        `folder`: where they are written to, and large ones are built; without one, in memory.
        """
        self.series = series
        self.game = game
        self.tables = tables
        self.folder = folder
        self.bound = MemoryBound() if memory is None else memory
        self.jobs = jobs
        self.stop = Stop() if stop is None else stop
        self.on_progress = on_progress
        self._work: Work | None = None

    def build(self, pairs: Sequence[Pair]) -> Generator[tuple[Pair, list[Built]], None, None]:
        """The tables of each pair, when they are finished; none if somebody else has written them.

        They must be written when the next ones are asked for.
        """
        sizes = {pair: size_of(self.series, pair) for pair in pairs}
        meter = Meter(sum(sizes.values()), self.on_progress)
        crew = Crew(self.jobs, self.stop)
        try:
            for pair in pairs:
                meter.begin(pair, sizes[pair])
                with self._work_on(pair, meter) as work:
                    yield pair, [] if work is None else self._built(pair, work, crew, meter)
                meter.report(1.0)
        finally:
            crew.close()

    def check(self) -> None:
        """Stopped, if somebody has asked for it; called now and then while tables are written."""
        if self.stop.was_requested:
            raise Stopped
        if self._work is not None:
            self._work.give_back()

    @contextmanager
    def _work_on(self, pair: Pair, meter: Meter) -> Iterator[Work | None]:
        """The work on a pair, which is kept unless it comes to its end."""
        self._work = self._begun(pair, meter)
        if self._work is None:
            yield None
            return
        try:
            yield self._work
            self._work.remove()
        except TooFar:
            self._work.remove()
            raise
        finally:
            self._work.close()
            self._work = None

    def _begun(self, pair: Pair, meter: Meter) -> Work | None:
        """The work on a pair, begun or resumed; None if another builder did it meanwhile."""
        size, tables = self.series.size(*pair), len(both_sides(*pair))
        pieces = tables * piece_count(size)
        if self.folder is None or not is_mapped(self.series, pair):
            return WorkInMemory(size, tables, pieces)
        path, waited = work_path(self.series.path(self.folder, *pair)), False
        while True:
            try:
                work = WorkFile(path, self._identity(pair), size, tables, pieces, self.bound)
            except BlockingIOError:
                waited = True
                meter.wait()
                sleep(LOOK_SECONDS)
                if self.stop.is_over():
                    raise Stopped from None
                continue
            if waited and self._is_written(pair):
                work.remove()
                work.close()
                return None
            return work

    def _is_written(self, pair: Pair) -> bool:
        assert self.folder is not None
        return all(self.series.path(self.folder, *side).exists() for side in both_sides(*pair))

    def _identity(self, pair: Pair) -> str:
        """Whatever must be the same for one builder to go on with the work of another."""
        from fanorona.solver.spreading.engine_version import engine_version

        game = f"{self.series.signature} {self.series.board.size} {pair[0]}v{pair[1]}"
        return f"{engine_version()} {game} by {piece_size(self.series.size(*pair))}"

    def _built(self, pair: Pair, work: Work, crew: Crew, meter: Meter) -> list[Built]:
        """Apart, so that nothing here keeps a pair's memory when the next one begins."""
        at_work = PairAtWork(
            self.series, self.game, self.tables, pair, work, crew, meter.report, meter.resume
        )
        try:
            return at_work.build()
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
        self._found_done = 0.0
        self._pair = (0, 0)
        self._began = perf_counter()

    def begin(self, pair: Pair, work: int) -> None:
        """The next pair, and its share of the work."""
        self._done += self._at_work
        self._at_work = work
        self._pair = pair
        self.report(0.0)

    def resume(self, share: float) -> None:
        """That share of the pair was done before: it says nothing of how long the rest takes."""
        self._found_done += share * self._at_work / self._work
        self.report(share)

    def report(self, share: float) -> None:
        """The share of the pair that is done."""
        done = (self._done + share * self._at_work) / self._work
        here = done - self._found_done
        elapsed = perf_counter() - self._began
        self._tell(done, elapsed * (1 - done) / here if here > 0 else None)

    def wait(self) -> None:
        """Another builder has the pair."""
        self._tell(self._done / self._work, None, is_waiting=True)

    def _tell(self, done: float, left: float | None, *, is_waiting: bool = False) -> None:
        if self.on_progress is not None:
            self.on_progress(BuildProgress(*self._pair, done, left, is_waiting))
