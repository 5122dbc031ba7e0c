"""The service under load, with dying workers, and while it stops."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import requests

from fanorona.service.app import create_app
from fanorona.service.engine.open_tables import OpenTables
from fanorona.service.operation.counters import own_counters
from fanorona.service.operation.server import serve
from fanorona.service.settings import BadSetting, Settings
from tests.service.serving import (
    ENDLESS,
    HARD,
    PATIENCE,
    SMALL,
    START,
    Server,
    connected,
    serving,
    until,
)


def test_busy_searches_leave_room_for_short_answers(patient: Server) -> None:
    with patient.search(1) as first, patient.search(2) as second:
        assert first.goes_on()
        assert second.goes_on()
        for _ in range(10):
            patient.session.close()
            assert patient.answer("/health/live") == {"status": "live"}
            assert patient.answer("/v1/moves", position=START)["count"] == 5
        refused = patient.get("/v1/forced-win", position=HARD)
        assert patient.searches_running() == 2
        assert first.goes_on()
        assert second.goes_on()
    assert refused.status_code == 503
    assert refused.json()["code"] == "searches-busy"
    assert int(refused.headers["Retry-After"]) >= 1
    until(lambda: patient.searches_running() == 0)


def test_a_batch_and_a_check_count_as_searches(patient: Server) -> None:
    question = {"ask": "moves", "position": SMALL}
    puzzle = f"Position: {SMALL}\nStipulation: White to play and win\n"
    with patient.search(1) as first, patient.search(2) as second:
        assert first.goes_on()
        assert second.goes_on()
        assert patient.post("/v1/batch", json={"questions": [question]}).status_code == 503
        assert patient.post("/v1/puzzles/check", json={"text": puzzle}).status_code == 503
    until(lambda: patient.searches_running() == 0)


def test_a_client_is_answered_while_another_waits(patient: Server) -> None:
    with patient.search(1) as first:
        assert first.goes_on()
        patient.session.close()
        assert patient.answer("/v1/forced-win", position=HARD, nodes=1_000)["search"]["nodes"]
        assert first.goes_on()
    until(lambda: patient.searches_running() == 0)


def test_a_killed_worker_takes_only_its_own_requests_with_it(tables: Path) -> None:
    with (
        serving(tables, max_time_ms=600_000, max_nodes=ENDLESS) as server,
        ExitStack() as open_streams,
    ):
        until(lambda: len(server.workers()) == 2)
        victim, survivor = server.workers()
        streams = {}
        for worker in (victim, survivor):
            with server.only(worker):
                streams[worker] = open_streams.enter_context(server.search(worker))
                assert streams[worker].goes_on()
        os.kill(victim, signal.SIGKILL)
        assert streams[victim].is_cut_off()
        assert streams[survivor].goes_on()
        until(lambda: len(server.workers()) == 2)
        assert survivor in server.workers()
        assert _status(f"{server.url}/v1/moves", {"position": SMALL}) == 200
        # The dead worker's slot is free again.
        with server.search(3) as another:
            assert another.goes_on()
            assert streams[survivor].goes_on()


def _status(url: str, query: dict[str, Any]) -> int | None:
    """None where the connection broke."""
    try:
        return requests.get(url, query, timeout=PATIENCE).status_code
    except requests.ConnectionError:
        return None


def test_a_stopping_server_answers_what_is_in_flight_and_refuses_the_rest(tables: Path) -> None:
    with (
        serving(tables, max_time_ms=1_000, max_nodes=ENDLESS) as server,
        server.search(1) as first,
        server.search(2) as second,
    ):
        with connected(server.url) as slow_client:
            body = json.dumps({"questions": [{"ask": "moves", "position": SMALL}]}).encode()
            slow_client.sendall(
                b"POST /v1/batch HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n" % len(body)
            )
            assert slow_client.recv(4096).startswith(b"HTTP/1.1 100 ")
            server.process.send_signal(signal.SIGTERM)
            until(lambda: not _listens(server.url))
            assert first.is_answered()
            assert second.is_answered()
            slow_client.sendall(body)
            assert slow_client.recv(4096).startswith(b"HTTP/1.1 200 ")
        assert server.process.wait(PATIENCE) == 0


def test_workers_without_a_master_leave_the_address_to_the_next_server(
    tables: Path, tmp_path: Path
) -> None:
    with (
        serving(tables, max_time_ms=600_000, max_nodes=ENDLESS, run_folder=tmp_path) as server,
        server.search() as stream,
    ):
        assert stream.goes_on()
        server.process.kill()
        until(lambda: not _listens(server.url))
        assert stream.goes_on()


def _listens(url: str) -> bool:
    try:
        connected(url).close()
    except ConnectionRefusedError:
        return False
    return True


def test_every_request_has_a_line_with_its_id(server: Server) -> None:
    given = server.get("/v1/moves", headers={"X-Request-ID": "my-request-1"}, position=SMALL)
    assert given.headers["X-Request-ID"] == "my-request-1"
    made = server.get("/v1/nothing", headers={"X-Request-ID": "not\tone"}).headers["X-Request-ID"]
    until(lambda: {"my-request-1", made} <= {line["id"] for line in server.requests_logged()})
    line = next(one for one in server.requests_logged() if one["id"] == "my-request-1")
    assert (line["method"], line["status"], line["client"]) == ("GET", 200, "127.0.0.1")
    assert line["path"].startswith("/v1/moves?position=")
    assert line["ms"] >= 0


def test_a_request_that_cannot_be_read_has_a_line_with_its_id(server: Server) -> None:
    made = server.get("/health/live", headers={"X-Long": "x" * 9_000}).headers["X-Request-ID"]
    until(lambda: made in {line.get("id") for line in server.log_lines()})
    line = next(one for one in server.log_lines() if one.get("id") == made)
    assert (line["level"], line["message"]) == ("warning", "request refused")
    assert (line["status"], line["client"]) == (431, "127.0.0.1")
    assert line["reason"]


def test_metrics_are_those_of_all_workers(server: Server) -> None:
    asked = {"method": "HEAD", "route": "/v1/limits", "status": "200"}
    for _ in range(20):
        server.session.close()
        server.session.head(f"{server.url}/v1/limits", timeout=PATIENCE)
    # A request counts when its answer has been sent.
    until(lambda: server.metric("fanorona_requests_total", **asked) == 20)
    assert server.metric("fanorona_request_seconds_count", route="/v1/limits") >= 20


def test_servers_that_share_a_folder_count_for_themselves(tables: Path, tmp_path: Path) -> None:
    with serving(tables, run_folder=tmp_path) as first:
        first.answer("/v1/limits")
        until(lambda: first.metric("fanorona_requests_total", route="/v1/limits") == 1)
        with serving(tables, run_folder=tmp_path) as second:
            assert second.metric("fanorona_requests_total", route="/v1/limits") == 0
        assert first.metric("fanorona_requests_total", route="/v1/limits") == 1
    assert not list(tmp_path.glob("metrics-*"))


def test_counters_that_a_worker_just_begins_do_not_matter(tables: Path, tmp_path: Path) -> None:
    with serving(tables, run_folder=tmp_path) as server:
        [folder] = tmp_path.glob("metrics-*")
        (folder / "counter_999999.db").touch()
        server.answer("/v1/limits")
        until(lambda: server.metric("fanorona_requests_total", route="/v1/limits") == 1)


def test_counters_of_a_dead_server_are_removed(tmp_path: Path) -> None:
    with own_counters(tmp_path) as dead:
        pass
    with own_counters(tmp_path) as living:
        assert living.is_dir()
        assert not dead.exists()
        with own_counters(tmp_path):
            assert living.is_dir()


def test_counters_that_another_server_just_removes_do_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "metrics-gone" / "in-use.lock"
    monkeypatch.setattr(Path, "glob", lambda _folder, _pattern: iter([gone]))
    with own_counters(tmp_path) as folder:
        assert folder.is_dir()


def test_methods_that_clients_make_up_are_counted_as_one(server: Server) -> None:
    for method in ("INVENT", "DEVISE"):
        made_up = server.session.request(method, f"{server.url}/v1/limits", timeout=PATIENCE)
        assert made_up.status_code == 405
    until(lambda: server.metric("fanorona_requests_total", method="other") == 2)


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
    assert "X-Request-ID" in asked_before.headers["Access-Control-Allow-Headers"]


def test_any_origin_may_read_unless_that_is_closed() -> None:
    origin = {"Origin": "https://a.example"}
    client = create_app(Settings(), OpenTables([])).test_client()
    for response in (client.get("/v1/limits", headers=origin), client.get("/v1/nothing")):
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert "ETag" in response.headers["Access-Control-Expose-Headers"]
    asked_before = client.options("/v1/batch", headers=origin)
    assert "POST" in asked_before.headers["Access-Control-Allow-Methods"]
    closed = create_app(Settings(cors_origins=()), OpenTables([])).test_client()
    headers = closed.get("/v1/limits", headers=origin).headers
    assert not [name for name, _ in headers if name.startswith("Access-Control")]


@pytest.mark.parametrize("path", ["/", "/docs", "/v1/limits", "/v1/nothing"])
def test_a_browser_gets_the_security_headers(server: Server, path: str) -> None:
    headers = server.get(path).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert headers["Referrer-Policy"] == "no-referrer"


def test_without_its_run_folder_a_service_is_not_ready_but_answers(
    tables: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    with serving(tables, workers=1, run_folder=folder) as server:
        assert server.get("/health/ready").status_code == 200
        # In one go: the worker may be writing its counts.
        shutil.rmtree(folder.rename(tmp_path / "deleted"), ignore_errors=True)
        for path, query in (("/health/ready", {}), ("/v1/forced-win", {"position": HARD})):
            refused = server.get(path, **query)
            assert (refused.status_code, refused.json()["code"]) == (503, "not-ready")
            assert refused.headers["Retry-After"]
        # A worker that begins without the folder makes it again.
        (worker,) = server.workers()
        os.kill(worker, signal.SIGKILL)
        until(lambda: server.workers() not in ([], [worker]))
        server.session.close()
        assert server.get("/v1/moves", position=SMALL).status_code == 200
        assert server.get("/health/ready").status_code == 200
        logged = [line["message"] for line in server.log_lines() if line["level"] == "error"]
        assert any(str(folder) in message for message in logged)


def test_a_run_folder_that_cannot_be_used_is_refused_at_the_start(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.touch()
    for folder in (in_the_way, in_the_way / "below"):
        with pytest.raises(BadSetting, match=re.escape(str(folder))):
            serve(Settings(port=0, run_folder=str(folder)), lambda _: None)


def test_a_full_disk_is_named_at_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(**_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    with pytest.raises(BadSetting, match=rf"{re.escape(str(tmp_path))}.*No space left"):
        serve(Settings(port=0, run_folder=str(tmp_path)), lambda _: None)


LOGGING = """
import logging, threading, warnings
from fanorona.service.operation.log_lines import log_all_as_json

log_all_as_json()
logging.getLogger("some.library").warning("a library")
warnings.warn("a warning")
thread = threading.Thread(target=lambda: 1 / 0)
thread.start()
thread.join()
raise ValueError("the end")
"""


def test_whatever_is_logged_is_json() -> None:
    done = subprocess.run([sys.executable, "-c", LOGGING], capture_output=True, text=True)
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    assert len(lines) == 4
    assert "ZeroDivisionError" in lines[2]["exception"]
    assert "the end" in lines[3]["exception"]
