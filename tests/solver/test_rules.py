"""The rules, one by one, on positions small enough to follow on paper."""

from __future__ import annotations

import pytest

from fanorona.solver import RULE_SETS, Outcome, Position, UnknownRules, rule_set
from fanorona.solver.board import Direction

WITH_VELA = ("standard", "escale", "livret")


def turns(fen: str, rules: str = "standard") -> dict[str, str]:
    """Every legal turn with the position after it."""
    position = Position.parse(fen, rules)
    return {str(turn): position.after(turn).fen() for turn in position.turns()}


def outcome(fen: str, rules: str = "standard") -> Outcome | None:
    return Position.parse(fen, rules).outcome()


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_rule_set_is_found_by_its_name_in_any_case(name: str) -> None:
    assert rule_set(f" {name.upper()} ") is RULE_SETS[name]


def test_an_unknown_rule_set_is_refused_with_the_known_names() -> None:
    with pytest.raises(UnknownRules, match=r"'chess'.*standard, escale, livret, fliporona"):
        rule_set("chess")


# Steps and captures


def test_a_strong_point_has_eight_lines() -> None:
    neighbours = ("b2", "b3", "b4", "c2", "c4", "d2", "d3", "d4")
    assert set(turns("5/5/2W2/B4/5 W")) == {f"c3-{to}" for to in neighbours}


def test_a_weak_point_has_no_diagonal_lines() -> None:
    assert set(turns("2B/3/1W1 W")) == {"b1-a1", "b1-b2", "b1-c1"}


def test_approach_takes_the_line_beyond_the_destination() -> None:
    assert turns("5/W1BB1/5 W") == {"a2-b2A": "5/1W3/5 B -"}


def test_withdrawal_takes_the_line_behind_the_origin() -> None:
    assert turns("5/BBW2/5 W")["c2-d2W"] == "5/3W1/5 B -"


@pytest.mark.parametrize(
    ("fen", "turn", "after"),
    [
        ("5/W1B1B/5 W", "a2-b2A", "5/1W2B/5 B -"),
        ("5/W1BWB/5 W", "a2-b2A", "5/1W1WB/5 B -"),
        ("5/B1BW1/5 W", "d2-e2W", "5/B3W/5 B -"),
        ("5/BWBW1/5 W", "d2-e2W", "5/BW2W/5 B -"),
    ],
)
def test_a_line_ends_at_a_gap_or_an_own_stone(fen: str, turn: str, after: str) -> None:
    assert turns(fen)[turn] == after


def test_a_step_that_touches_on_both_sides_takes_one_of_them() -> None:
    after = turns("5/BW1BB/5 W")
    assert (after["b2-c2A"], after["b2-c2W"]) == ("5/B1W2/5 B -", "5/2WBB/5 B -")


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_step_that_can_capture_is_not_a_paika(rules: str) -> None:
    assert "a1-b2" not in turns("2B/3/W2 W", rules)


def test_standard_allows_no_paika_while_a_capture_exists() -> None:
    assert set(turns("2B/3/W2 W")) == {"a1-b2A"}


@pytest.mark.parametrize("rules", ["escale", "livret", "fliporona"])
def test_other_rules_allow_a_paika_while_a_capture_exists(rules: str) -> None:
    assert set(turns("2B/3/W2 W", rules)) == {"a1-a2", "a1-b1", "a1-b2A"}


# Chains

CIRCLE = "5/1B3/2B2/W1B2/2B2 W"
"""White goes a2, b2, b3, a3, and from there b2 touches c1."""


@pytest.mark.parametrize("rules", ["standard", "escale", "fliporona"])
def test_a_chain_may_stop_after_each_step(rules: str) -> None:
    steps = ("a2-b2A", "a2-b2A-b3A", "a2-b2A-b3A-a3W")
    assert set(steps) <= turns(CIRCLE, rules).keys()


def test_captured_stones_are_gone_before_the_next_step() -> None:
    assert turns(CIRCLE)["a2-b2A-b3A-a3W"] == "5/5/W4/5/2B2 B -"


@pytest.mark.parametrize("rules", WITH_VELA)
def test_a_chain_may_not_enter_a_point_it_has_been_on(rules: str) -> None:
    assert "a2-b2A-b3A-a3W-b2A" not in turns(CIRCLE, rules)


def test_a_fliporona_chain_may_enter_a_point_it_has_been_on() -> None:
    assert "a2-b2A-b3A-a3W-b2A" in turns(CIRCLE, "fliporona")


@pytest.mark.parametrize("rules", WITH_VELA)
def test_a_chain_may_not_enter_its_origin(rules: str) -> None:
    assert "b1-b2A-c1W-b1A" not in turns("BB3/5/BW3 W", rules)


