"""Answers event by event: what a search knows so far, then its answer."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from logging import Logger
from typing import Any

from flask import Response, current_app, g, request

from fanorona.service.engine.answering import answerer, headed, respond
from fanorona.service.engine.questions import Question
from fanorona.service.engine.searches import Flight
from fanorona.service.http.client_language import language_asked
from fanorona.service.problems import Kind, problem_of
from fanorona.solver.as_json import as_json
from fanorona.words import Language

NDJSON = "application/x-ndjson"
EVENT_STREAM = "text/event-stream"
MEDIA_TYPES = (NDJSON, EVENT_STREAM)
"""The forms that a stream may have; a client that takes any gets the first."""

BEAT_SECONDS = 1.0
"""After this long without news a line says that the search goes on; writing it is also the only way
to notice that nobody reads any more."""


Line = Callable[[str, dict[str, Any]], str]
"""Writes an event with its content."""


def respond_or_stream(kind: type[Question], parameters: Mapping[str, Any]) -> Response:
    """The answer in one piece, or event by event for a client that prefers it so."""
    best = request.accept_mimetypes.best_match(["application/json", *MEDIA_TYPES])
    if best in MEDIA_TYPES:
        return stream(kind, parameters)
    response = respond(kind, parameters)
    response.vary.add("Accept")
    return response


def stream(kind: type[Question], parameters: Mapping[str, Any]) -> Response:
    """The answer event by event, in the form that the client prefers."""
    media_type = request.accept_mimetypes.best_match(MEDIA_TYPES) or NDJSON
    line = LINES[media_type]
    asked, tag = answerer().read(kind, parameters)
    known = answerer().remembered(asked.question, tag)
    g.source = "cache" if known else "engine"
    while_open = ExitStack()
    if known:
        response = Response(line("answer", json.loads(known.body)), mimetype=media_type)
    else:
        # Joined before the first line, so that a full house is still a status.
        flight = while_open.enter_context(answerer().flight(asked.question, tag))
        events = _lines(flight, line, language_asked(), current_app.logger)
        response = Response(events, mimetype=media_type)
    response.call_on_close(while_open.close)
    response.headers["X-Accel-Buffering"] = "no"
    response.vary.add("Accept")
    return headed(response, None, asked)


def _lines(flight: Flight, line: Line, language: Language, log: Logger) -> Iterator[str]:
    for news in flight.progress(BEAT_SECONDS):
        yield line("heartbeat", {}) if news is None else line("progress", as_json(news))
    try:
        answer, _ = flight.result()
    except Exception as error:
        problem = problem_of(error)
        if problem.kind is Kind.INTERNAL_ERROR:
            log.exception("a search failed")
        yield line("problem", problem.body(language))
    else:
        yield line("answer", as_json(answer))


def _as_json_line(event: str, content: dict[str, Any]) -> str:
    return json.dumps({"event": event, **content}, ensure_ascii=False) + "\n"


def _as_server_sent_event(event: str, content: dict[str, Any]) -> str:
    """In the data, too, for readers that hand on nothing else."""
    return f"event: {event}\ndata: {_as_json_line(event, content)}\n"


LINES: dict[str, Line] = {NDJSON: _as_json_line, EVENT_STREAM: _as_server_sent_event}
