"""Text is sent compressed to clients that take it so.

What such a client gets has an ETag of its own, as a strong one must: the answer's with a suffix.
"""

from __future__ import annotations

import gzip
from functools import lru_cache

from flask import Flask, Response, request

LEAST_BYTES = 1_000
"""Less fits into one packet anyway."""

MOST_REMEMBERED_BYTES = 65_536
"""Longer bodies are compressed each time: those remembered take up to 64 times this."""

COMPRESSIBLE = frozenset(
    (
        "application/json",
        "application/manifest+json",
        "application/problem+json",
        "application/yaml",
        "image/svg+xml",
        "text/css",
        "text/html",
        "text/javascript",
    )
)
SUFFIX = "-gzip"
_SUFFIXED = f'{SUFFIX}"'


def compress_text(app: Flask) -> None:
    """Have the app compress its answers."""
    app.before_request(_know_own_tags)
    app.after_request(_compressed)


def _takes_gzip() -> bool:
    if "gzip" not in request.environ.get("HTTP_ACCEPT_ENCODING", ""):
        return False
    return request.accept_encodings["gzip"] > 0


def _know_own_tags() -> None:
    """A client that has the compressed answer has the answer."""
    told = request.environ.get("HTTP_IF_NONE_MATCH", "")
    if _SUFFIXED in told and _takes_gzip():
        request.environ["HTTP_IF_NONE_MATCH"] = told.replace(_SUFFIXED, '"')


def _compressed(response: Response) -> Response:
    """Short answers have the other tag, too: 304 has the same one before anything is answered."""
    if response.mimetype not in COMPRESSIBLE or response.status_code == 206:
        return response
    response.headers.add("Vary", "Accept-Encoding")
    if not _takes_gzip():
        return response
    _mark_tag(response)
    if response.status_code != 304 and _is_long(response):
        response.direct_passthrough = False
        body = response.get_data()
        response.set_data(squeezed(body))
        response.headers["Content-Encoding"] = "gzip"
    return response


def _is_long(response: Response) -> bool:
    """Whether it is worth it; a stream has no length."""
    if not (response.is_sequence or response.direct_passthrough):
        return False
    length = response.content_length
    if length is None:
        length = response.calculate_content_length() or 0
    return length >= LEAST_BYTES


def _mark_tag(response: Response) -> None:
    tag = response.headers.get("ETag")
    if tag is not None and tag.endswith('"'):
        response.headers["ETag"] = f"{tag[:-1]}{_SUFFIXED}"


def squeezed(body: bytes) -> bytes:
    """The body with gzip; the same bytes each time."""
    return _remembered(body) if len(body) <= MOST_REMEMBERED_BYTES else _squeeze(body)


def _squeeze(body: bytes) -> bytes:
    # No clock in the header.
    return gzip.compress(body, compresslevel=6, mtime=0)


_remembered = lru_cache(maxsize=64)(_squeeze)
