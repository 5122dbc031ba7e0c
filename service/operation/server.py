"""The server process: gunicorn with threads, one app made before the workers fork."""

from __future__ import annotations

import ctypes
import os
import resource
import shutil
import socket
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.config import Config
from gunicorn.glogging import Logger

from fanorona.service.engine.search_slots import SearchSlots
from fanorona.service.operation.connection import IDLE_SECONDS
from fanorona.service.operation.counters import own_counters
from fanorona.service.operation.log_lines import JsonFormatter, log_all_as_json
from fanorona.service.settings import HEADER_BYTES, METRICS_FOLDER_VARIABLE, BadSetting, Settings
from fanorona.words import Message

GRACE_SECONDS = 5
"""A stopping worker lets searches end; then it has this long to send its answers."""

LONGEST_LINE = 8190
"""The first line of a request; gunicorn knows no more. The setting for addresses is below it."""

SHARED_MEMORY = Path("/dev/shm")

# From malloc.h.
MMAP_THRESHOLD = -3
ARENA_MAX = -8
LARGE_BLOCK = 1 << 20


class Server(BaseApplication):
    """Runs until a signal ends it."""

    def __init__(self, settings: Settings, on_ready: Callable[[list[str]], None]) -> None:
        self.settings = settings
        self._on_ready = on_ready
        super().__init__()

    def load_config(self) -> None:
        for name, value in self._options().items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        # Imported only now: the metrics look for their folder when they are imported.
        from fanorona.service.app import create_app
        from fanorona.service.contract.openapi import published

        app = create_app(self.settings)
        # Made here, the workers share it.
        published(app)
        return app

    def _options(self) -> dict[str, Any]:
        settings = self.settings
        return {
            "bind": addresses(settings),
            "worker_class": "fanorona.service.operation.worker.Worker",
            "workers": settings.workers,
            "threads": settings.threads,
            "worker_connections": max(settings.connections, settings.threads + 1),
            "preload_app": True,
            "graceful_timeout": settings.max_time_ms // 1000 + GRACE_SECONDS,
            "keepalive": IDLE_SECONDS,
            # The worker sends every answer itself, and waits for no client while doing so.
            "sendfile": False,
            "limit_request_line": LONGEST_LINE,
            "limit_request_field_size": HEADER_BYTES,
            "control_socket_disable": True,
            "logger_class": "fanorona.service.operation.server.ServerLog",
            "worker_tmp_dir": str(SHARED_MEMORY) if SHARED_MEMORY.is_dir() else None,
            "when_ready": self._when_ready,
            "on_reload": _replace_workers,
            "post_fork": _make_counters_anew,
            "child_exit": _forget_worker,
        }

    def _when_ready(self, arbiter: Any) -> None:
        self._on_ready([str(listener) for listener in arbiter.LISTENERS])


class ServerLog(Logger):
    """The server's own lines, in the same form."""

    def setup(self, cfg: Config) -> None:
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(JsonFormatter())


def give_memory_back() -> None:
    """Have large blocks returned to the system as soon as they are freed.

    Left alone, glibc's malloc soon takes the tables of a search, which are of many megabytes and
    live for one question, from a heap of each thread, and keeps those heaps.
    """
    with suppress(OSError, AttributeError):
        set_option = ctypes.CDLL(None).mallopt
        set_option(MMAP_THRESHOLD, LARGE_BLOCK)
        set_option(ARENA_MAX, 2)


def allow_many_connections() -> None:
    """Each takes a file descriptor, and shells are often content with 1,024."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def serve(settings: Settings, on_ready: Callable[[list[str]], None]) -> None:
    """Run the service; `on_ready` gets the addresses that it listens on."""
    require_free_addresses(settings)
    log_all_as_json()
    give_memory_back()
    allow_many_connections()
    with _run_folder(settings) as folder, _metrics(settings, folder):
        Server(replace(settings, run_folder=str(folder)), on_ready).run()


@contextmanager
def _run_folder(settings: Settings) -> Iterator[Path]:
    if settings.run_folder:
        folder = Path(settings.run_folder)
        _require_usable(folder)
        yield folder
    else:
        with _removed_at_the_end(_temporary_folder()) as folder:
            yield folder


def _require_usable(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        SearchSlots(folder, 1).require_usable()
    except OSError as error:
        raise BadSetting(
            Message("setting.run-folder", folder=str(folder), fault=error.strerror)
        ) from None


def _temporary_folder() -> Path:
    folder = tempfile.gettempdir()
    try:
        made = Path(tempfile.mkdtemp(prefix="fanorona-"))
        SearchSlots(made, 1).require_usable()
    except OSError as error:
        raise BadSetting(
            Message("setting.no-run-folder", folder=folder, fault=error.strerror)
        ) from None
    return made


@contextmanager
def _metrics(settings: Settings, folder: Path) -> Iterator[None]:
    if not settings.metrics_port:
        yield
        return
    with own_counters(folder) as counters, _removed_at_the_end(counters):
        os.environ[METRICS_FOLDER_VARIABLE] = str(counters)
        yield


@contextmanager
def _removed_at_the_end(folder: Path) -> Iterator[Path]:
    """Workers leave through here too, and the folder is not theirs."""
    owner = os.getpid()
    try:
        yield folder
    finally:
        if os.getpid() == owner:
            shutil.rmtree(folder, ignore_errors=True)


def require_free_addresses(settings: Settings) -> None:
    """Fail at once where an address cannot be listened on: gunicorn tries for seconds."""
    _require_free(settings.host, settings.port, ("--host", "--port"))
    if not settings.metrics_port:
        return
    if settings.metrics_port == settings.port:
        # A request for the metrics is known by its port.
        raise BadSetting(Message("setting.metrics-port"))
    hint = ("FANORONA_METRICS_HOST", "FANORONA_METRICS_PORT")
    _require_free(settings.metrics_host, settings.metrics_port, hint)


def _require_free(host: str, port: int, hint: tuple[str, ...]) -> None:
    bare = host.strip("[]")
    family = socket.AF_INET6 if ":" in bare else socket.AF_INET
    try:
        socket.create_server((bare, port), family=family).close()
    except OSError as error:
        raise BadSetting(
            Message(
                "setting.cannot-listen",
                address=_address(host, port),
                fault=_reason(error),
                names=hint,
            )
        ) from None


def _reason(error: OSError) -> str:
    """Without what Python adds about the address."""
    return (error.strerror or str(error)).partition(" (while")[0]


def addresses(settings: Settings) -> list[str]:
    """What the server listens on: its own address, and that of the metrics."""
    found = [_address(settings.host, settings.port)]
    if settings.metrics_port:
        found.append(_address(settings.metrics_host, settings.metrics_port))
    return found


def _address(host: str, port: int) -> str:
    """An IPv6 address, which has colons itself, stands in brackets."""
    return f"[{host.strip('[]')}]:{port}" if ":" in host else f"{host}:{port}"


def _replace_workers(arbiter: Any) -> None:
    """Tell the workers that others take their place: nobody need be hurried."""
    for worker in arbiter.WORKERS.values():
        worker.replaced()


def _make_counters_anew(_arbiter: Any, _worker: Any) -> None:
    """Make the folder of the counters again if somebody has removed it."""
    if METRICS_FOLDER_VARIABLE in os.environ:
        with suppress(OSError):
            Path(os.environ[METRICS_FOLDER_VARIABLE]).mkdir(parents=True, exist_ok=True)


def _forget_worker(_arbiter: Any, worker: Any) -> None:
    """Take a dead worker out of the metrics' gauges."""
    if METRICS_FOLDER_VARIABLE in os.environ:
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]
