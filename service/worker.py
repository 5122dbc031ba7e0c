"""gunicorn's thread worker, whose own errors are problems too."""

from __future__ import annotations

from typing import Any

from gunicorn.http.errors import LimitRequestHeaders, LimitRequestLine, ParseException
from gunicorn.workers.gthread import ThreadWorker

from service.problems import Kind, Problem


class Worker(ThreadWorker):
    """Answers what never reaches the app: a request that cannot be read."""

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        problem = _problem(exc)
        if problem.kind is Kind.INTERNAL_ERROR:
            self.log.exception("error outside of the app")
        else:
            self.log.warning("unreadable request from %s: %s", (addr or ("",))[0], exc)
        try:
            client.sendall(_as_http(problem))
        except OSError:
            self.log.debug("the client has gone")


def _problem(error: BaseException) -> Problem:
    match error:
        case LimitRequestLine():
            return Problem(Kind.URL_TOO_LONG, "the address is too long")
        case LimitRequestHeaders():
            return Problem(Kind.HEADERS_TOO_LARGE, "the headers are too long")
        case ParseException():
            return Problem(Kind.MALFORMED_REQUEST, "the request cannot be read")
    return Problem(Kind.INTERNAL_ERROR, "the service failed to answer; the fault is not yours")


def _as_http(problem: Problem) -> bytes:
    response = problem.response()
    response.headers["Connection"] = "close"
    lines = [f"HTTP/1.1 {response.status}", *(f"{k}: {v}" for k, v in response.headers.items())]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + response.get_data()
