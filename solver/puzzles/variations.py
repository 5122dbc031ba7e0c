"""The full play after a solution's first turn: every defence, and how it loses.

At each turn of the defender all results of its turns are looked at. Those that lose in the same way
(to the same answers, as fast, and with the same play to follow) are one variation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from fanorona.solver.legal_turns import Routes
from fanorona.solver.position import Position
from fanorona.solver.search.prover import Attack, Prover
from fanorona.solver.stopping import Stopped
from fanorona.solver.turns_by_result import MOST_ROUTES

MOST_VARIATIONS = 2_000
"""A tree with more is cut: it ends at the last turn up to which it has room."""
LOOK_EVERY = 64
"""Turns looked at between two looks at the stop flag."""


@dataclass(frozen=True, slots=True)
class DefenceGroup:
    """Defences that lose in the same way."""

    defences: tuple[str, ...]
    """One turn per resulting position."""
    answer: str | None
    """The turn that wins; None if the defence itself ends the game."""
    also: tuple[str, ...]
    """Other turns that win as fast, one per resulting position; at most 16 are listed."""
    also_count: int
    turns: int
    """Within how many turns the solver wins, the answer included."""
    then: tuple[DefenceGroup, ...] | None
    """What may follow the answer; None if that is left out."""


@dataclass(frozen=True, slots=True)
class VariationTree:
    """A first turn, and the play after it."""

    turn: str
    turns: int
    """Within how many turns the solver wins, this one included."""
    complete: bool
    """Whether every defence is followed to the end of the game."""
    variations: tuple[DefenceGroup, ...]


@dataclass(frozen=True, slots=True)
class _Lost:
    """A defence and the answers that win fastest against it."""

    defence: str
    after: Position
    plies: int
    answers: tuple[str, ...]


_Way = tuple[str | None, tuple[str, ...], int, tuple[DefenceGroup, ...] | None]
"""How a defence loses: the answer shown, all answers, within how many plies, what follows."""


class TooManyVariations(Exception):  # noqa: N818 - not an error: the tree is cut
    """There is no room for a tree of this depth."""


@dataclass(slots=True)
class Grower:
    """Grows trees with one prover; Stopped where its budget ends before a proof."""

    prover: Prover
    budget: int
    """How many turns may be looked at."""
    most: int = MOST_VARIATIONS
    grown: int = 0
    looked: int = 0
    """Counted, since even what the prover knows already takes time."""
    known: dict[tuple[Position, int], list[_Lost]] = field(default_factory=dict)

    def tree(self, position: Position, first: str, plies: int) -> VariationTree:
        """All that may follow a first turn after which the solver wins within `plies` in all.

        The deepest tree that there is room and budget for.
        """
        after = position.after(position.read(first))
        variations: tuple[DefenceGroup, ...] = ()
        depth = 0
        while depth < plies // 2:
            self.grown = 0
            try:
                variations = self.variations(after, plies - 1, depth + 1)
            except (Stopped, TooManyVariations):
                if depth == 0:
                    raise
                break
            depth += 1
        turns = (plies + 1) // 2
        return VariationTree(first, turns, is_complete(variations), variations)

    def variations(self, position: Position, plies: int, depth: int) -> tuple[DefenceGroup, ...]:
        """The defences of the side to move, which loses within `plies`, that many turns deep."""
        lost = self.lost(position, plies)
        often = Counter(answer for one in lost for answer in one.answers)
        groups: dict[_Way, list[str]] = {}
        for one in lost:
            chosen = min(one.answers, key=lambda answer: (-often[answer], answer), default=None)
            then = self._then(one, chosen, depth)
            groups.setdefault((chosen, one.answers, one.plies, then), []).append(one.defence)
        self.grown += len(groups)
        if self.grown > self.most:
            raise TooManyVariations
        found = [_variation(defences, *key) for key, defences in groups.items()]
        return tuple(sorted(found, key=lambda one: (-one.turns, one.defences)))

    def _then(self, lost: _Lost, answer: str | None, depth: int) -> tuple[DefenceGroup, ...] | None:
        if answer is None or lost.plies <= 1:
            return ()
        if depth == 1:
            return None
        after = lost.after.after(lost.after.read(answer))
        return self.variations(after, lost.plies - 1, depth - 1)

    def lost(self, position: Position, plies: int) -> list[_Lost]:
        """Every result of a defence, with all answers that win as fast as can be."""
        asked = (position, plies)
        if asked not in self.known:
            found = [
                self._lost(position, routes, plies - 1) for routes in self.prover.results(position)
            ]
            self.known[asked] = [_known(one) for one in found]
        return self.known[asked]

    def answered(
        self, position: Position, plies: int
    ) -> tuple[tuple[DefenceGroup, ...], tuple[str, ...]]:
        """The turns of the side to move that lose within `plies`, and those that do not."""
        lost, others = [], []
        for routes in self.prover.results(position):
            found = self._lost(position, routes, plies - 1)
            if isinstance(found, str):
                others.append(found)
            else:
                lost.append(found)
        self.known[position, plies] = lost
        depth = (plies + 1) // 2
        while True:
            self.grown = 0
            try:
                return self.variations(position, plies, depth), tuple(others)
            except TooManyVariations:
                if depth <= 1:
                    raise Stopped from None
                depth -= 1

    def _lost(self, position: Position, routes: Routes, most: int) -> _Lost | str:
        """How a defence loses, or its text if it is proven not to within that many plies."""
        self._look()
        prover = self.prover
        attack = Attack(routes.after, True)
        attack.shortest(prover, prover.left, most)
        if attack.exact is not None:
            after = position.after(routes[0])
            return _Lost(str(routes[0]), after, attack.exact, self._answers(after, attack.exact))
        if attack.not_within >= most:
            return str(routes[0])
        raise Stopped

    def _answers(self, position: Position, plies: int) -> tuple[str, ...]:
        """One turn per result that wins within that many plies."""
        if plies == 0:
            return ()
        found = []
        for routes in self.prover.results(position):
            self._look()
            wins = self.prover.within(routes.after, False, plies - 1, self.prover.left)
            if wins is None:
                raise Stopped
            if wins:
                found.append(str(routes[0]))
        return tuple(found)

    def _look(self) -> None:
        """Count what is looked at; Stopped where the budget is spent."""
        self.looked += 1
        if self.looked % LOOK_EVERY == 0 and self.prover.stop.is_over():
            raise Stopped
        if self.looked > self.budget:
            raise Stopped


def _known(lost: _Lost | str) -> _Lost:
    """Where the win is proven, every defence is known to lose."""
    if isinstance(lost, str):
        raise Stopped
    return lost


def is_complete(variations: Sequence[DefenceGroup]) -> bool:
    """Whether every defence is followed to the end of the game."""
    return all(one.then is not None and is_complete(one.then) for one in variations)


def _variation(
    defences: list[str],
    answer: str | None,
    answers: tuple[str, ...],
    plies: int,
    then: tuple[DefenceGroup, ...] | None,
) -> DefenceGroup:
    also = [one for one in answers if one != answer]
    return DefenceGroup(
        defences=tuple(defences),
        answer=answer,
        also=tuple(also[:MOST_ROUTES]),
        also_count=len(also),
        turns=(plies + 1) // 2,
        then=then,
    )
