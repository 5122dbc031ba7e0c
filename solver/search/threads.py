"""Lazy SMP: other threads search the same position over one table, and so fill it for the first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from threading import Thread

from fanorona.solver.budget import MOST_NODES
from fanorona.solver.kernel.alpha_beta import MOST_DEPTH, AlphaBeta
from fanorona.solver.kernel.evaluation import Evaluation
from fanorona.solver.kernel.game import Game
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.kernel.tables import Tables
from fanorona.solver.turn import Words

MOST_THREADS = 256
LEAST_BYTES = 1 << 20
"""With less for its lists, a search would end in its first positions."""


def companions_of(
    first: AlphaBeta, number: int, game: Game, tables: Tables | None, evaluation: Evaluation
) -> list[AlphaBeta]:
    """More searches over the table of the first one, which must be whole: it does not grow.

    Each has its share of the memory for its own lists of turns.
    """
    share = max(first.memory_bytes // (number + 1), LEAST_BYTES)
    return [AlphaBeta(game, tables, share, None, evaluation, first.table) for _ in range(number)]


class Companions:
    """Searches that run for as long as the first one does."""

    def __init__(self, searches: Sequence[AlphaBeta]) -> None:
        self.searches = searches
        self.done = False
        self.running = [
            Thread(target=self._run, args=(search, 1 + number % 2), daemon=True)
            for number, search in enumerate(searches)
        ]

    def begin(
        self, words: Words, results: list[Words], past: list[Words], contempt: int = 0
    ) -> None:
        """Set the root; each begins with other turns, so that they do not all do the same."""
        for number, search in enumerate(self.searches, 1):
            at = number % len(results)
            search.begin(*words, results[at:] + results[:at], past, Stop(), contempt)

    def __enter__(self) -> None:
        for thread in self.running:
            thread.start()

    def _run(self, search: AlphaBeta, ahead: int) -> None:
        for depth in _depths(ahead):
            search.deepen(depth, 1, MOST_NODES)
            if self.done or search.was_stopped:
                return

    def __exit__(self, *_error: object) -> None:
        self.done = True
        for search in self.searches:
            search.request_stop()
        for thread in self.running:
            thread.join()


def _depths(ahead: int) -> Iterator[int]:
    """The iterations of a companion: the first, and then some plies ahead of the usual ones."""
    yield 1
    yield from range(1 + ahead, MOST_DEPTH + 1)
