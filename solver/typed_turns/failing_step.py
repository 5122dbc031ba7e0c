"""The step at which a typed turn stops being legal, and why."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fanorona.solver.arrangement import VELA_ENDS_AT
from fanorona.solver.board import Direction
from fanorona.solver.notation.turn_text import StepPattern, TurnPattern
from fanorona.solver.rules import Captured, ChainLimit, Choice, Paika
from fanorona.solver.stepping import one_step_more, one_step_turns
from fanorona.solver.turn import Capture
from fanorona.solver.typed_turns.matching import destinations, fits, origins
from fanorona.solver.typed_turns.suggestions import suggest
from fanorona.words import Message

if TYPE_CHECKING:
    from fanorona.solver.kernel.stop import Stop
    from fanorona.solver.position import Position
    from fanorona.solver.turn import Turn


@dataclass(frozen=True, slots=True)
class _Scene:
    """The board in the middle of a turn, before the step that fails."""

    position: Position
    own: int
    enemy: int
    visited: tuple[int, ...]
    """The origin and the destinations of the steps that are legal."""
    last: Turn | None
    """The legal steps as a turn of their own."""
    pattern: TurnPattern

    @property
    def step(self) -> StepPattern:
        return self.pattern.steps[self.done]

    @property
    def at(self) -> int:
        return self.visited[-1]

    @property
    def done(self) -> int:
        return len(self.visited) - 1

    @property
    def direction(self) -> Direction | None:
        if self.step.to is None:
            return self.step.direction
        return self.position.board.direction(self.at, self.step.to)

    @property
    def to(self) -> int | None:
        direction = self.direction
        return None if direction is None else self.position.board.beside(self.at, direction)

    def name(self, point: int) -> str:
        return self.position.board.names[point]


def failing_step(
    position: Position, pattern: TurnPattern, stop: Stop | None = None
) -> tuple[int, Message]:
    """The number of the step that fails, from 1, and why, with what is legal instead."""
    scenes = [
        _scene(position, reading, origin, stop)
        for reading in (pattern, *pattern.others)
        for origin in origins(position, reading)
    ]
    scene = max(scenes, key=_progress)
    reason = _with_remedy(scene, _reason(scene))
    if pattern.origin is None:
        code = "turn.stone-furthest" if scene.done else "turn.stone-for-one"
        stone = scene.name(scene.visited[0])
        reason = Message(code, colour=position.side, point=stone, reason=reason)
    return scene.done + 1, reason


def _progress(scene: _Scene) -> tuple[int, bool, bool]:
    """Sorts the stones that a text may mean by how far they get."""
    to = scene.to
    return scene.done, to is not None, to is not None and not (scene.own | scene.enemy) >> to & 1


def _scene(position: Position, pattern: TurnPattern, origin: int, stop: Stop | None) -> _Scene:
    """Play the steps of a pattern as far as they are legal."""
    points = destinations(position.board, origin, pattern.steps)
    last: Turn | None = None
    done = 0
    for count in range(1, min(len(points) + 1, len(pattern.steps))):
        along = position.turns_along(origin, points[:count], stop)
        turns = [turn for turn in along if fits(turn, pattern)]
        if not turns:
            break
        done, last = count, turns[0]
    own, enemy = _stones_after(position, pattern, origin, last)
    return _Scene(position, own, enemy, (origin, *points[:done]), last, pattern)


def _stones_after(
    position: Position, pattern: TurnPattern, origin: int, last: Turn | None
) -> tuple[int, int]:
    own = position.arrangement.stones(position.side)
    enemy = position.arrangement.stones(position.side.other)
    liable = position.arrangement.liable
    enemy &= ~(liable if pattern.huffed is None else 1 << pattern.huffed)
    if last is None:
        return own, enemy
    taken = sum(1 << position.board.by_name[name] for name in last.captured)
    enemy &= ~taken
    own &= ~(1 << origin)
    own |= 1 << position.board.by_name[last.steps[-1].to]
    if position.rules.captured_stones is Captured.FLIP:
        own |= taken
    return own, enemy


def _reason(scene: _Scene) -> Message:
    direction, to = scene.direction, scene.to
    if direction is None or to is None:
        return _no_line(scene)
    return (
        (_no_chain(scene) if scene.done else None)
        or _blocked(scene, to)
        or (_chain_limit(scene, direction, to) if scene.done else None)
        or _capture_fault(scene, direction, to)
    )


def _no_line(scene: _Scene) -> Message:
    here = scene.name(scene.at)
    if scene.step.to is not None:
        return Message("illegal.not-joined", point=here, to=scene.name(scene.step.to))
    direction = scene.step.direction or Direction.UP
    return Message("illegal.no-line", direction=direction, point=here)


def _no_chain(scene: _Scene) -> Message | None:
    position = scene.position
    rules, side = position.rules, position.side
    if scene.last is not None and not scene.last.captured:
        return Message("illegal.paika-ends-turn", turn=str(scene.last))
    if position.side in position.arrangement.first and not rules.chain_on_first_turn:
        return Message("illegal.first-turn-chain", side=side, rules=rules.id)
    if position.arrangement.giver:
        return Message("illegal.vela-chain", side=side, most=VELA_ENDS_AT)
    return None


def _blocked(scene: _Scene, to: int) -> Message | None:
    for stones, colour in (
        (scene.own, scene.position.side),
        (scene.enemy, scene.position.side.other),
    ):
        if stones >> to & 1:
            return Message("illegal.occupied", point=scene.name(to), colour=colour)
    return None


def _chain_limit(scene: _Scene, direction: Direction, to: int) -> Message | None:
    before = scene.position.board.direction(scene.visited[-2], scene.at)
    if scene.position.rules.chain_may_not is ChainLimit.AXIS:
        if before in (direction, direction.opposite):
            return Message("illegal.same-axis")
        return None
    if to in scene.visited:
        return Message("illegal.visited", point=scene.name(to))
    if before is direction:
        return Message("illegal.same-direction")
    return None


def _capture_fault(scene: _Scene, direction: Direction, to: int) -> Message:
    name, wanted = scene.name(to), scene.step.capture
    lines = {
        Capture.APPROACH: _line(scene, to, direction),
        Capture.WITHDRAWAL: _line(scene, scene.at, direction.opposite),
    }
    if wanted and scene.position.arrangement.giver is scene.position.side:
        return Message("illegal.giver-captures", most=VELA_ENDS_AT)
    if not any(lines.values()):
        return _captures_nothing(scene)
    if wanted and not lines[wanted]:
        other = next(kind for kind in Capture if kind is not wanted)
        step = f"{scene.name(scene.at)}-{name}"
        return Message("illegal.other-capture", step=step, capture=wanted, instead=other)
    if _smaller_line(scene, lines):
        larger = max(lines, key=lambda kind: lines[kind])
        return Message("illegal.smaller-line", rules=scene.position.rules.id, capture=larger)
    return Message("illegal.somehow")


def _captures_nothing(scene: _Scene) -> Message:
    step = f"{scene.name(scene.at)}-{scene.name(scene.to or 0)}"
    if scene.done:
        return Message("illegal.chain-captures-nothing", step=step)
    if scene.position.rules.paika_while_capture is Paika.FORBIDDEN:
        capture = next((t for t in one_step_turns(scene.position) if t.captured), None)
        if capture:
            return Message("illegal.must-capture", step=step, turn=str(capture))
    return Message("illegal.captures-nothing", step=step)


def _smaller_line(scene: _Scene, lines: dict[Capture, int]) -> bool:
    rules, giver = scene.position.rules, scene.position.arrangement.giver
    wanted = scene.step.capture
    if rules.approach_or_withdrawal is not Choice.LARGER_LINE or giver or not wanted:
        return False
    return lines[wanted] < max(lines.values())


def _line(scene: _Scene, start: int, direction: Direction) -> int:
    """How many enemy stones stand without a gap, from the point beside `start` on."""
    count = 0
    at = scene.position.board.beside(start, direction)
    while at is not None and scene.enemy >> at & 1:
        count += 1
        at = scene.position.board.beside(at, direction)
    return count


def _with_remedy(scene: _Scene, reason: Message) -> Message:
    so_far = replace(scene.pattern, steps=scene.pattern.steps[: scene.done])
    instead = [
        turn
        for turn in one_step_more(scene.position, scene.visited[0], scene.visited[1:])
        if fits(turn, so_far)
    ]
    if scene.last is not None:
        instead.insert(0, scene.last)
    return suggest(reason, instead or one_step_turns(scene.position))
