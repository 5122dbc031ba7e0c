"""Log lines: one JSON object each."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Mapping
from datetime import UTC, datetime

FIELDS = "fields"
"""What a logged record has besides its message, given as `extra`."""


def log_line(seconds: float, level: str, message: str, fields: Mapping[str, object]) -> str:
    """A line of the log; the seconds are those of the clock."""
    moment = datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")
    return json.dumps({"time": moment, "level": level, "message": message, **fields})


def log_line_now(message: str, fields: Mapping[str, object]) -> str:
    """A line about what has just happened."""
    return log_line(time.time(), "info", message, fields)


class JsonFormatter(logging.Formatter):
    """Writes what other modules log in the same form."""

    def format(self, record: logging.LogRecord) -> str:
        fields = dict(getattr(record, FIELDS, {}))
        if record.exc_info:
            fields["exception"] = self.formatException(record.exc_info)
        return log_line(record.created, record.levelname.lower(), record.getMessage(), fields)
