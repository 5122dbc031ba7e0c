"""Lines of play that show a proof: the quickest win against the longest defence."""

from __future__ import annotations

from dataclasses import dataclass

from fanorona.solver.legal_turns import Routes
from fanorona.solver.position import Position
from fanorona.solver.search.prover import Attack, Prover, TurnOfLine
from fanorona.solver.stopping import Stopped
from fanorona.solver.turn import Turn


@dataclass(frozen=True, slots=True)
class ProofLine:
    """Both sides' best turns. `certain`: to the end of the game, and no turn is a guess."""

    played: tuple[Turn, ...]
    certain: bool

    @property
    def turns(self) -> tuple[str, ...]:
        """Their texts."""
        return tuple(map(str, self.played))


NO_LINE = ProofLine((), certain=False)


def main_line(prover: Prover, position: Position, plies: int, attacking: bool) -> list[str]:
    """Both sides' best turns to the end of a win within `plies`, ties by turn text.

    `attacking`: the side to move wins. Shorter than the win where the budget ends before.
    """
    return list(map(str, main_turns(prover, position, plies, attacking)))


def main_turns(prover: Prover, position: Position, plies: int, attacking: bool) -> list[Turn]:
    """As `main_line`, with the turns themselves."""
    return list(best_line(prover, position, plies, attacking).played)


def best_line(
    prover: Prover, position: Position, plies: int, attacking: bool, *, exact: bool = False
) -> ProofLine:
    """As `main_line`; `exact`: `plies` is the distance, and the line ends where no defence is known
    to hold as long."""
    line: list[Turn] = []
    certain = True
    while plies > 0:
        try:
            found = _chosen(prover, position, plies, attacking)
        except Stopped:
            found = None
        if found is None or (exact and not attacking and not found.certain):
            return ProofLine(tuple(line), False)
        line.append(found.turn)
        certain = certain and found.certain
        position, plies = position.after(found.turn), found.plies
        attacking = not attacking
    return ProofLine(tuple(line), certain)


def _chosen(prover: Prover, position: Position, plies: int, attacking: bool) -> TurnOfLine | None:
    """The turn to show; one that is certain stays, so the prover is asked only once."""
    asked = (position.words(), plies, attacking)
    found = prover.choices.get(asked)
    if found is None:
        found = (_attack if attacking else _defence)(prover, position, plies)
        if found is not None and found.certain:
            prover.choices[asked] = found
    return found


def _attack(prover: Prover, position: Position, plies: int) -> TurnOfLine | None:
    """The first turn by text that keeps the win within `plies`."""
    certain = True
    for routes in prover.results(position):
        wins = prover.within(routes.after, False, plies - 1)
        if wins:
            return TurnOfLine(routes[0], plies - 1, certain)
        certain = certain and wins is not None
    return None


def _defence(prover: Prover, position: Position, plies: int) -> TurnOfLine | None:
    """The turn that holds longest against a win within `plies`, the first by text."""
    best: Routes | None = None
    longest = -1
    certain = True
    for routes in prover.results(position):
        attack = Attack(routes.after, True)
        attack.shortest(prover, prover.left, plies - 1)
        certain = certain and attack.exact is not None
        if attack.within is None:
            attack.at_all(prover, prover.left)
        # Whatever the table has forgotten since: the win was within `plies` before the turn.
        within = plies - 1 if attack.within is None else min(attack.within, plies - 1)
        if within > longest:
            best, longest = routes, within
        if attack.exact == plies - 1:
            break
    return None if best is None else TurnOfLine(best[0], longest, certain)
