"""What Prometheus can ask about, counted over all workers."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

from prometheus_client import (
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Metric,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector

from fanorona.service.settings import METRICS_FOLDER_VARIABLE

REQUESTS = Counter("fanorona_requests", "Requests answered.", ["method", "route", "status"])
REQUEST_SECONDS = Histogram(
    "fanorona_request_seconds",
    "From the request's arrival to the last byte of its answer.",
    ["route"],
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30),
)
SEARCHES_RUNNING = Gauge(
    "fanorona_searches_running", "Search slots that are taken.", multiprocess_mode="livesum"
)
SEARCHES_REFUSED = Counter("fanorona_searches_refused", "Searches refused because all were busy.")
SEARCH_NODES = Counter("fanorona_search_nodes", "Nodes searched.")
CACHE = Counter("fanorona_cache", "Cacheable questions by where their answer was.", ["result"])


METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))


# The library takes longer to find a sample than to count it.
_requests = cache(REQUESTS.labels)
_seconds = cache(REQUEST_SECONDS.labels)
_look_ups = cache(CACHE.labels)

NO_FOLDER = (OSError, ValueError)
"""What the library raises without the folder of its files; everything is still answered then."""


def count_request(method: str, route: str, status: int, seconds: float) -> None:
    """Count an answered request; methods that a client makes up count as one."""
    with suppress(*NO_FOLDER):
        _requests(method if method in METHODS else "other", route, status).inc()
        _seconds(route).observe(seconds)


def count_look_up(found: bool) -> None:
    """Count a question by whether its answer was remembered."""
    with suppress(*NO_FOLDER):
        _look_ups("hit" if found else "miss").inc()


def count_nodes(nodes: int) -> None:
    with suppress(*NO_FOLDER):
        SEARCH_NODES.inc(nodes)


def search_began() -> None:
    with suppress(*NO_FOLDER):
        SEARCHES_RUNNING.inc()


def search_ended() -> None:
    with suppress(*NO_FOLDER):
        SEARCHES_RUNNING.dec()


def search_refused() -> None:
    with suppress(*NO_FOLDER):
        SEARCHES_REFUSED.inc()


def text() -> bytes:
    """The metrics of all workers, in Prometheus' own format."""
    registry = REGISTRY
    if METRICS_FOLDER_VARIABLE in os.environ:
        registry = CollectorRegistry()
        CountersBegun(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


class CountersBegun(MultiProcessCollector):
    """The counters of all workers but those of one that is just making its files.

    A file is empty for a moment, and for ever if its worker was killed just then; the library
    cannot read that.
    """

    def collect(self) -> Iterable[Metric]:
        files = [str(path) for path in Path(self._path).glob("*.db") if _is_begun(path)]
        merged: Iterable[Metric] = self.merge(files)  # type: ignore[no-untyped-call]
        return merged


def _is_begun(path: Path) -> bool:
    with suppress(FileNotFoundError):  # What counts living workers only goes with them.
        return path.stat().st_size > 0
    return False
