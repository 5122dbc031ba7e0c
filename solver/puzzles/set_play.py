"""Set play: what if the other side were to move in the diagram?"""

from __future__ import annotations

from dataclasses import dataclass, replace

from fanorona.solver.position import Position
from fanorona.solver.puzzles.variations import DefenceGroup, Grower, is_complete
from fanorona.solver.stopping import Stopped
from fanorona.words import Message


@dataclass(frozen=True, slots=True)
class SetPlay:
    """The other side's turns in the diagram, and which of them already lose."""

    position: str | None
    """The diagram with the other side to move; null if that is not a position to play from."""
    turns: int
    """Within how many turns the solver has to win then: one fewer than asked for."""
    variations: tuple[DefenceGroup, ...]
    unanswered: tuple[str, ...]
    """The turns that do not lose in time, one per resulting position."""
    complete: bool
    """Whether every turn is judged, and followed to the end of the game if it loses."""
    reason: Message | None
    """Why there is no set play, or why it is not complete; null if it is."""


def set_play(position: Position, turns: int | None, grower: Grower) -> SetPlay:
    """The set play of a puzzle that asks for a win in `turns`; None if for something else."""
    if turns is None:
        return _without(0, "set-play.no-win")
    if turns < 2:
        return _without(0, "set-play.one-turn")
    other = Position(replace(position.arrangement, side=position.side.other), position.rules)
    if other.validate():
        return _without(turns - 1, "set-play.illegal")
    if other.outcome() is not None:
        return _without(turns - 1, "set-play.over")
    try:
        variations, unanswered = grower.answered(other, 2 * (turns - 1))
    except Stopped:
        reason = Message("check.unknown")
        return SetPlay(other.fen(), turns - 1, (), (), False, reason)
    complete = is_complete(variations)
    cut = None if complete else Message("set-play.cut")
    return SetPlay(other.fen(), turns - 1, variations, unanswered, complete, cut)


def _without(turns: int, code: str) -> SetPlay:
    return SetPlay(None, turns, (), (), True, Message(code))
