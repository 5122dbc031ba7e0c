"""Safety: a defender called safe cannot lose, and one called lost cannot hold."""

from __future__ import annotations

from random import Random

import pytest

from fanorona.solver import Position
from fanorona.solver.kernel.proof import DISPROVEN, PROVEN, UNDECIDED, ProofSearch
from fanorona.solver.kernel.safety import Safety
from fanorona.solver.kernel.stop import Stop
from tests import reference
from tests.replayer import Exact, solve

ENDGAMES = {
    "standard": "9/2BB5/9/5W3/9 W -",
    "escale": "BB1/3/1WW W -",
    "livret": "BBB/3/WWW B -",
    "fliporona": "BB1/3/1WW W -",
}
DRAWN = "1B3/5/5/5/1W3 W"
ROOM = 1 << 20
SAMPLE = 60

Solved = list[tuple[Position, Exact]]


@pytest.fixture(scope="module")
def solved(request: pytest.FixtureRequest) -> Solved:
    """Positions of a rule set with their exact values."""
    rules = request.param
    values = solve([reference.Position.parse(ENDGAMES[rules], rules)], 10_000)
    listed = sorted((position.fen(), exact) for position, exact in values.items() if exact.plies)
    drawn = sorted((position.fen(), exact) for position, exact in values.items() if not exact.plies)
    chance = Random(rules)
    chosen = chance.sample(listed, SAMPLE // 2) + chance.sample(drawn, SAMPLE // 2)
    return [(Position.parse(fen, rules), exact) for fen, exact in chosen if exact.plies != 0]


@pytest.fixture(scope="module")
def three_stones() -> Solved:
    """Every position that can come up, with its exact value."""
    values = solve([reference.Position.parse(ENDGAMES["standard"], "standard")], 10_000)
    return [(Position.parse(position.fen()), exact) for position, exact in values.items()]


solved_endgames = pytest.mark.parametrize("solved", ENDGAMES, indirect=True)


def wins(exact: Exact, attacking: bool) -> bool:
    return exact.value == ("win" if attacking else "loss")


def check(found: tuple[int, int], position: Position, exact: Exact, attacking: bool) -> None:
    """A claim is true, and a win takes no longer than claimed."""
    claim, plies = found
    if claim == PROVEN:
        assert wins(exact, attacking), position.fen()
        assert exact.plies is not None
        assert plies >= exact.plies, position.fen()
    if claim == DISPROVEN:
        assert not wins(exact, attacking), position.fen()


@solved_endgames
def test_with_enough_nodes_and_memory_every_position_is_decided(
    solved: Solved, compiled: bool
) -> None:
    for position, exact in solved if compiled else solved[:5] + solved[-5:]:
        for attacking in (True, False):
            proof = ProofSearch(position.game(), None, ROOM)
            found = Safety(proof, 8 * ROOM).decide(*position.words(), attacking, 1_000_000)
            assert found[0] != UNDECIDED
            check(found, position, exact, attacking)


@solved_endgames
@pytest.mark.parametrize("nodes", [0, 1, 10, 100, 1_000])
def test_what_it_claims_within_few_nodes_is_true(solved: Solved, nodes: int) -> None:
    proof = ProofSearch(solved[0][0].game(), None, ROOM)
    safety = Safety(proof, ROOM)
    for position, exact in solved:
        for attacking in (True, False):
            found = safety.decide(*position.words(), attacking, nodes)
            check(found, position, exact, attacking)


@solved_endgames
def test_a_full_memory_claims_nothing_false(solved: Solved) -> None:
    proof = ProofSearch(solved[0][0].game(), None, 1)
    safety = Safety(proof, 1)
    claims = set()
    for position, exact in solved:
        for attacking in (True, False):
            found = safety.decide(*position.words(), attacking, 10_000)
            check(found, position, exact, attacking)
            claims.add(found[0])
    assert UNDECIDED in claims


@pytest.mark.parametrize("nodes_before", range(30))
def test_a_list_of_turns_that_was_cut_short_proves_nothing(
    three_stones: Solved, nodes_before: int
) -> None:
    """The flag is looked at every few thousand turns, so each case is cut short elsewhere."""
    drawn = [position for position, exact in three_stones if exact.value == "draw"]
    words = drawn[37 * nodes_before].words()
    stop = Stop()
    proof = ProofSearch(drawn[0].game(), None, ROOM, stop)
    safety = Safety(proof, 4 * ROOM)
    safety.decide(*words, True, nodes_before)
    stop.request()
    safety.decide(*words, nodes_before % 2 == 1, 1_000_000)
    for position, exact in three_stones:
        for attacking in (True, False):
            known = proof.search(*position.words(), attacking, None, 0)
            check(known, position, exact, attacking)


def test_what_it_finds_out_is_known_to_the_proof_number_search() -> None:
    position = Position.parse(DRAWN, "escale")
    proof = ProofSearch(position.game(), None, ROOM)
    assert proof.search(*position.words(), True, None, 100_000)[0] == UNDECIDED
    assert Safety(proof, ROOM).decide(*position.words(), True, 100_000)[0] == DISPROVEN
    assert proof.search(*position.words(), True, None, 0)[0] == DISPROVEN
