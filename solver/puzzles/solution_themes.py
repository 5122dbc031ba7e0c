"""A solution played out, and its themes: seen in its turns, proven where they are a claim."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from fanorona.solver.position import Position
from fanorona.solver.puzzles.puzzle import Goal
from fanorona.solver.puzzles.themes import PuzzleTheme
from fanorona.solver.rules import Captured
from fanorona.solver.search.prover import Prover
from fanorona.solver.turn import Capture, Turn

LONG_CHAIN = 4
"""Steps of a long chain."""
SWEEP = 5
"""Stones that the last turn takes."""
FEW_STONES = 8
"""Stones on the board in an endgame."""
ZUGZWANG_NODES = 5_000


@dataclass(frozen=True, slots=True)
class SolvedLine:
    """A solution played out: the positions before and after each turn, and what was proven."""

    goal: Goal
    positions: tuple[Position, ...]
    turns: tuple[Turn, ...]
    losing: int
    """Other first turns after which the opponent is known to win."""
    others: int
    """Other results of the first turn."""
    prover: Prover

    @staticmethod
    def of(
        goal: Goal,
        position: Position,
        line: Sequence[str],
        losing: int,
        others: int,
        prover: Prover,
    ) -> SolvedLine:
        positions, turns = [position], []
        for text in line:
            turns.append(positions[-1].read(text))
            positions.append(positions[-1].after(turns[-1]))
        return SolvedLine(goal, tuple(positions), tuple(turns), losing, others, prover)

    @property
    def key(self) -> Turn:
        return self.turns[0]

    def themes(self) -> Iterator[PuzzleTheme]:
        """Those that it has, in their order."""
        return (theme for theme in PuzzleTheme if _HAS[theme](self))

    def balance(self, index: int) -> int:
        """The solver's stones minus the opponent's, hands left out, after that many turns."""
        side, position = self.positions[0].side, self.positions[index]
        return position.stones(side) - position.stones(side.other)

    def gives_up_stones(self) -> bool:
        """Is the solver worse off after the reply than before the key?

        Flipped stones come back, so in Fliporona a loss of stones gives up nothing.
        """
        if len(self.turns) < 2 or self.positions[0].rules.captured_stones is Captured.FLIP:
            return False
        return self.balance(2) < self.balance(0)

    def stops_early(self) -> bool:
        """Could the key's chain go on?"""
        if not self.key.captured or self.key.huffed is not None:
            return False
        turns = self.positions[0].listing(self.prover.stop)
        following = bisect_right(turns, str(self.key), key=str)
        return following < len(turns) and str(turns[following]).startswith(f"{self.key}-")

    def is_zugzwang(self) -> bool:
        """Would the win not come in time if the opponent, after the key, could pass?"""
        own, enemy, liable, state = self.positions[1].words()
        left = len(self.turns) - 2
        if self.goal is not Goal.WIN or left < 1 or liable or state or self.key.captured:
            return False
        after_pass = (enemy, own, 0, 0)
        return self.prover.within(after_pass, True, left, ZUGZWANG_NODES) is False

    def blocks(self) -> bool:
        """Does it end with an opponent who has stones and no turn?"""
        last = self.positions[-1]
        return (
            last.outcome() is not None
            and last.stones(last.side) > 0
            and last.side is not (self.positions[0].side)
        )

    def has_no_choice(self) -> bool:
        """Does every other first turn lose? Where only the key draws, they all do."""
        return self.others > 0 and (self.goal is Goal.DRAW or self.losing == self.others)

    def is_against(self, own: int, enemy: int) -> bool:
        first = self.positions[0]
        return (first.stones(first.side), first.stones(first.side.other)) == (own, enemy)


def _quiet(line: SolvedLine) -> bool:
    return not line.key.captured and bool(line.key.steps) and line.key.steps[0].origin is not None


def _by_withdrawal(line: SolvedLine) -> bool:
    captures = {step.capture for step in line.key.steps}
    return captures == {Capture.WITHDRAWAL}


def _is_underdog(line: SolvedLine) -> bool:
    first = line.positions[0]
    return 2 * first.stones(first.side) <= first.stones(first.side.other)


def _stones(line: SolvedLine) -> int:
    first = line.positions[0]
    return first.stones(first.side) + first.stones(first.side.other)


_HAS: dict[PuzzleTheme, Callable[[SolvedLine], bool]] = {
    PuzzleTheme.QUIET_KEY: _quiet,
    PuzzleTheme.WITHDRAWAL_KEY: _by_withdrawal,
    PuzzleTheme.LONG_CHAIN: lambda line: len(line.key.steps) >= LONG_CHAIN,
    PuzzleTheme.EARLY_STOP: SolvedLine.stops_early,
    PuzzleTheme.HUFF: lambda line: line.key.huffed is not None,
    PuzzleTheme.SACRIFICE: SolvedLine.gives_up_stones,
    PuzzleTheme.ZUGZWANG: SolvedLine.is_zugzwang,
    PuzzleTheme.BLOCKADE: SolvedLine.blocks,
    PuzzleTheme.SWEEP: lambda line: (
        len(line.turns[-1].captured) >= SWEEP and len(line.turns) % 2 == 1
    ),
    PuzzleTheme.ONLY_MOVE: SolvedLine.has_no_choice,
    PuzzleTheme.UNDERDOG: _is_underdog,
    PuzzleTheme.TELO_NOHO_DIMY: lambda line: line.is_against(3, 5),
    PuzzleTheme.ENDGAME: lambda line: _stones(line) <= FEW_STONES,
    PuzzleTheme.VELA: lambda line: line.positions[0].arrangement.giver is not None,
}
