"""`/v1/forced-win`: what is won, lost or drawn by force."""

from __future__ import annotations

from typing import Any

from flask import Response

from fanorona.service.contract.asks import FORCED_WIN
from fanorona.service.http.api import Blueprint
from fanorona.service.http.streaming import MEDIA_TYPES, respond_or_stream, stream

blueprint = Blueprint("forced_win", __name__, description="Forced wins")


@blueprint.asks(FORCED_WIN)
def find_forced_win(parameters: dict[str, Any]) -> Response:
    """Prove that a position is won, lost or drawn, and find the winning first turns.

    A value other than `unknown` is always proven. `/v1/forced-win/stream` says what is known so far
    while the search goes on; so does this address with `Accept: application/x-ndjson` or
    `text/event-stream`.
    """
    return respond_or_stream(FORCED_WIN.question, parameters)


@blueprint.streams(FORCED_WIN, MEDIA_TYPES)
def stream_forced_win(parameters: dict[str, Any]) -> Response:
    """Prove that a position is won, lost or drawn, and say what is known so far.

    An event for every round of the search: `progress`, `heartbeat` after a second without news,
    and at the end `answer` or `problem`. As `application/x-ndjson` an event is a line of JSON; with
    `Accept: text/event-stream` a browser's `EventSource` reads it.
    """
    return stream(FORCED_WIN.question, parameters)
