"""The prover: questions beyond the longest search have honest answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from fanorona.solver import Position, Tablebase
from fanorona.solver.budget import Budget
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.search.prover import LONGEST_WIN, Prover

FREE_WIN = "BBB/B1W/WWW W"
"""In 11 plies."""
DRAWN = "1B3/5/5/5/1W3 W"


@pytest.mark.parametrize(
    ("fen", "plies", "wins"),
    [
        (FREE_WIN, 9, False),
        (FREE_WIN, 11, True),
        (FREE_WIN, LONGEST_WIN + 1, True),
        (DRAWN, LONGEST_WIN, False),
        (DRAWN, LONGEST_WIN + 1, None),
    ],
)
def test_only_a_search_that_goes_far_enough_says_no(
    fen: str, plies: int, wins: bool | None, tmp_path: Path
) -> None:
    position = Position.parse(fen)
    tables = Tablebase.build(2, tmp_path, board=position.board).kernel_tables()
    prover = Prover.of(position, tables, Budget(memory_mb=8), 10_000_000, Stop())
    assert prover.within(position.words(), True, plies, prover.left) is wins


def test_a_search_in_memory_that_another_has_used_goes_the_same_way() -> None:
    position, other = Position.parse(FREE_WIN), Position.start("fliporona", 5, 5)

    def nodes() -> int:
        prover = Prover.of(position, None, Budget(memory_mb=64), 1_000_000, Stop())
        assert prover.within(position.words(), True, 11, prover.left)
        return prover.spent

    first = nodes()
    between = Prover.of(other, None, Budget(memory_mb=64), 1_000_000, Stop())
    between.within(other.words(), True, 3, 5_000)
    del between
    assert nodes() == first
