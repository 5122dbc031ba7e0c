"""The state of a position in one word, as the side to move sees it; state.pxd has it for C.

bit 0         the side to move has not had its first turn     bit 1         nor has the other
bit 2         the side to move is the giver of a Vela         bit 3         the other one is
bits 8 to 15  stones in the hand of the side to move          bits 16 to 23 of the other
"""

from __future__ import annotations

OWN_FIRST = 1
FIRST = 3
"""Of both sides."""
OWN_GIVES = 4
ENEMY_GIVES = 8
OWN_HAND = 0xFF00
ENEMY_HAND = 0xFF0000
ONE_IN_HAND = 0x100
OWN_HAND_SHIFT = 8
ENEMY_HAND_SHIFT = 16
STATE = 0xFFFFFF
"""All of it."""
