"""Searches under way: each has a slot, and equal questions share one.

    request A ──┐
    request B ──┼── Flight ── a thread of its own ── the kernel, which polls the flight's stop flag
    stream  C ──┘

A flight is called off when the last request that waits for it has gone.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Condition, Lock, Thread, get_native_id
from typing import Any

from fanorona.service.engine.search_slots import SearchSlot, SearchSlots
from fanorona.service.operation import metrics
from fanorona.service.problems import Kind, Problem
from fanorona.solver import Stop
from fanorona.words import Message

LOG = logging.getLogger(__name__)
RETRY_SECONDS = 2
NOT_READY_SECONDS = 5
SEARCH_NICENESS = 10


@dataclass(frozen=True, slots=True)
class Failure:
    """What a search ended with instead of an answer."""

    error: BaseException


class CalledOff(Exception):  # noqa: N818 - not an error: nobody waits any more
    """Ends work that has more to do."""


class Flight:
    """One piece of work and those who wait for it."""

    def __init__(self) -> None:
        self.waiting = 0
        self._stop = Stop()
        self._called_off = False
        self._changed = Condition()
        self._progress: list[Any] = []
        self._result: Any = None
        self._landed = False

    def stop_in(self, seconds: float) -> Stop:
        """The flag for the work's next search: it stops after that time, or when called off."""
        with self._changed:
            if self._called_off:
                raise CalledOff
            self._stop = Stop(seconds)
            return self._stop

    def call_off(self) -> None:
        """End the work, which nobody waits for."""
        with self._changed:
            self._called_off = True
            self._stop.request()

    def report(self, answer_so_far: Any) -> None:
        with self._changed:
            self._progress.append(answer_so_far)
            self._changed.notify_all()

    def land(self, result: Any) -> None:
        with self._changed:
            self._result = result
            self._landed = True
            self._changed.notify_all()

    def result(self) -> Any:
        """Wait for the answer; raises what the search raised."""
        with self._changed:
            self._changed.wait_for(lambda: self._landed)
        if isinstance(self._result, Failure):
            raise self._result.error
        return self._result

    def progress(self, beat_seconds: float) -> Iterator[Any]:
        """What is reported until the search ends; None after each silence of `beat_seconds`."""
        told = 0
        landed = False
        while not landed:
            news, landed = self._wait_for_news(told, beat_seconds)
            told += len(news)
            yield from news
            if not news and not landed:
                yield None

    def _wait_for_news(self, told: int, seconds: float) -> tuple[list[Any], bool]:
        with self._changed:
            self._changed.wait_for(lambda: self._landed or len(self._progress) > told, seconds)
            return self._progress[told:], self._landed


Work = Callable[[Flight], Any]
"""Asks its flight for stop flags, reports progress to it, and returns the answer."""


def _give_way() -> None:
    """Let the threads that answer go first; Linux alone has priorities for single threads."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, get_native_id(), SEARCH_NICENESS)


class Searches:
    """All searches of one worker; the slots are those of all workers."""

    def __init__(self, slots: SearchSlots, most_waiting: int) -> None:
        """`most_waiting` requests at most, so that threads are left for what needs no search."""
        self._slots = slots
        self._most_waiting = most_waiting
        self._waiting = 0
        self._flights: dict[object, Flight] = {}
        self._lock = Lock()

    @contextmanager
    def flight(self, key: object, work: Work) -> Iterator[Flight]:
        """The work with this key: the one under way, or a new one in a thread of its own."""
        with self._lock:
            self._begin_waiting()
            try:
                flight = self._flights.get(key) or self._start(key, work)
            except BaseException:
                self._waiting -= 1
                raise
            flight.waiting += 1
        try:
            yield flight
        finally:
            self._leave(key, flight)

    def require_slots(self) -> None:
        """NOT_READY if slots can be neither taken nor given back."""
        try:
            self._slots.require_usable()
        except OSError as error:
            raise _not_ready(error) from None

    def _begin_waiting(self) -> None:
        if self._waiting >= self._most_waiting:
            raise self._busy()
        self._waiting += 1

    def _start(self, key: object, work: Work) -> Flight:
        slot = self._take_slot()
        flight = Flight()
        try:
            Thread(target=self._fly, args=(key, flight, slot, work), daemon=True).start()
        except RuntimeError as error:
            self._give_back(slot)
            raise _not_ready(error) from None
        self._flights[key] = flight
        return flight

    def _fly(self, key: object, flight: Flight, slot: SearchSlot, work: Work) -> None:
        _give_way()
        result: Any
        try:
            result = work(flight)
        except BaseException as error:
            result = Failure(error)
        finally:
            self._give_back(slot)
        with self._lock:
            if self._flights.get(key) is flight:
                del self._flights[key]
        flight.land(result)

    def _leave(self, key: object, flight: Flight) -> None:
        with self._lock:
            self._waiting -= 1
            flight.waiting -= 1
            if flight.waiting:
                return
            if self._flights.get(key) is flight:
                # Nobody may join a search that is about to be stopped.
                del self._flights[key]
        flight.call_off()

    def _take_slot(self) -> SearchSlot:
        try:
            slot = self._slots.take()
        except OSError as error:
            raise _not_ready(error) from None
        if slot is None:
            raise self._busy()
        metrics.search_began()
        return slot

    def _give_back(self, slot: SearchSlot) -> None:
        slot.release()
        metrics.search_ended()

    def _busy(self) -> Problem:
        metrics.search_refused()
        return Problem(
            Kind.SEARCHES_BUSY,
            Message("service.busy", seconds=RETRY_SECONDS),
            headers={"Retry-After": str(RETRY_SECONDS)},
        )


def _not_ready(error: Exception) -> Problem:
    """The log has the reason, with the name of the folder; clients have no use for it."""
    LOG.error("searches cannot be counted: %s", error)
    headers = {"Retry-After": str(NOT_READY_SECONDS)}
    return Problem(Kind.NOT_READY, Message("service.not-ready"), headers=headers)
