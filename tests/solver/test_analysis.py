"""The best-line search: what it claims is true, and the same question has the same answer."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from fanorona.solver import Position, Tablebase, analyse
from fanorona.solver.as_json import json_text
from fanorona.solver.budget import BadBudget
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.search.analysis import Analysis
from fanorona.solver.search.forced_win import forced_win
from fanorona.solver.search.proof_lines import NO_LINE
from fanorona.solver.search.prover import Attack, Prover
from fanorona.solver.value import Distance, Proof, StoppedBy, Value
from tests import reference
from tests.reference import Position as Referee
from tests.solver.uncompiled import copy_without_libraries, run_uncompiled

RULES = ("standard", "escale", "livret", "fliporona")


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Tablebase:
    return Tablebase.build(4, tmp_path_factory.mktemp("tables"))


def random_endgame(chance: Random, most: int) -> Position:
    stones = chance.randint(2, most)
    white = chance.randint(1, stones - 1)
    points = ["."] * 45
    for number, point in enumerate(chance.sample(range(45), stones)):
        points[point] = "W" if number < white else "B"
    rows = ["".join(points[start : start + 9]) for start in range(0, 45, 9)]
    return Position.parse(f"{'/'.join(rows)} W")


def test_no_claim_without_tables_contradicts_them(tables: Tablebase) -> None:
    chance = Random(7)
    decided = 0
    for _ in range(250):
        position = random_endgame(chance, 4)
        truth = tables.probe(position)
        assert truth is not None
        found = analyse(position, 4000, tables="off", memory_mb=2)
        if found.value is Value.UNKNOWN:
            continue
        decided += 1
        assert (found.value, position.fen()) == (truth.value, position.fen())
        if found.distance_exact:
            assert found.distance == truth.distance
    assert decided > 50


def test_the_best_turn_of_a_table_position_is_the_tables_best(tables: Tablebase) -> None:
    chance = Random(8)
    for _ in range(60):
        position = random_endgame(chance, 4)
        if position.outcome() is not None:
            continue
        first = tables.answer(position).turns[0]
        found = analyse(position, 2000, tables=tables)
        assert found.lines[0].turns[0] == first.turn
        assert found.lines[0].distance == first.distance


def test_a_line_claims_no_shorter_win_than_its_first_turn_has(
    tables: Tablebase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A quicker win may be proven although the budget is too small to name its turns."""
    monkeypatch.setattr("fanorona.solver.search.analysis.best_line", lambda *_, **__: NO_LINE)
    position = Position.parse("9/W3W4/1B4W2/9/3W5 W")
    found = analyse(position, 20_000, tables=tables, lines=2)
    line = found.lines[0]
    after = forced_win(position.play(line.turns[0]), tables=tables)
    assert (found.distance, found.distance_exact) == (Distance.of(3), True)
    assert line.distance is not None
    assert after.distance is not None
    assert after.value is Value.LOSS
    assert after.distance.plies + 1 <= line.distance.plies


@pytest.mark.parametrize("text", ["WW1/1WB/WWB W", "1BB/W2/WBB B"])
def test_no_line_takes_longer_than_it_claims(text: str) -> None:
    """The first iterations find wins that are not the shortest, with lines as long."""
    found = analyse(Position.parse(text, "fliporona"), 3_000, lines=5, tables="off", memory_mb=1)
    for line in found.lines:
        assert line.distance is not None
        assert len(line.turns) == line.distance.plies


def test_a_draw_is_not_solved_while_an_earlier_turn_is_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """c3-c2A and c3-c2A-b2A draw; nothing is found out about the first."""
    position = Position.parse("WBB/W2/BWW B", "escale")
    open_turn = position.play("c3-c2A").words()
    at_all = Attack.at_all

    def all_but_one(attack: Attack, prover: Prover, nodes: int) -> None:
        if attack.words != open_turn:
            at_all(attack, prover, nodes)

    monkeypatch.setattr(Attack, "at_all", all_but_one)
    found = analyse(position, tables="off", memory_mb=1)
    assert found.value is Value.DRAW
    assert found.lines[0].turns[0] == "c3-c2A-b2A"
    assert found.search.stopped_by is not StoppedBy.SOLVED


