"""The network of a learned evaluation for the uncompiled kernel; network.pxd does the same in C.

Each of 26 windows has a row of eight numbers, its lanes, and the rows are added up. The eight sums
and both numbers of stones are the inputs of 32 hidden units, which are 0 below 0. The value is what
hidden units and sums make of it, weighted by phase. All numbers are whole, and small enough for the
products and sums to fit into 32 bits:

    hidden   (bias + sum of input * weight) >> 7, from 0 to 8191
    value    (bias + sum of sums * weight + sum of hidden * weight) >> 12
"""

from __future__ import annotations

from collections.abc import Sequence

LANES = 8
HIDDEN = 32
INPUTS = LANES + 2
HIDDEN_SHIFT = 7
MOST_HIDDEN = 8191
VALUE_SHIFT = 12
MOST_WEIGHT = 1260
"""Of a window, so that 26 of them fit into 16 bits."""

_SIZE = 3**9
_LANE = 0xFFFF


def signed(number: int) -> int:
    """A number of 32 bits that is kept without its sign."""
    return number - (1 << 32) if number >> 31 else number


def hidden_units(
    inputs: Sequence[int], first: Sequence[int], first_bias: Sequence[int]
) -> list[int]:
    """`first` has the weights of two inputs side by side, for all units, then of the next two."""
    found = []
    for unit in range(HIDDEN):
        total = signed(first_bias[unit])
        for at, value in enumerate(inputs):
            total += value * first[2 * (HIDDEN * (at // 2) + unit) + at % 2]
        found.append(min(max(total >> HIDDEN_SHIFT, 0), MOST_HIDDEN))
    return found


def network(
    windows: Sequence[int],
    first: Sequence[int],
    first_bias: Sequence[int],
    second: Sequence[int],
    second_bias: Sequence[int],
    phase: int,
    l0: int, l1: int, l2: int, l3: int, l4: int,
    r0: int, r1: int, r2: int, r3: int, r4: int,
    own: int,
    enemy: int,
) -> int:  # fmt: skip
    """The value by the codes of each rank, as in evaluation.py, and the numbers of stones."""
    ranks = zip((8, 9, 10, 9, 8), (r0, r1, r2, r3, r4), strict=True)
    rows = [
        *_rows(0, l0 + 27 * l1 + 729 * l2, r0 + 27 * r1 + 729 * r2),
        *_rows(0, l4 + 27 * l3 + 729 * l2, r4 + 27 * r3 + 729 * r2),
        *_rows(4, l1 + 27 * l2 + 729 * l3, r1 + 27 * r2 + 729 * r3),
        *(kind * _SIZE + (rank >> 48) for kind, rank in ranks),
    ]
    sums = [sum(windows[LANES * row + lane] for row in rows) for lane in range(LANES)]
    hidden = hidden_units([*sums, own, enemy], first, first_bias)
    begin = (LANES + HIDDEN) * phase
    total = signed(second_bias[phase])
    for at, value in enumerate([*sums, *hidden]):
        total += value * second[begin + at]
    return total >> VALUE_SHIFT


def _rows(kind: int, left: int, right: int) -> list[int]:
    """The windows of three ranks; those at the right are mirrored."""
    kinds = (0, 1, 2, 3, 2, 1, 0)
    codes = [left >> 16 * lane & _LANE for lane in range(4)]
    codes += [right >> 16 * lane & _LANE for lane in range(3)]
    return [(kind + one) * _SIZE + code for one, code in zip(kinds, codes, strict=True)]
