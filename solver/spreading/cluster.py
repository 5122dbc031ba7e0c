"""A cluster: tasks go to the workers of a Dask scheduler, and their results come back in order.

A task is bytes for the scheduler, and so is its answer: neither it nor Dask looks into them. A
worker that is lost gives its tasks to another one, and Dask gives up on a task with which several
workers in a row were lost. With the client, whatever ends it, its tasks end.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from time import monotonic
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from fanorona.solver.processors import processors
from fanorona.solver.spreading.answer import Answer, Ended, TaskOutcome
from fanorona.solver.spreading.bundles import Bundles
from fanorona.solver.spreading.cluster_fault import ClusterFault
from fanorona.solver.spreading.engine_version import engine_version
from fanorona.solver.spreading.scheduler_address import LOCAL
from fanorona.solver.spreading.spread import AHEAD, Elsewhere, Item, Result, Spread
from fanorona.words import Message

if TYPE_CHECKING:
    from distributed import Client, Future

    from fanorona.solver.tables.table_stock import TableStock

CONNECT_SECONDS = 5
"""For the scheduler to answer."""
LOOK_SECONDS = 2.0
"""How often it is asked how many threads the workers have."""
FEWEST_UNDER_WAY = 2 * AHEAD

OnNote = Callable[[Message], None]


@contextmanager
def cluster_at(
    address: str, stock: TableStock | None = None, *, on_note: OnNote = lambda _: None
) -> Iterator[Spread]:
    """The workers of the scheduler at an address, or of a small cluster in this process.

    They use the tables of the stock. `on_note` hears what a person should know while it waits.
    """
    with _client_of(address) as client:
        yield OverCluster(client, address, stock, on_note)


@contextmanager
def _client_of(address: str) -> Iterator[Client]:
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise ClusterFault(Message("cluster.extra")) from None
    _keep_dask_quiet()
    if address == LOCAL:
        with (
            LocalCluster(
                n_workers=1,
                threads_per_worker=processors(),
                processes=False,
                dashboard_address=":0",
                memory_limit=None,
            ) as cluster,
            Client(cluster, set_as_default=False) as client,
        ):
            yield client
        return
    try:
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, RuntimeError, ValueError) as fault:
        reason = " ".join(str(fault).split())[:200]
        raise ClusterFault(Message("cluster.unreachable", address=address, reason=reason)) from None
    try:
        yield client
    finally:
        # A scheduler that is gone needs no farewell.
        with suppress(OSError, RuntimeError, TimeoutError):
            client.close(timeout=CONNECT_SECONDS)


def _keep_dask_quiet() -> None:
    """What a person must know is said in words of ours. Dask sets its levels when imported."""
    import logging

    for name in ("distributed", "distributed.client", "tornado.application", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


class OverCluster(Elsewhere):
    """Over the workers of a scheduler."""

    def __init__(
        self, client: Client, address: str, stock: TableStock | None, on_note: OnNote
    ) -> None:
        self._client = client
        self._address = address
        self._stock = stock
        self._on_note = on_note
        self._run = f"fanorona-{uuid4().hex}"
        self._numbers = count()
        self._threads = 0  # of all workers
        self._looked = -LOOK_SECONDS
        self._told_to_wait = False

    def each(
        self, work: Callable[[Item], Result], items: Iterable[Item]
    ) -> Iterator[tuple[Item, Result]]:
        bundles = Bundles(items)
        with closing(self._sent_away(work, bundles)) as answered:
            for bundle, outcome in answered:
                bundles.learn(len(outcome.results), outcome.seconds)
                yield from zip(bundle, outcome.results, strict=False)
                if outcome.error is not None:
                    raise outcome.error

    def _most_under_way(self) -> int:
        self._look_at_workers()
        return max(AHEAD * self._threads, FEWEST_UNDER_WAY)

    def _look_at_workers(self) -> None:
        if monotonic() < self._looked + LOOK_SECONDS:
            return
        with self._in_words():
            self._threads = sum(self._client.nthreads().values())
        self._looked = monotonic()
        if not self._threads and not self._told_to_wait:
            self._on_note(Message("cluster.no-workers", address=self._address))
        self._told_to_wait = not self._threads

    def _sent(self, work: Callable[..., Any], item: Any) -> Future:
        from fanorona.solver.spreading.worker_task import run_task

        body = pickle.dumps((self._stock, work, item))
        key = f"{self._run}-{next(self._numbers)}"
        with self._in_words():
            return self._client.submit(run_task, engine_version(), body, key=key, pure=False)

    def _result(self, sent: Future) -> TaskOutcome:
        answer = None
        while answer is None:
            with self._in_words(), suppress(TimeoutError):
                answer = Answer(*sent.result(timeout=LOOK_SECONDS))
            if answer is None:
                self._look_at_workers()
        return self._opened(answer)

    def _opened(self, answer: Answer) -> TaskOutcome:
        match answer.ended:
            case Ended.DONE:
                outcome: TaskOutcome = pickle.loads(answer.body)
                return outcome
            case Ended.FAILED:
                raise pickle.loads(answer.body)
            case Ended.REFUSED:
                theirs, ours = answer.body.decode(), engine_version()
                message = Message("cluster.version", where=answer.where, theirs=theirs, ours=ours)
            case _:
                message = Message("cluster.task-died", where=answer.where, how=answer.body.decode())
        raise ClusterFault(message)

    def _drop(self, sent: list[Future]) -> None:
        if sent and self._client.status == "running":
            with suppress(OSError, RuntimeError, TimeoutError):
                self._client.cancel(sent)

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        """What Dask raises, as a fault of the cluster."""
        from distributed import KilledWorker
        from distributed.client import FutureCancelledError

        try:
            yield
        except KilledWorker as lost:
            workers = lost.allowed_failures + 1
            raise ClusterFault(Message("cluster.task-lost", number=workers)) from None
        except FutureCancelledError:
            raise ClusterFault(Message("cluster.lost", address=self._address)) from None
        except ModuleNotFoundError as missing:
            raise ClusterFault(Message("cluster.without", module=missing.name or "?")) from None
        except Exception as fault:
            raise ClusterFault(self._described(fault)) from None

    def _described(self, fault: Exception) -> Message:
        text = " ".join(str(fault).split())
        if text.startswith("Error during deserialization"):
            return Message("cluster.scheduler-without", address=self._address)
        if isinstance(fault, OSError) or self._client.status != "running":
            return Message("cluster.lost", address=self._address)
        return Message("cluster.fault", reason=f"{type(fault).__name__}: {text[:200]}")
