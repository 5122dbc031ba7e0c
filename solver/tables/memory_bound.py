"""A bound of the memory that this process has in use."""

from __future__ import annotations

import os
from pathlib import Path

_STATM = Path("/proc/self/statm")


class MemoryBound:
    """Says when too much is in use, so that whoever can gives some back."""

    def __init__(self, most: int | None = None) -> None:
        """`most`: bytes; None: any number."""
        self.most = most
        # Elsewhere the system itself takes mapped pages back when memory is short.
        self._is_kept = most is not None and _STATM.exists()

    def is_exceeded(self) -> bool:
        return self._is_kept and self.most is not None and resident() > self.most


def resident() -> int:
    """Bytes of memory that this process has in use, mapped files included; Linux only."""
    return int(_STATM.read_bytes().split()[1]) * os.sysconf("SC_PAGE_SIZE")
