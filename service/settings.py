"""What an operator can set: every setting with its default, read from the environment."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from typing import Any

from fanorona.solver.errors import FanoronaError
from fanorona.solver.quoting import shown
from fanorona.words import Message

PREFIX = "FANORONA_"

METRICS_FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""Names the folder that the workers share; the library looks at it when it is imported."""

MOST_DIGITS = 20

HEADER_BYTES = 8_190
"""Longest header of a request; gunicorn knows no more."""


class BadSetting(FanoronaError):  # noqa: N818 - reads as what it says
    """An environment variable that cannot be used."""


def _cores() -> int:
    """The cores that this process may use, which in a container are fewer than the machine's."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _whole(default: int | Callable[[], int], least: int, most: int, use: str) -> Any:
    """A whole number within bounds."""

    def read(text: str) -> int:
        is_number = text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
        if not is_number or not least <= int(text) <= most:
            raise BadSetting(Message("setting.whole", least=least, most=most))
        return int(text)

    return _setting(default, read, use)


def _text(default: str, use: str) -> Any:
    return _setting(default, str, use)


def _folder(use: str) -> Any:
    """A folder that is there already; none by default."""

    def read(text: str) -> str:
        try:
            is_there = Path(text).is_dir()
        except OSError:  # Such as a name that is too long.
            is_there = False
        if not is_there:
            raise BadSetting(Message("setting.folder"))
        return text

    return _setting("", read, use)


def _names(default: tuple[str, ...], use: str) -> Any:
    """Texts separated by commas, or `none`."""

    def read(text: str) -> tuple[str, ...]:
        if text == "none":
            return ()
        return tuple(part.strip() for part in text.split(",") if part.strip())

    return _setting(default, read, use)


def _setting(default: object, read: Callable[[str], object], use: str) -> Any:
    metadata = {"read": read, "use": use}
    if callable(default):
        return field(default_factory=default, metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Every setting. The variable of `max_nodes` is FANORONA_MAX_NODES, and so on."""

    host: str = _text("127.0.0.1", "Address to listen on.")
    port: int = _whole(8000, 0, 65535, "Port to listen on; 0 for any free one.")
    workers: int = _whole(_cores, 1, 256, "Number of worker processes. Default: one per CPU.")
    threads: int = _whole(16, 4, 256, "Requests that one worker answers at a time.")
    connections: int = _whole(
        4_000,
        16,
        100_000,
        "Most connections to one worker; those that wait longest make room for new ones.",
    )
    client_connections: int = _whole(
        1_000,
        0,
        100_000,
        "Most connections of one client address to one worker, 0: any number. "
        "Not counted behind proxies.",
    )
    request_seconds: int = _whole(
        10, 1, 3_600, "Longest time for a request to arrive, from its first byte to its last."
    )
    tables: str = _folder(
        "Folder of the endgame tables. Default: the user's, with the small tables built."
    )
    puzzles: str = _folder("Folder of the collection of puzzles. Default: the shipped one.")

    max_nodes: int = _whole(
        10_000_000, 1, 10**12, "Most nodes of a search; larger values are lowered to this."
    )
    max_time_ms: int = _whole(
        10_000, 1, 3_600_000, "Longest search in ms; larger values are lowered to this."
    )
    max_lines: int = _whole(
        10, 1, 100, "Most lines of an analysis; larger values are lowered to this."
    )
    max_listed: int = _whole(
        1_000, 1, 100_000, "Most turns on one page; larger values are lowered to this."
    )
    max_turns: int = _whole(
        100_000, 1_000, 10_000_000, "A position with more legal turns than this is refused."
    )
    max_batch: int = _whole(32, 1, 1_000, "Most questions in a batch.")
    max_body_bytes: int = _whole(65_536, 1_024, 100_000_000, "Longest request body.")
    max_url_bytes: int = _whole(4_000, 256, 8_000, "Longest path with its query.")
    searches: int = _whole(
        _cores, 1, 1_024, "Searches at a time, across all workers. Default: one per CPU."
    )
    search_threads: int = _whole(
        1, 1, 256, "Threads of one search with a time limit; without one, a search has one thread."
    )
    search_memory_mb: int = _whole(64, 1, 65_536, "Memory of one search.")
    answer_cache_mb: int = _whole(4, 0, 65_536, "Memory for the answers that a worker caches.")

    shared_cache: str = _text(
        "",
        "Redis server for sharing answers, such as 'redis://host:6379/0'. Default: none.",
    )
    shared_cache_seconds: int = _whole(
        86_400, 1, 31_536_000, "How long a shared answer is kept there."
    )

    rate_limit: str = _text(
        "", "Requests a client may make, such as '60/minute' or '5/second, 900/hour'. Default: any."
    )
    rate_storage: str = _text(
        "memory://", "Where they are counted: 'memory://' (each worker for itself) or 'redis://…'."
    )
    proxies: int = _whole(0, 0, 10, "Number of trusted proxies that set X-Forwarded-For.")
    cors_origins: tuple[str, ...] = _names(
        ("*",), "Origins whose pages may ask, separated by commas; '*': any; 'none': none."
    )
    metrics_port: int = _whole(0, 0, 65535, "Port of /metrics; 0: no metrics.")
    metrics_host: str = _text("127.0.0.1", "Address of /metrics.")
    public_url: str = _text(
        "",
        "Public address of the service, for the examples and for pictures of links. "
        "Default: that of this machine.",
    )
    run_folder: str = _text(
        "",
        "Folder for locks and counters; servers with the same one share the search slots. "
        "Default: a new temporary one.",
    )

    @staticmethod
    def from_environment(environment: Mapping[str, str] = os.environ, **known: Any) -> Settings:
        """The settings that the environment names; `known` ones overrule it where not None."""
        values = {name: value for name, value in known.items() if value is not None}
        for one in fields(Settings):
            text = environment.get(variable(one), "").strip()
            if text and one.name not in values:
                values[one.name] = _read(one, text)
        return Settings(**values)


def variable(one: Field[Any]) -> str:
    """The environment variable of a setting."""
    return PREFIX + one.name.upper()


def page() -> Iterator[str]:
    """Every setting as a row of a Markdown table, with what there is to say about all of them."""
    yield "# Settings of the service"
    yield ""
    yield "`fanorona serve` reads these environment variables; its options overrule them."
    yield "`fanorona serve --settings` prints this page."
    yield ""
    yield "| variable | default | use |"
    yield "|---|---|---|"
    for one in fields(Settings):
        yield f"| `{variable(one)}` | {_shown_default(one)} | {one.metadata['use']} |"


def _read(one: Field[Any], text: str) -> object:
    try:
        value: object = one.metadata["read"](text)
    except BadSetting as error:
        given = shown(text, 40)
        message = Message("setting.value", name=variable(one), text=given, wanted=error.message)
        raise BadSetting(message) from None
    return value


def _shown_default(one: Field[Any]) -> str:
    default = ",".join(one.default) if isinstance(one.default, tuple) else one.default
    shown = isinstance(default, int) or (isinstance(default, str) and default)
    return f"`{default}`" if shown else ""
