"""The body of a request, within its limit."""

from __future__ import annotations

from flask import request

MOST_DISCARDED = 1 << 20
PART = 1 << 16


def read_body() -> bytes:
    """All of it; RequestEntityTooLarge where it is over the limit."""
    body = request.get_data()
    if request.content_length is None:
        # A body of unknown length is cut off at the limit, and only reading on tells.
        request.stream.read(1)
    return body


def discard_body() -> None:
    """Read past a body that is refused: a client that is still sending would not see the answer."""
    stream = request.environ["wsgi.input"]
    left = MOST_DISCARDED
    while left > 0 and stream.read(PART):
        left -= PART
