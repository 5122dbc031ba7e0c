"""The service for a while under everything at once; any fault ends it with status 1.

python -m benchmarks.soak SECONDS

Mixed questions; clients that stay silent, trickle, or vanish; workers that are killed, stopped for
a moment, or replaced. Nothing may fail but what a killed worker had in hand.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import signal
import socket
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import median
from threading import Event, Lock

from benchmarks.http import LIVE, asking, mixed_questions
from benchmarks.http_load import SERVE, Running, ask, crowd, free_port, running, timed

ASKERS = 4
IDLE = 200
TRICKLING = 50
REFUSED_WELL = {200, 404, 408, 422, 429, 503}
SLOWEST_SECONDS = 5.0
"""A stopped worker holds for a second what it has accepted; more is a fault."""
PAUSE_SECONDS = 2.0
STOPPED_SECONDS = 1.0
ENDS = (http.client.HTTPException, OSError)


class Tally:
    """What has happened so far."""

    def __init__(self) -> None:
        self.statuses: Counter[int] = Counter()
        self.broken = 0
        self.vanished = 0
        self.done: Counter[str] = Counter()
        self.probes: list[float] = []
        self._lock = Lock()

    def answered(self, status: int) -> None:
        with self._lock:
            self.statuses[status] += 1

    def broke(self) -> None:
        with self._lock:
            self.broken += 1

    def faults(self) -> list[str]:
        """What should not have happened."""
        found = [
            f"{number} answers with status {status}"
            for status, number in sorted(self.statuses.items())
            if status not in REFUSED_WELL
        ]
        # Every client has one connection; a kill may break each of them.
        allowed = self.done["killed"] * (ASKERS + 1)
        if self.broken > allowed:
            found.append(f"{self.broken} connections broke, and {allowed} were to be expected")
        if max(self.probes, default=SLOWEST_SECONDS) >= SLOWEST_SECONDS:
            found.append(f"/health/live took {max(self.probes, default=0):.1f} s")
        return found


def ask_on(port: int, number: int, tally: Tally, over: Event) -> None:
    """Ask questions of all kinds over one connection."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    for question in mixed_questions(Random(number)):
        if over.is_set():
            return
        try:
            tally.answered(ask(connection, question))
        except ENDS:
            connection.close()
            tally.broke()


def probe(port: int, tally: Tally, over: Event) -> None:
    """Ask over new connections how the service is."""

    def ask_anew() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        try:
            tally.answered(ask(connection, LIVE))
        finally:
            connection.close()

    while not over.wait(0.1):
        try:
            tally.probes.append(timed(ask_anew))
        except ENDS:
            tally.broke()


def vanish(port: int, tally: Tally, over: Event) -> None:
    """Ask for searches, and do not wait for them."""
    while not over.wait(0.2):
        position = "BBBBB/BBBBB/BW1BW/WWWWW/WWWWW W"
        path = asking("/v1/forced-win", position=position, time_ms=5_000 + tally.vanished).path
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 60) as client:
            client.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            tally.vanished += 1


def disturb(server: Running, tally: Tally, over: Event) -> None:
    """Kill, stop and replace workers, one after the other."""
    chance = Random(5)
    deeds: list[tuple[str, Callable[[Running, Random], None]]] = [
        ("killed", _kill),
        ("stopped", _stop_for_a_moment),
        ("replaced", lambda one, _: os.kill(one.pid, signal.SIGHUP)),
    ]
    while not over.wait(PAUSE_SECONDS):
        name, deed = chance.choice(deeds)
        with suppress(ProcessLookupError, IndexError):
            deed(server, chance)
            tally.done[name] += 1


def _kill(server: Running, chance: Random) -> None:
    os.kill(chance.choice(server.workers()), signal.SIGKILL)


def _stop_for_a_moment(server: Running, chance: Random) -> None:
    worker = chance.choice(server.workers())
    os.kill(worker, signal.SIGSTOP)
    time.sleep(STOPPED_SECONDS)
    os.kill(worker, signal.SIGCONT)


def searches_end(metrics_port: int, seconds: float) -> bool:
    """Whether all slots are free again soon after the last question."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        connection = http.client.HTTPConnection("127.0.0.1", metrics_port, timeout=60)
        with suppress(*ENDS):
            connection.request("GET", "/metrics")
            if b"fanorona_searches_running 0.0" in connection.getresponse().read():
                return True
        connection.close()
        time.sleep(0.2)
    return False


def unreadable_lines(log: Path) -> list[str]:
    found = []
    for line in log.read_text("utf-8", "replace").splitlines():
        try:
            json.loads(line)
        except ValueError:
            found.append(line)
    return found


def soak(seconds: float) -> int:
    tally = Tally()
    over = Event()
    metrics_port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        settings = {"searches": 2, "max_nodes": 2_000, "workers": 2, "metrics_port": metrics_port}
        with running(*SERVE, log=log, **settings) as server:
            port = server.port
            with crowd(port, IDLE, TRICKLING), ThreadPoolExecutor(ASKERS + 3) as pool:
                work = [
                    *(pool.submit(ask_on, port, number, tally, over) for number in range(ASKERS)),
                    *(pool.submit(one, port, tally, over) for one in (probe, vanish)),
                    pool.submit(disturb, server, tally, over),
                ]
                time.sleep(seconds)
                over.set()
                for one in work:
                    one.result()
            faults = tally.faults()
            if not searches_end(metrics_port, 15):
                faults.append("search slots were not given back")
            status = ask(http.client.HTTPConnection("127.0.0.1", port, timeout=60), LIVE)
            if status != 200:
                faults.append(f"/health/live answered {status} at the end")
        odd = unreadable_lines(log)
    if odd:
        faults.append(f"{len(odd)} lines of the log are not JSON, such as {odd[0][:200]}")
    _print(tally, seconds)
    for fault in faults:
        print(f"fault: {fault}", file=sys.stderr)
    return 1 if faults else 0


def _print(tally: Tally, seconds: float) -> None:
    total = tally.statuses.total()
    print(f"{total} answers in {seconds:g} s, statuses {dict(sorted(tally.statuses.items()))}")
    print(f"workers: {dict(tally.done)}; connections broken by kills: {tally.broken}")
    print(f"{IDLE} idle, {TRICKLING} trickling, {tally.vanished} vanished clients")
    if tally.probes:
        print(
            f"/health/live over {len(tally.probes)} new connections: median "
            f"{median(tally.probes) * 1000:.1f} ms, slowest {max(tally.probes) * 1000:.0f} ms"
        )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak")
    parser.add_argument("seconds", type=float, nargs="?", default=60.0)
    sys.exit(soak(parser.parse_args().seconds))


if __name__ == "__main__":
    main()
