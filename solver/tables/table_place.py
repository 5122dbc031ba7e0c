"""Where endgame tables are: in a folder, or at a URL from which they are fetched."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

from fanorona.solver.errors import FanoronaError

TablePlace: TypeAlias = Path | str
"""A folder, or a URL as text."""


class UnusableTables(FanoronaError):  # noqa: N818 - reads as what it says
    """Tables that a question must have, and that are missing or damaged."""


def is_url(place: object) -> bool:
    return isinstance(place, str) and "://" in place
