"""Forced wins: known results, what the fields of an answer mean, and the games that are over."""

from __future__ import annotations

from typing import Any

import pytest

from fanorona.solver import IllegalPosition, Position
from fanorona.solver.as_json import as_json
from fanorona.solver.budget import Budget
from fanorona.solver.search.forced_win import MOST_TURNS, ForcedWin, forced_win
from fanorona.solver.value import Proof, Value
from tests import reference
from tests.replayer import Referee, check_by_play, check_form, check_values, solve
from tests.solver.asking import Advisor, Json, ask

FLIPORONA_PROBLEM = "BBWBWBBWB/WWB3WWW/BBW2BBWB/WWWWBBBWW/WBWWBWWBB B -"
NEARLY_5X5 = "BBBBB/BBBBB/BW1WB/WWWWW/WWWWW W -"
"""The 5x5 start with another middle rank."""
DRAWN = "1B3/5/5/5/1W3 W -"
LOST = "W2/3/B2/3/W2 B -"
"""Under escale, in 16 plies."""
FREE_WIN = "BBB/B1W/WWW W -"
"""The 3x3 start: White wins in 6 turns by two first turns, the other two do not win."""


def turns_of(answer: Json) -> list[str]:
    return [one["turn"] for one in answer["winning_turns"]]


