"""A turn: one whole move of one stone, with every step and what it takes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from fanorona.solver.board import Board, points_of
from fanorona.solver.kernel.turns import NO_POINT

Words = tuple[int, int, int, int]
"""A position as the kernel sees it: own, enemy, liable, state (see solver/kernel/turns.py)."""

KernelTurn = tuple[int, int, bytes, tuple[int, ...], Words]
"""A turn as the kernel finds it: huffed, origin, a byte and the set taken per step, and after."""


class Capture(StrEnum):
    """How a step captures.

    Examples:
        >>> from fanorona import Position
        >>> Position.parse("5/W1B2/5 W").read("a2-b2").steps[0].capture
        <Capture.APPROACH: 'approach'>
    """

    APPROACH = "approach"
    WITHDRAWAL = "withdrawal"


_CAPTURES = (None, Capture.APPROACH, Capture.WITHDRAWAL)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a stone from point to point; `origin` is None if a stone is placed.

    Examples:
        >>> from fanorona import Position
        >>> (step,) = Position.parse("5/W1BB1/5 W").read("a2-b2A").steps
        >>> step.origin, step.to, step.captured
        ('a2', 'b2', ('c2', 'd2'))
    """

    origin: str | None
    to: str
    capture: Capture | None
    captured: tuple[str, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Turn:
    """A legal turn of a position. `str(turn)` is its notation.

    Examples:
        >>> from fanorona import Position
        >>> turn = Position.parse("5/W1BB1/5 W").turns()[0]
        >>> str(turn), turn.captured, turn.removed
        ('a2-b2A', ('c2', 'd2'), ())
    """

    text: str
    board: Board
    found: KernelTurn

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Turn {self.text}>"

    @property
    def huffed(self) -> str | None:
        """The liable stone that this turn takes off first."""
        return _name(self.board, self.found[0])

    @property
    def after(self) -> Words:
        """The position that it leads to, as the kernel sees it."""
        return self.found[4]

    @property
    def steps(self) -> tuple[Step, ...]:
        _, at, codes, taken, _ = self.found
        names = self.board.names
        found = []
        for code, stones in zip(codes, taken, strict=True):
            to = code >> 2
            origin = None if at == NO_POINT else names[at]
            captured = tuple([names[point] for point in _outwards(stones, to)])
            found.append(Step(origin, names[to], _CAPTURES[code & 3], captured))
            at = to
        return tuple(found)

    @property
    def captured(self) -> tuple[str, ...]:
        """Enemy stones taken or flipped, in order."""
        return captured_in(self.steps)

    @property
    def removed(self) -> tuple[str, ...]:
        """Stones that leave otherwise: a huffed one, a forfeit, Fliporona's capturing stone."""
        names = [] if self.huffed is None else [self.huffed]
        codes = self.found[2]
        if codes and not self.after[1] >> (codes[-1] >> 2) & 1:
            names.append(self.board.names[codes[-1] >> 2])
        return tuple(names)


def _outwards(stones: int, point: int) -> Sequence[int]:
    """The points of a set, those next to the given one first."""
    if stones & (stones - 1) == 0:
        # None, or a single one: by far the most.
        return (stones.bit_length() - 1,) if stones else ()
    return sorted(points_of(stones), key=lambda stone: abs(stone - point))


def captured_in(steps: Iterable[Step]) -> tuple[str, ...]:
    """Enemy stones that these steps take or flip, in order."""
    return tuple(name for step in steps for name in step.captured)


def _name(board: Board, point: int) -> str | None:
    return None if point == NO_POINT else board.names[point]


@cache
def text_ranks(board: Board) -> tuple[bytes, bytes, bytes]:
    """Tables that make the bytes of a turn sort as its text does (see kernel/listing.py).

    A name may begin another, as a1 does a10: what follows it decides.
    """
    huffed = [f"{name}~" for name in board.names]
    origins = [f"{name}-" for name in board.names]
    return _ranks(huffed), _ranks(origins), _ranks(board.step_texts)


def _ranks(texts: Sequence[str]) -> bytes:
    """Byte 1 + n stands for the nth text, and 0 for the end; other bytes stay what they are."""
    ranks = list(range(256))
    for rank, index in enumerate(sorted(range(len(texts)), key=texts.__getitem__), 1):
        ranks[index + 1] = rank
    return bytes(ranks)


def turn_text(board: Board, found: KernelTurn) -> str:
    """The canonical notation of a turn."""
    huffed, origin, codes, _, _ = found
    text = "" if huffed == NO_POINT else f"{board.names[huffed]}~"
    if origin != NO_POINT:
        return text + board.names[origin] + "".join([board.step_texts[code] for code in codes])
    return text + "".join([f"@{board.names[code >> 2]}" for code in codes])
