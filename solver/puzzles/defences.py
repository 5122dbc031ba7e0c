"""Why a solution works: what becomes of the turns that the main line leaves out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fanorona.solver.position import Position
from fanorona.solver.search.prover import Attack, Prover, value_of
from fanorona.solver.turn import Words
from fanorona.solver.value import Distance, Value, preference

MOST_JUDGED = 64
"""Of more turns than this, only so many are judged."""


@dataclass(frozen=True, slots=True)
class Other:
    """A turn that could have been played, and its value for the side that plays it."""

    turn: str
    value: Value
    turns: int | None
    """Of the winner, from after this turn on; of a win, this turn included."""
    answer: str | None
    """The turn that punishes it."""

    def rank(self) -> tuple[int, int, str]:
        """What serves its player best comes first; what is unknown, after draws."""
        score = -1 if self.value is Value.UNKNOWN else 0
        return *preference(self.value, self.turns, score), self.turn


@dataclass(frozen=True, slots=True)
class Others:
    """The turns besides one, best first; `left_out` more were not looked at."""

    listed: tuple[Other, ...]
    left_out: int

    def __len__(self) -> int:
        return len(self.listed) + self.left_out


def other_turns(prover: Prover, position: Position, known: Sequence[Words]) -> Others:
    """What the turns come to whose results are not among the known ones."""
    others = [routes for routes in prover.results(position) if routes.after not in known]
    judged = [_judged(prover, position, str(routes[0])) for routes in others[:MOST_JUDGED]]
    return Others(tuple(sorted(judged, key=Other.rank)), len(others) - len(judged))


def _judged(prover: Prover, position: Position, text: str) -> Other:
    after = position.after(position.read(text))
    nodes = prover.left // 8
    loss, win = Attack(after.words(), True), Attack(after.words(), False)
    loss.shortest(prover, nodes // 4)
    loss.at_all(prover, nodes)
    if loss.within is not None:
        loss.shortest(prover, nodes)
        turns = Distance.of(loss.within).turns if loss.exact is not None else None
        return Other(text, Value.LOSS, turns, _answer(prover, after, loss.within))
    win.at_all(prover, nodes)
    if win.within is not None:
        win.shortest(prover, nodes)
        turns = Distance.of(win.within + 1).turns if win.exact is not None else None
        return Other(text, Value.WIN, turns, None)
    return Other(text, value_of(win, loss), None, None)


def _answer(prover: Prover, position: Position, plies: int) -> str | None:
    """The first turn by text that wins within so many plies."""
    for routes in prover.results(position):
        if prover.within(routes.after, False, plies - 1, prover.left):
            return str(routes[0])
    return None
