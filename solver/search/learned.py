"""The evaluation of a rule set's positions: learned weights, if the package has some."""

from __future__ import annotations

import json
import struct
import sys
import zlib
from array import array
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fanorona.solver.board import Board
from fanorona.solver.kernel.evaluation import SIDE, Evaluation
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
    """By how many stones both sides have."""
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
    return Evaluation(game, *read_weights(path.read_bytes()))


def read_weights(packed: bytes) -> tuple[array[int], array[int], list[int]]:
    """Of a weights file: by phase, class and window; by stones; the phase of each stone count.

    The file is compressed: a length and as many bytes of JSON, then 16-bit numbers, low byte first.
    """
    body = zlib.decompress(packed)
    (size,) = struct.unpack_from("<I", body)
    phases: list[int] = json.loads(body[4 : 4 + size])["phases"]
    numbers = array("h", body[4 + size :])
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers[: -SIDE * SIDE], numbers[-SIDE * SIDE :], phases
