"""Endgame tables for the tests alone: those that a user has built would change answers."""

from __future__ import annotations

import os
from pathlib import Path

CACHE = Path(__file__).parents[1] / "build" / "tests" / "cache"


def use_own_tables() -> None:
    """Have this process, and those that it starts, find only the tables built on first use."""
    os.environ["FANORONA_CACHE"] = str(CACHE)
