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
from fanorona.words import Message

if TYPE_CHECKING:
    from fanorona.solver.kernel.stop import Stop
    from fanorona.solver.position import Position


def why_illegal(position: Position, pattern: TurnPattern, stop: Stop | None = None) -> IllegalTurn:
    """The error for a pattern that fits no legal turn."""
    text = shown(pattern.text, 60)
    if position.outcome() is not None:
        return IllegalTurn(Message("turn.game-over", text=text))
    reason = _placing(position, pattern) or _huffing(position, pattern)
    if reason:
        return IllegalTurn(Message("turn.illegal", text=text, reason=reason))
    reason = _no_own_stone(position, pattern)
    if reason:
        return IllegalTurn(Message("turn.illegal", text=text, reason=reason), step=1)
    reason = _huff_missing(position, pattern)
    if reason:
        return IllegalTurn(Message("turn.illegal", text=text, reason=reason))
    number, reason = failing_step(position, pattern, stop)
    fault = Message("turn.illegal-step", text=text, number=number, reason=reason)
    return IllegalTurn(_as_several_turns(position, pattern, fault), step=number)


def _placing(position: Position, pattern: TurnPattern) -> Message | None:
    arrangement, board = position.arrangement, position.board
    if not any(arrangement.hands):
        if pattern.placed is None:
            return None
        return suggest(Message("illegal.nothing-to-place"), one_step_turns(position))
    free = board.everywhere & ~(arrangement.white | arrangement.black | 1 << board.centre)
    example = f"@{board.names[next(points_of(free))]}"
    if pattern.placed is None:
        return Message("illegal.still-placing", turn=example)
    centre = pattern.placed == board.centre
    code = "illegal.place-on-centre" if centre else "illegal.place-on-stone"
    return Message(code, point=board.names[pattern.placed], turn=example)


def _huffing(position: Position, pattern: TurnPattern) -> Message | None:
    if pattern.huffed is None:
        return None
    name = position.board.names[pattern.huffed]
    liable = position.arrangement.liable
    if not liable:
        return Message("illegal.nothing-to-huff", point=name)
    if not liable >> pattern.huffed & 1:
        return Message("illegal.not-liable", point=name, ways=_ways_to_huff(position))
    going_on = [turn for turn in one_step_turns(position) if turn.huffed == name]
    if not going_on:
        return Message("illegal.huff-leaves-no-step", point=name)
    if not pattern.steps:
        return suggest(Message("illegal.goes-on-after-huff", point=name), going_on)
    return None


def _no_own_stone(position: Position, pattern: TurnPattern) -> Message | None:
    arrangement, side, origin = position.arrangement, position.side, pattern.origin
    if origin is None or arrangement.stones(side) >> origin & 1:
        return None
    name = position.board.names[origin]
    reason = Message("illegal.no-stone", point=name)
    if arrangement.stones(side.other) >> origin & 1:
        reason = Message("illegal.enemy-stone", point=name, colour=side.other, side=side)
    return suggest(reason, one_step_turns(position))


def _huff_missing(position: Position, pattern: TurnPattern) -> Message | None:
    """With a single liable stone the text may leave it out."""
    if pattern.huffed is not None or position.arrangement.liable.bit_count() < 2:
        return None
    reason = Message("illegal.huff-first", ways=_ways_to_huff(position))
    return suggest(reason, one_step_turns(position))


def _as_several_turns(position: Position, pattern: TurnPattern, fault: Message) -> Message:
    """A text that was read as one chain may be a line of turns."""
    try:
        turns, _ = leading_line(pattern.text, position.board)
    except NotationError:
        return fault
    several = Message("turn.several", reason=fault, number=len(turns))
    return several if len(turns) > 1 else fault


def _ways_to_huff(position: Position) -> tuple[str, ...]:
    liable = position.board.names_of(position.arrangement.liable)
    return tuple(f"{name}~" for name in liable)
