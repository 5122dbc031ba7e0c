"""The proven value of every first turn, for questions that a single win does not answer."""

from __future__ import annotations

from fanorona.solver.position import Position
from fanorona.solver.search.prover import FirstTurn, Prover, first_turns
from fanorona.solver.value import ValuedTurn


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
        unsettled = [turn for turn in unsettled if not turn.valued().settled]
    return sorted((turn.valued() for turn in turns), key=ValuedTurn.rank)


def _settle(turn: FirstTurn, prover: Prover, nodes: int) -> None:
    for attack, other in ((turn.win, turn.loss), (turn.loss, turn.win)):
        if other.within is None:
            attack.at_all(prover, nodes)
            if attack.within is not None:
                attack.shortest(prover, nodes)
