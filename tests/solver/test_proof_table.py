"""The table of the proof-number search: it grows, and serves one question after the other."""

from __future__ import annotations

from fanorona.solver import Position
from fanorona.solver.kernel.proof import PROVEN, UNDECIDED, ProofSearch
from fanorona.solver.kernel.proof_table import ProofTable

FREE_WIN = Position.parse("BBB/B1W/WWW W")
"""In 11 plies."""
LARGER_BOARD = Position.parse("BBBBB/BBBBB/BW1BW/WWWWW/WWWWW W")
ROOM = 1 << 20


def ask(proof: ProofSearch, position: Position, nodes: int) -> tuple[int, int]:
    return proof.search(*position.words(), True, None, nodes)


def test_what_a_small_table_knew_is_known_when_it_has_grown(compiled: bool) -> None:
    position = Position.start(width=5, height=3)
    proof = ProofSearch(position.game(), None, ROOM)
    found = ask(proof, position, 10_000)
    assert found[0] == PROVEN
    for plies in range(2, 20):
        proof.search(*position.words(), False, plies, 10_000 if compiled else 300)
    assert ask(proof, position, 0) == found


def test_a_reused_table_has_forgotten_the_previous_question() -> None:
    table = ProofTable(ROOM)
    assert ask(ProofSearch(FREE_WIN.game(), None, table), FREE_WIN, 10_000)[0] == PROVEN
    assert ask(ProofSearch(FREE_WIN.game(), None, table), FREE_WIN, 0)[0] == UNDECIDED


def test_a_reused_table_answers_like_a_new_one(compiled: bool) -> None:
    nodes = 50_000 if compiled else 1_000
    table = ProofTable(ROOM)
    ask(ProofSearch(LARGER_BOARD.game(), None, table), LARGER_BOARD, nodes)
    used, new = (ProofSearch(FREE_WIN.game(), None, memory) for memory in (table, ROOM))
    assert ask(used, FREE_WIN, nodes) == ask(new, FREE_WIN, nodes)
    assert used.nodes == new.nodes


def test_a_table_of_one_bucket_forgets_without_harm() -> None:
    proof = ProofSearch(FREE_WIN.game(), None, 1)
    assert proof.search(*FREE_WIN.words(), True, 11, 10_000_000)[0] == PROVEN
    assert proof.search(*FREE_WIN.words(), True, 9, 10_000_000)[0] != PROVEN
