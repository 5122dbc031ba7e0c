"""What a question may cost: one budget for every search, check and build."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fanorona.solver.errors import FanoronaError
from fanorona.solver.kernel.stop import Stop
from fanorona.words import Message

DEFAULT_MEMORY_MB = 64
ANALYSIS_NODES = 1_000_000
"""What each question takes by itself."""
FORCED_WIN_NODES = 500_000
CHECK_NODES = 2_000_000
"""For each puzzle."""
REPAIR_NODES = 20_000_000
"""For each puzzle: enough for every single change of a usual one."""
REVIEW_NODES = 50_000
"""For each position of a game."""
MOST_NODES = 10**15
"""As good as no limit."""
MOST_TIME_MS = 10**10
MOST_MEMORY_MB = 2**20


class BadBudget(FanoronaError):  # noqa: N818 - reads as what it says
    """A budget that no search can keep."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """What a question may cost; whatever runs out first ends the search.

    Examples:
        >>> from fanorona import Position, forced_win
        >>> found = forced_win(Position.start(), budget=Budget(nodes=1_000, memory_mb=1))
        >>> str(found.search.stopped_by)
        'nodes'
    """

    nodes: int | None = None
    """None: what the question takes by itself, or any number if the time is limited."""
    time_ms: int | None = None
    memory_mb: int = DEFAULT_MEMORY_MB
    depth: int | None = None
    """Plies that the best-line search may look ahead. A proof goes as far as it must."""
    most_turns: int | None = None
    """Positions with more turns than this are not searched."""

    def __post_init__(self) -> None:
        check_number("nodes", self.nodes, MOST_NODES)
        check_number("time_ms", self.time_ms, MOST_TIME_MS)
        check_number("memory_mb", self.memory_mb, MOST_MEMORY_MB)
        check_number("depth", self.depth)

    def nodes_or(self, default: int) -> int:
        """The nodes of a question that takes `default` by itself."""
        if self.nodes is not None:
            return self.nodes
        return default if self.time_ms is None else MOST_NODES

    def within(self, other: Budget) -> Budget:
        """This budget, with no more nodes and no more depth than another one."""
        return replace(
            self, nodes=_least(self.nodes, other.nodes), depth=_least(self.depth, other.depth)
        )

    def stop(self) -> Stop:
        """A stop flag whose deadline is this budget's time from now."""
        return Stop(None if self.time_ms is None else self.time_ms / 1000)

    def untimed(self) -> Budget:
        """The same for a search whose stop flag has the deadline."""
        if self.time_ms is None:
            return self
        return replace(self, nodes=self.nodes_or(MOST_NODES), time_ms=None)

    def stop_or(self, given: Stop | None) -> Stop:
        """The flag that is given, which brings its own deadline, or else a new one."""
        if given is not None and self.time_ms is not None:
            raise BadBudget(Message("budget.time-and-stop"))
        return self.stop() if given is None else given


def check_number(name: str, number: int | None, most: int | None = None) -> None:
    """BadBudget unless the number is missing, or from 1 to `most`."""
    if number is not None and number < 1:
        raise BadBudget(Message("budget.too-small", name=name, number=number))
    if number is not None and most is not None and number > most:
        raise BadBudget(Message("budget.too-large", name=name, number=number, most=most))


def _least(first: int | None, second: int | None) -> int | None:
    """The smaller number; None means no limit."""
    return min((one for one in (first, second) if one is not None), default=None)
