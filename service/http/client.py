"""Whether the client of a request is still there."""

from __future__ import annotations

from flask import request

CLOSED_REQUEST = 499
"""nginx's status for a request whose client went away; it is only seen in the log."""


class ClientGone(Exception):  # noqa: N818 - not an error of ours
    """Nobody waits for the answer any more."""


def require_client() -> None:
    """Raise ClientGone if the other end of the connection is closed."""
    outlet = request.environ.get("gunicorn.socket")
    takes_interim = request.environ.get("SERVER_PROTOCOL") != "HTTP/1.0"
    if outlet is not None and outlet.client_is_gone(takes_interim):
        raise ClientGone
