"""The numbers of an evaluation's board; windows.pxd has them for C."""

from __future__ import annotations

ROW = 46
"""Numbers of stones that a side may have, none included."""
RANK = 0x1FF
"""The points of one rank of the 9x5 board."""
