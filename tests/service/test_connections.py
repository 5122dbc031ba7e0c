"""Clients that send nothing, little or slowly, or read nothing, block nobody else."""

from __future__ import annotations

import json
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest
import requests

from tests.service.serving import (
    ENDLESS,
    HARD,
    MANY_TURNS,
    PATIENCE,
    SMALL,
    Server,
    connected,
    serving,
    until,
)

THREADS = 4
CROWD = 6 * THREADS
SOON = 10
"""Seconds within which a short question must be answered; a held thread is held for longer."""

LIVE = b"GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n"
LAST = b"GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
POST = b"POST /v1/batch HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
BATCH = json.dumps({"questions": [{"ask": "moves", "position": SMALL}]}).encode()
LONG = f"GET /v1/moves?rules=fliporona&limit=1000&position={MANY_TURNS.replace(' ', '_')}"


@pytest.fixture(scope="module")
def narrow(tables: Path) -> Iterator[Server]:
    """A service with one worker, few threads, and much time for a request to arrive."""
    with serving(tables, workers=1, threads=THREADS, request_seconds=600) as one:
        yield one


def all_of(client: socket.socket) -> bytes:
    """Everything that is sent until the connection ends."""
    return b"".join(iter(partial(client.recv, 1 << 16), b""))


def is_live(client: socket.socket, request: bytes = LIVE) -> bool:
    """Whether the service says so over this connection."""
    client.sendall(request)
    got = b""
    while not got.endswith(b"}"):
        part = client.recv(4096)
        assert part, got
        got += part
    return got.endswith(b'{"status":"live"}')


def stays_idle(_: socket.socket) -> None: ...


def sends_half_a_head(client: socket.socket) -> None:
    client.sendall(LIVE[:-4])


def sends_half_a_body(client: socket.socket) -> None:
    client.sendall(POST + b"Content-Length: 99\r\n\r\n{")


def sends_half_of_the_chunks(client: socket.socket) -> None:
    client.sendall(POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n")


def sends_no_body_when_asked(client: socket.socket) -> None:
    client.sendall(POST + b"Expect: 100-continue\r\nContent-Length: 99\r\n\r\n")
    assert client.recv(4096).startswith(b"HTTP/1.1 100 ")


def sends_too_long_a_body(client: socket.socket) -> None:
    client.sendall(POST + b"Content-Length: 99999999\r\n\r\n")
    assert client.recv(4096).startswith(b"HTTP/1.1 413 ")


def stays_after_the_last_answer(client: socket.socket) -> None:
    client.sendall(LAST)
    assert client.recv(4096).startswith(b"HTTP/1.1 200 ")


def takes_nothing(client: socket.socket) -> None:
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.sendall(f"{LONG} HTTP/1.1\r\nHost: x\r\n\r\n".encode() * 20)


@pytest.mark.parametrize(
    "habit",
    [
        stays_idle,
        sends_half_a_head,
        sends_half_a_body,
        sends_half_of_the_chunks,
        sends_no_body_when_asked,
        sends_too_long_a_body,
        stays_after_the_last_answer,
        takes_nothing,
    ],
)
def test_a_client_holds_no_thread(narrow: Server, habit: Callable[[socket.socket], None]) -> None:
    with ExitStack() as open_connections:
        for _ in range(CROWD):
            habit(open_connections.enter_context(connected(narrow.url)))
        answer = requests.get(f"{narrow.url}/v1/moves", {"position": SMALL}, timeout=SOON)
        assert answer.status_code == 200


def test_a_slow_client_gets_its_whole_answer(server: Server) -> None:
    whole = requests.get(f"{server.url}/{LONG.partition('/')[2]}", timeout=PATIENCE)
    assert whole.status_code == 200, whole.text
    with connected(server.url) as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16384)
        client.sendall(f"{LONG} HTTP/1.0\r\n\r\n".encode())
        got = all_of(client)
    assert got.endswith(whole.content)


def test_requests_sent_at_once_are_answered_in_their_order(server: Server) -> None:
    post = POST + b"Content-Length: %d\r\n\r\n" % len(BATCH) + BATCH
    with connected(server.url) as client:
        client.sendall(LIVE + post + LIVE + LAST)
        got = all_of(client)
    assert got.count(b"HTTP/1.1 200 OK") == 4, got
    assert got.index(b'"live"') < got.index(b'"answers"') < got.rindex(b'"live"')


