"""The threads of a build, which share pieces of a table."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, wait

from fanorona.solver.kernel.stop import Stop
from fanorona.solver.stopping import Stopped

LOOK_SECONDS = 0.02
"""How often the waiting thread looks up: for Ctrl-C, and to report progress."""

Piece = tuple[int, int]
Labour = Callable[[int, int, int], None]


class Crew:
    """Each thread works with its own tools on the same table; a free one takes the next piece."""

    def __init__(self, jobs: int, stop: Stop) -> None:
        self.jobs = jobs
        self.stop = stop
        self._threads = ThreadPoolExecutor(jobs)

    def close(self) -> None:
        self._threads.shutdown()

    def share(self, work: Labour, pieces: Iterable[Piece], look_up: Callable[[], None]) -> None:
        """Call `work(thread, first, last)` for each of the pieces.

        `look_up` is called now and then while the threads are at it.
        """
        left = deque(pieces)
        if len(left) == 1:
            work(0, *left.pop())
        elif left:
            self._wait(
                [self._threads.submit(self._labour, n, work, left) for n in range(self.jobs)],
                look_up,
            )
        if self.stop.was_requested:
            raise Stopped

    def _labour(self, thread: int, work: Labour, pieces: deque[Piece]) -> None:
        while not self.stop.was_requested:
            try:
                piece = pieces.popleft()
            except IndexError:
                return
            try:
                work(thread, *piece)
            except BaseException:
                # Nobody needs the rest any more.
                pieces.clear()
                raise

    def _wait(self, labours: list[Future[None]], look_up: Callable[[], None]) -> None:
        try:
            left = wait(labours, timeout=LOOK_SECONDS).not_done
            while left:
                look_up()
                left = wait(left, timeout=LOOK_SECONDS).not_done
        except BaseException:
            self.stop.request()
            wait(labours)
            raise
        for labour in labours:
            labour.result()
