"""What came of trying inputs or asking questions."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Figures:
    """How many were tried, for how long, and what went wrong."""

    inputs: int = 0
    seconds: float = 0.0
    faults: list[str] = field(default_factory=list)
    refused: int = 0
    """Questions that were refused with a reason, as they may be."""

    def __iadd__(self, other: Figures) -> Figures:
        self.inputs += other.inputs
        self.seconds += other.seconds
        self.faults += other.faults
        self.refused += other.refused
        return self
