"""Turns built step by step: how a turn may begin and go on, found without listing all turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from fanorona.solver.board import Direction, points_of

if TYPE_CHECKING:
    from fanorona.solver.position import Position
    from fanorona.solver.turn import Turn


def beginnings(position: Position) -> Iterator[Turn]:
    """The legal turns that every other one begins with: a step, a placing, a huff that ends."""
    if any(position.arrangement.hands):
        # While stones are placed there are no other turns.
        yield from position.turns()
    else:
        yield from ending_huff(position) or one_step_turns(position)


def continuations(position: Position, turn: Turn) -> Iterator[Turn]:
    """The legal turns with one step more than a turn of the position, and the same otherwise."""
    _, origin, codes, _, _ = turn.found
    if not turn.captured:
        return
    for longer in one_step_more(position, origin, [code >> 2 for code in codes]):
        if str(longer).startswith(f"{turn}-"):
            yield longer


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


def ending_huff(position: Position) -> tuple[Turn, ...]:
    """The turn that only takes off a stone: the only one, where that stone is the last."""
    liable = position.arrangement.liable
    is_last = liable == position.arrangement.stones(position.side.other)
    return position.turns() if is_last and liable.bit_count() == 1 else ()
