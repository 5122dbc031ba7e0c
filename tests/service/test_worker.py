"""gunicorn's worker as the service changes it."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from gunicorn.config import Config
from gunicorn.workers.gthread import ThreadWorker

from fanorona.service.operation import worker as workers
from fanorona.service.operation.server import ServerLog
from fanorona.service.operation.worker import Worker


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


@pytest.mark.parametrize(
    "wait", [lambda sock: sock.recv(1), lambda sock: sock.sendall(bytes(10_000_000))]
)
def test_a_client_that_stalls_is_given_up(
    monkeypatch: pytest.MonkeyPatch, wait: Callable[[socket.socket], object]
) -> None:
    def handle_one(_: object, conn: SimpleNamespace) -> bool:
        with pytest.raises(BlockingIOError):
            wait(conn.sock)
        return False

    monkeypatch.setattr(workers, "STALLED_SECONDS", 0.01)
    monkeypatch.setattr(workers, "close_graceful", socket.socket.close)
    monkeypatch.setattr(ThreadWorker, "handle", handle_one)
    ours, theirs = socket.socketpair()
    with theirs:
        worker = Worker.__new__(Worker)
        worker.alive = True
        assert worker.handle(SimpleNamespace(sock=ours, close=ours.close)) is False


def test_a_client_that_stalls_is_no_error_of_ours(capfd: pytest.CaptureFixture[str]) -> None:
    log = ServerLog(Config())
    for error in (BlockingIOError(), OSError()):
        try:
            raise error
        except OSError:
            log.exception("Socket error")
    stalled, failed = map(json.loads, capfd.readouterr().err.splitlines())
    assert (stalled["level"], "exception" in stalled) == ("warning", False)
    assert (failed["level"], "exception" in failed) == ("error", True)
