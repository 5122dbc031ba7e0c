"""The HTTP service against a bare Flask route, with busy searches, and over many requests.

python -m benchmarks.http             requests per second, latency, busy searches
python -m benchmarks.http --memory    the memory of the workers over 50,000 requests
python -m benchmarks.http --crowd     short answers among 1,000 idle and 200 trickling connections
"""

from __future__ import annotations

import argparse
import http.client
import json
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median
from urllib.parse import urlencode

from benchmarks.http_load import (
    SERVE,
    Question,
    Running,
    ask,
    ask_all,
    crowd,
    free_port,
    latency,
    running,
    seconds_a_request,
    timed,
)
from benchmarks.yardstick import Ratio, interleaved, table

START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"
HARD = "BBBBB/BBBBB/BW1BW/WWWWW/WWWWW W"
ROUNDS = 5
SECONDS = 3


def asking(path: str, **query: object) -> Question:
    return Question(f"{path}?{urlencode(query)}")


MOVES = asking("/v1/moves", position=START)
LIVE = Question("/health/live")


def compare_with_bare_flask() -> None:
    """Requests per second of /v1/moves, and latency at half of them."""
    with (
        tempfile.NamedTemporaryFile() as body,
        running(*SERVE) as service,
        running(*SERVE, answer_cache_mb=0) as forgetful,
    ):
        url = f"http://127.0.0.1:{service.port}{MOVES.path}"
        Path(body.name).write_bytes(urllib.request.urlopen(url).read())
        with running("-m", "benchmarks.bare_flask", body.name) as bare:
            servers = (bare, service, forgetful)
            taken = interleaved(ROUNDS, *(_asked_often(server) for server in servers))
        _print_speed(*taken)
        rate = 0.5 / min(taken[1])
        half = latency(service.port, MOVES.path, rate, 2 * SECONDS)
        print(
            f"/v1/moves at {half['Requests/sec']} requests/s, about half of the most: "
            f"p50 {half['50%']}, p99 {half['99%']}"
        )


def _asked_often(server: Running) -> Callable[[], float]:
    return lambda: seconds_a_request(server.port, MOVES.path, SECONDS)


def _print_speed(bare: list[float], service: list[float], forgetful: list[float]) -> None:
    for name, times in (
        ("bare Flask route", bare),
        ("/v1/moves, remembered", service),
        ("/v1/moves, computed each time", forgetful),
    ):
        print(f"{name:30} {1 / min(times):7.0f} requests/s")
    remembered = Ratio("/v1/moves : bare Flask, requests/s", bare, service, 0.9, True)
    computed = Ratio("the same, computed each time", bare, forgetful, 0.65, True)
    print(table([remembered, computed]))


def measure_busy_searches() -> None:
    """Short answers while every search slot is taken, and a search more."""
    metrics = free_port()
    with running(*SERVE, searches=2, metrics_port=metrics) as service:
        connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=60)
        idle = [_times(connection, question) for question in (LIVE, MOVES)]
        with ThreadPoolExecutor(2) as pool:
            searches = [
                pool.submit(ask_all, service.port, [_long_search(number)]) for number in range(2)
            ]
            _wait_until_busy(metrics, 2)
            busy = [_times(connection, question) for question in (LIVE, MOVES)]
            refused = [timed(lambda: ask(connection, _long_search(2))) for _ in range(20)]
            still_busy = ask(connection, _long_search(2)) == 503
            for search in searches:
                search.result()
    print(
        f"searches stayed busy: {still_busy}; refused in {median(refused) * 1000:.1f} ms (median)"
    )
    for name, before, now in zip(("/health/live", "/v1/moves"), idle, busy, strict=True):
        print(
            f"{name}: median {median(before) * 1000:.2f} ms idle, {median(now) * 1000:.2f} ms busy"
        )
        print(table([Ratio(f"{name}, busy : idle", [median(now)], [median(before)], 10, False)]))


