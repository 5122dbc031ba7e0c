"""Several threads on one question of the prover: no claim is false, and they end together."""

from __future__ import annotations

import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from random import Random
from types import FrameType

import pytest

from fanorona.solver import Position, certify, verify
from fanorona.solver.budget import BadBudget, Budget
from fanorona.solver.certificates.strategy import NoStrategy
from fanorona.solver.kernel.proof import DISPROVEN, PROVEN, ProofSearch
from fanorona.solver.kernel.safety import Safety
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.search.proof_threads import best_of
from fanorona.solver.search.prover import Prover
from tests import reference
from tests.random_positions import random_text
from tests.replayer import Exact, check_form, check_values, solve
from tests.solver.asking import Json, ask
from tests.solver.test_certificates import plainly_verified

THREADS = 4
START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W -"
WHOLE_GAMES = [
    ("standard", "5/1BB2/2W1W W -"),
    ("escale", "BB1/3/1WW W -"),
    ("livret", "BB1/3/1WW W first:WB"),
    ("fliporona", "WB1/2B/WBW W hand:1,1"),
]
whole_games = pytest.mark.parametrize(("rules", "fen"), WHOLE_GAMES)

Values = dict[reference.Position, Exact]


@cache
def whole_game(rules: str, fen: str) -> Values:
    """The exact value of every position that can come up."""
    return solve([reference.Position.parse(fen, rules)], 30_000)


def some_of(values: Values, number: int, seed: str) -> list[reference.Position]:
    """Positions in which the game goes on."""
    going_on = [position for position, exact in values.items() if exact.plies != 0]
    listed = sorted(going_on, key=reference.Position.fen)
    return Random(seed).sample(listed, min(number, len(listed)))


def check(found: tuple[int, int], exact: Exact, attacking: bool, fen: str) -> None:
    """A claim about a win at any distance is true, and it takes no longer than claimed."""
    claim, plies = found
    wins = exact.value == ("win" if attacking else "loss")
    assert claim != PROVEN or (wins and exact.plies is not None and exact.plies <= plies), fen
    assert claim != DISPROVEN or not wins, fen


def check_within(claim: int, exact: Exact, attacking: bool, plies: int, fen: str) -> None:
    """A claim about a win within a number of plies is true."""
    wins = exact.value == ("win" if attacking else "loss")
    in_time = wins and exact.plies is not None and exact.plies <= plies
    assert claim != PROVEN or in_time, fen
    assert claim != DISPROVEN or not in_time, fen


@whole_games
@pytest.mark.parametrize("room", [1, 1 << 12, 1 << 20])
def test_whatever_threads_keep_in_one_table_is_true(
    rules: str, fen: str, room: int, compiled: bool
) -> None:
    """In a table of one bucket they are always at the same entries."""
    values = whole_game(rules, fen)
    first = ProofSearch(Position.parse(fen, rules).game(), None, room)
    first.share(THREADS)
    others = [
        ProofSearch(Position.parse(fen, rules).game(), None, 1 << 20, beside=first)
        for _ in range(THREADS - 1)
    ]
    number, nodes = (150, 3_000) if compiled else (3, 60)

    def claim_a_lot(at: int) -> None:
        proof = (first, *others)[at]
        safety, chance = Safety(proof, 1 << 18), Random(f"{fen}, {at}")
        for position in some_of(values, number, f"thread {at}"):
            words, exact = Position.parse(position.fen(), rules).words(), values[position]
            for attacking in (True, False):
                plies = chance.randrange(9)
                found, _ = proof.search(*words, attacking, plies, nodes)
                check_within(found, exact, attacking, plies, position.fen())
                found_at_all = proof.search(*words, attacking, None, nodes)
                check(found_at_all, exact, attacking, position.fen())
                safe = safety.decide(*words, attacking, nodes)
                check(safe, exact, attacking, position.fen())

    with ThreadPoolExecutor(THREADS) as pool:
        for done in [pool.submit(claim_a_lot, at) for at in range(THREADS)]:
            done.result()
    for position in some_of(values, 10 * number, "all that is left in the table"):
        words, exact = Position.parse(position.fen(), rules).words(), values[position]
        for attacking in (True, False):
            known = others[0].search(*words, attacking, None, 0)
            check(known, exact, attacking, position.fen())


@whole_games
@pytest.mark.parametrize("threads", [2, 3, THREADS])
def test_no_answer_of_several_threads_is_false(
    rules: str, fen: str, threads: int, compiled: bool
) -> None:
    values, chance = whole_game(rules, fen), Random(fen)
    for position in some_of(values, 15 if compiled else 1, fen):
        max_turns, nodes = chance.choice((None, None, 2, 6)), chance.choice((100, 10_000, 200_000))
        answer = ask(
            position.fen(), rules, max_turns=max_turns, nodes=nodes, memory_mb=1, threads=threads
        )
        assert answer["search"]["nodes"] <= nodes
        check_form(answer, max_turns)
        check_values(answer, values, max_turns)


