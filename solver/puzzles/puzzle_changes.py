"""Small changes to a puzzle: what a twin consists of, and what a repair proposes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace

from fanorona.solver.arrangement import Arrangement
from fanorona.solver.board import Board, Colour
from fanorona.solver.errors import NotationError
from fanorona.solver.notation.fen import with_state
from fanorona.solver.position import Position
from fanorona.solver.puzzles.puzzle import Puzzle, Stipulation
from fanorona.words import Message


class Change(ABC):
    """One change; NotationError where the puzzle has nothing to change there."""

    __slots__ = ()

    @abstractmethod
    def made(self, puzzle: Puzzle) -> Puzzle:
        """The puzzle with the change."""

    @abstractmethod
    def message(self) -> Message:
        """What is changed, as it can be read back."""


class StoneChange(Change):
    """A change of stones, and of nothing else."""

    __slots__ = ()

    def made(self, puzzle: Puzzle) -> Puzzle:
        changed = self._arranged(puzzle.position.arrangement).without_idle_giver()
        return replace(puzzle, position=Position(changed, puzzle.rules))

    @abstractmethod
    def _arranged(self, old: Arrangement) -> Arrangement:
        """The arrangement with the change."""


@dataclass(frozen=True, slots=True)
class MoveStone(StoneChange):
    """A stone stands elsewhere."""

    origin: str
    to: str

    def _arranged(self, old: Arrangement) -> Arrangement:
        colour = _colour_on(old, self.origin)
        if self.origin != self.to and _stone_on(old, self.to) is not None:
            raise NotationError(Message("change.occupied", point=self.to))
        if self.origin == self.to:
            raise NotationError(Message("change.nothing", point=self.to))
        return _with_stone(_without(old, self.origin), self.to, colour)

    def message(self) -> Message:
        return Message("change.move", origin=self.origin, to=self.to)


@dataclass(frozen=True, slots=True)
class RemoveStone(StoneChange):
    """A stone is not there."""

    point: str

    def _arranged(self, old: Arrangement) -> Arrangement:
        _colour_on(old, self.point)
        return _without(old, self.point)

    def message(self) -> Message:
        return Message("change.remove", point=self.point)


@dataclass(frozen=True, slots=True)
class PutStone(StoneChange):
    """A stone of that colour is there, instead of none or of one of the other colour."""

    point: str
    colour: Colour

    def _arranged(self, old: Arrangement) -> Arrangement:
        if _stone_on(old, self.point) is self.colour:
            raise NotationError(Message("change.nothing", point=self.point))
        return _with_stone(_without(old, self.point), self.point, self.colour)

    def message(self) -> Message:
        return Message("change.put", colour=self.colour, point=self.point)


@dataclass(frozen=True, slots=True)
class NewStipulation(Change):
    """Something else is asked, perhaps of the other side."""

    stipulation: Stipulation

    def made(self, puzzle: Puzzle) -> Puzzle:
        arrangement = replace(puzzle.position.arrangement, side=self.stipulation.side)
        position = Position(arrangement, puzzle.rules)
        return replace(puzzle, position=position, stipulation=self.stipulation)

    def message(self) -> Message:
        asked = self.stipulation
        if asked.turns is None:
            return Message(f"stipulation.{asked.goal}", side=asked.side)
        return Message("stipulation.win-in", side=asked.side, count=asked.turns)


@dataclass(frozen=True, slots=True)
class NewState(Change):
    """Another state, such as `vela:B`; `-` for none."""

    state: str

    def made(self, puzzle: Puzzle) -> Puzzle:
        old = puzzle.position.arrangement
        plain = Arrangement(old.board, old.white, old.black, old.side)
        return replace(puzzle, position=Position(with_state(plain, self.state), puzzle.rules))

    def message(self) -> Message:
        return Message("change.state", state=self.state)


def point_of(board: Board, name: str) -> int:
    """The point of that name; NotationError if the board has none."""
    point = board.by_name.get(name)
    if point is None:
        raise NotationError(
            Message("change.no-point", point=name, size=board.size, last=board.names[-1])
        )
    return point


def _stone_on(arrangement: Arrangement, name: str) -> Colour | None:
    bit = 1 << point_of(arrangement.board, name)
    for colour in Colour:
        if arrangement.stones(colour) & bit:
            return colour
    return None


def _colour_on(arrangement: Arrangement, name: str) -> Colour:
    colour = _stone_on(arrangement, name)
    if colour is None:
        raise NotationError(Message("change.no-stone", point=name))
    return colour


def _without(old: Arrangement, name: str) -> Arrangement:
    bit = 1 << point_of(old.board, name)
    return replace(old, white=old.white & ~bit, black=old.black & ~bit)


def _with_stone(old: Arrangement, name: str, colour: Colour) -> Arrangement:
    bit = 1 << point_of(old.board, name)
    if colour is Colour.WHITE:
        return replace(old, white=old.white | bit)
    return replace(old, black=old.black | bit)
