"""Who does the tasks of a command: this process, processes of this machine, or a cluster.

Whoever has tasks calls `each` and does not know which one it is. Items are taken one at a time and
results come in their order; only a bounded number is under way, so that any number of items takes
no more memory than a few.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Executor

Item = TypeVar("Item")
Result = TypeVar("Result")

AHEAD = 4
"""Tasks under way for each thread of a worker: none runs out while the first is waited for."""


class Spread(ABC):
    """Does tasks, somewhere."""

    @abstractmethod
    def each(
        self, work: Callable[[Item], Result], items: Iterable[Item]
    ) -> Iterator[tuple[Item, Result]]:
        """Each item and what comes of it, in order."""


class InThisProcess(Spread):
    """One task after the other, here."""

    def each(
        self, work: Callable[[Item], Result], items: Iterable[Item]
    ) -> Iterator[tuple[Item, Result]]:
        return ((item, work(item)) for item in items)


class Elsewhere(Spread):
    """Tasks that are sent away; what comes of them is asked for in their order."""

    def each(
        self, work: Callable[[Item], Result], items: Iterable[Item]
    ) -> Iterator[tuple[Item, Result]]:
        return self._sent_away(work, items)

    def _sent_away(
        self, work: Callable[..., Any], items: Iterable[Item]
    ) -> Generator[tuple[Item, Any], None, None]:
        """Each item that was sent, and what came back."""
        waiting: deque[tuple[Item, Any]] = deque()
        try:
            for item in items:
                waiting.append((item, self._sent(work, item)))
                if len(waiting) >= self._most_under_way():
                    yield self._first(waiting)
            while waiting:
                yield self._first(waiting)
        finally:
            # Nobody asks any more, or something went wrong: the others need not be done.
            self._drop([sent for _, sent in waiting])

    def _first(self, waiting: deque[tuple[Item, Any]]) -> tuple[Item, Any]:
        item, sent = waiting[0]
        result = self._result(sent)
        waiting.popleft()
        return item, result

    @abstractmethod
    def _most_under_way(self) -> int: ...

    @abstractmethod
    def _sent(self, work: Callable[..., Any], item: Any) -> Any:
        """A task on its way."""

    @abstractmethod
    def _result(self, sent: Any) -> Any: ...

    @abstractmethod
    def _drop(self, sent: list[Any]) -> None:
        """These results are not wanted any more."""


class OverExecutor(Elsewhere):
    """Over the processes or threads of an executor."""

    def __init__(self, executor: Executor, under_way: int = 2 * AHEAD) -> None:
        self._executor = executor
        self._under_way = under_way

    def _most_under_way(self) -> int:
        return self._under_way

    def _sent(self, work: Callable[..., Any], item: Any) -> Any:
        return self._executor.submit(work, item)

    def _result(self, sent: Any) -> Any:
        return sent.result()

    def _drop(self, sent: list[Any]) -> None:
        for one in sent:
            one.cancel()


def spread_over(executor: Executor | None) -> Spread:
    """Over the executor; without one, in this process."""
    return InThisProcess() if executor is None else OverExecutor(executor)
