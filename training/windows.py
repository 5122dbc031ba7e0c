"""The windows of the evaluation for whole arrays of positions; see kernel/evaluation.py."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from fanorona.solver.kernel.evaluation import CLASS_SIZE

Array = npt.NDArray[Any]

SQUARES = 21
"""Windows of 3x3; they come first, then the ranks."""
WINDOWS = SQUARES + 5
SQUARE_CLASSES = 8
"""Classes of windows of 3x3; those of the ranks follow."""
CLASS_OF_FILE = np.array([0, 1, 2, 3, 2, 1, 0])
THREE_RANKS = ((0, 1, 2), (1, 2, 3), (4, 3, 2))
"""Of the lowest windows, the middle ones, and the highest, which are turned over."""


def indices(own: Array, enemy: Array) -> Array:
    """For each position, the places of its windows among the weights of all classes."""
    lanes, whole = _codes()
    ranks = [(_rank(own, rank), _rank(enemy, rank)) for rank in range(5)]
    codes = [lanes[a] + 2 * lanes[b] for a, b in ranks]
    found = np.empty((len(own), WINDOWS), np.int32)
    for row, (near, middle, far) in enumerate(THREE_RANKS):
        index = codes[near] + 27 * codes[middle] + 729 * codes[far]
        classes = CLASS_OF_FILE + 4 * (row == 1)
        found[:, 7 * row : 7 * row + 7] = index + classes * CLASS_SIZE
    for rank, (a, b) in enumerate(ranks):
        kind = SQUARE_CLASSES + min(rank, 4 - rank)
        found[:, SQUARES + rank] = whole[a] + 2 * whole[b] + kind * CLASS_SIZE
    return found


def shared_rows() -> Array:
    """For each window of 3x3, as `indices` numbers them, its row among weights for such squares.

    Squares that are alike but for where they are, turned or mirrored, have the same row, as long as
    the point in the middle is of the same kind: lines go elsewhere from strong ones.
    """
    digits = np.array([[at // 3**place % 3 for place in range(9)] for at in range(CLASS_SIZE)])
    square = digits.reshape(-1, 3, 3)
    images = [
        np.rot90(one, turns, (1, 2)).reshape(-1, 9)
        for one in (square, square[:, :, ::-1])
        for turns in range(4)
    ]
    least = np.min([image @ 3 ** np.arange(9) for image in images], axis=0)
    strong = [(kind % 4 + kind // 4) % 2 == 0 for kind in range(SQUARE_CLASSES)]
    return np.concatenate([least + CLASS_SIZE * kind for kind in strong]).astype(np.int32)


def mirrored(words: Array) -> Array:
    """The boards mirrored from left to right."""
    return _moved(words, [point // 9 * 9 + 8 - point % 9 for point in range(45)])


def turned_over(words: Array) -> Array:
    """The boards with the ranks in the opposite order."""
    return _moved(words, [(4 - point // 9) * 9 + point % 9 for point in range(45)])


def _moved(words: Array, places: list[int]) -> Array:
    out = np.zeros_like(words)
    for point, to in enumerate(places):
        out |= ((words >> np.uint64(point)) & np.uint64(1)) << np.uint64(to)
    return out


def _rank(words: Array, rank: int) -> Array:
    return ((words >> np.uint64(9 * rank)) & np.uint64(511)).astype(np.int64)


def _codes() -> tuple[Array, Array]:
    """By the stones of one side on a rank: the codes of its seven windows, and of the whole."""
    stones = np.arange(512)
    digits = np.stack([stones >> file & 1 for file in range(9)], 1).astype(np.int32)
    lanes = np.empty((512, 7), np.int32)
    for file in range(7):
        near, far = (file, file + 2) if file < 4 else (file + 2, file)
        lanes[:, file] = digits[:, near] + 3 * digits[:, file + 1] + 9 * digits[:, far]
    return lanes, (digits * 3 ** np.arange(9)).sum(1).astype(np.int32)
