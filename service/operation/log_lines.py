"""Log lines: one JSON object each."""

from __future__ import annotations

import json
import logging
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from types import TracebackType

FIELDS = "fields"
"""What a logged record has besides its message, given as `extra`."""


def log_line(seconds: float, level: str, message: str, fields: Mapping[str, object]) -> str:
    """A line of the log; the seconds are those of the clock."""
    moment = datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")
    return json.dumps({"time": moment, "level": level, "message": message, **fields})


def log_line_now(message: str, fields: Mapping[str, object]) -> str:
    """A line about what has just happened."""
    return log_line(time.time(), "info", message, fields)


def write_line(line: str) -> None:
    """Write a line in one piece; a log that is full or closed must not spoil an answer."""
    with suppress(OSError, ValueError):
        sys.stderr.write(f"{line}\n")


def log_all_as_json() -> None:
    """Have this form for what libraries log, for warnings, and for errors nobody caught."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.root.handlers = [handler]
    logging.captureWarnings(True)
    # What cannot be logged would be complained about in lines of another form.
    logging.raiseExceptions = False
    sys.excepthook = _log_uncaught
    threading.excepthook = lambda one: _log_uncaught(
        one.exc_type, one.exc_value or one.exc_type(), one.exc_traceback
    )
    sys.unraisablehook = lambda one: _log_uncaught(
        one.exc_type, one.exc_value or one.exc_type(), one.exc_traceback
    )


def _log_uncaught(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    logging.getLogger(__name__).error("uncaught error", exc_info=(kind, error, trace))


class JsonFormatter(logging.Formatter):
    """Writes what other modules log in the same form."""

    def format(self, record: logging.LogRecord) -> str:
        fields = dict(getattr(record, FIELDS, {}))
        if record.exc_info:
            fields["exception"] = self.formatException(record.exc_info)
        return log_line(record.created, record.levelname.lower(), record.getMessage(), fields)