def test_a_body_in_chunks_is_read(server: Server) -> None:
    answer = server.post(
        "/v1/batch", data=iter([BATCH[:5], BATCH[5:]]), headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 200, answer.text


def test_a_half_closed_client_gets_its_answer(server: Server) -> None:
    question = f"/v1/forced-win?position={SMALL.replace(' ', '_')}&nodes=100"
    slow = "/v1/forced-win?position=BBBBB/BBBBB/BW1BW/WWWWW/WWWWW_W&time_ms=1500"
    for path in (question, slow):
        for version in ("1.0", "1.1"):
            with connected(server.url) as client:
                head = f"GET {path} HTTP/{version}\r\nHost: x\r\nConnection: close\r\n\r\n"
                client.sendall(head.encode())
                client.shutdown(socket.SHUT_WR)
                got = all_of(client)
            assert f"HTTP/{version} 200 OK".encode() in got


@pytest.fixture(scope="module")
def hurried(tables: Path) -> Iterator[Server]:
    """A service that gives a request one second to arrive."""
    with serving(tables, workers=1, threads=THREADS, request_seconds=1) as one:
        yield one


def test_a_request_has_a_deadline(hurried: Server) -> None:
    for part in (LIVE[:-4], POST + b"Content-Length: 99\r\n\r\n{"):
        with connected(hurried.url) as client:
            client.sendall(part)
            got = all_of(client)
        assert got.startswith(b"HTTP/1.1 408 ")
        assert json.loads(got.partition(b"\r\n\r\n")[2])["code"] == "request-timeout"


def test_a_trickle_does_not_move_the_deadline(hurried: Server) -> None:
    with connected(hurried.url) as client:
        client.settimeout(0.05)
        client.sendall(b"GET / HTTP/1.1\r\nX: ")
        got = b""
        while not got:
            client.sendall(b"x")
            try:
                got = client.recv(4096)
            except TimeoutError:
                continue
        assert got.startswith(b"HTTP/1.1 408 ")


def test_a_client_that_never_asks_is_let_go(hurried: Server) -> None:
    with connected(hurried.url) as client:
        assert client.recv(1) == b""


def test_one_address_holds_only_a_few_connections(tables: Path) -> None:
    with (
        serving(tables, workers=1, client_connections=3) as server,
        ExitStack() as open_connections,
    ):
        first, *others = (open_connections.enter_context(connected(server.url)) for _ in range(4))
        assert first.recv(1) == b""
        for one in others:
            assert is_live(one)


def test_an_address_with_all_its_connections_in_use_gets_no_more(tables: Path) -> None:
    limits = {"max_time_ms": 600_000, "max_nodes": ENDLESS}
    with (
        serving(tables, workers=1, client_connections=2, **limits) as server,
        server.search(1) as first,
        server.search(2) as second,
    ):
        assert first.goes_on()
        assert second.goes_on()
        refused = requests.get(f"{server.url}/health/live", timeout=PATIENCE)
        assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1")
        assert refused.json()["code"] == "too-many-requests"
        assert first.goes_on()


def test_behind_a_proxy_its_connections_are_not_counted(tables: Path) -> None:
    with (
        serving(tables, workers=1, client_connections=1, proxies=1) as server,
        connected(server.url) as first,
    ):
        assert requests.get(f"{server.url}/health/live", timeout=PATIENCE).status_code == 200
        assert is_live(first)


def test_a_full_worker_makes_room(tables: Path) -> None:
    with (
        serving(tables, workers=1, threads=THREADS, connections=16) as server,
        ExitStack() as open_connections,
    ):
        crowd = [open_connections.enter_context(connected(server.url)) for _ in range(40)]
        assert requests.get(f"{server.url}/health/live", timeout=PATIENCE).status_code == 200
        assert crowd[0].recv(1) == b""


def test_a_hang_up_drops_no_connection(tables: Path) -> None:
    with serving(tables, max_time_ms=3_000, max_nodes=ENDLESS) as server, ExitStack() as held:
        until(lambda: len(server.workers()) == 2)
        before = set(server.workers())
        search = held.enter_context(server.search(1))
        new, kept, begun = (held.enter_context(connected(server.url)) for _ in range(3))
        assert is_live(kept)
        begun.sendall(LIVE[:-4])
        assert search.goes_on()
        server.process.send_signal(signal.SIGHUP)
        until(lambda: len(set(server.workers()) - before) == 2)
        for client, rest in ((begun, LIVE[-4:]), (kept, LIVE), (new, LIVE)):
            assert is_live(client, rest)
        assert search.is_answered()
        until(lambda: not set(server.workers()) & before)
        assert requests.get(f"{server.url}/health/live", timeout=PATIENCE).status_code == 200


def test_an_answer_that_promised_more_is_followed_by_more_after_a_hang_up(tables: Path) -> None:
    """Its head said that the connection stays open before anyone knew of the hang-up."""
    asked = (
        f"GET /v1/forced-win/stream?position={HARD.replace(' ', '_')} HTTP/1.1\r\nHost: x\r\n\r\n"
    )
    with (
        serving(tables, max_time_ms=3_000, max_nodes=ENDLESS) as server,
        connected(server.url) as client,
    ):
        until(lambda: len(server.workers()) == 2)
        before = set(server.workers())
        client.sendall(asked.encode())
        got = client.recv(1 << 16)
        assert b"Connection: keep-alive" in got
        server.process.send_signal(signal.SIGHUP)
        until(lambda: len(set(server.workers()) - before) == 2)
        while not got.endswith(b"\r\n0\r\n\r\n"):
            part = client.recv(1 << 16)
            assert part, got
            got += part
        assert is_live(client)
