"""The walk through a strategy: every turn of the other side is played against it.

The order is part of the format of a certificate, because its lines carry no positions: depth first,
the other side's turns by their text, and no position is entered twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from fanorona.solver.board import Colour
from fanorona.solver.position import Outcome, Position
from fanorona.solver.turn import Words

OPEN = -1
"""Plies of a position whose turns are still being followed."""


class StrategyFails(Exception):  # noqa: N818 - reads as what it says
    """A strategy that does not do what it should; `reason` is the key of a message."""

    def __init__(self, reason: str, position: Position) -> None:
        self.reason = reason
        self.position = position
        super().__init__(reason)


@dataclass(frozen=True, slots=True)
class Leaning:
    """The strategist takes the word of a table; `plies` within which it wins, None: it holds."""

    plies: int | None


Answer = Words | Leaning
"""The position after the strategist's turn, or what a table says."""
Answers = Callable[[Position], Answer]


@dataclass(slots=True)
class _Met:
    """A position on the way: what is still to be followed, and the plies that the rest took."""

    words: Words
    side: Colour
    waiting: Iterator[Words]
    plies: int = 0


@dataclass(slots=True)
class Walk:
    """One walk. `answer_to` names what the strategist does where it is to move."""

    root: Position
    strategist: Colour
    must_win: bool
    answer_to: Answers
    on_position: Callable[[], None] = lambda: None
    """Called for each position: may end the walk by raising."""
    known: dict[tuple[Words, Colour], int] = field(default_factory=dict)
    path: list[_Met] = field(default_factory=list)

    def plies(self) -> int:
        """Within how many plies the game is over; meaningless if nobody has to win."""
        start = self.root.words()
        self._enter(start, self.root.side)
        while self.path:
            last = self.path[-1]
            after = next(last.waiting, None)
            if after is None:
                self.path.pop()
                self._leave(last.words, last.side, last.plies + 1)
                continue
            side = last.side.other
            before = self.known.get((after, side))
            if before is None:
                self._enter(after, side)
            elif before != OPEN:
                last.plies = max(last.plies, before)
            elif self.must_win:
                raise StrategyFails("certificate.cycle", self.root.reached(after, side))
        return self.known[start, self.root.side]

    def _enter(self, words: Words, side: Colour) -> None:
        self.on_position()
        position = self.root.reached(words, side)
        outcome = position.outcome()
        if outcome is not None:
            if outcome is Outcome.won_by(self.strategist.other):
                raise StrategyFails("certificate.lost", position)
            self._leave(words, side, 0)
            return
        if side is self.strategist:
            answer = self.answer_to(position)
            if isinstance(answer, Leaning):
                self._leave(words, side, answer.plies or 0)
                return
            waiting = iter([answer])
        else:
            waiting = iter([routes.after for routes in position.listing().results()])
        self.known[words, side] = OPEN
        self.path.append(_Met(words, side, waiting))

    def _leave(self, words: Words, side: Colour, plies: int) -> None:
        self.known[words, side] = plies
        if self.path:
            self.path[-1].plies = max(self.path[-1].plies, plies)
