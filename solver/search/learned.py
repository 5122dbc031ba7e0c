"""The evaluation of a rule set's positions: learned weights, if the package has some."""

from __future__ import annotations

import json
import struct
import sys
import zlib
from array import array
from functools import cache
from pathlib import Path

from fanorona.solver.board import Board
from fanorona.solver.kernel.evaluation import SIDE, Evaluation
from fanorona.solver.position import Position
from fanorona.solver.rules import RuleSet

WEIGHTS = Path(__file__).parent / "weights"


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