def test_nothing_is_solved_while_a_line_is_open() -> None:
    position = Position.parse("1BW/2B/3/3/W2 B huff:c5", "livret")
    broken_off = 0
    for nodes in range(500, 12_000, 100):
        found = analyse(position, nodes, lines=3, tables="off", memory_mb=1)
        line = found.lines[-1]
        if line.distance is not None and len(line.turns) < line.distance.plies:
            broken_off += 1
            assert found.search.stopped_by is not StoppedBy.SOLVED
    assert broken_off


def test_no_line_is_a_worse_one_than_a_turn_that_is_left_out() -> None:
    position = Position.parse("6B2/8W/5B3/9/9 B", "escale")
    found = analyse(position, lines=3, tables="off", memory_mb=4)
    winning = forced_win(position, tables="off").winning_turns
    assert found.search.stopped_by is StoppedBy.SOLVED
    assert [line.turns[0] for line in found.lines] == [one.turn for one in winning[:3]]


def test_a_missing_table_leaves_no_distance_out(tmp_path: Path) -> None:
    Tablebase.build(4, tmp_path, board="3x3")
    (tmp_path / "standard-3x3-1v1.fan").unlink()
    tables = Tablebase.open(tmp_path, board="3x3")
    found = analyse(Position.parse("B1B/2W/B2 W"), 1, lines=2, tables=tables)
    assert (found.value, found.distance) == (Value.WIN, Distance.of(1))
    assert found.lines[0].turns == ("c2-c1W-b2A-c3W",)
    for line in found.lines:
        assert (line.distance is None) == (line.value is Value.UNKNOWN)
    assert found.search.stopped_by is StoppedBy.NODES


@pytest.mark.parametrize("rules", RULES)
def test_lines_are_legal_and_lead_to_the_claimed_end(rules: str) -> None:
    chance = Random(9)
    position = Referee.parse(reference.start(rules, 5, 3), rules)
    for _ in range(25):
        turns = position.turns()
        if not turns:
            position = Referee.parse(reference.start(rules, 5, 3), rules)
            continue
        found = analyse(Position.parse(position.fen(), rules), 3000, lines=2, tables="off")
        for line in found.lines:
            after = position
            for turn in line.turns:
                after = after.turns()[turn]
            if line.distance is not None and len(line.turns) == line.distance.plies:
                assert after.outcome() is not None
        position = turns[chance.choice(sorted(turns))]


@pytest.mark.parametrize("rules", RULES)
def test_analysis_and_forced_win_agree_on_what_is_best(rules: str) -> None:
    for text in ("W1B/1B1/1W1 W", "B1W/3/W1B B", "BW1/3/1WB W"):
        position = Position.parse(text, rules)
        proven = forced_win(position, tables="off")
        found = analyse(position, tables="off")
        assert proven.value is not Value.UNKNOWN
        assert found.value is proven.value
        assert found.distance == proven.distance
        if proven.line:
            assert found.lines[0].turns[0] == proven.line[0]


def test_the_same_question_has_the_same_answer() -> None:
    assert analyse(Position.start(), 30_000) == analyse(Position.start(), 30_000)


QUESTIONS: list[tuple[str, str, int]] = [
    ("BBB/B1W/WWW W", "standard", 2_000),
    ("BBB/B1W/WWW W", "livret", 1_000),
    ("BB1/3/1WW W", "fliporona", 600),
    ("WB1/2B/WBW W hand:1,1", "fliporona", 300),
    ("9/2B1W1B2/1W2B2W1/2B1W1B2/3WBW3 W", "standard", 800),
    ("BBBBB/B4/4W W vela:B", "standard", 500),
    ("3/W1W/2B B huff:a2,c2", "livret", 100),
]
ANSWERS = """
from tests.solver.test_analysis import QUESTIONS, answer_text
for fen, rules, nodes in QUESTIONS:
    print(answer_text(fen, rules, nodes))
"""


