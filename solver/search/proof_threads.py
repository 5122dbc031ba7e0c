"""Several threads on one question of the prover, over one table.

Each thread has a search of its own. All that a search keeps in the table is true whoever reads it,
so the threads need not agree on anything: whoever has the answer first ends the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import TypeVar

from fanorona.solver.kernel.proof import DISPROVEN, PROVEN, UNDECIDED, ProofSearch
from fanorona.solver.kernel.stop import Stop

LEAST_NODES = 2_000
"""Below that, a question is not worth waking another thread."""

Result = TypeVar("Result")
Found = tuple[int, int]
"""What the kernel answers: its claim, and plies."""
Work = Callable[[int], Found]
"""Asks one search, within a number of nodes."""


@dataclass(slots=True)
class Team:
    """Searches over one table, one per thread; the first belongs to the thread that asks."""

    searches: Sequence[ProofSearch]
    stop: Stop
    threads: ThreadPoolExecutor
    over: bool = False
    """Another team has found what makes this one's question pointless."""

    @staticmethod
    def of(
        first: ProofSearch, threads: int, stop: Stop, another: Callable[[], ProofSearch]
    ) -> Team:
        """The first search, which has to be new, and `another` one for every other thread."""
        first.share(threads)
        searches = [first, *(another() for _ in range(threads - 1))]
        return Team(searches, stop, ThreadPoolExecutor(threads))

    def halves(self) -> tuple[Team, Team]:
        """Two teams, for two questions at once."""
        first, second = self.searches[::2], self.searches[1::2]
        return Team(first, self.stop, self.threads), Team(second, self.stop, self.threads)

    @property
    def nodes(self) -> int:
        return sum(search.nodes for search in self.searches)

    @property
    def over_memory(self) -> bool:
        return any(search.over_memory for search in self.searches)

    def ask(self, works: Sequence[Work], nodes: int) -> Found:
        """The best answer to one question: each search's work on it, within its nodes."""
        for search in self.searches:
            search.resume()
        # Not before: whoever ends this team from now on halts its searches afterwards.
        most = 0 if self.over else nodes

        def asked(number: int) -> Found:
            found = works[number](most)
            if found[0] != UNDECIDED:
                self.halt()
            return found

        return best_of(self.side_by_side(asked, len(works)))

    def side_by_side(self, job: Callable[[int], Result], number: int) -> list[Result]:
        """Do jobs 0 to number - 1 at once; an error in one ends all, and is raised."""

        def done(one: int) -> Result:
            try:
                return job(one)
            except BaseException:
                self.stop.request()
                raise

        others = [self.threads.submit(done, one) for one in range(1, number)]
        try:
            first = done(0)
        finally:
            self._wait(others)
        return [first, *(one.result() for one in others)]

    def _wait(self, others: Sequence[Future[Result]]) -> None:
        """Until all are done. What a signal handler raises meanwhile ends them, and is raised;
        Ctrl-C ends the search, as it does in the kernel."""
        try:
            wait(others)
        except KeyboardInterrupt:
            self.stop.interrupt()
            wait(others)
        except BaseException:
            self.stop.request()
            wait(others)
            raise

    def halt(self) -> None:
        """End what the searches do, but nothing that they begin later."""
        for search in self.searches:
            search.halt()

    def end(self) -> None:
        """End what the searches do, and let them begin nothing more."""
        self.over = True
        self.halt()


def best_of(answers: Sequence[Found]) -> Found:
    """The shortest proven win, or what was disproven, or the question that got furthest."""
    proven = [one for one in answers if one[0] == PROVEN]
    if proven:
        return min(proven)
    return max(answers, key=lambda one: (one[0] == DISPROVEN, one[1]))
