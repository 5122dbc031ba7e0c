"""The stop flag: ends a search, a listing or a build from outside, or at a deadline."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from fanorona.solver.kernel import cython_shim as cython

if cython.compiled:
    from cython.cimports.cpython.exc import PyErr_CheckSignals
    from cython.cimports.fanorona.solver.kernel.bits import clock
else:
    from fanorona.solver.kernel.bits import clock

LOOK_SECONDS = cython.declare(cython.double, 0.01)
"""How often the clock lets a worker take the GIL for signals: often enough for a person."""


@cython.cclass
class Stop:
    """Shared between the thread that works and whoever wants it to end.

    The worker polls `now()` every few thousand nodes. That runs pending signal handlers too, so
    Ctrl-C is heard in the middle of compiled code; what a handler raises ends the work, and is kept
    for the worker's caller to raise.

    Examples:
        >>> from fanorona import Position, analyse
        >>> found = analyse(Position.start(), nodes=10**9, stop=Stop(0.2))
        >>> str(found.search.stopped_by)
        'time'
    """

    def __init__(self, seconds: float | None = None) -> None:
        self.requested = False
        self.interrupted = False
        self.raised: BaseException | None = None
        self.next_look = 0.0
        self.deadline = 0.0
        if seconds is not None:
            self.deadline = clock() + seconds

    def request(self) -> None:
        """Ask the worker to end; safe from any thread and from a signal handler."""
        self.requested = True

    def interrupt(self) -> None:
        """As `request`, and remember that a person asked."""
        self.interrupted = True
        self.requested = True

    def is_over(self) -> bool:
        """Must whoever works under the flag end now? Looks at the clock, and at signals."""
        return self.now()

    def ends_within(self, seconds: float) -> bool:
        """Whether there is a deadline, and it is at most `seconds` away."""
        return self.deadline > 0.0 and clock() + seconds >= self.deadline

    @property
    def was_requested(self) -> bool:
        return self.requested

    @property
    def was_interrupted(self) -> bool:
        return self.interrupted

    @property
    def handler_raised(self) -> BaseException | None:
        """What a signal handler raised while the worker worked, such as KeyboardInterrupt."""
        return self.raised

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def now(self) -> cython.bint:
        """Must the worker end?"""
        time: cython.double = clock()
        if self.deadline > 0.0 and time >= self.deadline:
            self.requested = True
        if time >= self.next_look and not self.requested:
            self.next_look = time + LOOK_SECONDS
            if cython.compiled:
                with cython.gil:
                    self.run_signal_handlers()
        return self.requested

    @cython.cfunc
    @cython.exceptval(check=False)
    def run_signal_handlers(self) -> cython.void:
        try:
            PyErr_CheckSignals()
        except BaseException as error:
            self.raised = error
            self.interrupted = True
            self.requested = True
