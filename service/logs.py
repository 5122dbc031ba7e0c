"""Log lines: one JSON object each, and one for every request."""

from __future__ import annotations

import json
import logging
import re
import secrets
import sys
from datetime import UTC, datetime
from time import perf_counter
from typing import Any

from flask import Flask, Response, g, request
from gunicorn.config import Config
from gunicorn.glogging import Logger as GunicornLogger

from service import metrics

REQUEST_ID = "X-Request-ID"
_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
_requests = logging.getLogger("fanorona.requests")


class JsonFormatter(logging.Formatter):
    """A record as one line; `fields` of the record are added."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line)


class ServerLog(GunicornLogger):
    """The server's own lines, in the same form."""

    def setup(self, cfg: Config) -> None:
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(JsonFormatter())


def log_requests(app: Flask) -> None:
    """Give every request an id, which its answer carries, and a line when it has been answered."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    for logger in (_requests, app.logger):
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(logging.INFO)
    app.before_request(_begin)
    app.after_request(_name_and_log_at_the_end)


def _begin() -> None:
    g.began = perf_counter()
    given = request.headers.get(REQUEST_ID, "")
    g.request_id = given if _ID.fullmatch(given) else secrets.token_hex(8)


def _name_and_log_at_the_end(response: Response) -> Response:
    response.headers[REQUEST_ID] = g.request_id
    began = g.began
    route = "none" if request.url_rule is None else request.url_rule.rule
    fields = {
        "id": g.request_id,
        "client": request.remote_addr,
        "method": request.method,
        "path": request.full_path.rstrip("?"),
        "status": response.status_code,
        "source": g.get("source"),
        "nodes": g.get("nodes"),
    }

    def finish() -> None:
        seconds = perf_counter() - began
        metrics.REQUESTS.labels(fields["method"], route, fields["status"]).inc()
        metrics.REQUEST_SECONDS.labels(route).observe(seconds)
        _requests.info("request", extra={"fields": {**fields, "ms": round(seconds * 1000, 2)}})

    response.call_on_close(finish)
    return response
