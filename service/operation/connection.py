"""A client's connection: nobody waits for it, neither to read nor to write.

The poller's thread reads, closes, and sends what the socket did not take at once; the thread that
answers a request only writes.
"""

from __future__ import annotations

import socket
import time
from enum import Enum, auto
from typing import Any

from fanorona.service.operation.arrival import Arrival

IDLE_SECONDS = 15
"""A client that has its answer may wait this long before it asks again."""
PART = 1 << 16
MOST_UNSENT = 1 << 20
"""A stream whose client takes nothing ends here. An answer in one piece may be longer."""
MOST_READ_AHEAD = 1 << 16
"""Bytes of further requests that are read while one is answered."""
MOST_DISCARDED = 1 << 20
"""What a client that is refused may still send; it would not see the answer otherwise."""
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
BEGINNING = b"HTTP/1."
"""What every answer begins with."""


class Stalled(ConnectionError):  # noqa: N818 - reads as what it says
    """The client takes nothing of a long answer."""


class Outlet:
    """The socket as an answering thread sees it: what cannot be sent at once is kept."""

    def __init__(self, connection: socket.socket) -> None:
        self._socket = connection
        self._unsent = bytearray()
        self._begun = 0
        """Bytes of the next answer's beginning that are sent already."""
        self.client_ended = False
        """The client sends no more: it closed the connection, or its half of it."""

    @property
    def is_empty(self) -> bool:
        return not self._unsent

    def sendall(self, data: bytes) -> None:
        if len(self._unsent) > MOST_UNSENT:
            raise Stalled
        self._unsent += data[self._begun :]
        self._begun = 0
        self.flush()

    send = sendall

    def flush(self) -> int:
        """Send what the socket takes, and say how much that was."""
        sent = 0
        try:
            while self._unsent:
                part = self._socket.send(self._unsent)
                del self._unsent[:part]
                sent += part
        except BlockingIOError:
            pass
        return sent

    def client_is_gone(self, takes_interim: bool) -> bool:
        """Whether nobody is there to take the answer.

        A client that has closed its half looks like one that has closed all, until something is
        sent: then the latter's machine objects. Every client of HTTP/1.1 skips an interim answer;
        one of HTTP/1.0 gets its answer's beginning, a byte at a time.
        """
        if not self.client_ended or self._begun == len(BEGINNING):
            return False
        try:
            if takes_interim:
                self._socket.send(CONTINUE)
            else:
                self._begun += self._socket.send(BEGINNING[self._begun : self._begun + 1])
        except BlockingIOError:
            return False
        except OSError:
            return True
        return False

    # gunicorn closes a connection by itself after an answer that broke off; here the poller does.
    def shutdown(self, _how: int) -> None: ...
    def settimeout(self, _seconds: float) -> None: ...
    def close(self) -> None: ...
    def recv(self, _size: int) -> bytes:
        return b""


class State(Enum):
    """Who has the connection."""

    WAITING = auto()
    """The poller, until the whole request is there."""
    ANSWERED = auto()
    """A thread."""
    SENDING = auto()
    """The poller, until the client has taken the rest of the answer."""
    LEAVING = auto()
    """The poller. All is said: what the client still sends is dropped, for a moment."""


class Connection:
    """A connection and how far it has come."""

    def __init__(
        self,
        connection: socket.socket,
        client: Any,
        server: Any,
        *,
        most_body_bytes: int,
        request_seconds: float,
    ) -> None:
        connection.setblocking(False)
        self.socket = connection
        self.sock = Outlet(connection)
        """gunicorn's name for what it writes to."""
        self.client = client
        self.server = server
        self.arrival = Arrival(most_body_bytes)
        self.state = State.WAITING
        self.deadline = time.monotonic() + request_seconds
        """When to give the client up, if it neither sends nor takes what is due."""
        self._request_seconds = request_seconds
        self.watched = 0
        """The events that the poller looks for."""
        self.has_begun = False
        """Some bytes of the next request are there."""
        self.goes_on = False
        """Another request may follow the answer that is being sent."""
        self._told_to_go_on = False
        self._discarded = 0

    @property
    def address(self) -> str:
        return str(self.client[0]) if isinstance(self.client, tuple) else str(self.client)

    @property
    def reads_too_far_ahead(self) -> bool:
        return self.state is State.ANSWERED and len(self.arrival.data) > MOST_READ_AHEAD

    def begin_request(self) -> None:
        """Some bytes are there: head and body have a deadline from now on, however they trickle."""
        if not self.has_begun:
            self.has_begun = True
            self.deadline = time.monotonic() + self._request_seconds

    def await_next(self, deadline: float) -> None:
        """Be ready for another request; the state changes last, as the poller goes by it."""
        self.deadline = deadline
        self.has_begun = self._told_to_go_on = False
        self.state = State.WAITING

    def receive(self) -> bool:
        """Read what is there; False if the client sends no more."""
        try:
            data = self.socket.recv(PART)
        except (BlockingIOError, InterruptedError):
            return True
        except OSError:
            # Nobody takes the answers to what has been read, either.
            self.arrival.data.clear()
            data = b""
        if not data:
            self.sock.client_ended = True
            return False
        self.arrival.data += data
        return True

    def discard(self) -> bool:
        """Read and drop what is there; False if no more is to come."""
        goes_on = self.receive()
        self._discarded += len(self.arrival.data)
        self.arrival.data.clear()
        return goes_on and self._discarded < MOST_DISCARDED

    def tell_to_go_on(self) -> None:
        """Ask for the body, once, if the client waits for that."""
        if self.arrival.expects_continue and not self._told_to_go_on:
            self._told_to_go_on = True
            self.sock.sendall(CONTINUE)
