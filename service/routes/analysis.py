"""`/v1/analysis`: the best lines of a position."""

from __future__ import annotations

from typing import Any

from flask import Response

from fanorona.service.contract.asks import ANALYSIS
from fanorona.service.http.api import Blueprint
from fanorona.service.http.streaming import MEDIA_TYPES, respond_or_stream, stream

blueprint = Blueprint("analysis", __name__, description="Best lines")


@blueprint.asks(ANALYSIS)
def analyse(parameters: dict[str, Any]) -> Response:
    """Find the best line, or several.

    `/v1/analysis/stream` says what is known so far while the search goes on; so does this address
    with `Accept: application/x-ndjson` or `text/event-stream`.
    """
    return respond_or_stream(ANALYSIS.question, parameters)


@blueprint.streams(ANALYSIS, MEDIA_TYPES)
def stream_analysis(parameters: dict[str, Any]) -> Response:
    """Find the best line, or several, and say what is known so far.

    An event for every iteration of the search: `progress`, `heartbeat` after a second without
    news, and at the end `answer` or `problem`. As `application/x-ndjson` an event is a line of
    JSON; with `Accept: text/event-stream` a browser's `EventSource` reads it.
    """
    return stream(ANALYSIS.question, parameters)
