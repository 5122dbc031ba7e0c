"""Answers line by line, for as long as somebody reads them."""

from __future__ import annotations

import json
import socket
from typing import Any

import pytest
import requests

from service.searches import Flight
from solver.kernel.stop import Stop
from tests.service.serving import HARD, PATIENCE, SMALL, Server, until

NDJSON = {"Accept": "application/x-ndjson"}


def lines(response: requests.Response) -> list[dict[str, Any]]:
    return [json.loads(line) for line in response.text.splitlines()]


@pytest.mark.parametrize("path", ["/v1/analysis", "/v1/forced-win"])
def test_the_last_line_is_the_answer(server: Server, path: str) -> None:
    question = {"position": HARD, "nodes": 60_000}
    streamed = server.get(path, headers=NDJSON, **question)
    assert streamed.headers["Content-Type"].startswith("application/x-ndjson")
    assert streamed.headers["Cache-Control"] == "no-store"
    assert "Accept" in streamed.headers["Vary"]
    events = lines(streamed)
    assert {one["event"] for one in events[:-1]} <= {"progress", "heartbeat"}
    assert "progress" in {one["event"] for one in events}
    last = events[-1]
    assert last.pop("event") == "answer"
    assert last == server.answer(path, **question)


def test_a_known_answer_is_streamed_at_once(server: Server) -> None:
    for _ in range(4):
        server.answer("/v1/forced-win", position=SMALL)
    events = lines(server.get("/v1/forced-win", headers=NDJSON, position=SMALL))
    assert events[-1]["event"] == "answer"


def test_a_silent_search_shows_that_it_goes_on() -> None:
    flight = Flight(Stop())
    news = flight.progress(beat_seconds=0.001)
    assert next(news) is None
    flight.report("so far")
    assert "so far" in [next(news), next(news)]
    flight.land("answer")
    assert set(news) <= {None, "so far"}
    assert flight.result() == "answer"


def test_a_problem_before_the_search_is_a_status(server: Server) -> None:
    response = server.get("/v1/forced-win", headers=NDJSON, position="nonsense")
    assert response.status_code == 422


@pytest.mark.parametrize("accepted", ["application/x-ndjson", "application/json"])
def test_a_lost_client_stops_its_search(server: Server, accepted: str) -> None:
    until(lambda: server.searches_running() == 0)
    host, port = server.url.removeprefix("http://").split(":")
    address = f"/v1/forced-win?position={HARD.replace(' ', '_')}&time_ms=5000"
    with socket.create_connection((host, int(port)), PATIENCE) as client:
        client.sendall(f"GET {address} HTTP/1.1\r\nHost: x\r\nAccept: {accepted}\r\n\r\n".encode())
        until(lambda: server.searches_running() == 1)
    until(lambda: server.searches_running() == 0, 4)
