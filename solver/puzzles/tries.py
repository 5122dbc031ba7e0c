"""Tries: first turns that would do, but for one reply."""

from __future__ import annotations

from dataclasses import dataclass

from fanorona.solver.legal_turns import Routes
from fanorona.solver.position import Position
from fanorona.solver.puzzles.goals import Draw, Meeting
from fanorona.solver.search.prover import Attack, Prover
from fanorona.solver.stopping import Stopped
from fanorona.solver.turn import Words
from fanorona.solver.value import Value

SHARE = 16
"""One question about a win at any distance gets this part of what is left of the budget."""


@dataclass(frozen=True, slots=True)
class Try:
    """A first turn with exactly one refutation."""

    turn: str
    refutation: str
    """The only reply that refutes it, or one of several turns to the same position."""
    failing: int
    """How many other replies there are, by resulting position; none of them refutes it."""


@dataclass(frozen=True, slots=True)
class TryList:
    """The tries of a puzzle, and the first turns that the budget left undecided."""

    tries: tuple[Try, ...]
    undecided: tuple[str, ...]


def tries_of(meeting: Meeting, plies: int | None) -> TryList:
    """The first turns with exactly one refutation; the win must come within `plies`."""
    return _Tester(meeting.prover, isinstance(meeting, Draw) or _is_draw(meeting), plies).all_of(
        meeting
    )


def _is_draw(meeting: Meeting) -> bool:
    return meeting.found.value is Value.DRAW and bool(meeting.found.solutions)


@dataclass(frozen=True, slots=True)
class _Tester:
    prover: Prover
    to_draw: bool
    plies: int | None

    def all_of(self, meeting: Meeting) -> TryList:
        solutions = {solution.after for solution in meeting.found.solutions}
        tries, undecided = [], []
        for routes in meeting.groups:
            if routes.after in solutions:
                continue
            try:
                found = self._tried(meeting.position, routes)
            except Stopped:
                undecided.append(str(routes[0]))
                continue
            if found is not None:
                tries.append(found)
        return TryList(tuple(tries), tuple(undecided))

    def _tried(self, position: Position, routes: Routes) -> Try | None:
        """The try, or None where no reply or a second one refutes the turn; Stopped: undecided."""
        turn = routes[0]
        refutations: list[Routes] = []
        failing, unknown = 0, False
        for reply in self.prover.results(position.after(turn)):
            refutes = self._refutes(reply.after)
            if refutes:
                refutations.append(reply)
                if len(refutations) == 2:
                    return None
            failing += refutes is False
            unknown = unknown or refutes is None
        if unknown:
            raise Stopped
        if not refutations or not failing:
            return None
        return Try(str(turn), str(refutations[0][0]), failing)

    def _refutes(self, after: Words) -> bool | None:
        """Does a reply keep the solver, who is to move, from what is asked?"""
        if self.prover.stop.is_over():
            raise Stopped
        if self.to_draw:
            return _wins(self.prover, after, False)
        if self.plies is None:
            wins = _wins(self.prover, after, True)
        else:
            # A reply that gives up the last stone refutes nothing, even on the last turn.
            left = max(self.plies - 2, 0)
            wins = self.prover.within(after, True, left, self.prover.left)
        return None if wins is None else not wins


def _wins(prover: Prover, words: Words, attacking: bool) -> bool | None:
    """Does the attacker win at any distance?"""
    win = Attack(words, attacking)
    win.at_all(prover, prover.left // SHARE)
    if win.within is not None or win.never:
        return win.within is not None
    loss = Attack(words, not attacking)
    loss.at_all(prover, prover.left // SHARE)
    return False if loss.within is not None else None