def test_a_fliporona_chain_may_enter_its_origin() -> None:
    assert turns("BB3/5/BW3 W", "fliporona")["b1-b2A-c1W-b1A"] == "WW3/5/W4 B -"


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_chain_may_not_repeat_its_direction(rules: str) -> None:
    assert "b2-c2W-d2A" not in turns("7/BW2B2/7 W", rules)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_chain_may_not_go_straight_back(rules: str) -> None:
    assert "b2-c2A-b2A" not in turns("5/BW1B1/5 W", rules)


# The end of a game


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("side", ["W", "B"])
def test_a_colour_without_stones_has_lost_whoever_is_to_move(rules: str, side: str) -> None:
    assert outcome(f"3/1W1/3 {side}", rules) is Outcome.WHITE_WINS


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_colour_to_move_without_a_turn_has_lost(rules: str) -> None:
    assert outcome("3/BB1/WB1 W", rules) is Outcome.BLACK_WINS


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_colour_not_to_move_may_be_hemmed_in(rules: str) -> None:
    assert outcome("3/BB1/WB1 B", rules) is None


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("fen", ["3/1W1/3 W", "3/1B1/3 W", "3/BB1/WB1 W"])
def test_a_finished_game_has_no_turns(fen: str, rules: str) -> None:
    assert turns(fen, rules) == {}


# Livret


def test_livret_takes_the_larger_line() -> None:
    assert {"b2-c2A", "b2-c2W"} & turns("5/BW1BB/5 W", "livret").keys() == {"b2-c2A"}


def test_livret_leaves_the_choice_between_equal_lines() -> None:
    assert {"b2-c2A", "b2-c2W"} <= turns("5/BW1B1/5 W", "livret").keys()


def test_livret_allows_one_capturing_step_on_a_first_turn() -> None:
    assert set(turns("B2/2B/W2 W first:W", "livret")) == {"a1-a2A", "a1-b1", "a1-b2"}


def test_livret_does_not_punish_stopping_on_a_first_turn() -> None:
    assert turns("B2/2B/W2 W first:W", "livret")["a1-a2A"] == "3/W1B/3 B -"


def test_livret_chain_stopped_early_forfeits_its_stone() -> None:
    after = turns("B2/2B/W2 W", "livret")
    assert (after["a1-a2A"], after["a1-a2A-b2A"]) == ("3/2B/3 B -", "3/1W1/3 B -")


def test_livret_forfeit_of_the_last_stone_loses() -> None:
    assert outcome("3/2B/3 B", "livret") is Outcome.BLACK_WINS


def test_livret_paika_makes_every_stone_liable_that_could_capture() -> None:
    assert turns("B2/3/WW1 W", "livret")["b1-c1"] == "B2/3/W1W B huff:a1"


def test_livret_stone_that_moved_is_liable_on_its_new_point() -> None:
    assert turns("B2/3/W1W W", "livret")["c1-c2"] == "B2/2W/W2 B huff:a1,c2"


def test_livret_paika_without_a_capture_to_make_is_not_punished() -> None:
    assert turns("2B/3/1W1 W", "livret")["b1-a1"] == "2B/3/W2 B -"


def test_livret_paika_on_a_first_turn_is_punished() -> None:
    assert turns("B2/3/WW1 W first:W", "livret")["b1-c1"] == "B2/3/W1W B huff:a1"


def test_livret_huffer_takes_off_exactly_one_liable_stone() -> None:
    after = turns("B2/3/W1W B huff:a1,c1", "livret")
    assert {after["a1~a3-a2"], after["c1~a3-b3"]} == {"3/B2/2W W huff:a2", "1B1/3/W2 W huff:b3"}


def test_livret_captures_are_judged_after_the_huff() -> None:
    assert set(turns("B2/2W/W2 B huff:a1", "livret")) == {"a1~a3-a2", "a1~a3-b2", "a1~a3-b3"}


def test_livret_huff_of_the_last_stone_is_the_whole_turn() -> None:
    assert turns("B2/3/W2 B huff:a1", "livret") == {"a1~": "B2/3/3 W -"}


def test_livret_huff_must_leave_a_step() -> None:
    assert set(turns("W1W/BW1/W2 B huff:a1,c3", "livret")) == {"a1~a2-a1W"}


def test_livret_huffer_may_step_where_the_huffed_stone_stood() -> None:
    assert outcome("W1W/BW1/W2 B huff:a1,c3", "livret") is None


def test_livret_huffer_without_a_step_after_any_huff_has_lost() -> None:
    assert outcome("W1W/BW1/W2 B huff:c3", "livret") is Outcome.WHITE_WINS


# Vela

ONE_CAPTURE = "3BBBB/4BBB/W1B4 W vela:B"


