"""nginx, two servers and Redis on this machine, as compose.yaml arranges them in containers."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any

import pytest
import requests

from tests.cli.running import PROJECT
from tests.service.serving import (
    ENDLESS,
    PATIENCE,
    SMALL,
    Server,
    connected,
    free_port,
    serving,
    until,
)

REDIS = shutil.which("redis-server")
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")

pytestmark = pytest.mark.skipif(
    REDIS is None or NGINX is None,
    reason="needs redis-server and nginx (apt-get install redis-server nginx-light)",
)

QUESTION: dict[str, Any] = {"position": "BBBBB/BBBBB/BW1BW/WWWWW/WWWWW W", "nodes": 2_000}
CLIENTS = 4


@dataclass
class Arrangement:
    """What clients see, and what is behind it."""

    url: str
    servers: tuple[Server, Server]
    redis: subprocess.Popen[bytes]


@contextmanager
def running(command: list[str], port: int) -> Iterator[subprocess.Popen[bytes]]:
    """A program that listens on a port, until the end of the block."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until(lambda: listens(port))
        yield process
    finally:
        process.send_signal(signal.SIGCONT)
        process.terminate()
        process.wait(PATIENCE)


def listens(port: int) -> bool:
    try:
        connected(f"http://127.0.0.1:{port}").close()
    except ConnectionRefusedError:
        return False
    return True


def redis_command(port: int, folder: Path) -> list[str]:
    return [str(REDIS), "--port", str(port), "--save", "", "--dir", str(folder)]


def nginx_command(port: int, folder: Path, ports: list[str]) -> list[str]:
    """nginx with the project's own configuration; only addresses differ."""
    written = (PROJECT / "deploy" / "nginx.conf").read_text("utf-8")
    ours = iter(ports)
    written = re.sub(
        r"server fanorona-\d:8000", lambda _: f"server 127.0.0.1:{next(ours)}", written
    )
    written = written.replace("listen 80;", f"listen 127.0.0.1:{port};")
    site = folder / "site.conf"
    site.write_text(written, "utf-8")
    whole = folder / "nginx.conf"
    places = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole.write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log;\n"
        f"events {{}}\nhttp {{ access_log off; {places} include {site}; }}\n",
        "utf-8",
    )
    return [str(NGINX), "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(whole)]


@pytest.fixture
def arrangement(tables: Path, tmp_path: Path) -> Iterator[Arrangement]:
    ports = free_port(), free_port()
    settings: dict[str, Any] = {
        "workers": 1,
        "proxies": 1,
        "run_folder": tmp_path / "run",
        "shared_cache": f"redis://127.0.0.1:{ports[0]}/0",
        "max_time_ms": 600_000,
        "max_nodes": ENDLESS,
    }
    with ExitStack() as stack:
        redis = stack.enter_context(running(redis_command(ports[0], tmp_path), ports[0]))
        first, second = (stack.enter_context(serving(tables, **settings)) for _ in range(2))
        behind = [server.url.rpartition(":")[2] for server in (first, second)]
        stack.enter_context(running(nginx_command(ports[1], tmp_path, behind), ports[1]))
        yield Arrangement(f"http://127.0.0.1:{ports[1]}", (first, second), redis)


def source(server: Server, **question: object) -> str:
    """Where an answer came from."""
    response = server.get("/v1/forced-win", **{**QUESTION, **question})
    assert response.status_code == 200, response.text
    return str(response.headers["Server-Timing"]).partition(";")[0]


def test_servers_share_answers_and_search_slots(arrangement: Arrangement) -> None:
    first, second = arrangement.servers
    assert source(first) == "engine"
    assert source(second) == "cache"
    with first.search(1) as one, second.search(2) as other:
        assert one.goes_on()
        assert other.goes_on()
        for server in arrangement.servers:
            refused = requests.get(
                f"{server.url}/v1/forced-win", {**QUESTION, "nodes": 3_000}, timeout=PATIENCE
            )
            assert refused.json()["code"] == "searches-busy"


def test_without_redis_every_question_is_still_answered(arrangement: Arrangement) -> None:
    first, second = arrangement.servers
    arrangement.redis.send_signal(signal.SIGSTOP)
    assert source(first, nodes=1_001) == "engine"
    assert source(second, nodes=1_001) == "engine"
    arrangement.redis.send_signal(signal.SIGCONT)
    arrangement.redis.kill()
    arrangement.redis.wait(PATIENCE)
    assert source(first, nodes=1_002) == "engine"
    assert source(first, nodes=1_002) == "cache"


def test_a_killed_server_takes_only_what_it_had_in_hand(arrangement: Arrangement) -> None:
    over = Event()
    answered = [0] * CLIENTS

    def ask(client: int) -> Counter[object]:
        seen: Counter[object] = Counter()
        with requests.Session() as session:
            while not over.is_set():
                response = session.get(
                    f"{arrangement.url}/v1/moves", params={"position": SMALL}, timeout=PATIENCE
                )
                seen[response.status_code] += 1
                answered[client] += 1
        return seen

    def ask_more() -> None:
        before = list(answered)
        until(lambda: all(now > then + 20 for now, then in zip(answered, before, strict=True)))

    with ThreadPoolExecutor(CLIENTS) as pool:
        clients = [pool.submit(ask, client) for client in range(CLIENTS)]
        try:
            ask_more()
            victim = arrangement.servers[0]
            workers = victim.workers()
            victim.process.kill()
            for worker in workers:
                os.kill(worker, signal.SIGKILL)
            ask_more()
        finally:
            over.set()
        seen = sum((client.result() for client in clients), Counter())
    lost = seen.total() - seen[200]
    assert lost <= CLIENTS, seen
    assert source(arrangement.servers[1]) == "engine"
