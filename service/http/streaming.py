"""Answers line by line: what a search knows so far, then its answer, as NDJSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from logging import Logger
from typing import Any

from flask import Response, current_app, g, request

from fanorona.service.engine.answering import desk, headed, respond
from fanorona.service.engine.questions import Question
from fanorona.service.engine.searches import Flight
from fanorona.service.problems import Kind, problem_of
from fanorona.solver.as_json import as_json

MEDIA_TYPE = "application/x-ndjson"
BEAT_SECONDS = 1.0
"""After so long without news a line says that the search goes on; writing it is also the only way
to notice that nobody reads any more."""


def respond_or_stream(kind: type[Question], parameters: Mapping[str, Any]) -> Response:
    """The answer in one piece, or line by line for a client that prefers it so."""
    best = request.accept_mimetypes.best_match(["application/json", MEDIA_TYPE])
    response = (_stream if best == MEDIA_TYPE else respond)(kind, parameters)
    response.vary.add("Accept")
    return response


def _stream(kind: type[Question], parameters: Mapping[str, Any]) -> Response:
    asked, tag = desk().read(kind, parameters)
    known = desk().remembered(tag)
    g.source = "cache" if known else "engine"
    while_open = ExitStack()
    if known:
        response = Response(_line("answer", json.loads(known.body)), mimetype=MEDIA_TYPE)
    else:
        # Joined before the first line, so that a full house is still a status.
        flight = while_open.enter_context(desk().flight(asked.question, tag))
        response = Response(_lines(flight, current_app.logger), mimetype=MEDIA_TYPE)
    response.call_on_close(while_open.close)
    response.headers["X-Accel-Buffering"] = "no"
    return headed(response, None, asked)


def _lines(flight: Flight, log: Logger) -> Iterator[str]:
    for news in flight.progress(BEAT_SECONDS):
        yield _line("heartbeat", {}) if news is None else _line("progress", as_json(news))
    try:
        answer, _ = flight.result()
    except Exception as error:
        problem = problem_of(error)
        if problem.kind is Kind.INTERNAL_ERROR:
            log.exception("a search failed")
        yield _line("problem", problem.body())
    else:
        yield _line("answer", as_json(answer))


def _line(event: str, content: dict[str, Any]) -> str:
    return json.dumps({"event": event, **content}, ensure_ascii=False) + "\n"
