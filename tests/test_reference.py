"""The reference implementation against the figures that three implementations agree on."""

import pytest

from tests.reference import Position, outcome, perft, start, turns

ARRANGEMENT = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"
FLIPORONA_CROWD = "BBWBWBBWB/WWB3WWW/BBW2BBWB/WWWWBBBWW/WBWWBWWBB B"
VELA_ENDS_ON_THE_WAY = "B3B3B/4B4/9/3W1W3/BW2B2WW W vela:B"

# Deeper figures are left to the fast implementation: this one would need minutes.
FIGURES = {
    "9x5": (start("standard"), "standard", [5, 39, 724, 18_026]),
    "5x5": (start("standard", 5, 5), "standard", [5, 21, 202, 3_469, 34_608]),
    "3x3": (start("standard", 3, 3), "standard", [4, 7, 14, 67, 137, 280, 744]),
    "escale": (start("escale"), "escale", [5, 56, 1_143, 33_649]),
    "livret": (start("livret"), "livret", [5, 34, 974, 54_523]),
    "vela": (start("standard", giver="B"), "standard", [5, 24, 94, 817]),
    "escale-vela": (start("escale", giver="B"), "escale", [5, 24, 157, 1_089]),
    "livret-vela": (start("livret", giver="B"), "livret", [5, 24, 157]),
    "livret-3x3": (start("livret", 3, 3), "livret", [4, 8, 38, 287, 1_620]),
    "placing": (start("fliporona"), "fliporona", [44, 1_892]),
    "flipping": (ARRANGEMENT, "fliporona", [5, 80, 2_934]),
    "flipping-crowd": (FLIPORONA_CROWD, "fliporona", [59, 44_977]),
    "vela-ends": (VELA_ENDS_ON_THE_WAY, "standard", [3, 9, 39]),
    "escale-vela-ends": (VELA_ENDS_ON_THE_WAY, "escale", [20, 361, 6_895]),
    "livret-vela-ends": (VELA_ENDS_ON_THE_WAY, "livret", [20, 1_030, 15_914]),
    "chains": ("9/2BB1WBWB/9/1W1BB1B2/9 W", "standard", [16]),
}
DEEPER = [(start("standard"), 5, 431_852), (start("standard", 5, 5), 6, 306_837)]


@pytest.mark.parametrize(("fen", "rules", "counts"), FIGURES.values(), ids=FIGURES.keys())
def test_perft_agrees_with_the_checked_figures(fen: str, rules: str, counts: list[int]) -> None:
    assert [perft(fen, rules, depth) for depth in range(len(counts) + 1)] == [1, *counts]


@pytest.mark.slow
@pytest.mark.parametrize(("fen", "depth", "count"), DEEPER)
def test_deeper_perft_agrees_with_the_checked_figures(fen: str, depth: int, count: int) -> None:
    assert perft(fen, "standard", depth) == count


def test_positions_reachable_on_3x3_agree_with_the_checked_figure() -> None:
    reached = {Position.start("standard", 3, 3)}
    fresh = reached
    while fresh:
        fresh = {after for position in fresh for after in position.turns().values()} - reached
        reached = reached | fresh
    assert len(reached) == 1_012


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (start("standard"), f"{ARRANGEMENT} -"),
        (start("livret"), f"{ARRANGEMENT} first:WB"),
        (start("livret", giver="B"), f"{ARRANGEMENT} first:WB;vela:B"),
        (start("escale", giver="W"), f"{ARRANGEMENT[:-1]}B vela:W"),
        (start("standard", 3, 3, giver="W"), "BBB/B1W/WWW B -"),
        (start("standard", 7, 3), "BBBBBBB/BWB1WBW/WWWWWWW W -"),
        (start("fliporona"), "9/9/9/9/9 W hand:22,22"),
        (start("fliporona", 11, 3), "11/11/11 W hand:16,16"),
    ],
)
def test_start_is_written_canonically(text: str, expected: str) -> None:
    assert text == expected


@pytest.mark.parametrize(
    ("fen", "rules"),
    [
        ("BBB/B.W/WWW W", "standard"),
        ("BBB/B1W/WWW w -", "standard"),
        ("BBB/B1W/WW W -", "standard"),
        ("BBB/BBB/WWW W vela:b", "standard"),
        ("111/3/WB1 W -", "standard"),
        ("BBB/B1W/WWW W vela:B", "standard"),
        ("BBB/B1W/WWW W first:WB", "standard"),
        ("BBB/B1W/WWW W huff:c3,a3", "livret"),
    ],
)
def test_text_that_is_not_canonical_is_refused(fen: str, rules: str) -> None:
    with pytest.raises(ValueError, match=r"canonical|does not know"):
        Position.parse(fen, rules)


