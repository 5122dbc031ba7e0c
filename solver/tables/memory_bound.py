"""A bound of the memory that this process has in use.

It may be passed for moments: some systems map two megabytes of a file when one byte is touched.
"""

from __future__ import annotations

import os
from pathlib import Path

_STATM = Path("/proc/self/statm")

SLACK = 16
"""One part in this many is kept free,"""

SPARE = 64 << 20
"""and these bytes besides: threads take some while nobody looks."""

ROOM = 8
"""One part in this many stays free of whatever is in memory for long."""


class MemoryBound:
    """Says when too much is in use, so that whoever can gives some back."""

    def __init__(self, most: int | None = None) -> None:
        """`most`: bytes; None: any number."""
        # Elsewhere the system itself takes mapped pages back when memory is short.
        self._most = most if _STATM.exists() else None

    def is_exceeded(self) -> bool:
        """Whether the bound is reached, or nearly so."""
        return self._most is not None and least_bound(resident()) > self._most

    def has_room(self, size: int) -> bool:
        """Whether that many bytes more can be kept for long; not if nobody has set a bound."""
        return self._most is not None and resident() + size < self._most - self._most // ROOM


def least_bound(used: int) -> int:
    """The smallest bound that leaves free what is to be, with `used` bytes in use."""
    return (used + SPARE) * SLACK // (SLACK - 1)


def resident() -> int:
    """Bytes of memory that this process has in use, mapped files included; Linux only."""
    return int(_STATM.read_bytes().split()[1]) * os.sysconf("SC_PAGE_SIZE")
