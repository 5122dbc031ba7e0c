"""Short questions that were asked before at the same address: answered without the app.

The app reads an address, finds its route and makes the headers, which is the same work each time
and takes longer than the answer. Whatever depends on more than the address is left to the app:
other methods, clients that have an answer already, searches, and everything that goes wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from threading import Lock
from time import perf_counter
from typing import Any

from fanorona.service.engine.answer_cache import Answered
from fanorona.service.engine.answering import ASKED, Answerer, timing
from fanorona.service.engine.questions import Question
from fanorona.service.http.compression import squeezed
from fanorona.service.http.headers import REQUEST_ID
from fanorona.service.operation.request_log import log_answer, request_id

MOST_KNOWN = 512
"""Addresses; the oldest make room for new ones."""

Environ = dict[str, Any]
StartResponse = Callable[..., Any]
App = Callable[[Environ, StartResponse], Iterable[bytes]]
Key = tuple[str, str, str]
"""Path, query, and the codings that the client takes."""

OF_ONE_REQUEST = frozenset((REQUEST_ID.lower(), "server-timing"))
"""Headers that the next answer does not share."""


@dataclass(frozen=True, slots=True)
class _Known:
    question: Question
    tag: str
    route: str
    headers: tuple[tuple[str, str], ...]
    is_squeezed: bool


class KnownAddresses:
    """A WSGI app around the app."""

    def __init__(self, app: App, answerer: Answerer) -> None:
        self._app = app
        self._answerer = answerer
        self._known: dict[Key, _Known] = {}
        self._lock = Lock()

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] != "GET" or "HTTP_IF_NONE_MATCH" in environ:
            return self._app(environ, start_response)
        key = (
            environ["PATH_INFO"],
            environ["QUERY_STRING"],
            environ.get("HTTP_ACCEPT_ENCODING", ""),
        )
        known = self._known.get(key)
        answer = None if known is None else self._answer(known, environ, start_response)
        return answer or self._learn(key, environ, start_response)

    def _answer(
        self, known: _Known, environ: Environ, start_response: StartResponse
    ) -> Iterable[bytes] | None:
        """The same answer as the app's; None: let the app say what is wrong."""
        began = perf_counter()
        try:
            answered, source = self._found(known)
        except Exception:
            return None
        if not answered.final:
            return None
        body = squeezed(answered.body) if known.is_squeezed else answered.body
        named = request_id(environ.get("HTTP_X_REQUEST_ID"))
        timed = ("Server-Timing", timing(source, began))
        start_response("200 OK", [*known.headers, timed, (REQUEST_ID, named)])
        fields = {
            "id": named,
            "client": environ.get("REMOTE_ADDR"),
            "method": "GET",
            "path": f"{environ['PATH_INFO']}?{environ['QUERY_STRING']}",
            "status": 200,
            "source": source,
            "nodes": answered.nodes if source == "engine" else 0,
        }
        return _Body(body, lambda: log_answer(known.route, fields, began))

    def _found(self, known: _Known) -> tuple[Answered, str]:
        remembered = self._answerer.remembered(known.question, known.tag)
        if remembered is not None:
            return remembered, "cache"
        return self._answerer.answer(known.question, known.tag), "engine"

    def _learn(self, key: Key, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        """Have the app answer, and keep what the next answer begins with."""
        began: list[tuple[str, list[tuple[str, str]]]] = []

        def begin(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            began.append((status, headers))
            return start_response(status, headers, *error)

        body = self._app(environ, begin)
        asked = environ.get(ASKED)
        if asked is not None and began[0][0].startswith("200"):
            self._keep(key, asked, began[0][1])
        return body

    def _keep(
        self, key: Key, asked: tuple[Question, str, str], headers: list[tuple[str, str]]
    ) -> None:
        question, tag, route = asked
        shared = tuple(one for one in headers if one[0].lower() not in OF_ONE_REQUEST)
        is_squeezed = ("Content-Encoding", "gzip") in shared
        with self._lock:
            if len(self._known) >= MOST_KNOWN:
                del self._known[next(iter(self._known))]
            self._known[key] = _Known(question, tag, route, shared, is_squeezed)


class _Body:
    """One piece; the server closes it when it is sent."""

    def __init__(self, piece: bytes, close: Callable[[], None]) -> None:
        self._piece = piece
        self.close = close

    def __iter__(self) -> Iterator[bytes]:
        yield self._piece