@pytest.mark.parametrize(
    ("fen", "value", "plies"),
    [
        ("BBB/B1W/WWW W -", "win", 11),
        ("BBBBB/BW1BW/WWWWW W -", "win", 11),
        ("1B3/5/5/5/1W3 W -", "draw", None),
    ],
)
def test_several_threads_solve_what_one_does(fen: str, value: str, plies: int | None) -> None:
    answer = ask(fen, nodes=2_000_000, threads=2)
    assert answer["search"]["stopped_by"] == "solved"
    assert answer["value"] == value
    assert (answer["distance"] and answer["distance"]["plies"]) == plies


@pytest.mark.parametrize("rules", reference.BASES)
def test_certificates_of_several_threads_are_verified_by_both(rules: str, compiled: bool) -> None:
    chance, verified = Random(f"certified together, {rules}"), 0
    while verified < (10 if compiled else 1):
        position = Position.parse(random_text(chance, rules), rules)
        answer = certificate_of(position)
        if answer is None:
            continue
        assert plainly_verified(answer)
        verify(answer)
        verified += 1


def certificate_of(position: Position) -> str | None:
    if position.outcome() is not None or position.count_turns() > 100:
        return None
    try:
        return certify(
            position, budget=Budget(nodes=5_000, memory_mb=8), tables="off", threads=THREADS
        ).text()
    except NoStrategy:
        return None


def test_one_search_ends_the_others() -> None:
    """The other's question has no answer: it would go on for ever."""
    position = Position.start()
    prover = Prover.of(position, None, Budget(memory_mb=2), 10**12, Stop(), threads=2)
    assert prover.team is not None
    words = position.words()

    def endless(nodes: int) -> tuple[int, int]:
        assert prover.team is not None
        return prover.team.searches[1].search(*words, True, None, nodes)

    assert prover.team.ask([lambda _: (PROVEN, 7), endless], 10**12) == (PROVEN, 7)


def test_a_team_that_was_ended_begins_nothing_more() -> None:
    position = Position.start()
    prover = Prover.of(position, None, Budget(memory_mb=2), 10**12, Stop(), threads=2)
    first, second = prover.halves()
    assert second.team is not None
    second.team.end()
    assert second.at_all(position.words(), True, 10**12) is None
    assert second.within(position.words(), True, 99) is None
    assert first.within(position.words(), True, 1) is False


def test_an_error_in_one_thread_ends_all() -> None:
    position, stop = Position.start(), Stop()
    prover = Prover.of(position, None, Budget(memory_mb=2), 10**12, stop, threads=2)
    team = prover.team
    assert team is not None

    def failing(number: int) -> None:
        if number:
            raise MemoryError("no memory left for a list of turns")
        team.searches[0].search(*position.words(), True, None, 10**12)

    with pytest.raises(MemoryError):
        team.side_by_side(failing, 2)


def test_the_stop_flag_ends_every_thread() -> None:
    stop, known = Stop(), threading.Event()

    def end_when_something_is_known() -> None:
        known.wait()
        stop.interrupt()

    threading.Thread(target=end_when_something_is_known, daemon=True).start()
    answer = ask(
        START,
        nodes=10**12,
        stop=stop,
        threads=THREADS,
        on_progress=lambda so_far: known.set() if so_far.no_win_within else None,
    )
    assert answer["search"]["stopped_by"] == "interrupted"
    assert answer["no_win_within"] is not None
    check_form(answer)


def asked_until(raised: BaseException) -> Json:
    """Ask for ever; a signal handler raises something meanwhile."""

    def handle(_signal: int, _frame: FrameType | None) -> None:
        raise raised

    before = signal.signal(signal.SIGALRM, handle)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        return ask(START, nodes=10**12, threads=2)
    finally:
        signal.signal(signal.SIGALRM, before)


def test_what_a_signal_handler_raises_ends_every_thread() -> None:
    with pytest.raises(TimeoutError):
        asked_until(TimeoutError("too late"))


def test_a_number_of_threads_that_cannot_be_is_refused() -> None:
    with pytest.raises(BadBudget):
        ask(START, threads=0)


def test_the_shortest_proven_win_is_the_best_answer() -> None:
    assert best_of([(0, 9), (PROVEN, 7), (PROVEN, 5)]) == (PROVEN, 5)
    assert best_of([(0, 9), (DISPROVEN, 7)]) == (DISPROVEN, 7)
    assert best_of([(0, 5), (0, 9)]) == (0, 9)
