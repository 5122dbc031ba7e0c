"""The prover: what is known of a side's win from a position, and the search for more."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from fanorona.solver.kernel.proof import DISPROVEN, MOST_PLIES, PROVEN, ProofSearch
from fanorona.solver.kernel.safety import Safety
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.kernel.tables import Tables
from fanorona.solver.position import Position, Stopped
from fanorona.solver.turn import Turn, Words
from fanorona.solver.turns_by_result import by_result
from fanorona.solver.value import Value

LONGEST_WIN = MOST_PLIES
"""No search looks for a win further away than this many plies."""
A_MOMENT = 0.03
"""Seconds that are left after the stop flag to list turns, so that the answer can name some."""


class Never(Enum):
    """The attacker cannot win, at any distance."""

    NEVER = 0


NEVER = Never.NEVER


@dataclass(slots=True)
class Prover:
    """The kernel under one budget of nodes for all questions together."""

    kernel: ProofSearch
    safety: Safety
    stop: Stop
    limit: int
    moment: Stop | None = None
    """What ends the listing of turns after the stop flag."""

    @staticmethod
    def of(
        position: Position, tables: Tables | None, nodes: int, memory_mb: float, stop: Stop
    ) -> Prover:
        """A prover for positions of one game; half of the memory each for wins and for safety."""
        half = int(memory_mb * (1 << 19))
        kernel = ProofSearch(position.game(), tables, half, stop)
        return Prover(kernel, Safety(kernel, half), stop, nodes)

    @property
    def spent(self) -> int:
        return self.kernel.nodes

    @property
    def left(self) -> int:
        return max(self.limit - self.spent, 0)

    def turns(self, position: Position) -> tuple[Turn, ...]:
        """The legal turns; Stopped where a moment after the stop flag was not enough for them."""
        if not self.stop.was_requested:
            try:
                return position.turns(self.stop)
            except (Stopped, KeyboardInterrupt):
                if not self.stop.was_requested:
                    raise
        if self.moment is None:
            self.moment = Stop(A_MOMENT)
        return position.turns(self.moment)

    def within(self, words: Words, attacking: bool, plies: int, nodes: int) -> bool | None:
        """Does the attacker win within so many plies? None: not known within the nodes.

        Beyond LONGEST_WIN no search can tell that it does not.
        """
        most = min(plies, LONGEST_WIN)
        found, _ = self.kernel.search(*words, attacking, most, min(nodes, self.left))
        if found == PROVEN:
            return True
        return False if found == DISPROVEN and plies == most else None

    def at_all(self, words: Words, attacking: bool, nodes: int) -> int | Never | None:
        """Plies enough for the attacker's win, NEVER, or None: not known within the nodes."""
        found = _as_known(self.kernel.search(*words, attacking, None, min(nodes, self.left)))
        if found is None and nodes:
            found = _as_known(self.safety.decide(*words, attacking, min(nodes, self.left)))
        return found


def _as_known(found: tuple[int, int]) -> int | Never | None:
    result, plies = found
    if result == PROVEN:
        return plies
    return NEVER if result == DISPROVEN else None


@dataclass(slots=True)
class Attack:
    """What is known of one side's win from one position."""

    words: Words
    attacking: bool
    """The side to move is the attacker."""
    within: int | None = None
    """The attacker wins within so many plies."""
    not_within: int = -1
    """The attacker has no win within so many plies."""
    never: bool = False

    @property
    def exact(self) -> int | None:
        """The distance of the win, if it is known to be the shortest."""
        known = self.within is not None and self.not_within >= self.within - 2
        return self.within if known else None

    def at_all(self, prover: Prover, nodes: int) -> None:
        """Look for a win at any distance; with 0 nodes, only at what is known already."""
        if self.within is not None or self.never:
            return
        found = prover.at_all(self.words, self.attacking, nodes)
        if found is NEVER:
            self.never = True
        elif isinstance(found, int):
            self.within = found

    def shortest(self, prover: Prover, nodes: int, most: int = LONGEST_WIN) -> None:
        """Look for the shortest win, ply by ply, up to `most` plies."""
        end = prover.spent + nodes
        while not self.never and self.exact is None:
            plies = self._next_plies()
            if plies > most or prover.spent > end:
                return
            found = prover.within(self.words, self.attacking, plies, end - prover.spent)
            if found is None:
                return
            if found:
                self.within = plies
                self.not_within = max(self.not_within, plies - 2)
                return
            self.not_within = plies

    def _next_plies(self) -> int:
        """The next longer win to look for: 0 plies, then those in which the attacker moves last.

        0 plies before the attacker's own turn: the defender has given up its last stone.
        """
        longer = self.not_within + 1
        if longer and longer % 2 != self.attacking:
            longer += 1
        return longer


def value_of(win: Attack, loss: Attack) -> Value:
    """What is proven of a position by what is known of one side's win and of its loss."""
    if win.within is not None:
        return Value.WIN
    if loss.within is not None:
        return Value.LOSS
    return Value.DRAW if win.never and loss.never else Value.UNKNOWN


@dataclass(slots=True)
class FirstTurn:
    """One result of a first turn, with all turns that lead to it; `win` is its player's."""

    turns: tuple[Turn, ...]
    win: Attack
    loss: Attack

    @property
    def text(self) -> str:
        return str(self.turns[0])

    @property
    def hopeless(self) -> bool:
        """Proven not to win."""
        return self.win.never or self.loss.within is not None


def first_turns(position: Position, prover: Prover | None = None) -> list[FirstTurn]:
    """Every result of a first turn, nothing known of it yet, sorted by the first route's text."""
    return [
        FirstTurn(group, Attack(group[0].after, False), Attack(group[0].after, True))
        for group in by_result(position.turns() if prover is None else prover.turns(position))
    ]
