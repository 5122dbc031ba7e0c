"""From a question to its response: known answers first, then one search for all who ask the same.

question ── ETag ── If-None-Match? ── remembered? ── under way? ── a free slot? ── search
                        304              200          wait for it      503
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Mapping
from contextlib import AbstractContextManager
from functools import lru_cache
from time import perf_counter
from typing import Any, cast

from flask import Response, current_app, g, request

from fanorona.service.engine.answer_cache import AnswerCache, Answered
from fanorona.service.engine.questions import (
    Asked,
    Engine,
    Question,
    SearchQuestion,
    is_final,
    read_question,
)
from fanorona.service.engine.searches import Flight, Searches, Work
from fanorona.service.engine.shared_answers import SharedAnswers
from fanorona.service.http.client import require_client
from fanorona.service.http.constant_answers import CACHEABLE
from fanorona.service.operation import metrics
from fanorona.solver import Stop
from fanorona.solver.version import __version__

LOG = logging.getLogger(__name__)
UNCACHEABLE = "no-store"
MOST_QUESTIONS = 512
"""How many questions a worker remembers as it read them."""
ASKED = "fanorona.asked"
"""Where a request's environment has its question, ETag and route, if it may be asked again."""
BEAT_SECONDS = 0.5
"""How often a request that waits for a search looks whether its client is still there."""


class Answerer:
    """Answers questions; one for each worker."""

    def __init__(
        self,
        engine: Engine,
        cache: AnswerCache,
        shared: SharedAnswers | None,
        searches: Searches,
    ) -> None:
        self.engine = engine
        self.searches = searches
        self._cache = cache
        self._shared = shared
        memory = engine.settings.search_memory_mb
        self._edition = f"{__version__} {engine.tables.fingerprint()} {memory}"
        self._lost: set[str] = set()
        self._questions_read = lru_cache(maxsize=MOST_QUESTIONS)(self._read)

    def read(self, kind: type[Question], parameters: Mapping[str, Any]) -> tuple[Asked, str]:
        """The question that checked parameters ask, within this server's limits, and its ETag."""
        read = self._questions_read if kind.SHORT else self._read
        return read(kind, tuple(parameters.items()))

    def _read(
        self, kind: type[Question], parameters: tuple[tuple[str, Any], ...]
    ) -> tuple[Asked, str]:
        asked = read_question(kind, dict(parameters), self.engine.settings)
        return asked, self.tag(asked.question)

    def tag(self, question: Question) -> str:
        """The ETag: from the question and what it is answered with, before any search."""
        return hashlib.sha256(f"{self._edition} {question.key()}".encode()).hexdigest()[:32]

    def remembered(self, question: Question, tag: str) -> Answered | None:
        """What this worker knows, or, of a search, any other."""
        answered = self._cache.get(tag)
        if answered is None and self._shared is not None and self._is_shared(question):
            answered = self._shared.get(tag)
            if answered is not None:
                self._cache.put(tag, answered)
        metrics.count_look_up(answered is not None)
        return answered

    def answer(self, question: Question, tag: str) -> Answered:
        """Answer in this thread, or wait for the search."""
        if not question.is_search():
            return self.work(question, tag, Stop(self.engine.most_seconds), None)[1]
        with self.flight(question, tag) as flight:
            return cast("Answered", wait_for(flight)[1])

    def flight(self, question: Question, tag: str) -> AbstractContextManager[Flight]:
        """The search of a question; its result is what `work` returns."""
        seconds = question.seconds(self.engine.most_seconds)
        return self.searches.flight(
            tag, lambda flight: self.work(question, tag, flight.stop_in(seconds), flight.report)
        )

    def work(
        self, question: Question, tag: str, stop: Stop, on_progress: Any
    ) -> tuple[object, Answered]:
        """The answer as an object and as it is sent."""
        answer = question.answer(self.engine, stop, on_progress)
        search = getattr(answer, "search", None)
        answered = Answered(
            body=question.body(answer),
            nodes=0 if search is None else search.nodes,
            final=question.deterministic and is_final(answer) and self._has_all_tables(),
        )
        metrics.count_nodes(answered.nodes)
        if answered.final:
            self._cache.put(tag, answered)
            if self._shared is not None and self._is_shared(question):
                self._shared.put(tag, answered)
        return answer, answered

    @staticmethod
    def _is_shared(question: Question) -> bool:
        """Whether asking Redis is worth while: a short answer is made in less time."""
        return isinstance(question, SearchQuestion) and question.deterministic

    def _has_all_tables(self) -> bool:
        """Whether the tables still are those that ETags are made from; the log names the others."""
        lost = self.engine.tables.lost()
        for path in set(lost) - self._lost:
            LOG.error("%s has changed since it was opened, and is not used any more", path)
        self._lost.update(lost)
        return not lost


