"""The service under load, with dying workers, and when it is told to stop."""

from __future__ import annotations

import os
import signal
import statistics
import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import requests

from tests.service.serving import HARD, PATIENCE, SMALL, START, Server, serving, until


def ask_two(
    pool: ThreadPoolExecutor, server: Server, milliseconds: int
) -> list[Future[int | None]]:
    """Two different searches that take so long, under way at the same time."""
    until(lambda: server.searches_running() == 0)
    asked = [
        pool.submit(_status, f"{server.url}/v1/forced-win", {"position": HARD, "time_ms": time_ms})
        for time_ms in (milliseconds, milliseconds + 1)
    ]
    until(lambda: server.searches_running() == 2)
    return asked


def median_seconds(server: Server, path: str, **query: Any) -> float:
    taken = []
    for _ in range(15):
        began = time.perf_counter()
        assert server.get(path, **query).status_code == 200
        taken.append(time.perf_counter() - began)
    return statistics.median(taken)


def test_busy_searches_leave_room_for_short_answers(server: Server) -> None:
    short: list[tuple[str, dict[str, str]]] = [
        ("/health/live", {}),
        ("/v1/moves", {"position": START}),
    ]
    idle = [median_seconds(server, path, **query) for path, query in short]
    with ThreadPoolExecutor(2) as pool:
        asked = ask_two(pool, server, 3_000)
        busy = [median_seconds(server, path, **query) for path, query in short]
        began = time.perf_counter()
        refused = server.get("/v1/forced-win", position=HARD, nodes=777_777)
        assert time.perf_counter() - began < 1
        assert server.searches_running() == 2
        assert [one.result() for one in asked] == [200, 200]
    assert refused.status_code == 503
    assert refused.json()["code"] == "searches-busy"
    assert int(refused.headers["Retry-After"]) >= 1
    assert all(now < max(10 * before, 0.05) for now, before in zip(busy, idle, strict=True))


def test_two_clients_are_answered_at_the_same_time(server: Server) -> None:
    with ThreadPoolExecutor(2) as pool:
        assert [one.result() for one in ask_two(pool, server, 1_000)] == [200, 200]


def test_a_killed_worker_takes_only_its_own_requests_with_it(tables: Path) -> None:
    with serving(tables) as server, ThreadPoolExecutor(2) as pool:
        asked = ask_two(pool, server, 2_000)
        victim, *others = server.workers()
        os.kill(victim, signal.SIGKILL)
        url = f"{server.url}/v1/moves"
        # A client that had just been accepted by the dead worker tries once more.
        assert (_status(url, {"position": SMALL}) or _status(url, {"position": SMALL})) == 200
        assert {one.result() for one in asked} <= {200, None}
        until(lambda: len(server.workers()) == 2)
        assert set(others) < set(server.workers())
        # The dead worker's slots are free again.
        assert [one.result() for one in ask_two(pool, server, 200)] == [200, 200]


def _status(url: str, query: dict[str, Any]) -> int | None:
    """None where the connection broke."""
    try:
        return requests.get(url, query, timeout=PATIENCE).status_code
    except requests.ConnectionError:
        return None


def test_a_stopping_server_answers_what_is_in_flight(tables: Path) -> None:
    with serving(tables) as server, ThreadPoolExecutor(2) as pool:
        asked = ask_two(pool, server, 2_000)
        assert server.stop() == 0
        assert [one.result() for one in asked] == [200, 200]
        assert _status(f"{server.url}/health/live", {}) is None


def test_every_request_has_a_line_with_its_id(server: Server) -> None:
    given = server.get("/v1/moves", headers={"X-Request-ID": "my-request-1"}, position=SMALL)
    assert given.headers["X-Request-ID"] == "my-request-1"
    made = server.get("/v1/nothing", headers={"X-Request-ID": "not\tone"}).headers["X-Request-ID"]
    until(lambda: {"my-request-1", made} <= {line["id"] for line in server.requests_logged()})
    line = next(one for one in server.requests_logged() if one["id"] == "my-request-1")
    assert (line["method"], line["status"], line["client"]) == ("GET", 200, "127.0.0.1")
    assert line["path"].startswith("/v1/moves?position=")
    assert line["ms"] >= 0


def test_metrics_are_those_of_all_workers(server: Server) -> None:
    before = server.metric("fanorona_requests_total")
    for _ in range(20):
        server.session.close()
        server.get("/v1/limits")
    # Asking for the metrics counts too, after they are written.
    assert server.metric("fanorona_requests_total") == before + 21
    assert server.metric("fanorona_request_seconds_count") > 0


def test_metrics_are_not_public(server: Server) -> None:
    assert server.get("/metrics").status_code == 404


def test_only_named_origins_may_read(server: Server) -> None:
    friend = server.get("/v1/limits", headers={"Origin": "https://a.example"})
    assert friend.headers["Access-Control-Allow-Origin"] == "https://a.example"
    assert "ETag" in friend.headers["Access-Control-Expose-Headers"]
    stranger = server.get("/v1/limits", headers={"Origin": "https://b.example"})
    assert "Access-Control-Allow-Origin" not in stranger.headers
    assert "Origin" in stranger.headers["Vary"]
    asked_before = server.session.options(
        f"{server.url}/v1/batch", headers={"Origin": "https://a.example"}, timeout=PATIENCE
    )
    assert "POST" in asked_before.headers["Access-Control-Allow-Methods"]


@pytest.mark.parametrize("path", ["/", "/docs", "/v1/limits", "/v1/nothing"])
def test_a_browser_is_told_to_be_careful(server: Server, path: str) -> None:
    headers = server.get(path).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert headers["Referrer-Policy"] == "no-referrer"
