"""gunicorn's worker as the service changes it."""

from __future__ import annotations

import socket
from types import SimpleNamespace

import pytest
from gunicorn.workers.gthread import ThreadWorker

from service.worker import Worker


def handled(monkeypatch: pytest.MonkeyPatch, *, goes_on: bool, alive: bool) -> tuple[bool, bool]:
    """What the worker says of a connection whose client has gone, and whether it closed it."""
    ours, theirs = socket.socketpair()
    theirs.close()
    connection = SimpleNamespace(sock=ours, close=ours.close)
    monkeypatch.setattr(ThreadWorker, "handle", lambda *_: goes_on)
    worker = Worker.__new__(Worker)
    worker.alive = alive
    said = worker.handle(connection)
    closed = ours.fileno() < 0
    connection.close()
    return said, closed


def test_a_connection_that_ends_is_closed_by_its_own_thread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert handled(monkeypatch, goes_on=False, alive=True) == (False, True)
    assert handled(monkeypatch, goes_on=True, alive=False) == (False, True)
    assert handled(monkeypatch, goes_on=True, alive=True) == (True, False)
