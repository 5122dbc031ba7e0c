"""Turns that lead to the same position: one result, reached by several routes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fanorona.solver.legal_turns import Turns
from fanorona.solver.turn import Turn, Words

MOST_ROUTES = 16
"""How many routes to one result are listed; the others are only counted."""


def by_result(turns: Iterable[Turn]) -> Sequence[Sequence[Turn]]:
    """The turns of one position, those of the same result together, in their order."""
    if isinstance(turns, Turns):
        return turns.results()
    groups: dict[Words, list[Turn]] = {}
    for turn in turns:
        groups.setdefault(turn.after, []).append(turn)
    return [tuple(group) for group in groups.values()]
