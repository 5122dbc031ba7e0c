"""The processes that share the work of a command."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from fanorona.solver.spreading.spread import AHEAD, InThisProcess, OverExecutor, Spread


@contextmanager
def processes(jobs: int) -> Iterator[Spread]:
    """A pool of that many processes, or this one for 1; an interrupt ends them at once."""
    if jobs == 1:
        yield InThisProcess()
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children

    executor = ProcessPoolExecutor(jobs, initializer=_leave_interrupts_to_the_parent)
    try:
        with _interrupts_held_back():
            executor.submit(int)  # The first piece of work starts the processes.
        yield OverExecutor(executor, AHEAD * jobs)
    except BaseException:
        for worker in active_children():
            worker.terminate()
        # Waited for: an executor that is still closing at the interpreter's end may complain.
        executor.shutdown(cancel_futures=True)
        raise
    executor.shutdown()


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Ctrl-C waits until the end of this: what it raises while a process forks gets lost."""
    import signal

    if not hasattr(signal, "pthread_sigmask"):  # Windows, where nothing forks.
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _leave_interrupts_to_the_parent() -> None:
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
