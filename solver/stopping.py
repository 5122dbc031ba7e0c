"""How work ends that is stopped from outside, or by its deadline."""

from __future__ import annotations

from fanorona.solver.kernel.stop import Stop

A_MOMENT = 0.1
"""Seconds that are left after the stop flag to list turns, so that the answer can name some."""


class Stopped(Exception):  # noqa: N818 - not an error: somebody asked for it
    """The stop flag or the deadline ended a listing or a count before its end.

    Examples:
        >>> from fanorona import Position, Stop
        >>> stop = Stop()
        >>> stop.request()
        >>> try:
        ...     Position.start().perft(9, stop)
        ... except Stopped:
        ...     print("stopped")
        stopped
    """


def end_of_work(stop: Stop) -> BaseException:
    """Why the kernel ended early: what a signal handler raised, such as Ctrl-C's, comes first."""
    return stop.handler_raised or Stopped()
