"""What the puzzles of one file may take: nodes for each, time for all of them together."""

from __future__ import annotations

from collections.abc import Mapping
from time import monotonic

from fanorona.service.engine.questions import LEAST_SECONDS
from fanorona.service.engine.searches import Flight
from fanorona.service.settings import Settings
from fanorona.solver import Stop
from fanorona.solver.budget import CHECK_NODES, Budget


class PuzzleBudget:
    """The budget that was asked for, within the limits; its time begins at once."""

    def __init__(self, asked: Mapping[str, int], settings: Settings) -> None:
        seconds = asked.get("time_ms", settings.max_time_ms) / 1000
        self._deadline = monotonic() + max(seconds, LEAST_SECONDS)
        self.each = Budget(
            nodes=asked.get("nodes", min(CHECK_NODES, settings.max_nodes)),
            memory_mb=settings.search_memory_mb,
            most_turns=settings.max_turns,
        )

    def stop_of(self, flight: Flight) -> Stop:
        """What ends the next puzzle when the time of all is up."""
        return flight.stop_in(max(self._deadline - monotonic(), 0))
