"""The answers that a worker remembers: the least recently asked are forgotten first."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock


class AnswerCache:
    """Bodies of answers by their ETag, up to a number of bytes."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._bytes = 0
        self._bodies: OrderedDict[str, bytes] = OrderedDict()
        self._lock = Lock()

    def get(self, tag: str) -> bytes | None:
        with self._lock:
            body = self._bodies.get(tag)
            if body is not None:
                self._bodies.move_to_end(tag)
            return body

    def put(self, tag: str, body: bytes) -> None:
        """Remember a body, unless it alone would push out a great part of the others."""
        if len(body) > self._most // 8:
            return
        with self._lock:
            self._bytes += len(body) - len(self._bodies.pop(tag, b""))
            self._bodies[tag] = body
            while self._bytes > self._most:
                _, forgotten = self._bodies.popitem(last=False)
                self._bytes -= len(forgotten)
