"""What each command prints and answers."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fanorona.solver import RULE_SETS, Position
from fanorona.solver.answers import perft as counted
from fanorona.solver.rules import SWITCHES
from tests.cli.running import MANY_TURNS, Fanorona

HEAD = ["rules", "position", "side", "stones", "outcome"]
TURN = ["turn", "steps", "captured", "removed", "position"]
SEVERAL_ROUTES = ("B1B/1WB/1B1 W", "--rules", "fliporona")


def answered(fanorona: Fanorona, *arguments: str) -> Any:
    """The JSON that a command prints, one line of it."""
    ran = fanorona(*arguments, "--json")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.count("\n") == 1
    return json.loads(ran.out)


def test_show_answers_the_head(fanorona: Fanorona) -> None:
    assert answered(fanorona, "show", "start:3x3") == {
        "rules": "standard",
        "position": "BBB/B1W/WWW W -",
        "side": "white",
        "stones": {"white": 4, "black": 4},
        "outcome": None,
    }


@pytest.mark.parametrize(
    ("position", "outcome", "words"),
    [
        ("3/3/1W1 B", "white-wins", "White has won: Black has no stones."),
        ("3/3/1B1 B", "black-wins", "Black has won: White has no stones."),
        ("W1B/1BB/BBB W", None, "White to move."),
    ],
)
def test_show_says_who_has_won(
    position: str, outcome: str | None, words: str, fanorona: Fanorona
) -> None:
    rules = ["--rules", "fliporona"]
    assert answered(fanorona, "show", position, *rules)["outcome"] == outcome
    assert words in fanorona("show", position, *rules).out


def test_show_says_that_a_side_is_shut_in(fanorona: Fanorona) -> None:
    ran = fanorona("show", "WBW/BBB/1BB W", "--rules", "fliporona")
    assert "Black has won: White has no turn." in ran.out


@pytest.mark.parametrize(
    ("position", "rules", "words"),
    [
        ("BBB/B1W/WWW W first:WB", "livret", "First turn still to come: White and Black."),
        ("BBB/B1W/WWW B first:B", "livret", "First turn still to come: Black."),
        ("3/3/3 W hand:4,4", "fliporona", "Still to place: White 4, Black 4."),
        ("BBB/B1W/WWW W huff:b3,a2", "livret", "must first huff one of these stones: a2, b3."),
        ("start:vela:B", "standard", "Vela: Black cannot capture while it has more than 5"),
    ],
)
def test_show_says_the_state_in_words(
    position: str, rules: str, words: str, fanorona: Fanorona
) -> None:
    assert words in fanorona("show", position, "--rules", rules).out


def test_show_draws_an_illegal_position_anyway(fanorona: Fanorona) -> None:
    ran = fanorona("show", "BBB/BBB/WWW W")
    assert ran.status == 3
    assert "2 ●───●───●" in ran.out
    assert "6 black stones on the board, but the set-up has 4" in ran.err


def test_moves_answers_every_turn_in_full(fanorona: Fanorona) -> None:
    answer = answered(fanorona, "moves", "start:3x3")
    assert list(answer) == [*HEAD, "count", "truncated", "turns"]
    assert [list(turn) for turn in answer["turns"]] == [TURN] * 4
    assert answer["count"] == 4
    assert answer["truncated"] is False
    assert answer["turns"][1] == {
        "turn": "b1-b2A",
        "steps": [{"from": "b1", "to": "b2", "capture": "approach", "captured": ["b3"]}],
        "captured": ["b3"],
        "removed": [],
        "position": "B1B/BWW/W1W B -",
    }


def test_a_placed_stone_comes_from_nowhere(fanorona: Fanorona) -> None:
    answer = answered(fanorona, "moves", "start:3x3", "--rules", "fliporona", "--limit", "1")
    assert answer["turns"][0]["steps"] == [
        {"from": None, "to": "a1", "capture": None, "captured": []}
    ]


def test_a_huff_that_ends_the_game_has_no_steps(fanorona: Fanorona) -> None:
    answer = answered(fanorona, "moves", "3/1B1/1W1 W huff:b2", "--rules", "livret")
    assert [turn["turn"] for turn in answer["turns"]] == ["b2~"]
    assert answer["turns"][0]["steps"] == []
    assert answer["turns"][0]["removed"] == ["b2"]


@pytest.mark.parametrize(
    ("limit", "offset", "listed", "truncated"),
    [(None, 0, 5, False), (2, 0, 2, True), (2, 4, 1, True), (0, 0, 0, True), (9, 9, 0, True)],
)
def test_moves_lists_a_part_and_counts_all(
    limit: int | None, offset: int, listed: int, truncated: bool, fanorona: Fanorona
) -> None:
    options = [] if limit is None else ["--limit", str(limit)]
    answer = answered(fanorona, "moves", "start", *options, "--offset", str(offset))
    assert answer["count"] == 5
    assert len(answer["turns"]) == listed
    assert answer["truncated"] is truncated


@pytest.mark.parametrize(
    ("options", "heading"),
    [
        ([], "5 legal turns:"),
        (["--limit", "2"], "5 legal turns, of which 1 to 2:"),
        (["--limit", "2", "--offset", "3"], "5 legal turns, of which 4 to 5:"),
        (["--limit", "0"], "5 legal turns, none listed."),
        (["--distinct"], "5 results from 5 legal turns:"),
    ],
)
def test_moves_says_how_many_are_listed(
    options: list[str], heading: str, fanorona: Fanorona
) -> None:
    assert f"\n{heading}\n" in fanorona("moves", "start", *options).out


def test_distinct_moves_merge_the_routes_to_a_result(fanorona: Fanorona) -> None:
    answer = answered(fanorona, "moves", *SEVERAL_ROUTES, "--distinct")
    turns = {turn["turn"]: turn for turn in answer["turns"]}
    assert answer["count"] == len(turns) == 8
    assert list(turns["b2-b3W"]) == [*TURN, "routes", "routes_count"]
    merged = turns["b2-a1W-a2A-b2A"]
    assert merged["routes"] == ["b2-a1W-a2A-b2A", "b2-a2W-a1W-b2A"]
    assert merged["routes_count"] == 2
    assert len({turn["position"] for turn in answer["turns"]}) == 8


def test_distinct_moves_show_the_other_routes(fanorona: Fanorona) -> None:
    out = fanorona("moves", *SEVERAL_ROUTES, "--distinct").out
    assert "\n8 results from 10 legal turns:\n" in out
    assert "\n  b2-a1W-a2A-b2A  also b2-a2W-a1W-b2A\n" in out


def test_no_list_of_turns_is_cut_short(fanorona: Fanorona) -> None:
    answer = answered(fanorona, "moves", *MANY_TURNS)
    assert answer["count"] == len(answer["turns"]) == 8867
    assert answer["turns"] == sorted(answer["turns"], key=lambda turn: turn["turn"])


def test_many_routes_are_counted_but_not_all_listed(fanorona: Fanorona) -> None:
    answer = answered(fanorona, "moves", *MANY_TURNS, "--distinct")
    counts = [turn["routes_count"] for turn in answer["turns"]]
    assert sum(counts) == 8867
    assert max(counts) > 16
    assert [len(turn["routes"]) for turn in answer["turns"]] == [min(16, n) for n in counts]


@pytest.mark.parametrize("text", ["f2-e3A", "f2-e3", "f2 e3", "f2xe3a", "f2: NW", "f2: ↖"])
def test_play_reads_any_notation_and_writes_it_in_full(text: str, fanorona: Fanorona) -> None:
    answer = answered(fanorona, "play", "start", text)
    assert list(answer) == [*HEAD, "turns", "after"]
    assert [list(turn) for turn in answer["turns"]] == [TURN]
    assert answer["turns"][0]["turn"] == "f2-e3A"
    assert list(answer["after"]) == HEAD
    assert answer["after"]["position"] == answer["turns"][0]["position"]
    assert answer["after"]["side"] == "black"


def test_play_draws_the_last_board_or_all(fanorona: Fanorona) -> None:
    arguments = ["play", "start", "f2-e3", "d5-d4", "e3-f2"]
    assert fanorona(*arguments).out.count("\n  a b c d e f g h i\n") == 1
    assert fanorona(*arguments, "--all").out.count("\n  a b c d e f g h i\n") == 3


def test_play_tells_what_is_flipped_and_what_leaves(fanorona: Fanorona) -> None:
    out = fanorona("play", *SEVERAL_ROUTES, "b2-a1W-a2A").out
    assert "1. White: b2-a1W-a2A, flips c3, a3; a2 leaves the board\n" in out


def test_perft_prints_every_depth(fanorona: Fanorona) -> None:
    assert (
        fanorona("perft", "start", "4").out == "perft 1 5\nperft 2 39\nperft 3 724\nperft 4 18026\n"
    )


@pytest.mark.parametrize("options", [[], ["--divide"]], ids=str)
def test_perft_of_no_turns_is_one(options: list[str], fanorona: Fanorona) -> None:
    assert fanorona("perft", "start", "0", *options).out == "perft 0 1\n"


def test_perft_divides_by_first_turn(fanorona: Fanorona) -> None:
    *branches, total = fanorona("perft", "start", "3", "--divide").out.splitlines()
    assert branches == ["d2-e3A 127", "d3-e3A 54", "d3-e3W 436", "e2-e3A 30", "f2-e3A 77"]
    assert total == "perft 3 724"


def test_perft_answers_its_count(fanorona: Fanorona) -> None:
    answer = answered(fanorona, "perft", "start", "2")
    assert list(answer) == [*HEAD, "depth", "nodes", "divide"]
    assert (answer["depth"], answer["nodes"], answer["divide"]) == (2, 39, None)
    divided = answered(fanorona, "perft", "start:3x3", "2", "--divide")
    assert sum(branch["nodes"] for branch in divided["divide"]) == divided["nodes"] == 7


@pytest.mark.parametrize("depth", [0, 1, 3])
def test_a_divided_count_is_the_count(depth: int) -> None:
    position = Position.start("escale", 5, 5)
    assert counted(position, depth, divide=True).nodes == position.perft(depth)


def test_rules_shows_every_rule_set_side_by_side(fanorona: Fanorona) -> None:
    out = fanorona("rules").out
    assert out.splitlines()[0].split() == list(RULE_SETS)
    assert max(map(len, out.splitlines())) <= 80


def test_rules_on_a_narrow_terminal_come_one_below_the_other(
    fanorona: Fanorona, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    starts = [line.split(":")[0] for line in fanorona("rules").out.splitlines()]
    assert [start for start in starts if start in RULE_SETS] == list(RULE_SETS)


def test_rules_are_found_by_other_names_too(fanorona: Fanorona) -> None:
    assert fanorona("rules", "Tsivy").out == fanorona("rules", "standard").out


@pytest.mark.parametrize("name", RULE_SETS)
def test_rules_answers_every_switch(name: str, fanorona: Fanorona) -> None:
    answer = answered(fanorona, "rules", name)
    fields = [switch.field for switch in SWITCHES]
    assert list(answer) == [
        *("id", "title", "sources", *fields),
        *("base", "switches", "start", "boards"),
    ]
    assert list(answer["switches"]) == [switch.name for switch in SWITCHES]
    assert answer["id"] == name
    assert answer["start"] == Position.start(name).fen()
    assert {"3x3", "9x5", "21x3", "7x9"} <= set(answer["boards"])
    assert len(answer["boards"]) == len(set(answer["boards"])) == 29


def test_rules_answers_all_rule_sets(fanorona: Fanorona) -> None:
    answer = answered(fanorona, "rules")
    assert answer["count"] == 4
    assert answer["rule_sets"] == [answered(fanorona, "rules", name) for name in RULE_SETS]


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("command", [["moves"], ["perft", "1"], ["show"]], ids=lambda c: str(c[0]))
def test_every_command_takes_every_rule_set(
    command: list[str], rules: str, fanorona: Fanorona
) -> None:
    name, *rest = command
    answer = answered(fanorona, name, "start:5x5", *rest, "--rules", rules)
    assert answer["rules"] == rules
    assert answer["position"] == Position.start(rules, 5, 5).fen()


def test_a_rule_set_of_ones_own_is_named_back_canonically(fanorona: Fanorona) -> None:
    rules = "stopping=forfeit STANDARD paika=allowed"
    found = answered(fanorona, "moves", "1B1/3/W1W W", "--rules", rules)
    assert found["rules"] == "standard paika=allowed stopping=forfeit"
    assert answered(fanorona, "rules", rules)["id"] == found["rules"]
    assert answered(fanorona, "rules", *rules.split())["id"] == found["rules"]
