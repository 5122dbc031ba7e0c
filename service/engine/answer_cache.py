"""The answers that a worker remembers: the least recently asked are forgotten first."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

OVERHEAD_BYTES = 400
"""What remembering an answer takes besides its body."""


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer as it is sent."""

    body: bytes
    nodes: int
    final: bool
    """Asking again would give the same bytes."""

    @property
    def size(self) -> int:
        return len(self.body) + OVERHEAD_BYTES


class AnswerCache:
    """Answers by their ETag, up to a number of bytes."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._bytes = 0
        self._answers: OrderedDict[str, Answered] = OrderedDict()
        self._lock = Lock()

    def get(self, tag: str) -> Answered | None:
        with self._lock:
            answer = self._answers.get(tag)
            if answer is not None:
                self._answers.move_to_end(tag)
            return answer

    def put(self, tag: str, answer: Answered) -> None:
        """Remember an answer, unless it alone would push out a great part of the others."""
        if answer.size > self._most // 8:
            return
        with self._lock:
            known = self._answers.pop(tag, None)
            self._answers[tag] = answer
            self._bytes += answer.size - (known.size if known else 0)
            while self._bytes > self._most:
                _, forgotten = self._answers.popitem(last=False)
                self._bytes -= forgotten.size
