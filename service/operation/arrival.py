"""A request on its way in: collects bytes until there is all of it, without waiting for any."""

from __future__ import annotations

import re
from dataclasses import dataclass

MOST_HEAD_BYTES = 65_536
"""Longest first line and headers together."""

HEAD_END = b"\r\n\r\n"
LINE_END = b"\r\n"
MOST_CHUNK_LINE = 8_190
CODED_BYTES = 8
"""A chunked body may take this many times its own length: chunks of a single byte take six."""

_LENGTH = re.compile(rb"\ncontent-length:[ \t]*(\d{1,18})[ \t]*(?=\r\n)")
_CHUNKED = re.compile(rb"\ntransfer-encoding:[ \t]*chunked[ \t]*\r\n")
_EXPECTS = re.compile(rb"\nexpect:[ \t]*100-continue[ \t]*\r\n")
_SIZE = re.compile(rb"([0-9a-fA-F]{1,16})[ \t]*(?:;.*)?")


@dataclass(frozen=True, slots=True)
class Taken:
    """A request as it was sent."""

    request: bytes
    is_whole: bool
    is_too_long: bool
    """The chunks of its body, not its head, are over the limit."""


class Arrival:
    """The bytes that a client has sent and that no request has taken yet.

    A request is taken as soon as it can be read or refused without waiting: complete, with a body
    over the limit, or malformed. What it means is for the parser to say; here only its end counts.
    """

    def __init__(self, most_body_bytes: int) -> None:
        self.data = bytearray()
        self._most_body = most_body_bytes
        self._begin()

    def _begin(self) -> None:
        self._head_bytes = 0
        self._searched = 0
        self._body: _Sized | _Chunked | None = None
        self.is_whole = False
        """Whether the request can be taken with its whole body."""
        self.expects_continue = False
        """Whether the client waits for a word before it sends its body."""

    def can_be_taken(self) -> bool:
        """Whether a request can be answered or refused."""
        if self.is_whole:
            return True
        if not self._head_bytes and not self._find_head():
            return self._head_is_hopeless()
        if self._body is None:
            return self.is_whole
        state = self._body.look(self.data)
        self.is_whole = state is True
        return state is not None

    def take(self) -> Taken:
        """The request; what follows it stays."""
        end = self._end() if self.is_whole else len(self.data)
        is_too_long = isinstance(self._body, _Chunked) and self._body.is_too_long
        taken = Taken(bytes(self.data[:end]), self.is_whole, is_too_long)
        del self.data[:end]
        self._begin()
        return taken

    def _end(self) -> int:
        return self._head_bytes if self._body is None else self._body.end

    def _find_head(self) -> bool:
        # An end may have begun with the last three bytes seen before.
        found = self.data.find(HEAD_END, max(0, self._searched - 3))
        self._searched = len(self.data)
        if found < 0:
            return False
        self._head_bytes = found + len(HEAD_END)
        head = bytes(self.data[: self._head_bytes]).lower()
        if b"\ncontent-length" in head or b"\ntransfer-encoding" in head:
            self._body = self._body_of(head)
            self.expects_continue = _EXPECTS.search(head) is not None
        else:
            self.is_whole = True
        return True

    def _body_of(self, head: bytes) -> _Sized | _Chunked:
        lengths = _LENGTH.findall(head)
        is_coded = b"\ntransfer-encoding" in head
        if _CHUNKED.search(head) and not lengths:
            return _Chunked(self._head_bytes, self._most_body)
        # Any other framing is refused, and the connection with it.
        is_clear = len(lengths) == 1 and not is_coded
        length = int(lengths[0]) if is_clear else self._most_body + 1
        return _Sized(self._head_bytes + length, length <= self._most_body)

    def _head_is_hopeless(self) -> bool:
        """Whether the head is too long already, or has a line end that is not one."""
        return len(self.data) > MOST_HEAD_BYTES or self.data.count(b"\n") != self.data.count(
            LINE_END
        )


class _Sized:
    """A body whose length the head gives."""

    def __init__(self, end: int, is_allowed: bool) -> None:
        self.end = end
        self._is_allowed = is_allowed

    def look(self, data: bytearray) -> bool | None:
        """True: it is all there. False: it never will be. None: not yet."""
        if not self._is_allowed:
            return False
        return True if len(data) >= self.end else None


class _Chunked:
    """A body that comes in chunks, each with its length."""

    def __init__(self, begin: int, most_bytes: int) -> None:
        self.end = self._begin = begin
        """Where the next chunk begins, or, once all are there, the next request."""
        self.is_too_long = False
        self._most = most_bytes
        self._farthest = begin + CODED_BYTES * most_bytes + MOST_CHUNK_LINE
        self._bytes = 0
        self._last_seen = False
        self._searched = 0

    def look(self, data: bytearray) -> bool | None:
        """As for a body of known length."""
        while not self._last_seen:
            state = self._look_at_chunk(data)
            if state is not True:
                return state
        return self._look_at_trailers(data)

    def _look_at_chunk(self, data: bytearray) -> bool | None:
        if self._bytes > self._most or self.end > self._farthest:
            self.is_too_long = True
            return False
        if self.end > self._begin and not self._chunk_has_ended(data):
            return False if len(data) >= self.end else None
        line_end = data.find(LINE_END, self.end)
        if line_end < 0:
            return False if len(data) - self.end > MOST_CHUNK_LINE else None
        size = _SIZE.fullmatch(data, self.end, line_end)
        if size is None:
            return False
        length = int(size[1], 16)
        self._bytes += length
        self._last_seen = length == 0
        self.end = line_end + len(LINE_END) + (length + len(LINE_END) if length else 0)
        return True

    def _chunk_has_ended(self, data: bytearray) -> bool:
        return data.startswith(LINE_END, self.end - len(LINE_END))

    def _look_at_trailers(self, data: bytearray) -> bool | None:
        if data.startswith(LINE_END, self.end):
            self.end += len(LINE_END)
            return True
        found = data.find(HEAD_END, max(self.end, self._searched - 3))
        self._searched = len(data)
        if found >= 0:
            self.end = found + len(HEAD_END)
            return True
        return False if len(data) - self.end > MOST_HEAD_BYTES else None
