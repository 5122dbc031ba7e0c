"""Where endgame tables are: in a folder, or at a URL from which they are fetched."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TypeAlias

from fanorona.solver.errors import FanoronaError

TablePlace: TypeAlias = Path | str
"""A folder, or a URL as text."""


class UnusableTables(FanoronaError):  # noqa: N818 - reads as what it says
    """Tables that a question must have, and that are missing or damaged."""


def is_url(place: object) -> bool:
    return isinstance(place, str) and "://" in place


def cache_folder() -> Path | None:
    """The folder of the user's tables, whether it exists or not; None without a home folder."""
    named = os.environ.get("FANORONA_CACHE")
    if named:
        return Path(named) / "tables"
    try:
        return _caches() / "fanorona" / "tables"
    except RuntimeError:
        return None


def _caches() -> Path:
    """RuntimeError if nobody knows the home folder."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    named = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return named if named.is_absolute() else Path.home() / ".cache"
