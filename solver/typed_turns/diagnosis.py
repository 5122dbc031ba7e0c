"""Why a typed turn is not legal: the rule that it breaks, and what is legal instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fanorona.solver.board import points_of
from fanorona.solver.errors import IllegalTurn, NotationError
from fanorona.solver.notation.turn_line import leading_line
from fanorona.solver.notation.turn_text import TurnPattern
from fanorona.solver.quoting import shown
from fanorona.solver.stepping import one_step_turns
from fanorona.solver.typed_turns.failing_step import failing_step
from fanorona.solver.typed_turns.suggestions import suggest

if TYPE_CHECKING:
    from fanorona.solver.position import Position


def why_illegal(position: Position, pattern: TurnPattern) -> IllegalTurn:
    """The error for a pattern that fits no legal turn."""
    text = shown(pattern.text, 60)
    if position.outcome() is not None:
        return IllegalTurn(f"{text} cannot be played: the game is over")
    reason = _placing(position, pattern) or _huffing(position, pattern)
    if reason:
        return IllegalTurn(f"{text} is not legal: {reason}")
    reason = _no_own_stone(position, pattern)
    if reason:
        return IllegalTurn(f"{text} is not legal: {reason}", step=1)
    reason = _huff_missing(position, pattern)
    if reason:
        return IllegalTurn(f"{text} is not legal: {reason}")
    number, reason = failing_step(position, pattern)
    hint = _several_turns(position, pattern)
    return IllegalTurn(f"{text}, step {number}: {reason}{hint}", step=number)


def _placing(position: Position, pattern: TurnPattern) -> str | None:
    arrangement, board = position.arrangement, position.board
    if not any(arrangement.hands):
        if pattern.placed is None:
            return None
        return f"no stones are left to be placed{suggest(one_step_turns(position))}"
    free = board.everywhere & ~(arrangement.white | arrangement.black | 1 << board.centre)
    example = f"write @ and a free point, such as @{board.names[next(points_of(free))]}"
    if pattern.placed is None:
        return f"stones are still being placed: {example}"
    name = board.names[pattern.placed]
    if pattern.placed == board.centre:
        return f"{name} is the centre, which stays empty while stones are placed: {example}"
    return f"{name} is occupied: {example}"


def _huffing(position: Position, pattern: TurnPattern) -> str | None:
    if pattern.huffed is None:
        return None
    name = position.board.names[pattern.huffed]
    liable = position.arrangement.liable
    if not liable:
        return f"no stone is liable: write the turn without '{name}~'"
    if not liable >> pattern.huffed & 1:
        return f"{name} is not liable: begin with {_ways_to_huff(position)}"
    going_on = [turn for turn in one_step_turns(position) if turn.huffed == name]
    if not going_on:
        return f"taking off {name} leaves no step: take off another stone"
    if not pattern.steps:
        return f"the game goes on after {name}~{suggest(going_on)}"
    return None


def _no_own_stone(position: Position, pattern: TurnPattern) -> str | None:
    arrangement, side, origin = position.arrangement, position.side, pattern.origin
    if origin is None or arrangement.stones(side) >> origin & 1:
        return None
    name = position.board.names[origin]
    legal = suggest(one_step_turns(position))
    if arrangement.stones(side.other) >> origin & 1:
        return f"{name} has a {side.other} stone, but {side.value.capitalize()} is to move{legal}"
    return f"there is no stone on {name}{legal}"


def _huff_missing(position: Position, pattern: TurnPattern) -> str | None:
    """With a single liable stone the text may leave it out."""
    if pattern.huffed is not None or position.arrangement.liable.bit_count() < 2:
        return None
    legal = suggest(one_step_turns(position))
    return f"a liable stone has to be taken off first, with {_ways_to_huff(position)}{legal}"


def _several_turns(position: Position, pattern: TurnPattern) -> str:
    """A text that was read as one chain may be a line of turns."""
    try:
        turns, _ = leading_line(pattern.text, position.board)
    except NotationError:
        return ""
    return f". If these are {len(turns)} turns, give them one by one" if len(turns) > 1 else ""


def _ways_to_huff(position: Position) -> str:
    liable = position.board.names_of(position.arrangement.liable)
    return " or ".join(f"{name}~" for name in liable)
