"""Why a solution works: what becomes of the turns that the main line leaves out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fanorona.solver.legal_turns import Routes
from fanorona.solver.position import Position
from fanorona.solver.search.prover import FirstTurn, Prover
from fanorona.solver.turn import Words
from fanorona.solver.value import ValuedTurn

MOST_JUDGED = 64
"""At most this many turns are judged."""


@dataclass(frozen=True, slots=True)
class Other(ValuedTurn):
    """A turn that could have been played."""

    answer: str | None = None
    """The turn that punishes it."""


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
    judged = [_judged(prover, position, routes) for routes in others[:MOST_JUDGED]]
    return Others(tuple(sorted(judged, key=Other.rank)), len(others) - len(judged))


def _judged(prover: Prover, position: Position, routes: Routes) -> Other:
    turn = FirstTurn.of(routes)
    nodes = prover.left // 8
    turn.loss.shortest(prover, nodes // 4)
    turn.loss.at_all(prover, nodes)
    if turn.loss.within is not None:
        turn.loss.shortest(prover, nodes)
        answer = _answer(prover, position.after(routes[0]), turn.loss.within)
        return _other(turn.valued(), answer)
    turn.win.at_all(prover, nodes)
    if turn.win.within is not None:
        turn.win.shortest(prover, nodes)
    return _other(turn.valued())


def _other(turn: ValuedTurn, answer: str | None = None) -> Other:
    return Other(turn.turn, turn.value, turn.plies, turn.exact, answer=answer)


def _answer(prover: Prover, position: Position, plies: int) -> str | None:
    """The first turn by text that wins within that many plies."""
    for routes in prover.results(position):
        if prover.within(routes.after, False, plies - 1, prover.left):
            return str(routes[0])
    return None
