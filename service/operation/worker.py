"""gunicorn's thread worker, rearranged so that no client can hold a thread.

    accept ── poller ── the whole request is there ── a thread answers ──┐
                 └─────────── the rest of the answer, the next request ──┘

The poller's one thread collects requests and sends what clients are slow to take. A thread is
taken only for the time that answering takes.
"""

from __future__ import annotations

import errno
import mmap
import selectors
import socket
import time
from collections import defaultdict
from contextlib import suppress
from functools import partial
from typing import Any

from gunicorn.http.errors import (
    LimitRequestHeaders,
    LimitRequestLine,
    NoMoreData,
    ParseException,
)
from gunicorn.http.parser import RequestParser
from gunicorn.workers.gthread import ThreadWorker

from fanorona.service.http.headers import REQUEST_ID, new_request_id, secure
from fanorona.service.operation.arrival import HEAD_END, LINE_END, MOST_HEAD_BYTES, Taken
from fanorona.service.operation.connection import Connection, Outlet, State
from fanorona.service.operation.log_lines import FIELDS
from fanorona.service.problems import Kind, Problem, internal_error
from fanorona.words import DEFAULT_LANGUAGE, Message

SEND_SECONDS = 10.0
"""A client that takes nothing of its answer for this long is given up."""
LEAVE_SECONDS = 2.0
"""How long a connection is read on after its last answer, so that the answer is not lost."""
GIVEN_UP = 0.1
"""The part of the waiting connections that is closed when there is no room for another."""
FULL_SECONDS = 0.1
"""How long nothing is accepted if every connection is being answered."""
NO_ROOM = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