@pytest.mark.parametrize(
    ("width", "height", "plies"), [(3, 3, 11), (5, 3, 11), (3, 5, 13)], ids=["3x3", "5x3", "3x5"]
)
def test_white_wins_from_the_start_on_a_small_board(width: int, height: int, plies: int) -> None:
    start = reference.start("standard", width, height)
    answer = ask(start)
    assert answer["value"] == "win"
    assert answer["distance"] == {"plies": plies, "turns": (plies + 1) // 2}
    assert answer["search"]["stopped_by"] == "solved"
    assert len(answer["line"]) == plies
    check_form(answer)
    assert check_by_play(answer, Advisor(start, "standard")) == set()


def test_every_position_of_the_3x3_game_is_answered_exactly(compiled: bool) -> None:
    start = reference.Position.start("standard", 3, 3)
    values = solve([start], 2_000)
    assert len(values) == 1_012
    for position in list(values) if compiled else list(values)[::20]:
        answer = ask(position.fen(), memory_mb=1)
        assert answer["search"]["stopped_by"] == "solved"
        check_form(answer)
        check_values(answer, values)


def test_white_wins_from_the_5x5_start_with_another_middle_rank(compiled: bool) -> None:
    if not compiled:
        pytest.skip("uncompiled, this takes minutes")
    answer = ask(NEARLY_5X5, nodes=400_000)
    assert answer["value"] == "win"
    assert answer["search"]["nodes"] <= 400_000
    check_form(answer)


@pytest.mark.parametrize(("rules", "size"), [("standard", (5, 5)), ("escale", (5, 3))])
def test_the_start_of_a_small_board_is_proven_a_draw(
    rules: str, size: tuple[int, int], compiled: bool
) -> None:
    if not compiled:
        pytest.skip("uncompiled, this takes minutes")
    budget = Budget(nodes=6_000_000, memory_mb=256)
    found = forced_win(Position.start(rules, *size), budget=budget)
    assert (found.value, found.proof) == (Value.DRAW, Proof.PROVEN)


@pytest.mark.slow
def test_the_win_from_the_5x5_start_with_another_middle_rank_beats_every_defence() -> None:
    answer = ask(NEARLY_5X5, nodes=2_000_000)
    assert answer["value"] == "win"
    assert answer["distance"] == {"plies": 21, "turns": 11}
    assert answer["distance_exact"]
    assert answer["search"]["nodes"] <= 2_000_000
    check_form(answer)
    referee = Referee(most=150_000)
    too_much = check_by_play(answer, Advisor(NEARLY_5X5, "standard"), referee=referee)
    assert too_much == {"no win within", "nothing shorter", "nothing shorter after c2-c3A"}


def test_the_fliporona_problem_has_one_winning_turn_by_two_routes() -> None:
    answer = ask(FLIPORONA_PROBLEM, "fliporona", max_turns=1)
    check_form(answer, max_turns=1)
    advisor = Advisor(FLIPORONA_PROBLEM, "fliporona")
    assert check_by_play(answer, advisor, max_turns=1) == set()
    (winning,) = answer["winning_turns"]
    assert winning["distance"] == {"plies": 1, "turns": 1}
    assert winning["routes_count"] == 2
    assert answer["undecided_turns"] == []
    assert answer["line"] == [winning["turn"]]


@pytest.mark.parametrize("rules", ["standard", "escale", "livret", "fliporona"])
def test_a_position_where_both_sides_can_go_on_for_ever_is_a_draw(rules: str) -> None:
    answer = ask(DRAWN, rules)
    assert answer["value"] == "draw"
    assert answer["proof"] == "proven"
    assert answer["distance"] is None
    assert answer["line"] == []
    assert answer["winning_turns"] == answer["undecided_turns"] == []
    check_form(answer)
    values = solve([reference.Position.parse(DRAWN, rules)], 5_000)
    check_values(answer, values)


def test_a_lost_position_has_the_longest_defence_as_its_line() -> None:
    answer = ask(LOST, "escale")
    assert answer["value"] == "loss"
    assert answer["distance"] == {"plies": 16, "turns": 8}
    assert answer["search"]["stopped_by"] == "solved"
    assert len(answer["line"]) == 16
    check_form(answer)
    check_values(answer, solve([reference.Position.parse(LOST, "escale")], 5_000))


def test_with_max_turns_only_wins_within_it_are_listed() -> None:
    within_six, within_seven = ask(FREE_WIN, max_turns=6), ask(FREE_WIN, max_turns=7)
    assert turns_of(within_six) == turns_of(ask(FREE_WIN)) == ["c1-b2A", "c2-b2A"]
    assert within_six["undecided_turns"] == []
    assert within_six["search"]["stopped_by"] == "solved"
    assert turns_of(within_seven) == turns_of(within_six)


def test_a_win_that_takes_longer_than_max_turns_does_not_count() -> None:
    answer = ask(FREE_WIN, max_turns=5)
    assert answer["value"] == "unknown"
    assert answer["distance"] is None
    assert (answer["never"], answer["no_win_within"]) == (False, 5)
    assert answer["winning_turns"] == answer["undecided_turns"] == []
    assert answer["search"]["stopped_by"] == "max-turns"


def test_an_exact_win_says_that_there_is_none_in_fewer_turns() -> None:
    assert ask(FREE_WIN)["no_win_within"] == 5


@pytest.mark.parametrize(("fen", "value"), [(LOST, "loss"), (DRAWN, "draw")])
def test_a_side_that_cannot_win_at_all_never_wins(fen: str, value: str) -> None:
    answer = ask(fen, "escale")
    assert answer["value"] == value
    assert (answer["never"], answer["no_win_within"]) == (True, None)


@pytest.mark.parametrize("fen", [LOST, DRAWN])
def test_with_max_turns_nobody_asks_whether_there_is_a_later_win(fen: str) -> None:
    answer = ask(fen, "escale", max_turns=3)
    assert (answer["never"], answer["no_win_within"]) == (False, 3)
    assert answer["search"]["stopped_by"] == "max-turns"


def test_the_greatest_max_turns_is_searched_without_harm(compiled: bool) -> None:
    nodes = 300_000 if compiled else 3_000
    answer = ask("B4/5/5/5/4W W", "escale", max_turns=160, nodes=nodes)
    check_form(answer, max_turns=160)


def test_a_forfeit_that_ends_the_game_early_is_not_the_longest_defence() -> None:
    answer = ask("BW1/1B1/2B W -", "livret", memory_mb=1)
    assert answer["value"] == "loss"
    assert len(answer["line"]) == answer["distance"]["plies"] == 2
    check_form(answer)


OVER = [
    pytest.param("3/1B1/3 W -", "standard", "loss", id="the side to move has no stones"),
    pytest.param("3/1W1/3 W -", "standard", "win", id="the other side has no stones"),
    pytest.param("3/1W1/3 W -", "livret", "win", id="the other side gave up its last stone"),
    pytest.param("5/BB3/WB3 W -", "standard", "loss", id="the side to move has no turn"),
]


@pytest.mark.parametrize(("fen", "rules", "value"), OVER)
@pytest.mark.parametrize("max_turns", [None, 2])
def test_a_game_that_is_over_is_proven_and_0_plies_away(
    fen: str, rules: str, value: str, max_turns: int | None
) -> None:
    answer = ask(fen, rules, max_turns=max_turns, nodes=1)
    assert answer["value"] == value
    assert answer["distance"] == {"plies": 0, "turns": 0}
    assert answer["distance_exact"]
    assert answer["winning_turns"] == answer["undecided_turns"] == answer["line"] == []
    assert answer["search"]["stopped_by"] == "solved"
    assert answer["search"]["nodes"] == 0
    check_form(answer, max_turns)


def test_an_illegal_position_is_refused_with_every_defect() -> None:
    position = Position.parse("BBB/BBB/WWW W hand:1,1")
    with pytest.raises(IllegalPosition) as refused:
        forced_win(position)
    assert len(refused.value.defects) == 2


@pytest.mark.parametrize("max_turns", [None, 7])
def test_progress_is_an_answer_so_far(max_turns: int | None) -> None:
    start = reference.Position.start("standard", 3, 3)
    values = solve([start], 2_000)
    position = Position.start("standard", 3, 3)
    reports: list[ForcedWin] = []
    forced_win(position, max_turns, tables=None, on_progress=reports.append)
    assert len(reports) > 1
    for report in reports:
        so_far: dict[str, Any] = as_json(report)
        check_form(so_far, max_turns)
        check_values(so_far, values, max_turns)
    nodes = [report.search.nodes for report in reports]
    assert nodes == sorted(nodes)


def test_a_win_is_reported_although_other_first_turns_are_undecided() -> None:
    answer = ask(FLIPORONA_PROBLEM, "fliporona", nodes=2_000)
    assert answer["value"] == "win"
    assert answer["distance_exact"]
    assert len(answer["winning_turns"]) == 1
    assert len(answer["undecided_turns"]) > 1
    assert answer["search"]["stopped_by"] == "nodes"
    check_form(answer)


def test_no_win_within_the_longest_search_is_not_the_same_as_no_win_at_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    proven = ask(DRAWN)
    monkeypatch.setattr("fanorona.solver.search.prover.Prover.at_all", lambda *_: None)
    searched = ask(DRAWN, nodes=3_000_000)
    assert (proven["value"], proven["never"]) == ("draw", True)
    assert searched["value"] == "unknown"
    assert searched["search"]["depth"] == 2 * MOST_TURNS
    assert (searched["never"], searched["no_win_within"]) == (False, MOST_TURNS)
