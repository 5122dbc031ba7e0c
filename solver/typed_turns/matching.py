"""Which legal turns a typed turn fits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from fanorona.solver.board import Board, points_of
from fanorona.solver.errors import AmbiguousTurn
from fanorona.solver.notation.turn_text import StepPattern, TurnPattern, read_turn
from fanorona.solver.quoting import shown
from fanorona.solver.stepping import ending_huff
from fanorona.words import Message

if TYPE_CHECKING:
    from fanorona.solver.kernel.stop import Stop
    from fanorona.solver.position import Position
    from fanorona.solver.turn import Turn

MOST_SHOWN = 16
"""How many of the turns that a text fits an error message lists."""


def find_turn(position: Position, text: str, stop: Stop | None = None) -> Turn:
    """The one legal turn that a text fits; AmbiguousTurn or IllegalTurn if there is none."""
    return only_turn(position, read_turn(text, position.board), stop)


def only_turn(position: Position, pattern: TurnPattern, stop: Stop | None = None) -> Turn:
    """The one legal turn that a pattern fits; AmbiguousTurn or IllegalTurn if there is none."""
    turns = find_turns(position, pattern, stop)
    if len(turns) == 1:
        return turns[0]
    if turns:
        raise _ambiguous(pattern, [str(turn) for turn in turns])
    from fanorona.solver.typed_turns.diagnosis import why_illegal

    raise why_illegal(position, pattern, stop)


def find_turns(
    position: Position, pattern: TurnPattern, stop: Stop | None = None
) -> tuple[Turn, ...]:
    """Every legal turn that a pattern fits, sorted by its text."""
    found = {
        str(turn): turn
        for reading in (pattern, *pattern.others)
        for turn in _fitting(position, reading, stop)
    }
    return tuple(found[text] for text in sorted(found))


def fits(turn: Turn, pattern: TurnPattern) -> bool:
    """Does a turn along the pattern's points also have its captures and its huffed stone?"""
    if pattern.huffed is not None and turn.huffed != turn.board.names[pattern.huffed]:
        return False
    return all(
        wanted.capture is None or wanted.capture is step.capture
        for wanted, step in zip(pattern.steps, turn.steps, strict=False)
    )


def destinations(board: Board, origin: int, steps: Sequence[StepPattern]) -> list[int]:
    """The points that the steps lead to, as far as they stay on the lines of the board."""
    points: list[int] = []
    at = origin
    for step in steps:
        to = step.to if step.direction is None else board.beside(at, step.direction)
        if to is None:
            break
        points.append(to)
        at = to
    return points


def origins(position: Position, pattern: TurnPattern) -> Iterator[int]:
    """The stones that a pattern may mean."""
    if pattern.origin is None:
        return points_of(position.arrangement.stones(position.side))
    return iter([pattern.origin])


def _fitting(position: Position, pattern: TurnPattern, stop: Stop | None) -> Iterator[Turn]:
    for turn in _along(position, pattern, stop):
        if fits(turn, pattern):
            yield turn


def _along(position: Position, pattern: TurnPattern, stop: Stop | None) -> Iterator[Turn]:
    """The legal turns with the pattern's steps, whatever they capture."""
    if pattern.placed is not None:
        yield from position.turns_along(None, [pattern.placed])
    elif not pattern.steps:
        yield from ending_huff(position)
    else:
        for origin in origins(position, pattern):
            points = destinations(position.board, origin, pattern.steps)
            if len(points) == len(pattern.steps):
                yield from position.turns_along(origin, points, stop)


def _ambiguous(pattern: TurnPattern, texts: list[str]) -> AmbiguousTurn:
    more = len(texts) - MOST_SHOWN
    message = Message(
        "turn.ambiguous-more" if more > 0 else "turn.ambiguous",
        text=shown(pattern.text, 60),
        number=len(texts),
        turns=tuple(texts[:MOST_SHOWN]),
        more=more,
    )
    return AmbiguousTurn(message, texts)
