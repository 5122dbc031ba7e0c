"""What is read from clients of the service and from table files, as functions of bytes."""

from __future__ import annotations

import tempfile
import zlib
from collections.abc import Mapping
from functools import cache
from io import BytesIO
from pathlib import Path

from flask import Flask
from werkzeug.test import create_environ, run_wsgi_app

from fanorona.service.app import create_app
from fanorona.service.engine.shared_answers import read_shared, written_shared
from fanorona.service.operation.arrival import Arrival
from fanorona.service.settings import Settings
from fanorona.solver import Position
from fanorona.solver.tables.table_files import HEADER
from fanorona.solver.tables.tablebase import Tablebase
from tests.fuzz.reading import chosen

PATHS = (
    "/v1/moves",
    "/v1/steps",
    "/v1/play",
    "/v1/analysis",
    "/v1/turn",
    "/v1/forced-win",
    "/v1/tablebase",
    "/v1/diagram.svg",
    "/v1/diagram.png",
    "/v1/puzzles",
    "/v1/puzzles/random",
    "/v1/puzzles/daily",
    "/v1/rules",
    "/",
    "/docs",
)
HEADERS = (
    "HTTP_ACCEPT",
    "HTTP_ACCEPT_LANGUAGE",
    "HTTP_ACCEPT_ENCODING",
    "HTTP_IF_NONE_MATCH",
    "HTTP_IF_MODIFIED_SINCE",
    "HTTP_ORIGIN",
    "HTTP_HOST",
    "HTTP_X_REQUEST_ID",
    "HTTP_X_FORWARDED_FOR",
    "HTTP_RANGE",
    "HTTP_COOKIE",
)
BODIES = (
    ("/v1/batch", "application/json"),
    ("/v1/puzzles/check", "application/json"),
    ("/v1/review", "application/json"),
    ("/v1/puzzles/sheet", "application/json"),
    ("/v1/puzzles/check", "text/plain"),
    ("/v1/puzzles/check", "text/plain; charset=latin-1"),
    ("/v1/review", "text/plain"),
    ("/v1/puzzles/sheet", "text/plain"),
)
STREAMS = ("/v1/analysis/stream", "/v1/forced-win/stream", "/v1/analysis", "/v1/forced-win")
REVIEWS = ("/v1/review", "/v1/review/stream")
FORMS = ("application/json", "application/x-ndjson", "text/event-stream", "*/*;q=0.1")
FULL_PLAY = "nodes=10&variations=true&tries=true&set_play=true"
SHEETS = (
    "format=html",
    "format=typ&per_page=6&paper=letter",
    "format=html&solutions=false&title=A%20%26%20%3Cb%3E&author=%22",
)
UPLOADS_TO = ("/v1/puzzles/check", "/v1/puzzles/sheet", "/v1/review")
BOUNDARY = "x"


@cache
def app() -> Flask:
    """The service with small limits; nothing in it waits."""
    with tempfile.TemporaryDirectory() as nothing:
        limits = Settings(max_nodes=50, max_turns=1_000, searches=64, tables=nothing)
        return create_app(limits)


def ask(path: str, given: Mapping[str, str], body: bytes = b"", method: str = "GET") -> None:
    """Ask as a server would; the answer is one, or a problem that is the client's."""
    environ = create_environ(
        "/", method=method, input_stream=BytesIO(body), headers={"Content-Length": str(len(body))}
    )
    environ.update(PATH_INFO=path, **given)
    parts, status, _ = run_wsgi_app(app(), environ, buffered=True)
    answer = b"".join(parts)
    # What this machine cannot do, such as pictures without their library, is not a fault.
    assert not status.startswith("5") or status.startswith(("501", "503")), (status, answer)


def query(data: bytes) -> None:
    path, rest = chosen(PATHS, data)
    ask(path, {"QUERY_STRING": rest[:4_000].decode("latin-1")})


def address(data: bytes) -> None:
    ask("/" + data.decode("latin-1"), {"QUERY_STRING": ""})


def header(data: bytes) -> None:
    name, rest = chosen(HEADERS, data)
    path, rest = chosen(PATHS, rest)
    ask(path, {"QUERY_STRING": "position=start:3x3", name: rest.decode("latin-1")})


def body(data: bytes) -> None:
    (path, kind), rest = chosen(BODIES, data)
    ask(path, {"CONTENT_TYPE": kind}, rest, "POST")


def upload(data: bytes) -> None:
    path, rest = chosen(UPLOADS_TO, data)
    kind = f"multipart/form-data; boundary={BOUNDARY}"
    ask(path, {"CONTENT_TYPE": kind, "QUERY_STRING": "nodes=10"}, rest, "POST")


def sheet(data: bytes) -> None:
    """A puzzle file to be printed; except as PDF, which takes a hundred times as long."""
    form, rest = chosen(SHEETS, data)
    asked = {"CONTENT_TYPE": "text/plain", "QUERY_STRING": f"nodes=10&{form}"}
    ask("/v1/puzzles/sheet", asked, rest, "POST")


def full_play(data: bytes) -> None:
    """A puzzle file to be checked with everything that can be asked for."""
    asked = {"CONTENT_TYPE": "text/plain", "QUERY_STRING": FULL_PLAY}
    ask("/v1/puzzles/check", asked, data, "POST")


def stream(data: bytes) -> None:
    """A question answered event by event."""
    path, rest = chosen(STREAMS, data)
    form, rest = chosen(FORMS, rest)
    ask(path, {"QUERY_STRING": rest[:4_000].decode("latin-1"), "HTTP_ACCEPT": form})


def review(data: bytes) -> None:
    """A game, as text or inside JSON, answered whole or event by event."""
    path, rest = chosen(REVIEWS, data)
    form, rest = chosen(FORMS, rest)
    kind, rest = chosen(("text/plain", "application/json"), rest)
    ask(path, {"CONTENT_TYPE": kind, "HTTP_ACCEPT": form, "QUERY_STRING": ""}, rest, "POST")


def arrival(data: bytes) -> None:
    """Bytes of requests, in parts of all lengths: what is taken is what was sent."""
    came = Arrival(1_000)
    taken = bytearray()
    size, rest = (data[0] % 64 + 1 if data else 1), data[1:]
    for at in range(0, len(rest), size):
        came.data += rest[at : at + size]
        while came.data and came.can_be_taken():
            taken += came.take().request
    assert rest == bytes(taken + came.data)


def table(data: bytes) -> None:
    """A table file; the checksum of every second one is put right."""
    mend, rest = chosen((True, False), data)
    if mend and len(rest) > HEADER.size:
        rest = rest[:88] + len(rest).to_bytes(8, "little") + rest[96:]
        right = zlib.crc32(rest[:12] + bytes(4) + rest[16:96], zlib.crc32(rest[96:]))
        rest = rest[:12] + right.to_bytes(4, "little") + rest[16:]
    with tempfile.TemporaryDirectory(dir=_fast_folder()) as folder:
        Path(folder, "standard-3x3-1v1.fan").write_bytes(rest)
        tables = Tablebase.open(Path(folder), "standard", "3x3")
        for fen in ("W2/3/2B W", "1W1/3/B2 B", "W2/1B1/3 W"):
            tables.probe(Position.parse(fen))


def shared_answer(data: bytes) -> None:
    """What a shared cache has kept: only what was written whole is an answer."""
    found = read_shared(data)
    assert found is None or written_shared(found) == data


@cache
def _fast_folder() -> str | None:
    return "/dev/shm" if Path("/dev/shm").is_dir() else None