def wait_for(flight: Flight) -> Any:
    """The result of a flight, for as long as the client of this request waits for it."""
    for _ in flight.progress(BEAT_SECONDS):
        require_client()
    return flight.result()


def respond_alone(
    work: Work, clamped: Mapping[str, int], media_type: str = "application/json"
) -> Response:
    """The response to what nobody else asks for; the work makes its body."""
    began = perf_counter()
    with answerer().searches.flight(object(), work) as flight:
        response = Response(wait_for(flight), mimetype=media_type)
    g.source = "engine"
    response.headers.add("Cache-Control", UNCACHEABLE)
    return _name_clamped(_timed(response, began), clamped)


def answerer() -> Answerer:
    """That of the running app."""
    return cast("Answerer", current_app.extensions["answerer"])


def respond(kind: type[Question], parameters: Mapping[str, Any]) -> Response:
    """The whole answer in one piece."""
    mine = answerer()
    asked, tag = mine.read(kind, parameters)
    question = asked.question
    posted = request.method == "POST"
    if question.deterministic and not posted and _client_has_answer(question, tag):
        return _unchanged(asked, tag)
    began = perf_counter()
    known = mine.remembered(question, tag)
    answered = known or mine.answer(question, tag)
    if answered.final and not posted and request.if_none_match.star_tag:
        return _unchanged(asked, tag)
    response = Response(answered.body, mimetype=question.MEDIA_TYPE)
    g.source, g.nodes = ("cache", 0) if known else ("engine", answered.nodes)
    if answered.final and not posted and not question.is_search():
        request.environ[ASKED] = question, tag, str(request.url_rule)
    return headed(_timed(response, began), tag if answered.final and not posted else None, asked)


def _client_has_answer(question: Question, tag: str) -> bool:
    """Whether that is certain before answering: `*` is any answer, and an error is none."""
    told = request.if_none_match
    return told.contains_weak(tag) and (not told.star_tag or question.is_search())


def _unchanged(asked: Asked, tag: str) -> Response:
    return headed(Response(status=304, mimetype=asked.question.MEDIA_TYPE), tag, asked)


def headed(response: Response, tag: str | None, asked: Asked) -> Response:
    """The headers that tell whether an answer may be kept, and which limits it met."""
    response.headers.add("Cache-Control", UNCACHEABLE if tag is None else CACHEABLE)
    if tag is not None:
        response.headers.add("ETag", f'"{tag}"')
    return _name_clamped(response, asked.clamped)


def _timed(response: Response, began: float) -> Response:
    """Say how long the answer took since then, and where it came from."""
    response.headers.add("Server-Timing", timing(g.source, began))
    return response


def timing(source: str, began: float) -> str:
    """The header that names where an answer came from, and how long that took."""
    return f"{source};dur={(perf_counter() - began) * 1000:.1f}"


def _name_clamped(response: Response, clamped: Mapping[str, int]) -> Response:
    """Say which parameters were over a limit, and what was used instead."""
    if clamped:
        pairs = (f"{name}={used}" for name, used in clamped.items())
        response.headers.add("Clamped", ", ".join(pairs))
    return response
