"""Runs `fanorona serve` for the tests, on a free port, as a process of its own."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import requests

from tests.cli.running import COMMAND, PROJECT

START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"
SMALL = "BBB/B1W/WWW W"
HARD = "BBBBB/BBBBB/BW1BW/WWWWW/WWWWW W"
"""No search of a few seconds decides this one."""
MANY_TURNS = "BBBBBBBWB/WWB3BBB/BBB2B1WB/WWWBBBBBW/WBWBBWWBB W"
"""8,867 turns under fliporona."""
FLIPORONA = "4W/BWW2/W3B/4B/W1W1W B"
"""Black wins with one turn under fliporona."""

ENDLESS = 10**12
"""Nodes of a search that outlasts every test."""

PATIENCE = 30
"""Seconds after which a test gives up; nothing should come near it."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass
class Stream:
    """An answer that comes line by line."""

    lines: Iterator[bytes]

    def goes_on(self) -> bool:
        """Whether the next line says so."""
        return json.loads(next(self.lines))["event"] in ("progress", "heartbeat")

    def is_answered(self) -> bool:
        """Whether the last line is the answer."""
        return bool(json.loads(list(self.lines)[-1])["event"] == "answer")

    def is_cut_off(self) -> bool:
        """Whether the connection breaks before the last line."""
        try:
            list(self.lines)
        except requests.RequestException:
            return True
        return False


@dataclass
class Server:
    """A running service."""

    process: subprocess.Popen[str]
    url: str
    log: Path
    metrics_url: str
    session: requests.Session = field(default_factory=requests.Session)

    def get(self, path: str, headers: Any = None, **query: Any) -> Any:
        return self.session.get(self.url + path, params=query, headers=headers, timeout=PATIENCE)

    def post(self, path: str, **how: Any) -> Any:
        return self.session.post(self.url + path, timeout=PATIENCE, **how)

    def answer(self, path: str, **query: Any) -> Any:
        """The JSON of an answer that must be one."""
        response = self.get(path, **query)
        assert response.status_code == 200, response.text
        return response.json()

    def log_lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.log.read_text("utf-8").splitlines()]

    def requests_logged(self) -> list[dict[str, Any]]:
        return [line for line in self.log_lines() if line["message"] == "request"]

    def workers(self) -> list[int]:
        """The processes that answer."""
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(pid) for pid in path.read_text().split()]

    def metric(self, name: str, **labels: str) -> float:
        """The sum of a metric, of the samples with these labels."""
        from prometheus_client.parser import text_string_to_metric_families

        text = self.session.get(self.metrics_url, timeout=PATIENCE).text
        families = text_string_to_metric_families(text)
        samples = [sample for family in families for sample in family.samples]
        return sum(
            sample.value
            for sample in samples
            if sample.name == name and labels.items() <= sample.labels.items()
        )

    def searches_running(self) -> int:
        return int(self.metric("fanorona_searches_running"))

    @contextmanager
    def search(self, number: int = 0, **query: Any) -> Iterator[Stream]:
        """A search of HARD that is under way; another number makes another question."""
        question = {"position": HARD, "nodes": ENDLESS - number, **query}
        with requests.get(
            f"{self.url}/v1/forced-win",
            question,
            headers={"Accept": "application/x-ndjson"},
            stream=True,
            timeout=PATIENCE,
        ) as response:
            assert response.status_code == 200, response.text
            yield Stream(response.iter_lines())

    @contextmanager
    def only(self, worker: int) -> Iterator[None]:
        """Let no other worker accept anything in the block."""
        others = [pid for pid in self.workers() if pid != worker]
        for pid in others:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in others:
                os.kill(pid, signal.SIGCONT)

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)


@contextmanager
def serving(folder: Path, **settings: object) -> Iterator[Server]:
    """A service with some settings, until the end of the block."""
    metrics_port = free_port()
    named = {f"FANORONA_{name.upper()}": str(value) for name, value in settings.items()}
    environment = {
        **os.environ,
        "FANORONA_WORKERS": "2",
        "FANORONA_SEARCHES": "2",
        "FANORONA_TABLES": str(folder),
        "FANORONA_METRICS_PORT": str(metrics_port),
        **named,
    }
    log = folder / f"log-{metrics_port}.jsonl"
    with log.open("w") as errors:
        process = subprocess.Popen(
            [*COMMAND, "serve", "--port", "0"],
            cwd=PROJECT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
    try:
        yield Server(
            process, _address(process, log), log, f"http://127.0.0.1:{metrics_port}/metrics"
        )
    finally:
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
        process.communicate()


def _address(process: subprocess.Popen[str], log: Path) -> str:
    assert process.stdout is not None
    said = process.stdout.readline()
    found = re.search(r"http://\S+", said)
    assert found, f"the service did not start: {log.read_text('utf-8')}"
    return found.group()


def connected(url: str) -> socket.socket:
    """A bare connection to a service."""
    host, port = url.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), PATIENCE)


def until(condition: Any, seconds: float = PATIENCE) -> None:
    """Wait for something that must come true."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come true"
        time.sleep(0.02)