@pytest.mark.parametrize("rules", WITH_VELA)
def test_the_giver_does_not_capture(rules: str) -> None:
    after = turns("BBBBB/5/BW1BB/5/5 B vela:B", rules)
    assert after["d3-c3"] == "BBBBB/5/BWB1B/5/5 W vela:B"


@pytest.mark.parametrize("rules", WITH_VELA)
def test_the_other_colour_takes_the_one_stone_in_contact(rules: str) -> None:
    after = turns("BBBBB/5/BW1BB/5/5 W vela:B", rules)
    assert after["b3-c3A"] == "BBBBB/5/B1W1B/5/5 B vela:B"


@pytest.mark.parametrize("rules", WITH_VELA)
def test_under_vela_the_choice_of_line_is_free(rules: str) -> None:
    assert {"b3-c3A", "b3-c3W"} <= turns("BBBBB/5/BW1BB/5/5 W vela:B", rules).keys()


@pytest.mark.parametrize("rules", WITH_VELA)
def test_under_vela_there_are_no_chains(rules: str) -> None:
    circle = turns("3BB/1B3/2B2/W1B2/2B2 W vela:B", rules)
    assert max(turn.count("-") for turn in circle) == 1


def test_under_vela_standard_must_capture() -> None:
    assert set(turns(ONE_CAPTURE)) == {"a1-b1A"}


def test_under_vela_escale_need_not_capture() -> None:
    assert set(turns(ONE_CAPTURE, "escale")) == {"a1-a2", "a1-b1A", "a1-b2"}


def test_under_vela_livret_makes_stones_that_do_not_capture_liable() -> None:
    after = turns(ONE_CAPTURE, "livret")
    assert after["a1-a2"] == "3BBBB/W3BBB/2B4 B huff:a2;vela:B"


def test_the_livret_giver_huffs() -> None:
    after = turns("3BBBB/W3BBB/2B3W B huff:a2;vela:B", "livret")
    assert after["a2~c1-d1"] == "3BBBB/4BBB/3B2W W vela:B"


@pytest.mark.parametrize("rules", WITH_VELA)
def test_vela_is_over_once_the_giver_has_five_stones(rules: str) -> None:
    assert turns("BBB2/BW1BB/5 W vela:B", rules)["b2-c2W"] == "BBB2/2WBB/5 B -"


@pytest.mark.parametrize("rules", WITH_VELA)
def test_a_giver_with_five_stones_captures(rules: str) -> None:
    assert "c2-b2A" in turns("4W/W1BBB/3BB B vela:B", rules)


# Fliporona


def test_fliporona_captures_change_colour_and_the_stone_that_moved_leaves() -> None:
    assert turns("5/BW1BB/5 W", "fliporona")["b2-c2A"] == "5/B2WW/5 B -"


def test_fliporona_paika_keeps_its_stone() -> None:
    assert turns("5/BW1BB/5 W", "fliporona")["b2-c3"] == "2W2/B2BB/5 B -"


def test_fliporona_flipped_stones_are_own_stones_for_the_rest_of_the_chain() -> None:
    after = turns("5/1B3/2B2/W1B2/5 W", "fliporona")
    assert after["a2-b2A-b3A-a3W"] == "5/1W3/2W2/2W2/5 B -"


def test_fliporona_places_on_any_free_point_but_the_centre() -> None:
    assert set(turns("W2/3/2B W hand:3,3", "fliporona")) == {
        f"@{point}" for point in ("a1", "a2", "b1", "b3", "c2", "c3")
    }


def test_fliporona_placing_takes_a_stone_from_the_hand() -> None:
    assert turns("W2/3/2B W hand:3,3", "fliporona")["@a1"] == "W2/3/W1B B hand:2,3"


def test_fliporona_white_moves_first_when_all_stones_are_placed() -> None:
    assert turns("WBW/B1W/1BW B hand:0,1", "fliporona") == {"@a1": "WBW/B1W/BBW W -"}


def test_fliporona_hands_are_half_of_the_points_without_the_centre() -> None:
    assert Position.start("fliporona", 9, 7).fen() == "9/9/9/9/9/9/9 W hand:31,31"


def test_the_hint_of_the_published_problem_fits_from_twelve_points() -> None:
    board = Position.start("fliporona").board
    hint = (
        Direction.RIGHT,
        Direction.DOWN_RIGHT,
        Direction.UP_RIGHT,
        Direction.LEFT,
        Direction.DOWN,
        Direction.LEFT,
    )
    fits = []
    for name, point in board.by_name.items():
        at: int | None = point
        for direction in hint:
            at = None if at is None else board.beside(at, direction)
        if at is not None:
            fits.append(name)
    assert sorted(fits) == ["a2", "a4", "b3", "b5", "c2", "c4", "d3", "d5", "e2", "e4", "f3", "f5"]