def measure_crowd(idle: int, trickling: int) -> None:
    """Short answers among connections that send nothing, or a byte now and then."""
    with running(*SERVE) as service:
        alone = {question: _fresh_times(service.port, question) for question in (LIVE, MOVES)}
        with crowd(service.port, idle, trickling):
            among = {question: _fresh_times(service.port, question) for question in (LIVE, MOVES)}
    print(f"among {idle} idle and {trickling} trickling connections")
    for question in (LIVE, MOVES):
        name = question.path.partition("?")[0]
        for share, figure in (("median", median), ("slowest", max)):
            before, now = figure(alone[question]), figure(among[question])
            print(f"{name}: {share} {before * 1000:.2f} ms alone, {now * 1000:.2f} ms among them")
        medians = [median(among[question])], [median(alone[question])]
        print(table([Ratio(f"{name}, crowd : alone", *medians, 10, False)]))


def _fresh_times(port: int, question: Question) -> list[float]:
    """A connection for each request: it must be accepted, too."""

    def ask_anew() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        ask(connection, question)
        connection.close()

    return [timed(ask_anew) for _ in range(200)]


def _times(connection: http.client.HTTPConnection, question: Question) -> list[float]:
    return [timed(lambda: ask(connection, question)) for _ in range(200)]


def _wait_until_busy(metrics_port: int, searches: int) -> None:
    url = f"http://127.0.0.1:{metrics_port}/metrics"
    while (
        f"fanorona_searches_running {searches}.0".encode() not in urllib.request.urlopen(url).read()
    ):
        time.sleep(0.01)


def _long_search(number: int) -> Question:
    return asking("/v1/forced-win", position=HARD, time_ms=8_000 + number)


def measure_memory(first: int, last: int) -> None:
    """The memory of each worker after that many requests of all kinds, and after more."""
    with running(*SERVE, workers=1, searches=16, max_nodes=2_000) as service:
        questions = mixed_questions(Random(1))
        before = _memory_after(service, list(islice(questions, first)))
        after = _memory_after(service, list(islice(questions, last - first)))
    if before.keys() != after.keys():
        raise SystemExit("a worker died")
    for pid in before:
        print(f"worker {pid}: {before[pid] / 1024:.1f} MB, then {after[pid] / 1024:.1f} MB")
    ratio = max(after[pid] / before[pid] for pid in before)
    print(table([Ratio(f"memory, {last} : {first} requests", [ratio], [1], 1.05, False)]))


def _memory_after(service: Running, questions: list[Question]) -> dict[int, int]:
    statuses = ask_all(service.port, questions)
    print(f"{len(questions)} requests, statuses {dict(sorted(statuses.items()))}")
    return {pid: _kilobytes(pid) for pid in service.workers()}


def _kilobytes(pid: int) -> int:
    """The memory of a process, what it shares with others included."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise SystemExit(f"no memory of {pid}")


def mixed_questions(chance: Random) -> Iterator[Question]:
    """Questions of every kind, hardly ever the same; some of them wrong."""
    while True:
        here = {"position": random_position(chance), "rules": chance.choice(RULES)}
        batch = {"questions": [{"ask": "moves", **here}, {"ask": "tablebase", **here}]}
        yield from (
            asking("/v1/moves", **here),
            asking("/v1/moves", **here, distinct="true", limit=3),
            asking("/v1/steps", **here),
            asking("/v1/play", **here, turn="a1-a2"),
            asking("/v1/play", **here, line="a1-a2 a2-a3"),
            asking("/v1/forced-win", **here, nodes=500),
            asking("/v1/analysis", **here, nodes=500),
            asking("/v1/tablebase", **here),
            asking("/v1/diagram.svg", **here),
            asking("/v1/moves", position="nonsense"),
            Question("/v1/batch", json.dumps(batch).encode()),
            LIVE,
        )


RULES = ("standard", "escale", "livret", "fliporona")


def random_position(chance: Random) -> str:
    stones = chance.randint(1, 10)
    cells = list("W" * stones + "B" * chance.randint(1, 10))
    cells += "." * (45 - len(cells))
    chance.shuffle(cells)
    rows = ["".join(cells[first : first + 9]) for first in range(0, 45, 9)]
    return f"{'/'.join(rows)} {chance.choice('WB')}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.http")
    parser.add_argument("--memory", action="store_true", help="50,000 requests of all kinds")
    parser.add_argument("--crowd", action="store_true", help="idle and trickling connections")
    chosen = parser.parse_args()
    if chosen.memory:
        measure_memory(10_000, 50_000)
        return
    if chosen.crowd:
        measure_crowd(1_000, 200)
        return
    compare_with_bare_flask()
    measure_busy_searches()


if __name__ == "__main__":
    main()
