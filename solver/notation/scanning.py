"""Regular expressions, compiled on first use: most commands never need most of them."""

from __future__ import annotations

import re
from functools import cache

compiled = cache(re.compile)


def end_of(expression: str, text: str, at: int) -> int | None:
    """Where the expression ends if it matches there."""
    found = compiled(expression).match(text, at)
    return found.end() if found else None
