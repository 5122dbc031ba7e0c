"""From a question to its response: known answers first, then one search for all who ask the same.

    question ── ETag ── If-None-Match? ── remembered? ── under way? ── a free slot? ── search
                            304              200          wait for it      503
"""

from __future__ import annotations

import hashlib
from contextlib import AbstractContextManager
from dataclasses import dataclass
from time import perf_counter
from typing import Any, cast

from flask import Response, current_app, g, request

from service import metrics
from service.answer_cache import AnswerCache
from service.questions import Asked, Engine, Question, is_final
from service.searches import Flight, Searches
from solver.kernel.stop import Stop
from solver.version import __version__

CACHEABLE = "public, max-age=3600"
UNCACHEABLE = "no-store"


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer as it is sent, and whether asking again would give the same bytes."""

    body: bytes
    final: bool
    nodes: int = 0


class Desk:
    """Answers questions; one for each worker."""

    def __init__(self, engine: Engine, cache: AnswerCache, searches: Searches) -> None:
        self.engine = engine
        self.searches = searches
        self._cache = cache
        self._edition = f"{__version__} {engine.tables.fingerprint()}"

    def tag(self, question: Question) -> str:
        """The ETag: from the question, the engine and the tables, before any search."""
        return hashlib.sha256(f"{self._edition} {question.key()}".encode()).hexdigest()[:32]

    def remembered(self, tag: str) -> bytes | None:
        body = self._cache.get(tag)
        metrics.CACHE.labels("miss" if body is None else "hit").inc()
        return body

    def answer(self, question: Question, tag: str) -> Answered:
        """Answer in this thread, or wait for the search."""
        if not question.is_search():
            seconds = self.engine.settings.max_time_ms / 1000
            return self.work(question, tag, Stop(seconds), None)[1]
        with self.flight(question, tag) as flight:
            return cast("Answered", flight.result()[1])

    def flight(self, question: Question, tag: str) -> AbstractContextManager[Flight]:
        """The search of a question; its result is what `work` returns."""
        time_ms = getattr(question, "time_ms", None)
        return self.searches.flight(
            tag,
            lambda stop, report: self.work(question, tag, stop, report),
            None if time_ms is None else time_ms / 1000,
        )

    def work(
        self, question: Question, tag: str, stop: Stop, on_progress: Any
    ) -> tuple[object, Answered]:
        """The answer as an object and as it is sent."""
        answer = question.answer(self.engine, stop, on_progress)
        search = getattr(answer, "search", None)
        nodes = 0 if search is None else search.nodes
        metrics.SEARCH_NODES.inc(nodes)
        answered = Answered(question.body(answer), question.deterministic and is_final(answer), nodes)
        if answered.final:
            self._cache.put(tag, answered.body)
        return answer, answered


def desk() -> Desk:
    """The desk of the running app."""
    return cast("Desk", current_app.extensions["desk"])


def respond(asked: Asked) -> Response:
    """The whole answer in one piece."""
    question = asked.question
    tag = desk().tag(question)
    if question.deterministic and request.if_none_match.contains(tag):
        return headed(Response(status=304), tag, asked)
    began = perf_counter()
    body = desk().remembered(tag)
    answered = Answered(body, True) if body is not None else desk().answer(question, tag)
    response = Response(answered.body, mimetype=question.MEDIA_TYPE)
    source = "cache" if body is not None else "search"
    response.headers["Server-Timing"] = f"{source};dur={(perf_counter() - began) * 1000:.1f}"
    g.source, g.nodes = source, answered.nodes
    return headed(response, tag if answered.final else None, asked)


def headed(response: Response, tag: str | None, asked: Asked) -> Response:
    """The headers that tell whether an answer may be kept, and which limits it met."""
    response.headers["Cache-Control"] = UNCACHEABLE if tag is None else CACHEABLE
    if tag is not None:
        response.set_etag(tag)
    if asked.clamped:
        pairs = (f"{name}={used}" for name, used in asked.clamped.items())
        response.headers["Clamped"] = ", ".join(pairs)
    return response
