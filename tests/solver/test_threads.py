"""The searches of other threads: they go on for as long as the first one does."""

from __future__ import annotations

import pytest

from fanorona.solver import Position
from fanorona.solver.budget import MOST_NODES
from fanorona.solver.kernel.alpha_beta import AlphaBeta
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.search.learned import evaluation_of
from fanorona.solver.search.threads import companions_of


@pytest.mark.parametrize("number", [1, 255])
def test_a_companion_has_memory_for_its_lists(number: int, compiled: bool) -> None:
    position = Position.start()
    evaluation = evaluation_of(position.rules, position.board)
    first = AlphaBeta(position.game(), None, 1 << 20, None, evaluation, whole=True)
    one = companions_of(first, number, position.game(), None, evaluation)[-1]
    results = [routes.after for routes in position.listing().results()]
    one.begin(*position.words(), results, [], Stop(), 0)
    for depth in range(1, 6 if compiled else 3):
        one.deepen(depth, 1, MOST_NODES)
        assert not one.was_stopped
    assert not one.over_memory
