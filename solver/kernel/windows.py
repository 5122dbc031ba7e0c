"""The numbers of an evaluation's windows; windows.pxd has them for C."""

from __future__ import annotations

SIZE = 3**9
"""What may stand in a window of nine points."""
ROW = 46
"""Numbers of stones that a side may have, none included."""
RANK = 0x1FF
"""The points of one rank of the 9x5 board."""
LANE = 0xFFFF
"""One of the four numbers in a word."""
