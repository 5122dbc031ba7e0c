"""Requests a second of two servers behind nginx against one such server.

python -m benchmarks.many_servers [--seconds 3]

Each server has one worker, and with nginx and Redis they stand as compose.yaml arranges them. Short
questions are computed each time. What clients and nginx take of the machine they take from the
servers: with two cores, only long answers can show that two servers do the work of two, so the
cores that the servers had are printed, too.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.http import MOVES, asking
from benchmarks.http_load import SERVE, Running, free_port, running, seconds_a_request
from benchmarks.yardstick import Ratio, interleaved, table
from tests.service.test_many_servers import nginx_command, redis_command
from tests.service.test_many_servers import running as listening

ROUNDS = 5
MANY = asking(
    "/v1/moves", position="BB1BBBB/BWB2BB/BB2WBB/BW2BBB/WWWBBWW W", rules="fliporona", limit=1_000
)
QUESTIONS = {"5 turns": MOVES, "1,000 turns": MANY}
TARGET = 1.6


@dataclass(frozen=True)
class Site:
    """nginx and what is behind it."""

    port: int
    servers: list[Running]

    def processor_seconds(self) -> float:
        """What the workers have used so far."""
        return sum(_used(worker) for server in self.servers for worker in server.workers())


@contextmanager
def site(number: int, redis_port: int) -> Iterator[Site]:
    """That many servers behind one nginx."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        settings: dict[str, Any] = {
            "workers": 1,
            "proxies": 1,
            "answer_cache_mb": 0,
            "run_folder": folder / "run",
            "shared_cache": f"redis://127.0.0.1:{redis_port}/0",
        }
        servers = [stack.enter_context(running(*SERVE, **settings)) for _ in range(number)]
        # The configuration names two; one server answers for both.
        behind = [str(server.port) for server in (servers[0], servers[-1])]
        port = free_port()
        stack.enter_context(listening(nginx_command(port, folder, behind), port))
        yield Site(port, servers)


def compare(name: str, path: str, one: Site, two: Site, seconds: int) -> None:
    sites = (one, two)
    before = [place.processor_seconds() for place in sites]
    alone, together = interleaved(ROUNDS, *(_asked(place, path, seconds) for place in sites))
    taken = (alone, together)
    asked = [sum(seconds / each for each in times) for times in taken]
    used = [
        place.processor_seconds() - then for place, then in zip((one, two), before, strict=True)
    ]
    for number, times, all_asked, all_used in zip((1, 2), taken, asked, used, strict=True):
        print(
            f"{name}, servers: {number}; {1 / min(times):.0f} requests/s, "
            f"{all_used / all_asked * 1e6:.0f} µs of processor each, "
            f"{all_used / (ROUNDS * seconds):.2f} cores used"
        )
    print(table([Ratio("two servers : one, requests/s", alone, together, TARGET, True)]))


def _asked(place: Site, path: str, seconds: int) -> Callable[[], float]:
    return lambda: seconds_a_request(place.port, path, seconds)


def _used(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=int, default=3, help="of each of five rounds")
    seconds = parser.parse_args().seconds
    redis_port = free_port()
    print(f"{len(os.sched_getaffinity(0))} cores, for servers, nginx, Redis and clients")
    with (
        tempfile.TemporaryDirectory() as folder,
        listening(redis_command(redis_port, Path(folder)), redis_port),
        site(1, redis_port) as one,
        site(2, redis_port) as two,
    ):
        for name, question in QUESTIONS.items():
            compare(name, question.path, one, two, seconds)


if __name__ == "__main__":
    main()
