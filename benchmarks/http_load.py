"""Servers to measure, and clients that ask them."""

from __future__ import annotations

import http.client
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

SERVE = ("-c", "from fanorona.cli.main import main; main()", "serve", "--port", "0")
"""The service, for `running`."""

CONNECTIONS = 8


@dataclass(frozen=True)
class Question:
    """What is asked: a GET without a body, a POST with one."""

    path: str
    body: bytes | None = None
    body_type: str = "application/json"


@dataclass(frozen=True)
class Running:
    """A server that listens."""

    port: int
    pid: int

    def workers(self) -> list[int]:
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text()
        return [int(pid) for pid in children.split()]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def running(*command: str, log: Path = Path(os.devnull), **settings: object) -> Iterator[Running]:
    """A server in its own process, until the end of the block."""
    environment = {f"FANORONA_{name.upper()}": str(value) for name, value in settings.items()}
    with log.open("w") as errors:
        process = subprocess.Popen(
            [sys.executable, *command],
            env={**os.environ, **environment},
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
    assert process.stdout is not None
    try:
        found = re.search(r"http://127\.0\.0\.1:(\d+)", process.stdout.readline())
        if found is None:
            raise SystemExit(f"the server did not start: {' '.join(command)}")
        yield Running(int(found.group(1)), process.pid)
    finally:
        process.terminate()
        process.communicate()


def ask(connection: http.client.HTTPConnection, question: Question) -> int:
    """Ask, read the answer to its end, and say its status."""
    method = "GET" if question.body is None else "POST"
    headers = {} if question.body is None else {"Content-Type": question.body_type}
    connection.request(method, question.path, question.body, headers)
    response = connection.getresponse()
    response.read()
    return response.status


def ask_all(port: int, questions: Sequence[Question]) -> dict[int, int]:
    """Ask many questions over several connections, and count the statuses."""
    statuses: dict[int, int] = {}

    def ask_part(part: Sequence[Question]) -> list[int]:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        return [ask(connection, question) for question in part]

    parts = [questions[first::CONNECTIONS] for first in range(CONNECTIONS)]
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        for status in (one for part in pool.map(ask_part, parts) for one in part):
            statuses[status] = statuses.get(status, 0) + 1
    return statuses


@contextmanager
def crowd(port: int, idle: int, trickling: int) -> Iterator[None]:
    """Connections that are held open in the block; the latter send a byte of a request at times."""
    over = Event()
    with ExitStack() as held:
        slow = [held.enter_context(_connected(port)) for _ in range(idle + trickling)][idle:]
        for one in slow:
            one.sendall(b"GET /v1/moves HTTP/1.1\r\nX-Slow: ")
        thread = Thread(target=_trickle, args=(slow, over))
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()


def _connected(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), 60)


def _trickle(connections: Sequence[socket.socket], over: Event) -> None:
    while not over.wait(0.2):
        for one in connections:
            with suppress(OSError):
                one.sendall(b"x")


def seconds_a_request(port: int, path: str, seconds: int) -> float:
    """How quickly a server answers the same question over and over."""
    return 1 / float(_wrk(port, path, seconds, CONNECTIONS)["Requests/sec"])


def latency(port: int, path: str, rate: float, seconds: int) -> dict[str, str]:
    """What wrk says about a steady load, with 50% and 99% of the latencies."""
    connections = 4 * CONNECTIONS
    pause_ms = max(1, round(connections / rate * 1000))
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        script.write(f"function delay() return {pause_ms} end")
        script.flush()
        return _wrk(port, path, seconds, connections, "--latency", "-s", script.name)


def _wrk(port: int, path: str, seconds: int, connections: int, *options: str) -> dict[str, str]:
    wrk = shutil.which("wrk")
    if wrk is None:
        raise SystemExit("this needs wrk (on Debian and Ubuntu: apt-get install wrk)")
    url = f"http://127.0.0.1:{port}{path}"
    command = [wrk, "-t1", f"-c{connections}", f"-d{seconds}", *options, url]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    if "Non-2xx" in printed:
        raise SystemExit(printed)
    return dict(re.findall(r"^\s*([\w/%]+):?\s+([\d.]+\w*)$", printed, re.MULTILINE))


def timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
