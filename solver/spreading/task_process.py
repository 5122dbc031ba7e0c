"""The process that does the tasks of a worker, one after the other, until the worker is gone."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from time import process_time
from typing import Any

from fanorona.solver.spreading.answer import Ended, TaskOutcome


def main() -> None:
    """Do what comes through the pipe whose number is the argument."""
    pipe = Connection(int(sys.argv[1]))
    tasks: SimpleQueue[bytes] = SimpleQueue()
    # Apart from the work, so that the end of the worker is noticed in the middle of a search.
    Thread(target=_receive, args=(pipe, tasks), daemon=True).start()
    while True:
        ended, result = done(tasks.get())
        try:
            pipe.send_bytes(ended.encode())
            pipe.send_bytes(result)
        except OSError:
            return


def _receive(pipe: Connection, tasks: SimpleQueue[bytes]) -> None:
    while True:
        try:
            tasks.put(pipe.recv_bytes())
        except (EOFError, OSError):
            os._exit(0)


def done(body: bytes) -> tuple[Ended, bytes]:
    """How a task ended, and what comes of it."""
    try:
        stock, work, items = pickle.loads(body)
        if stock is not None:
            from fanorona.solver.tables.default_tables import use_stock

            use_stock(stock)
        return Ended.DONE, pickle.dumps(_outcome(work, items))
    except Exception as error:
        return Ended.FAILED, pickle.dumps(_sendable(error))


def _outcome(work: Callable[[Any], Any], items: list[Any]) -> TaskOutcome:
    results: list[Any] = []
    error, began = None, process_time()
    try:
        for item in items:
            results.append(work(item))
    except Exception as raised:
        error = _sendable(raised)
    return TaskOutcome(results, error, process_time() - began)


def _sendable(error: Exception) -> Exception:
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        # Some cannot be sent: their words must do.
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


if __name__ == "__main__":
    main()
