"""How many processors there are for this program."""

from __future__ import annotations

import os
import sys


def processors() -> int:
    """How many processors this program may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
