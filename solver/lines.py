"""Lines of play that show a proof: the quickest win against the longest defence."""

from __future__ import annotations

from solver.position import Position
from solver.prover import Attack, Prover
from solver.routes import by_result
from solver.turn import Turn


def main_line(prover: Prover, position: Position, plies: int, attacking: bool) -> list[str]:
    """Both sides' best turns to the end of a win within `plies`, ties by turn text.

    `attacking`: the side to move wins. Shorter than the win where the budget ends before.
    """
    line: list[str] = []
    while plies > 0:
        found = (_attack if attacking else _defence)(prover, position, plies)
        if found is None:
            break
        turn, plies = found
        line.append(str(turn))
        position = position.after(turn)
        attacking = not attacking
    return line


def _attack(prover: Prover, position: Position, plies: int) -> tuple[Turn, int] | None:
    """The first turn by text that keeps the win within `plies`."""
    for turn, *_ in by_result(position.turns()):
        if prover.within(turn.found[4], False, plies - 1, prover.left):
            return turn, plies - 1
    return None


def _defence(prover: Prover, position: Position, plies: int) -> tuple[Turn, int] | None:
    """The turn that holds longest against a win within `plies`, the first by text."""
    best: tuple[Turn, int] | None = None
    for turn, *_ in by_result(position.turns()):
        attack = Attack(turn.found[4], True)
        attack.shortest(prover, prover.left, plies - 1)
        if attack.within is None:
            attack.at_all(prover, prover.left)
        if attack.within is None:
            return None
        if best is None or attack.within > best[1]:
            best = turn, attack.within
    return best
