"""Whether the client of a request is still there."""

from __future__ import annotations

import socket

from flask import request

CLOSED_REQUEST = 499
"""nginx's status for a request whose client went away; it is only seen in the log."""


class ClientGone(Exception):  # noqa: N818 - not an error of ours
    """Nobody waits for the answer any more."""


def require_client() -> None:
    """Raise ClientGone where the other end of the connection is closed."""
    connection = request.environ.get("gunicorn.socket")
    if connection is not None and _is_closed(connection):
        raise ClientGone


def _is_closed(connection: socket.socket) -> bool:
    try:
        # Data would be the client's next request.
        return not connection.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
    except BlockingIOError:
        return False
    except ConnectionError:
        return True
