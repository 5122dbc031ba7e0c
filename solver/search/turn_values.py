"""The proven value of every first turn, for questions that a single win does not answer."""

from __future__ import annotations

from dataclasses import dataclass

from fanorona.solver.position import Position
from fanorona.solver.search.prover import FirstTurn, Prover, first_turns, value_of
from fanorona.solver.value import Value, preference


@dataclass(frozen=True, slots=True)
class ValuedTurn:
    """A result of a first turn: its routes, and its value for the side that plays it."""

    routes: tuple[str, ...]
    value: Value
    plies: int | None
    """The exact distance of a win or a loss, counted from before the turn; None: not known."""

    @property
    def turn(self) -> str:
        return self.routes[0]

    @property
    def settled(self) -> bool:
        """Value and distance are proven."""
        return self.value is Value.DRAW or self.plies is not None

    def rank(self) -> tuple[bool, int, int, str]:
        """Better turns have a smaller rank, ties by text; those that are not settled come last."""
        return not self.settled, *preference(self.value, self.plies), self.turn


def turn_values(position: Position, prover: Prover) -> list[ValuedTurn]:
    """Every result of a first turn, best first as far as it is settled within the budget."""
    turns = first_turns(position, prover)
    unsettled = turns
    for nodes in prover.rounds():
        if not unsettled:
            break
        for turn in unsettled:
            if prover.stop.was_requested:
                break
            _settle(turn, prover, nodes)
        unsettled = [turn for turn in unsettled if not _valued(turn).settled]
    return sorted(map(_valued, turns), key=ValuedTurn.rank)


def _settle(turn: FirstTurn, prover: Prover, nodes: int) -> None:
    for attack, other in ((turn.win, turn.loss), (turn.loss, turn.win)):
        if other.within is None:
            attack.at_all(prover, nodes)
            if attack.within is not None:
                attack.shortest(prover, nodes)


def _valued(turn: FirstTurn) -> ValuedTurn:
    value = value_of(turn.win, turn.loss)
    exact = (turn.win if value is Value.WIN else turn.loss).exact
    return ValuedTurn(
        routes=tuple(map(str, turn.turns)), value=value, plies=None if exact is None else exact + 1
    )
