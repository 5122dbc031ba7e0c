"""The log of requests: a line each, with an id that the answer carries too."""

from __future__ import annotations

import logging
import re
import sys
from time import perf_counter
from typing import Any

from flask import Flask, Request, Response, g, request

from fanorona.service.http.headers import REQUEST_ID, new_request_id
from fanorona.service.operation import metrics
from fanorona.service.operation.log_lines import JsonFormatter, log_line_now, write_line

MOST_LOGGED = 1_000
"""Longest part of an address that is logged."""

_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")


def itself(proxy: Any) -> Any:
    """What Flask's `g` or `request` stands for now; each look through it takes a microsecond."""
    return proxy._get_current_object()


def log_requests(app: Flask) -> None:
    """Give every request an id, which its answer carries, and a line when it has been answered."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    app.logger.handlers = [handler]
    app.logger.propagate = False
    app.before_request(_begin)
    app.after_request(_name_and_log_at_the_end)


def _begin() -> None:
    noted = itself(g)
    noted.began = perf_counter()
    noted.request_id = request_id(request.headers.get(REQUEST_ID))


def request_id(given: str | None) -> str:
    """The id that a client has chosen, if it looks like one, or a new one."""
    return given if given and _ID.fullmatch(given) else new_request_id()


def _name_and_log_at_the_end(response: Response) -> Response:
    noted, asked = itself(g), itself(request)
    response.headers[REQUEST_ID] = noted.request_id
    began = noted.began
    route = "none" if asked.url_rule is None else asked.url_rule.rule
    fields = {
        "id": noted.request_id,
        "client": asked.remote_addr,
        "method": asked.method,
        "path": _address(asked)[:MOST_LOGGED],
        "status": response.status_code,
        "source": noted.get("source"),
        "nodes": noted.get("nodes"),
    }

    response.call_on_close(lambda: log_answer(route, fields, began))
    return response


def log_answer(route: str, fields: dict[str, Any], began: float) -> None:
    """Count and log an answer whose last byte is sent."""
    seconds = perf_counter() - began
    metrics.count_request(fields["method"], route, fields["status"], seconds)
    fields["ms"] = round(seconds * 1000, 2)
    # Not through `logging`, which takes ten times as long as the line.
    write_line(log_line_now("request", fields))


def _address(asked: Request) -> str:
    """The path and the query, whatever bytes are in it."""
    query = asked.query_string.decode("utf-8", "replace")
    return f"{asked.path}?{query}" if query else asked.path
