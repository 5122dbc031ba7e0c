"""Proof-number search: what it claims holds, with any number of nodes and any size of table."""

from __future__ import annotations

from random import Random

import pytest

from fanorona.solver import Position
from fanorona.solver.kernel.proof import DISPROVEN, MOST_PLIES, PROVEN, UNDECIDED, ProofSearch
from fanorona.solver.kernel.stop import Stop
from tests import reference
from tests.replayer import Exact, solve

# Small enough to solve them whole: captures, huffs, forfeits, first turns, flips and repetitions.
ENDGAMES = {
    "standard": "BBB/B1W/WWW W -",
    "escale": "BB1/3/1WW W -",
    "livret": "BB1/3/1WW W first:WB",
    "fliporona": "BB1/3/1WW W -",
}
DRAWN = "1B3/5/5/5/1W3 W"
"""Under every rule set: either side can go on for ever."""
NO_ROOM = 1
"""Bytes for a table: it has one bucket, and forgets nearly everything."""
SOME_ROOM = 1 << 16

every_rule_set = pytest.mark.parametrize("rules", ENDGAMES)

Solved = list[tuple[Position, Exact]]


@pytest.fixture(scope="module")
def solved(request: pytest.FixtureRequest) -> Solved:
    """Positions of a rule set with their exact values."""
    return sample_of(request.param, 100)


def sample_of(rules: str, size: int) -> Solved:
    values = solve([reference.Position.parse(ENDGAMES[rules], rules)], 10_000)
    listed = sorted((position.fen(), exact) for position, exact in values.items())
    chosen = Random(rules).sample(listed, size)
    return [(Position.parse(fen, rules), exact) for fen, exact in chosen]


def prover(position: Position, room: int = SOME_ROOM, stop: Stop | None = None) -> ProofSearch:
    return ProofSearch(position.game(), None, room, stop)


def plies_of_win(exact: Exact, attacking: bool) -> int | None:
    """How far the attacker's win is; `attacking`: it moves. None: it has none."""
    return exact.plies if exact.value == ("win" if attacking else "loss") else None


solved_endgames = pytest.mark.parametrize("solved", ENDGAMES, indirect=True)


@solved_endgames
@pytest.mark.parametrize("room", [NO_ROOM, SOME_ROOM])
def test_a_bounded_search_finds_exactly_the_wins_within_the_bound(
    solved: Solved, room: int, compiled: bool
) -> None:
    proof = prover(solved[0][0], room)
    for position, exact in solved if compiled else solved[:10]:
        for attacking in (True, False):
            won_in = plies_of_win(exact, attacking)
            for plies in range(6):
                found, _ = proof.search(*position.words(), attacking, plies, 1_000_000)
                wins = won_in is not None and won_in <= plies
                assert found == (PROVEN if wins else DISPROVEN), (position.fen(), plies)


@solved_endgames
@pytest.mark.parametrize("room", [NO_ROOM, SOME_ROOM])
@pytest.mark.parametrize("nodes", [0, 1, 5, 50, 2_000])
def test_what_an_unbounded_search_claims_is_true(solved: Solved, room: int, nodes: int) -> None:
    proof = prover(solved[0][0], room)
    for position, exact in solved:
        for attacking in (True, False):
            won_in = plies_of_win(exact, attacking)
            found, plies = proof.search(*position.words(), attacking, None, nodes)
            if found == PROVEN:
                assert won_in is not None, position.fen()
                assert plies >= won_in, position.fen()
            if found == DISPROVEN:
                assert won_in is None, position.fen()


@every_rule_set
def test_a_repetition_is_never_the_reason_of_a_claim(rules: str) -> None:
    position = Position.parse(DRAWN, rules)
    found, _ = prover(position).search(*position.words(), True, None, 1_000)
    assert found == UNDECIDED


def test_it_ends_with_its_nodes() -> None:
    position = Position.start("standard")
    proof = prover(position)
    found, _ = proof.search(*position.words(), True, None, 1_000)
    assert found == UNDECIDED
    assert 1_000 <= proof.nodes <= 1_000 + 10


def test_it_goes_no_deeper_than_its_path_is_long() -> None:
    position = Position.parse(DRAWN, "escale")
    proof = prover(position)
    assert proof.search(*position.words(), True, MOST_PLIES, 10_000)[0] in (DISPROVEN, UNDECIDED)
    with pytest.raises(ValueError, match=f"deeper than {MOST_PLIES}"):
        proof.search(*position.words(), True, MOST_PLIES + 1, 10_000)


def test_a_draw_is_followed_to_the_greatest_depth_without_harm() -> None:
    position = Position.parse(DRAWN, "escale")
    proof = prover(position, room=1 << 22)
    for plies in range(1, MOST_PLIES, 2):
        assert proof.search(*position.words(), True, plies, 1_000_000)[0] == DISPROVEN


def test_a_stop_flag_leaves_the_question_undecided() -> None:
    position = Position.start("standard")
    stop = Stop()
    proof = prover(position, stop=stop)
    stop.request()
    found, _ = proof.search(*position.words(), True, None, 10_000_000)
    assert found == UNDECIDED
    assert proof.nodes < 10_000
