"""What comes back from a worker: how a task ended, and what of it."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Ended(StrEnum):
    """How a task ended."""

    DONE = "done"
    """The body is the result, pickled."""
    FAILED = "failed"
    """The body is what was raised, pickled."""
    REFUSED = "refused"
    """The worker has another engine; the body is its version."""
    DIED = "died"
    """Its process ended, and so did the next one's; the body says how."""


class Answer(NamedTuple):
    """Nothing but bytes and text, so that other versions can read it, too."""

    ended: str
    body: bytes
    where: str
    """The address of the worker."""
