"""Answers that are the same until the next version."""

from __future__ import annotations

from flask import Response, request

from fanorona.solver.as_json import json_text

CACHEABLE = "public, max-age=3600"


def respond_constant(answer: object) -> Response:
    """The answer, or 304 where the client has it already."""
    response = Response(json_text(answer), mimetype="application/json")
    response.headers["Cache-Control"] = CACHEABLE
    response.add_etag()
    response.make_conditional(request)
    return response


def respond_uncached(answer: object) -> Response:
    """An answer that is another one the next time."""
    response = Response(json_text(answer), mimetype="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response
