"""What a worker does with a task: a process of its own works, and is ended if nobody waits for it.

A Dask worker cannot stop what it has begun. So the thread that has the task only watches: if the
client is gone, the task is cancelled or the worker closes, it ends the process that works. That
process also ends if the worker does, whatever ended it. A process does task after task, which keeps
its tables open.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Pipe
from typing import TYPE_CHECKING

from fanorona.solver.spreading.answer import Answer, Ended
from fanorona.solver.spreading.engine_version import engine_version

if TYPE_CHECKING:
    from distributed import Worker

LOOK_SECONDS = 0.05
"""How often the watching thread looks whether the task is still wanted."""
ATTEMPTS = 2
"""A process that dies may have been unlucky: the machine was short of memory. Not twice."""

_AT_WORK = {"executing", "long-running", "resumed"}


class Unwanted(Exception):  # noqa: N818 - reads as what it says
    """Nobody waits for the task any more."""


def run_task(version: str, body: bytes) -> tuple[str, bytes, str]:
    """The answer to a task of a client with that version, for Dask to call on a worker."""
    from distributed import Reschedule, get_worker

    worker = get_worker()
    where, key = worker.address, worker.get_current_task()
    if version != engine_version():
        return Answer(Ended.REFUSED, engine_version().encode(), where)
    how = ""
    for _ in range(ATTEMPTS):
        process = _free_process()
        try:
            ended, *rest = process.answer(body, lambda: _is_wanted(worker, key))
        except Unwanted:
            # Dask forgets it, or has it done again if somebody wants it after all.
            raise Reschedule from None
        except EOFError:
            how = process.how_it_ended()
            continue
        _idle.append(process)
        return Answer(ended, b"".join(rest), where)
    return Answer(Ended.DIED, how.encode(), where)


def _is_wanted(worker: Worker, key: object) -> bool:
    """Dask marks a task that is cancelled while it runs, also if its client is gone."""
    task = worker.state.tasks.get(key)
    is_open = worker.status.name in ("running", "paused", "closing_gracefully")
    return is_open and task is not None and task.state in _AT_WORK


class TaskProcess:
    """A process that does one task at a time; it ends with this one."""

    def __init__(self) -> None:
        self._pipe, theirs = Pipe()
        try:
            # A session of its own: Ctrl-C is for the worker, which closes in its own way.
            self._process = subprocess.Popen(
                [sys.executable, "-m", f"{__package__}.task_process", str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        finally:
            theirs.close()

    def answer(self, body: bytes, is_wanted: Callable[[], bool]) -> tuple[str, bytes]:
        """What comes of a task; EOFError if the process ends first, Unwanted if nobody waits."""
        try:
            self._pipe.send_bytes(body)
            while not self._pipe.poll(LOOK_SECONDS):
                if not is_wanted():
                    raise Unwanted
            ended, result = self._pipe.recv_bytes().decode(), self._pipe.recv_bytes()
        except OSError:
            raise EOFError from None
        except Unwanted:
            self.end()
            raise
        return ended, result

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        self._pipe.close()

    def how_it_ended(self) -> str:
        status = self._process.wait()
        self._pipe.close()
        if status < 0:
            with suppress(ValueError):
                return signal.Signals(-status).name
        return f"status {status}"


_idle: list[TaskProcess] = []
"""Processes of this worker without a task."""


def _free_process() -> TaskProcess:
    """An idle process or a new one. Other threads take from the list, too, at any moment."""
    try:
        return _idle.pop()
    except IndexError:
        return TaskProcess()
