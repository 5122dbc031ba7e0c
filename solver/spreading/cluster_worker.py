"""A worker of a cluster: joins a scheduler, and does its tasks until it is stopped."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from fanorona.solver.spreading.cluster_fault import ClusterFault
from fanorona.words import Message

if TYPE_CHECKING:
    from distributed import Worker

JOIN_SECONDS = 60
"""For the scheduler to answer: it may be starting just now."""
UNHURRIED = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
}
"""Dask would look a hundred times a second at a thread that only waits for another process, and
fifty times whether its loop is late."""


def work_for(address: str, jobs: int, on_joined: Callable[[], None]) -> bool:
    """Work for the scheduler at the address, `jobs` tasks at a time.

    True if a signal has ended it, False if the scheduler is gone.
    """
    try:
        import dask
        from distributed import Worker
    except ImportError:
        raise ClusterFault(Message("cluster.extra")) from None
    dask.config.set(UNHURRIED)

    async def work() -> bool:
        # Dask would count the memory of this process only, not that of those that work.
        worker = Worker(address, nthreads=jobs, memory_limit=0, death_timeout=JOIN_SECONDS)
        stopped = _stopped_by_signals()
        try:
            if await _ended_first(stopped, _join(worker, address)):
                return True
            on_joined()
            return await _ended_first(stopped, worker.finished())
        finally:
            await worker.close(reason="end of work", executor_wait=False)

    return asyncio.run(work())


def _stopped_by_signals() -> asyncio.Event:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    return stopped


async def _ended_first(stopped: asyncio.Event, work: Coroutine[Any, Any, None]) -> bool:
    """Whether the event came before the end of the work."""
    waiting, working = asyncio.create_task(stopped.wait()), asyncio.create_task(work)
    await asyncio.wait((waiting, working), return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    if not working.done():
        working.cancel()
        return True
    working.result()
    return False


async def _join(worker: Worker, address: str) -> None:
    try:
        await worker
    except (OSError, TimeoutError, RuntimeError) as fault:
        reason = " ".join(str(fault.__cause__ or fault).split())[:200]
        raise ClusterFault(Message("cluster.unreachable", address=address, reason=reason)) from None
