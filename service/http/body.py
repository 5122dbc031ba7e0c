"""The body of a request, within its limit."""

from __future__ import annotations

from flask import request
from gunicorn.http.errors import ParseException

from fanorona.service.problems import Kind, Problem
from fanorona.words import Message


def read_body() -> bytes:
    """All of it; RequestEntityTooLarge where it is over the limit."""
    _require_uncompressed()
    try:
        body = request.get_data()
        if request.content_length is None:
            # A body of unknown length is cut off at the limit, and only reading on shows it.
            request.stream.read(1)
    except ParseException:
        raise Problem(Kind.MALFORMED_REQUEST, Message("body.cut-off")) from None
    return body


def _require_uncompressed() -> None:
    """Refuse what would be read as nonsense."""
    coding = request.headers.get("Content-Encoding", "identity")
    if coding.lower() != "identity":
        raise Problem(
            Kind.UNSUPPORTED_MEDIA_TYPE,
            Message("body.compressed"),
            headers={"Accept-Encoding": "identity"},
        )
