"""Headers that every answer has: what a browser may do with it, and whose pages may read it."""

from __future__ import annotations

import secrets
from urllib.parse import urlsplit, urlunsplit

from flask import Flask, Response, request

REQUEST_ID = "X-Request-ID"
API_POLICY = "default-src 'none'; frame-ancestors 'none'"
PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
WORKER_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"
"""What a service worker may fetch is said by its own script."""

ALWAYS = (
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "cross-origin"),
)
EXPOSED = "Clamped, ETag, Retry-After, Server-Timing, X-Request-ID"
SHARED = (
    ("Access-Control-Allow-Origin", "*"),
    ("Access-Control-Expose-Headers", EXPOSED),
)


def set_headers(app: Flask, cors_origins: tuple[str, ...]) -> None:
    """Set them on every answer of the app."""
    app.after_request(secure)
    if "*" in cors_origins:
        app.after_request(_share_with_all)
    elif cors_origins:
        app.after_request(lambda response: _share(response, cors_origins))


def new_request_id() -> str:
    """What names a request in the log and in its answer."""
    return secrets.token_hex(8)


def secure(response: Response) -> Response:
    """Tell a browser to take the answer for nothing else than it is."""
    response.headers.extend(ALWAYS)
    policy = PAGE_POLICY if response.mimetype == "text/html" else API_POLICY
    response.headers.setdefault("Content-Security-Policy", policy)
    if "Location" in response.headers:
        response.headers["Location"] = _here(response.headers["Location"])
        # Nobody reads the page, which has the whole address in it.
        response.set_data(b"")
    return response


def _share_with_all(response: Response) -> Response:
    """Let any page read the answer; nothing here is private."""
    response.headers.extend(SHARED)
    return _allow(response)


def _here(address: str) -> str:
    """The same address on this host: it never leads where a client's `Host` says."""
    parts = urlsplit(address)
    return urlunsplit(("", "", f"/{parts.path.lstrip('/')}", parts.query, parts.fragment))


def _share(response: Response, origins: tuple[str, ...]) -> Response:
    """Let the pages of these origins read the answer."""
    origin = request.headers.get("Origin", "")
    response.vary.add("Origin")
    if origin not in origins:
        return response
    response.headers["Access-Control-Allow-Origin"] = origin
    response.headers["Access-Control-Expose-Headers"] = EXPOSED
    return _allow(response)


def _allow(response: Response) -> Response:
    """Answer a browser that asks before it asks."""
    if request.method == "OPTIONS":
        response.headers["Access-Control-Allow-Methods"] = "GET, HEAD, POST, OPTIONS"
        response.headers["Access-Control-Allow-Headers"] = (
            f"Content-Type, If-None-Match, {REQUEST_ID}"
        )
        response.headers["Access-Control-Max-Age"] = "86400"
    return response