class Worker(ThreadWorker):
    """Also answers what never reaches the app: a request that cannot be read."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        settings = self.app.settings
        self._request_seconds = float(settings.request_seconds)
        self._most_body = settings.max_body_bytes
        # All clients of a proxy have the proxy's address.
        self._most_of_a_client = 0 if settings.proxies else settings.client_connections
        self._connections: dict[Connection, None] = {}
        self._by_address: dict[str, dict[Connection, None]] = defaultdict(dict)
        self._next_sweep = 0.0
        self._accept_again = 0.0
        self._is_replaced = mmap.mmap(-1, 1)

    def replaced(self) -> None:
        """Have the worker wait for its idle clients when it ends; called by the server."""
        self._is_replaced[0] = 1

    def run(self) -> None:
        """Serve until stopped, then finish the requests in progress."""
        queue = self.method_queue
        self.poller.register(queue.fileno(), selectors.EVENT_READ, queue.run_callbacks)
        self.set_accept_enabled(True)
        while self.alive and self.is_parent_alive():
            self._serve_once()
            self.set_accept_enabled(self._has_room())
        self._end()

    def _serve_once(self) -> None:
        self.notify()
        self.wait_for_and_dispatch_events(timeout=1.0)
        now = time.monotonic()
        if now >= self._next_sweep:
            self._next_sweep = now + 1.0
            self._sweep(now)

    def _end(self) -> None:
        self.alive = False
        self.set_accept_enabled(False)
        # What has arrived meanwhile counts as under way.
        self.wait_for_and_dispatch_events(timeout=0)
        if not self._is_replaced[0]:
            for one in list(self._connections):
                if one.state is State.WAITING and not one.has_begun:
                    self._close(one)
        end = time.monotonic() + self.cfg.graceful_timeout
        while self._connections and time.monotonic() < end:
            self._serve_once()
        for one in list(self._connections):
            self._close(one)
        self.tpool.shutdown(wait=False)
        self.poller.close()
        self.method_queue.close()

    def set_accept_enabled(self, enabled: bool) -> None:
        """Accept or not; a worker that ends leaves its addresses at once.

        The base class keeps them until its last answer: whoever connects would wait in vain, and a
        new server could not listen.
        """
        super().set_accept_enabled(enabled)
        if not self.alive and not enabled:
            for listener in self.sockets:
                listener.close()

    def accept(self, listener: Any) -> None:
        """Take a new connection; if there is no room, close those that have waited longest."""
        try:
            accepted, client = listener.accept()
        except OSError as error:
            if error.errno in NO_ROOM:
                self._make_room()
            elif error.errno not in (errno.EAGAIN, errno.ECONNABORTED):
                raise
            return
        one = Connection(
            accepted,
            client,
            listener.getsockname(),
            most_body_bytes=self._most_body,
            request_seconds=self._request_seconds,
        )
        self._connections[one] = None
        mine = self._by_address[one.address]
        mine[one] = None
        self._watch(one, selectors.EVENT_READ)
        if self._most_of_a_client and len(mine) > self._most_of_a_client:
            self._bound_client(one, mine)
        if not self._has_room():
            self._make_room()

    def _has_room(self) -> bool:
        return bool(
            len(self._connections) < self.worker_connections
            and time.monotonic() >= self._accept_again
        )

    def _make_room(self) -> None:
        waiting = [one for one in self._connections if one.state is not State.ANSWERED]
        waiting.sort(key=lambda one: one.deadline)
        for one in waiting[: 1 + int(len(waiting) * GIVEN_UP)]:
            self._close(one)
        if not waiting:
            self._accept_again = time.monotonic() + FULL_SECONDS

    def _bound_client(self, newest: Connection, mine: dict[Connection, None]) -> None:
        """Close the oldest waiting connection of a client that has too many, or the newest."""
        for one in mine:
            if one is not newest and one.state is State.WAITING:
                self._close(one)
                return
        problem = Problem(
            Kind.TOO_MANY_REQUESTS,
            Message("service.connections"),
            headers={"Retry-After": "1"},
        )
        self._refuse(newest, problem, "too many connections")

    def _on_event(self, one: Connection, _socket: socket.socket) -> None:
        """Read, or send what is left; never wait."""
        if one not in self._connections:
            # Closed by what another connection has done since the poller looked.
            return
        if one.state is State.SENDING:
            self._send_rest(one)
        elif one.state is State.LEAVING:
            if not one.discard():
                self._close(one)
        else:
            if not one.receive() or one.reads_too_far_ahead:
                self._watch(one, 0)
            self._look_for_request(one)

    def _look_for_request(self, one: Connection) -> None:
        """Have the next request answered, if it is there and its turn has come."""
        if one.state is not State.WAITING:
            return
        if not one.arrival.data:
            if one.sock.client_ended:
                self._close(one)
            return
        one.begin_request()
        if one.arrival.can_be_taken() or one.sock.client_ended:
            one.state = State.ANSWERED
            self.tpool.submit(self._answer, one, one.arrival.take())
        else:
            one.tell_to_go_on()

    def _answer(self, one: Connection, taken: Taken) -> None:
        """Answer a request; runs in a thread of the pool."""
        goes_on = False
        try:
            goes_on = self._handle(one, taken)
        finally:
            if goes_on and one.sock.is_empty and self._takes_more():
                one.await_next(time.monotonic() + self.cfg.keepalive)
                # What the poller has read before this moment, it left alone.
                if one.arrival.data or one.sock.client_ended:
                    self.method_queue.defer(self._resume, one)
            else:
                self.method_queue.defer(self._finish, one, goes_on)

    def _handle(self, one: Connection, taken: Taken) -> bool:
        """Whether the connection can go on after the answer."""
        parsed = None
        try:
            _require_short_head(taken.request)
            parser = RequestParser(self.cfg, [taken.request], one.client)
            parsed = next(parser)
            if taken.is_too_long:
                raise Problem(Kind.BODY_TOO_LARGE, Kind.BODY_TOO_LARGE.meaning)
            # The body is here: nobody need be asked for it.
            parsed._expected_100_continue = False
            if not taken.is_whole:
                parsed.force_close()
            goes_on = self.handle_request(parsed, one) and taken.is_whole
            # The parser must see the request end where it was taken to end.
            return bool(goes_on and parser.finish_body() and not parser.unreader.take_buffered())
        except (NoMoreData, StopIteration) as error:
            self.log.debug("a request or an answer broke off: %s", error)
        except ConnectionError:
            self.log.debug("the client has gone")
        except OSError:
            # The app answers its own errors; this one came after, or with, an answer.
            self.log.exception("error while sending an answer")
        except Exception as error:
            self.handle_error(parsed, one.sock, one.client, error)
        return False

    def _takes_more(self) -> bool:
        """Whether connections go on; a replaced worker keeps what an answer's head promised."""
        return bool(self.alive or self._is_replaced[0])

    def _resume(self, one: Connection) -> None:
        """Look at what was read while a request was answered."""
        if one in self._connections and one.state is State.WAITING:
            self._watch(one, 0 if one.sock.client_ended else selectors.EVENT_READ)
            self._look_for_request(one)

    def _finish(self, one: Connection, goes_on: bool) -> None:
        """Send the rest of an answer, then wait for the next request or leave."""
        if one not in self._connections:
            return
        one.goes_on = goes_on and self._takes_more()
        one.state = State.SENDING
        one.deadline = time.monotonic() + SEND_SECONDS
        self._send_rest(one)

    def _send_rest(self, one: Connection) -> None:
        try:
            sent = one.sock.flush()
        except OSError:
            self._close(one)
            return
        now = time.monotonic()
        if not one.sock.is_empty:
            if sent:
                one.deadline = now + SEND_SECONDS
            self._watch(one, selectors.EVENT_WRITE)
        elif one.goes_on:
            one.await_next(now + self.cfg.keepalive)
            self._resume(one)
        else:
            self._leave(one)

    def _leave(self, one: Connection) -> None:
        """End the connection; a client that is still sending would lose its answer by a reset."""
        try:
            one.socket.shutdown(socket.SHUT_WR)
        except OSError:
            self._close(one)
            return
        one.state = State.LEAVING
        one.deadline = time.monotonic() + LEAVE_SECONDS
        if one.sock.client_ended or not one.discard():
            self._close(one)
        else:
            self._watch(one, selectors.EVENT_READ)

    def _refuse(self, one: Connection, problem: Problem, reason: str) -> None:
        """Answer what the app never sees."""
        self._send_problem(one.sock, one.client, problem, reason)
        self._finish(one, goes_on=False)

    def _close(self, one: Connection) -> None:
        self._watch(one, 0)
        self._connections.pop(one, None)
        mine = self._by_address[one.address]
        mine.pop(one, None)
        if not mine:
            del self._by_address[one.address]
        with suppress(OSError):
            one.socket.close()

    def _watch(self, one: Connection, events: int) -> None:
        if events == one.watched:
            return
        if not events:
            self.poller.unregister(one.socket)
        elif one.watched:
            self.poller.modify(one.socket, events, self.poller.get_key(one.socket).data)
        else:
            self.poller.register(one.socket, events, partial(self._on_event, one))
        one.watched = events

    def _sweep(self, now: float) -> None:
        """Give up the connections whose time is over."""
        for one in list(self._connections):
            if one.deadline > now or one.state is State.ANSWERED:
                continue
            if one.state is State.WAITING and one.has_begun:
                detail = Message("service.too-slow", seconds=f"{self._request_seconds:g}")
                self._refuse(one, Problem(Kind.REQUEST_TIMEOUT, detail), "too slow")
            else:
                self._close(one)

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Answer a request that the app has not answered."""
        self._send_problem(client, addr, _problem(exc), str(exc))

    def _send_problem(self, client: Outlet, addr: Any, problem: Problem, reason: str) -> None:
        request_id = new_request_id()
        fields = {
            "id": request_id,
            "client": (addr or ("",))[0],
            "status": problem.kind.status,
        }
        if problem.kind is Kind.INTERNAL_ERROR:
            self.log.exception("error outside of the app", extra={FIELDS: fields})
        else:
            self.log.warning("request refused", extra={FIELDS: {**fields, "reason": reason}})
        try:
            client.sendall(_as_http(problem, request_id))
        except OSError:
            self.log.debug("the client has gone")


def _require_short_head(request: bytes) -> None:
    """A head without an end is too long; the parser would take the client for gone."""
    if len(request) <= MOST_HEAD_BYTES or HEAD_END in request:
        return
    if LINE_END not in request:
        raise LimitRequestLine(len(request), MOST_HEAD_BYTES)
    raise LimitRequestHeaders("no end of the headers")


def _problem(error: BaseException) -> Problem:
    match error:
        case Problem():
            return error
        case LimitRequestLine():
            return Problem(Kind.URL_TOO_LONG, Message("service.long-address"))
        case LimitRequestHeaders():
            return Problem(Kind.HEADERS_TOO_LARGE, Message("service.long-headers"))
        case ParseException():
            return Problem(Kind.MALFORMED_REQUEST, Message("service.unreadable"))
    return internal_error()


def _as_http(problem: Problem, request_id: str) -> bytes:
    response = secure(problem.response(DEFAULT_LANGUAGE))
    response.headers[REQUEST_ID] = request_id
    response.headers["Connection"] = "close"
    lines = [f"HTTP/1.1 {response.status}", *(f"{k}: {v}" for k, v in response.headers.items())]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + response.get_data()
