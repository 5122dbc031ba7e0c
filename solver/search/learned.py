"""The evaluation of a rule set's positions: learned weights, if the package has some."""

from __future__ import annotations

import json
import struct
import sys
import zlib
from array import array
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path

from fanorona.solver.board import Board
from fanorona.solver.kernel.evaluation import (
    CLASS_SIZE,
    CLASSES,
    SIDE,
    Evaluation,
    LearnedWeights,
)
from fanorona.solver.kernel.network import HIDDEN, INPUTS, LANES
from fanorona.solver.kernel.state import FIRST
from fanorona.solver.position import Position
from fanorona.solver.rules import RuleSet

WEIGHTS = Path(__file__).parent / "weights"
FILES, RANKS = 7, 3
"""Of the lower left corners of the 3x3 windows."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What the value of a position is made of, in stones, for the side to move."""

    value: float
    numbers: float
    """By how many stones both sides have, and what is no single window's part."""
    squares: tuple[tuple[float, ...], ...]
    """What each window of 3x3 adds, by rank and file of its lower left corner."""
    ranks: tuple[float, ...]
    """What each rank adds, from White's side."""


def explain(position: Position) -> Explanation | None:
    """The value of a position as it stands, without a search; None where stones alone count."""
    evaluation = evaluation_of(position.rules, position.board)
    own, enemy, liable, state = position.words()
    if not evaluation.is_learned or liable or state > FIRST:
        return None
    numbers, parts = evaluation.parts(own, enemy)
    stones = [part / 100 for part in parts]
    return Explanation(
        value=evaluation.of(own, enemy, 0, 0) / 100,
        numbers=numbers / 100,
        squares=tuple(tuple(stones[FILES * rank : FILES * (rank + 1)]) for rank in range(RANKS)),
        ranks=tuple(stones[FILES * RANKS :]),
    )


@cache
def evaluation_of(rules: RuleSet, board: Board) -> Evaluation:
    """What a search uses; without weights for the rule set and the board, stones alone count."""
    game = Position.start(rules, board.width, board.height).game()
    path = WEIGHTS / f"{rules.id}-{board.size}.weights"
    if not path.exists():
        return Evaluation(game)
    return Evaluation(game, read_weights(path.read_bytes()))


def read_weights(packed: bytes) -> LearnedWeights:
    """What a weights file has. It is compressed:

    a length, and as many bytes of JSON; the low bytes of all 16-bit numbers, then the high ones;
    biases of 32 bits, low byte first.
    """
    body = zlib.decompress(packed)
    (size,) = struct.unpack_from("<I", body)
    phases: list[int] = json.loads(body[4 : 4 + size])["phases"]
    number = max(phases) + 1
    sizes = (
        CLASSES * CLASS_SIZE * LANES,
        SIDE * SIDE,
        INPUTS * HIDDEN,
        number * (LANES + HIDDEN),
    )
    begin, shorts = 4 + size, sum(sizes)
    halves = bytearray(2 * shorts)
    halves[::2] = body[begin : begin + shorts]
    halves[1::2] = body[begin + shorts : begin + 2 * shorts]
    numbers = array("h", bytes(halves))
    biases = array("i", body[begin + 2 * shorts :])
    if sys.byteorder == "big":
        numbers.byteswap()
        biases.byteswap()
    windows, by_stones, first, second = (
        numbers[end - size : end] for size, end in zip(sizes, accumulate(sizes), strict=True)
    )
    return LearnedWeights(
        windows=windows,
        by_stones=by_stones,
        first=first,
        second=second,
        first_bias=biases[:HIDDEN],
        second_bias=biases[HIDDEN:],
        phases=phases,
    )