def test_a_colour_without_stones_has_lost_whoever_is_to_move() -> None:
    for side in "WB":
        assert outcome(f"3/1W1/3 {side} -", "standard") == "white-wins"
        assert outcome(f"3/1B1/3 {side} -", "standard") == "black-wins"
        assert turns(f"3/1B1/3 {side} -", "standard") == {}


def test_a_colour_to_move_that_has_no_turn_has_lost() -> None:
    hemmed_in = "3/BB1/WB1 W -"
    assert turns(hemmed_in, "standard") == {}
    assert outcome(hemmed_in, "standard") == "black-wins"
    assert outcome(hemmed_in.replace("W -", "B -"), "standard") is None


def test_the_mover_chooses_between_approach_and_withdrawal() -> None:
    after = turns("5/BW1BB/5 W -", "escale")
    assert after["b2-c2A"] == "5/B1W2/5 B -"
    assert after["b2-c2W"] == "5/2WBB/5 B -"


def test_livret_takes_the_larger_line() -> None:
    after = turns("5/BW1BB/5 W -", "livret")
    assert after["b2-c2A"] == "5/B1W2/5 B -"
    assert "b2-c2W" not in after


def test_livret_paika_makes_every_stone_liable_that_could_have_captured() -> None:
    assert turns("B2/3/WW1 W -", "livret")["b1-c1"] == "B2/3/W1W B huff:a1"
    assert turns("B2/3/W1W W -", "livret")["c1-c2"] == "B2/2W/W2 B huff:a1,c2"


def test_livret_huff_begins_the_turn_and_captures_are_judged_after_it() -> None:
    assert turns("B2/2W/W2 B huff:a1", "livret") == {
        "a1~a3-a2": "3/B1W/3 W -",
        "a1~a3-b2": "3/1BW/3 W -",
        "a1~a3-b3": "1B1/2W/3 W -",
    }


def test_livret_huff_of_the_last_stone_ends_the_turn() -> None:
    assert turns("B2/3/W2 B huff:a1", "livret") == {"a1~": "B2/3/3 W -"}
    assert outcome("B2/3/3 W -", "livret") == "black-wins"


def test_livret_huff_must_leave_a_step() -> None:
    hemmed_in = "W1W/BW1/W2 B huff:"
    assert turns(f"{hemmed_in}a1,c3", "livret") == {"a1~a2-a1W": "2W/1W1/B2 W -"}
    assert turns(f"{hemmed_in}c3", "livret") == {}
    assert outcome(f"{hemmed_in}c3", "livret") == "white-wins"


def test_livret_stone_of_a_chain_stopped_early_is_forfeit() -> None:
    assert turns("B2/2B/W2 W -", "livret") == {
        "a1-a2A": "3/2B/3 B -",
        "a1-a2A-b2A": "3/1W1/3 B -",
        "a1-b1": "B2/2B/1W1 B huff:b1",
        "a1-b2": "B2/1WB/3 B huff:b2",
    }


def test_livret_first_turn_is_one_step_and_stopping_is_not_punished() -> None:
    after = turns("B2/2B/W2 W first:W", "livret")
    assert after["a1-a2A"] == "3/W1B/3 B -"
    assert "a1-a2A-b2A" not in after


@pytest.mark.parametrize("rules", ["standard", "escale", "livret"])
def test_under_vela_the_stone_in_contact_is_taken_and_only_by_the_other_colour(rules: str) -> None:
    after = turns("BBBBB/BW1BB/5 W vela:B", rules)
    assert after["b2-c2A"] == "BBBBB/B1W1B/5 B vela:B"
    assert after["b2-c2W"] == "BBBBB/2WBB/5 B vela:B"
    after = turns("BBBBB/BW1BB/5 B vela:B", rules)
    assert after["d2-c2"] == "BBBBB/BWB1B/5 W vela:B"


def test_vela_is_over_once_the_giver_has_five_stones() -> None:
    assert turns("BBB2/BW1BB/5 W vela:B", "standard")["b2-c2W"] == "BBB2/2WBB/5 B -"


def test_fliporona_flips_what_it_captures_and_takes_off_the_stone_that_moved() -> None:
    after = turns("5/BW1BB/5 W -", "fliporona")
    assert after["b2-c2A"] == "5/B2WW/5 B -"
    assert after["b2-c2W"] == "5/W2BB/5 B -"
    assert after["b2-c3"] == "2W2/B2BB/5 B -"


def test_fliporona_places_no_stone_on_the_centre() -> None:
    after = turns("WBW/B1B/1BW W hand:1,0", "fliporona")
    assert after == {"@a1": "WBW/B1B/WBW B -"}