def answer_text(fen: str, rules: str, nodes: int) -> str:
    answer = analyse(Position.parse(fen, rules), nodes, lines=2, memory_mb=1, tables="off")
    return json_text(answer)


def test_the_uncompiled_kernel_gives_the_same_answers(tmp_path: Path) -> None:
    said = run_uncompiled(copy_without_libraries(tmp_path), ANSWERS)
    assert said.splitlines() == [answer_text(*question) for question in QUESTIONS]


def test_an_estimate_is_never_called_proven() -> None:
    found = analyse(Position.start(), depth=3, tables="off")
    assert (found.value, found.proof) == (Value.UNKNOWN, Proof.HEURISTIC)
    assert found.score is not None
    assert found.search.stopped_by is StoppedBy.DEPTH


def test_one_node_still_answers_with_a_legal_turn() -> None:
    found = analyse(Position.start(), 1, tables="off")
    assert found.value is Value.UNKNOWN
    assert found.lines[0].turns[0] in {str(turn) for turn in Position.start().turns()}


@pytest.mark.parametrize("rules", RULES)
def test_a_thousand_nodes_finish_an_iteration(rules: str) -> None:
    size = (5, 5) if rules == "fliporona" else (9, 5)
    found = analyse(Position.start(rules, *size), 1_000, tables="off")
    assert found.search.depth >= 1
    assert found.lines[0].score is not None


def test_a_search_without_any_time_still_finishes_an_iteration() -> None:
    stop = Stop()
    stop.request()
    found = analyse(Position.start(), 10**6, tables="off", stop=stop)
    assert found.search.depth >= 1
    assert found.lines[0].score is not None


def test_the_prover_does_not_delay_the_first_iterations() -> None:
    spent: list[int] = []
    analyse(
        Position.start(),
        10**6,
        5,
        tables="off",
        on_progress=lambda so_far: spent.append(so_far.search.nodes),
    )
    assert spent[0] < 1_000


def test_the_side_that_is_ahead_does_not_repeat_a_position_of_the_game() -> None:
    position = Position.parse("2B1B1B2/9/9/9/WW1WW2WW W")
    best = analyse(position, 1_000, 2, tables="off").lines[0].turns[0]
    before = position.play(best)
    history = (before, position, before)
    found = analyse(position, 1_000, 2, tables="off", history=history)
    assert found.score is not None
    assert found.score > 0
    assert found.lines[0].turns[0] != best


def test_progress_is_reported_at_every_depth() -> None:
    seen: list[Analysis] = []
    analyse(Position.start(), depth=4, tables="off", on_progress=seen.append)
    assert [one.search.depth for one in seen] == [1, 2, 3, 4]


def test_progress_does_not_contradict_its_first_line() -> None:
    seen: list[Analysis] = []
    position = Position.parse("B2B1/3WB/5 B", "fliporona")
    analyse(position, 10_000, lines=5, tables="off", memory_mb=1, on_progress=seen.append)
    proven = [one for one in seen if one.lines[0].value is Value.WIN]
    assert proven
    for one in proven:
        assert (one.value, one.distance) == (Value.WIN, one.lines[0].distance)


def test_a_stop_ends_the_search_with_the_best_so_far() -> None:
    stop = Stop()

    def end(_so_far: Analysis) -> None:
        stop.request()

    found = analyse(Position.start(), 10**9, tables="off", stop=stop, on_progress=end)
    assert found.search.stopped_by is StoppedBy.TIME
    assert found.lines


@pytest.mark.parametrize("budget", ["nodes", "depth", "time_ms", "lines", "memory_mb"])
@pytest.mark.parametrize("number", [0, -1, 10**18])
def test_a_budget_that_no_search_can_keep_is_refused(budget: str, number: int) -> None:
    with pytest.raises(BadBudget, match=budget):
        analyse(Position.start(), **{budget: number})  # type: ignore[arg-type]
