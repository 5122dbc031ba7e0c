"""Answers line by line, for as long as somebody reads them."""

from __future__ import annotations

import json
from typing import Any

import pytest
import requests
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from fanorona.service.engine.searches import CalledOff, Flight
from tests.service.serving import ENDLESS, HARD, SMALL, Server, connected, until

NDJSON = {"Accept": "application/x-ndjson"}
EVENT_STREAM = {"Accept": "text/event-stream"}


def lines(response: requests.Response | TestResponse) -> list[dict[str, Any]]:
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


@pytest.mark.parametrize("path", ["/v1/analysis", "/v1/forced-win"])
def test_a_stream_has_an_address_of_its_own(app_client: FlaskClient, path: str) -> None:
    question = {"position": HARD, "nodes": 5_000}
    streamed = app_client.get(f"{path}/stream", query_string=question)
    assert streamed.headers["Content-Type"].startswith("application/x-ndjson")
    answer = app_client.get(path, query_string=question).get_json()
    assert lines(streamed)[-1] == {"event": "answer", **answer}


@pytest.mark.parametrize("path", ["/v1/analysis", "/v1/forced-win/stream"])
def test_a_browser_reads_events(server: Server, path: str) -> None:
    streamed = server.get(path, headers=EVENT_STREAM, position=HARD, nodes=50_000)
    assert streamed.headers["Content-Type"] == "text/event-stream; charset=utf-8"
    assert "Accept" in streamed.headers["Vary"]
    *events, after = streamed.text.split("\n\n")
    assert after == ""
    named = [event.removeprefix("event: ").split("\ndata: ") for event in events]
    assert [json.loads(data)["event"] for _, data in named] == [name for name, _ in named]
    assert {name for name, _ in named[:-1]} <= {"progress", "heartbeat"}
    asked = server.answer(path.removesuffix("/stream"), position=HARD, nodes=50_000)
    assert json.loads(named[-1][1]) == {"event": "answer", **asked}


def test_a_known_answer_is_streamed_at_once(app_client: FlaskClient) -> None:
    question = {"position": SMALL, "max_turns": 7}
    answer = app_client.get("/v1/forced-win", query_string=question).get_json()
    again = app_client.get("/v1/forced-win", query_string=question, headers=NDJSON)
    assert lines(again) == [{"event": "answer", **answer}]


def test_a_silent_search_shows_that_it_goes_on() -> None:
    flight = Flight()
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


def asked(path: str, body: bytes = b"", version: str = "1.1", **headers: str) -> bytes:
    """A request as it is sent."""
    lines = [f"{'POST' if body else 'GET'} {path} HTTP/{version}", "Host: x"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*lines, "", ""]).encode() + body


ADDRESS = f"?position={HARD.replace(' ', '_')}&nodes={ENDLESS}"
CROWD = "W1BBB1B/1B2B2/BB3B1/2BBBB1/B1WB2B/B2BW1B/BBBBBBB W"
"""Fliporona: White has 97,580 turns."""
CROWDED = f"?position={CROWD.replace(' ', '_')}&rules=fliporona&nodes={ENDLESS}"
CROWD_PUZZLE = f"Rules: fliporona\nPosition: {CROWD}\nStipulation: White to play and win\n"
QUESTION = {"ask": "analysis", "position": HARD, "nodes": ENDLESS}
PUZZLE = f"Position: {HARD}\nStipulation: White to play and win\n"
LONG_WORK = {
    "forced-win, streamed": asked(f"/v1/forced-win{ADDRESS}", Accept="application/x-ndjson"),
    "forced-win": asked(f"/v1/forced-win{ADDRESS}"),
    "analysis, streamed": asked(f"/v1/analysis{ADDRESS}", Accept="application/x-ndjson"),
    "analysis": asked(f"/v1/analysis{ADDRESS}"),
    "batch": asked(
        "/v1/batch",
        json.dumps({"questions": [QUESTION] * 3}).encode(),
        Content_Type="application/json",
    ),
    "check": asked(
        f"/v1/puzzles/check?nodes={ENDLESS}",
        f"{PUZZLE}---\n{PUZZLE}".encode(),
        Content_Type="text/plain",
    ),
    "analysis of a crowd": asked(f"/v1/analysis{CROWDED}"),
    "forced-win of a crowd": asked(f"/v1/forced-win{CROWDED}"),
    "check of a crowd": asked(
        f"/v1/puzzles/check?nodes={ENDLESS}", CROWD_PUZZLE.encode(), Content_Type="text/plain"
    ),
    "analysis, by HTTP/1.0": asked(f"/v1/analysis{ADDRESS}", version="1.0"),
    "check, by HTTP/1.0": asked(
        f"/v1/puzzles/check?nodes={ENDLESS}", PUZZLE.encode(), "1.0", Content_Type="text/plain"
    ),
}


@pytest.mark.parametrize("work", LONG_WORK)
def test_a_lost_client_stops_its_work(patient: Server, work: str) -> None:
    until(lambda: patient.searches_running() == 0)
    with connected(patient.url) as client:
        client.sendall(LONG_WORK[work])
        until(lambda: patient.searches_running() == 1)
    until(lambda: patient.searches_running() == 0)


def test_work_that_was_called_off_begins_nothing_more() -> None:
    flight = Flight()
    now = flight.stop_in(60)
    flight.call_off()
    assert now.was_requested
    with pytest.raises(CalledOff):
        flight.stop_in(60)
