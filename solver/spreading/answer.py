"""What comes back from a worker: how a task ended, and what of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple


class Ended(StrEnum):
    """How a task ended."""

    DONE = "done"
    """The body is the outcome, pickled."""
    FAILED = "failed"
    """The body is what was raised while the task was read or its outcome written, pickled."""
    REFUSED = "refused"
    """The worker has another engine; the body is its version."""
    DIED = "died"
    """Its process ended, and so did the next one's; the body says how."""


@dataclass(frozen=True, slots=True)
class TaskOutcome:
    """What came of the items of a task, up to the first one that failed."""

    results: list[Any]
    error: Exception | None
    """What the next item raised."""
    seconds: float
    """Of processor time: what a busy machine takes longer for needs no smaller bundles."""


class Answer(NamedTuple):
    """Nothing but bytes and text, so that other versions can read it, too."""

    ended: str
    body: bytes
    where: str
    """The address of the worker."""
