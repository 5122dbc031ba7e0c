"""Forced wins within a budget: nodes, time and memory are kept, and equal questions agree."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from fanorona.solver import OutOfMemory, Position, Stopped, analyse
from fanorona.solver.as_json import json_text
from fanorona.solver.budget import BadBudget
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.search import prover
from fanorona.solver.search.forced_win import forced_win
from fanorona.solver.value import Value
from tests.replayer import check_form
from tests.solver.asking import ask
from tests.solver.uncompiled import copy_without_libraries, run_uncompiled

PROJECT = Path(__file__).parents[2]
START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W -"
FLIPORONA_PROBLEM = "BBWBWBBWB/WWB3WWW/BBW2BBWB/WWWWBBBWW/WBWWBWWBB B -"
PLACING = "9/9/9/9/9 W hand:22,22"
CROWD = "WWBBWWWWB/BWWW2WWW/WBWW3WW/BWWWW1BWW/WBWBWWWBW B -"
"""Fliporona: Black has 80,324 turns."""
PROMPTLY = 0.5
"""Seconds of processor time within which a stopped search ends; the machine's other work does not
count."""

QUESTIONS: list[tuple[str, str, dict[str, Any]]] = [
    ("BBB/B1W/WWW W -", "standard", {"nodes": 3_000}),
    ("BBB/B1W/WWW W -", "livret", {"nodes": 1_000}),
    ("9/2BB5/9/5W3/9 W -", "standard", {"nodes": 1_500, "memory_mb": 1}),
    ("1B3/5/5/5/1W3 W -", "escale", {"nodes": 2_000}),
    ("W2/3/B2/3/W2 B -", "escale", {"nodes": 2_000, "max_turns": 3}),
    ("BB1/3/1WW W -", "fliporona", {"nodes": 1_000}),
    ("WB1/2B/WBW W hand:1,1", "fliporona", {"nodes": 500}),
    ("BBBBB/B4/4W W vela:B", "standard", {"nodes": 500}),
    ("3/W1W/2B B huff:a2,c2", "livret", {"nodes": 100}),
]


def answer_text(fen: str, rules: str, **budget: Any) -> str:
    return json_text(forced_win(Position.parse(fen, rules), tables=None, **budget))


@pytest.mark.parametrize(("fen", "rules", "budget"), QUESTIONS)
def test_the_same_question_has_the_same_answer_byte_for_byte(
    fen: str, rules: str, budget: dict[str, Any]
) -> None:
    assert answer_text(fen, rules, **budget) == answer_text(fen, rules, **budget)


ANSWERS = """
from tests.solver.test_forced_budgets import QUESTIONS, answer_text
for fen, rules, budget in QUESTIONS:
    print(answer_text(fen, rules, **budget))
