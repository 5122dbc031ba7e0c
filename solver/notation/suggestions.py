"""Legal turns to name beside a mistake: a few, found without listing them all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from solver.board import Direction, points_of

if TYPE_CHECKING:
    from solver.position import Position
    from solver.turn import Turn

_MOST = 4


def suggest(turns: Iterable[Turn]) -> str:
    """The end of an error message: the first few of these turns."""
    texts = [str(turn) for turn in islice(turns, _MOST)]
    return f". Legal: {', '.join(texts)}" if texts else ""


def one_step_turns(position: Position) -> Iterator[Turn]:
    """Every legal turn of a single step."""
    for origin in points_of(position.arrangement.stones(position.side)):
        yield from one_step_more(position, origin, ())


def one_step_more(position: Position, origin: int, points: Sequence[int]) -> Iterator[Turn]:
    """The legal turns of a stone with one step more than these destinations."""
    at = points[-1] if points else origin
    for direction in Direction:
        to = position.board.beside(at, direction)
        if to is not None:
            yield from position.turns_along(origin, [*points, to])
