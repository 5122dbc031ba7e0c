"""gunicorn's thread worker, whose own errors are problems too, and which waits for no client."""

from __future__ import annotations

import os
import socket
import struct
from typing import Any

from gunicorn.http.errors import LimitRequestHeaders, LimitRequestLine, ParseException
from gunicorn.util import close_graceful
from gunicorn.workers.gthread import ThreadWorker

from fanorona.service.http.headers import REQUEST_ID, new_request_id, secure
from fanorona.service.operation.log_lines import FIELDS
from fanorona.service.problems import Kind, Problem, internal_error

STALLED_SECONDS = 10.0
"""A client that neither sends nor takes anything for so long is given up: it holds a thread."""


class Worker(ThreadWorker):
    """Answers what never reaches the app too: a request that cannot be read."""

    def handle(self, conn: Any) -> Any:
        """Handle a request, and close the connection here where it does not go on.

        A closed connection is first read to its end, for up to two seconds. The base class does
        that in the one thread that accepts: a single client that stays would stop the worker.
        """
        _give_up_when_stalled(conn.sock)
        goes_on = super().handle(conn)
        if goes_on is not False and self.alive:
            return goes_on
        close_graceful(conn.sock)
        conn.close = _already_closed
        return False

    def set_accept_enabled(self, enabled: bool) -> None:
        """Accept or not; a worker that ends leaves its addresses at once.

        The base class keeps them until its last answer: whoever connects would wait in vain, and a
        new server could not listen.
        """
        super().set_accept_enabled(enabled)
        ending = not self.alive or os.getppid() != self.ppid
        if ending and not enabled:
            for listener in self.sockets:
                listener.close()

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        problem = _problem(exc)
        request_id = new_request_id()
        fields = {
            "id": request_id,
            "client": (addr or ("",))[0],
            "status": problem.kind.status,
        }
        if problem.kind is Kind.INTERNAL_ERROR:
            self.log.exception("error outside of the app", extra={FIELDS: fields})
        else:
            told = {FIELDS: {**fields, "reason": str(exc)}}
            self.log.warning("unreadable request", extra=told)
        try:
            client.sendall(_as_http(problem, request_id))
        except OSError:
            self.log.debug("the client has gone")


def _give_up_when_stalled(connection: socket.socket) -> None:
    """Have waiting calls end with BlockingIOError; gunicorn undoes a timeout of Python's own."""
    seconds, fraction = divmod(STALLED_SECONDS, 1)
    interval = struct.pack("ll", int(seconds), int(fraction * 1_000_000))
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, interval)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, interval)


def _already_closed(graceful: bool = False) -> None:
    """What is left to close."""


def _problem(error: BaseException) -> Problem:
    match error:
        case LimitRequestLine():
            return Problem(Kind.URL_TOO_LONG, "the address is too long")
        case LimitRequestHeaders():
            return Problem(Kind.HEADERS_TOO_LARGE, "the headers are too long")
        case ParseException():
            return Problem(Kind.MALFORMED_REQUEST, "the request cannot be read")
    return internal_error()


def _as_http(problem: Problem, request_id: str) -> bytes:
    response = secure(problem.response("en"))
    response.headers[REQUEST_ID] = request_id
    response.headers["Connection"] = "close"
    lines = [f"HTTP/1.1 {response.status}", *(f"{k}: {v}" for k, v in response.headers.items())]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + response.get_data()