"""


def test_the_uncompiled_kernel_gives_the_same_answers(tmp_path: Path) -> None:
    said = run_uncompiled(copy_without_libraries(tmp_path), ANSWERS)
    assert said.splitlines() == [
        answer_text(fen, rules, **budget) for fen, rules, budget in QUESTIONS
    ]


@pytest.mark.parametrize("nodes", [1, 2, 10, 300, 5_000])
@pytest.mark.parametrize(
    ("fen", "rules"), [(START, "standard"), (START, "escale"), (PLACING, "fliporona")]
)
def test_no_more_nodes_are_used_than_given(fen: str, rules: str, nodes: int) -> None:
    answer = ask(fen, rules, nodes=nodes)
    assert answer["value"] == "unknown"
    assert answer["search"]["nodes"] <= nodes + 10
    assert answer["search"]["stopped_by"] == "nodes"
    check_form(answer)


def test_an_undecided_question_lists_every_first_turn_as_undecided() -> None:
    answer = ask(START, nodes=1)
    assert answer["undecided_turns"] == ["d2-e3A", "d3-e3A", "d3-e3W", "e2-e3A", "f2-e3A"]
    assert answer["line"] == []


@pytest.mark.parametrize(
    ("budget", "says"),
    [
        ({"nodes": 0}, "nodes is 0; give 1 or more"),
        ({"nodes": -5}, "nodes is -5; give 1 or more"),
        ({"nodes": 10**30}, "at most"),
        ({"max_turns": 0}, "max_turns is 0; give 1 or more"),
        ({"max_turns": 161}, "max_turns is 161; at most 160"),
        ({"time_ms": 0}, "time_ms is 0; give 1 or more"),
        ({"time_ms": 10**30}, "at most"),
        ({"memory_mb": 0}, "memory_mb is 0; give 1 or more"),
        ({"memory_mb": 10**9}, "at most"),
        ({"time_ms": 10, "stop": Stop()}, "give the flag a deadline"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, dict) else value,
)
def test_a_budget_that_cannot_be_kept_is_refused(budget: dict[str, Any], says: str) -> None:
    with pytest.raises(BadBudget) as refused:
        forced_win(Position.parse(START), **budget)
    assert says in str(refused.value)


def test_memory_that_cannot_be_allocated_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("fanorona.solver.search.prover.ProofSearch", fail)
    for question in (forced_win, analyse):
        with pytest.raises(OutOfMemory, match="cannot allocate"):
            question(Position.parse(START), tables="off")


def peak_memory_mb(memory_mb: int) -> float:
    """The peak of a process that searches with that much memory."""
    script = (
        "import re, pathlib; from fanorona import Position, forced_win; "
        f"forced_win(Position.start(), nodes=200_000, memory_mb={memory_mb}, tables=None); "
        "status = pathlib.Path('/proc/self/status').read_text(); "
        "print(*re.findall(r'VmHWM:\\s*(\\d+) kB', status))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=PROJECT, capture_output=True, text=True, check=True
    )
    return int(done.stdout) / 1024


def test_the_memory_given_is_the_memory_used(compiled: bool) -> None:
    if not compiled or sys.platform != "linux":
        pytest.skip("what a list of Python numbers takes is Python's affair")
    little, more = peak_memory_mb(1), peak_memory_mb(65)
    assert 3 <= more - little <= 66


def test_one_megabyte_is_enough_to_work_with() -> None:
    answer = ask("BBBBB/BW1BW/WWWWW W -", memory_mb=1)
    assert answer["value"] == "win"
    assert answer["distance"]["plies"] == 11


def test_a_stop_flag_set_before_ends_the_search_at_once() -> None:
    stop = Stop()
    stop.request()
    began = time.thread_time()
    answer = ask(START, nodes=10**9, stop=stop)
    assert time.thread_time() - began < PROMPTLY
    assert answer["value"] == "unknown"
    assert len(answer["undecided_turns"]) == 5
    assert answer["search"]["nodes"] < 10


@pytest.mark.parametrize("interrupted", [True, False])
@pytest.mark.parametrize(
    ("fen", "rules"), [(START, "standard"), (START, "livret"), (START, "fliporona")]
)
def test_a_stop_flag_set_from_another_thread_ends_the_search_promptly(
    fen: str, rules: str, interrupted: bool
) -> None:
    stop, known = Stop(), threading.Event()

    def end_when_something_is_known() -> None:
        known.wait()
        (stop.interrupt if interrupted else stop.request)()

    threading.Thread(target=end_when_something_is_known, daemon=True).start()
    began = time.thread_time()
    answer = ask(
        fen,
        rules,
        nodes=10**12,
        stop=stop,
        on_progress=lambda so_far: known.set() if so_far.no_win_within else None,
    )
    assert time.thread_time() - began < PROMPTLY
    assert answer["value"] == "unknown"
    assert answer["no_win_within"] is not None
    assert answer["search"]["stopped_by"] == ("interrupted" if interrupted else "time")
    check_form(answer)


def test_a_stopped_search_still_names_the_turns_it_knows() -> None:
    stop = Stop()
    answer = ask(
        FLIPORONA_PROBLEM,
        "fliporona",
        nodes=10**12,
        stop=stop,
        on_progress=lambda so_far: stop.interrupt() if so_far.value is Value.WIN else None,
    )
    assert answer["search"]["stopped_by"] == "interrupted"
    assert answer["value"] == "win"
    assert answer["line"] == [one["turn"] for one in answer["winning_turns"]]
    assert len(answer["undecided_turns"]) > 10


def test_what_a_signal_handler_raises_is_raised() -> None:
    def too_late(_signal: int, _frame: FrameType | None) -> None:
        raise TimeoutError("too late")

    before = signal.signal(signal.SIGALRM, too_late)
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    try:
        with pytest.raises(TimeoutError):
            ask(START, nodes=10**12)
    finally:
        signal.signal(signal.SIGALRM, before)


def test_time_ends_the_search() -> None:
    began = time.thread_time()
    answer = ask(START, nodes=10**12, time_ms=500)
    assert time.thread_time() - began < 0.5 + PROMPTLY
    assert answer["search"]["stopped_by"] == "time"
    assert answer["no_win_within"] is not None


def test_a_listing_of_first_turns_that_is_stopped_has_no_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(prover, "A_MOMENT", 1e-9)
    stop = Stop()
    stop.request()
    with pytest.raises(Stopped):
        forced_win(Position.parse(CROWD, "fliporona"), tables=None, stop=stop)
