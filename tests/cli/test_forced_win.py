"""`fanorona forced-win`: what a person reads, what a script gets, and how it is ended."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fanorona.cli.exit_status import ExitStatus
from tests.cli.running import Fanorona, interrupted
from tests.cli.terminal import watched
from tests.replayer import check_form

TWO_AGAINST_ONE = "9/9/2WW5/9/6B2 W"
LOST = "W2/3/B2/3/W2 B"
DRAWN = "1B3/5/5/5/1W3 W"
FOREVER = ("forced-win", "start", "--nodes", "1000000000", "--no-tables")
PROBLEM = ("BBWBWBBWB/WWB3WWW/BBW2BBWB/WWWWBBBWW/WBWWBWWBB B", "--rules", "fliporona")

WON = """\
3 ● ● ●
2 ● · ○
1 ○ ○ ○
  a b c

White to move. 4 white stones, 4 black stones. Rules: standard.
White wins in 6 turns (11 plies).
First turns that win:
  c1-b2A  in 6 turns (11 plies)
  c2-b2A  in 6 turns (11 plies)
Main line:
  1. c1-b2A a2-a3W 2. c2-c1W a3-a2 3. b2-c2W b3-b2A 4. c1-b1 b2-a2W 5. b1-b2
    a2-a1 6. b2-c3W
"""


def asked(fanorona: Fanorona, *arguments: str) -> str:
    return fanorona("forced-win", *arguments, "--no-tables").out


def test_a_win_comes_with_its_turns_and_its_line(fanorona: Fanorona) -> None:
    ran = fanorona("forced-win", "start:3x3", "--no-tables")
    assert ran.out == WON
    assert ran.err == ""
    assert ran.status == ExitStatus.YES


def test_several_threads_prove_the_same(fanorona: Fanorona, tmp_path: Path) -> None:
    proof = str(tmp_path / "proof.fanproof")
    together = ("--no-tables", "--threads", "2", "--certificate", proof)
    ran = fanorona("forced-win", "start:3x3", *together)
    assert ran.out == WON
    assert ran.status == ExitStatus.YES
    assert fanorona("verify", proof).status == ExitStatus.YES


def test_a_loss_names_the_winner_and_is_a_no(fanorona: Fanorona) -> None:
    ran = fanorona("forced-win", LOST, "--rules", "escale", "--no-tables")
    assert "White wins in 8 turns (16 plies).\nMain line:\n  1. a3-b3 " in ran.out
    assert ran.status == ExitStatus.NO


def test_a_draw_is_a_no(fanorona: Fanorona) -> None:
    ran = fanorona("forced-win", DRAWN, "--no-tables")
    assert ran.out.endswith("\nDraw: neither side can force a win.\n")
    assert ran.status == ExitStatus.NO


def test_a_game_that_is_over_says_who_has_won(fanorona: Fanorona) -> None:
    won, lost = fanorona("forced-win", "3/1W1/3 W"), fanorona("forced-win", "3/1W1/3 B")
    assert "White has won: Black has no stones." in won.out
    assert "White has won: Black has no stones." in lost.out
    assert (won.status, lost.status) == (ExitStatus.YES, ExitStatus.NO)


def test_a_win_within_a_number_of_turns_lists_its_routes(fanorona: Fanorona) -> None:
    out = asked(fanorona, *PROBLEM, "--max-turns", "1")
    assert (
        "First turns that win within 1 turn:\n"
        "  c4-d4W-e3W-e4A-f4A-e3A-d3A  in 1 turn (1 ply), also c4-d4W-e3W-f4W-e4W-e3W-d3A\n"
    ) in out


def test_no_win_within_a_number_of_turns_is_a_no(fanorona: Fanorona) -> None:
    ran = fanorona("forced-win", "start:3x3", "--max-turns", "5", "--no-tables")
    assert ran.out.endswith("\nWhite has no win within 5 turns.\n")
    assert ran.status == ExitStatus.NO


def test_no_win_in_the_longest_search_is_not_called_no_win_at_all(fanorona: Fanorona) -> None:
    out = asked(fanorona, "5/W4/5/4B/5 W", "--max-turns", "160")
    assert out.endswith("\nWhite has no win within 160 turns.\n")


def test_an_undecided_answer_says_what_is_known(fanorona: Fanorona) -> None:
    ran = fanorona("forced-win", "start", "--nodes", "10000", "--no-tables")
    assert ran.out.endswith(
        "Undecided: White has no win within 3 turns.\n"
        "Undecided first turns:\n"
        "  d2-e3A  d3-e3A  d3-e3W  e2-e3A  f2-e3A\n"
    )
    assert ran.status == ExitStatus.UNDECIDED


def test_a_long_list_of_undecided_turns_is_cut_short(fanorona: Fanorona) -> None:
    undecided = json.loads(asked(fanorona, *PROBLEM, "--nodes", "2000", "--json"))[
        "undecided_turns"
    ]
    out = asked(fanorona, *PROBLEM, "--nodes", "2000")
    assert undecided[19] in out
    assert undecided[20] not in out
    assert f"  and {len(undecided) - 20} more (--json lists them)\n" in out


def test_time_alone_may_be_the_budget(fanorona: Fanorona) -> None:
    ran = fanorona("forced-win", "start", "--time", "0.1", "--no-tables", "--json")
    assert json.loads(ran.out)["search"]["stopped_by"] == "time"
    assert ran.status == ExitStatus.UNDECIDED


def test_json_is_the_published_object(fanorona: Fanorona) -> None:
    ran = fanorona("forced-win", "start:3x3", "--json", "--no-tables")
    answer = json.loads(ran.out)
    assert list(answer) == [
        "rules",
        "position",
        "side",
        "stones",
        "outcome",
        "value",
        "proof",
        "distance",
        "distance_exact",
        "winning_turns",
        "undecided_turns",
        "no_win_within",
        "never",
        "line",
        "search",
    ]
    check_form(answer)
    assert ran.status == ExitStatus.YES


def test_the_position_may_come_from_standard_input(fanorona: Fanorona) -> None:
    ran = fanorona("forced-win", "-", "--no-tables", stdin=b"B B B\nB . W\nW W W")
    assert ran.out == WON


def test_tables_of_a_folder_are_used(fanorona: Fanorona, tmp_path: Path) -> None:
    folder = str(tmp_path)
    board = ("--board", "3x5", "--rules", "escale")
    fanorona("tablebase", "build", "--stones", "3", *board, "--dir", folder)
    question = ("forced-win", LOST, "--rules", "escale", "--json", "--nodes", "1")
    with_tables = fanorona(*question, "--tables", folder)
    without = fanorona(*question, "--no-tables")
    assert json.loads(with_tables.out)["distance"] == {"plies": 16, "turns": 8}
    assert with_tables.status == ExitStatus.NO
    assert without.status == ExitStatus.UNDECIDED


def test_a_damaged_table_is_reported(fanorona: Fanorona, tmp_path: Path) -> None:
    (tmp_path / "escale-3x5-2v1.fan").write_bytes(b"nonsense")
    ran = fanorona("forced-win", LOST, "--rules", "escale", "--tables", str(tmp_path))
    assert ran.err.startswith("warning: ")
    assert "escale-3x5-2v1.fan" in ran.err
    assert ran.status == ExitStatus.NO


@pytest.mark.parametrize(
    "arguments",
    [
        ["--nodes", "0"],
        ["--max-turns", "161"],
        ["--time", "0"],
        ["--memory", "0"],
        ["--tables", ".", "--no-tables"],
        ["--tables", "no such folder"],
    ],
    ids=str,
)
def test_a_budget_that_cannot_be_kept_is_a_usage_error(
    arguments: list[str], fanorona: Fanorona
) -> None:
    ran = fanorona("forced-win", "start", *arguments)
    assert ran.status == ExitStatus.USAGE
    assert ran.out == ""


def test_an_illegal_position_is_refused(fanorona: Fanorona) -> None:
    ran = fanorona("forced-win", "BBB/BBB/WWW W")
    assert ran.status == ExitStatus.BAD_INPUT
    assert ran.err.startswith("error: illegal position: ")


def test_an_interrupt_gives_the_answer_so_far() -> None:
    ran = interrupted(*FOREVER)
    assert (ran.status, ran.err) == (ExitStatus.INTERRUPTED, "")
    assert "Undecided: White has no win within " in ran.out


def test_an_interrupt_gives_the_answer_so_far_as_json() -> None:
    ran = interrupted(*FOREVER, "--json")
    assert ran.status == ExitStatus.INTERRUPTED
    assert json.loads(ran.out)["search"]["stopped_by"] == "interrupted"


def test_a_terminal_shows_progress_and_the_effort() -> None:
    out, written = watched("forced-win", "start:3x3", "--no-tables")
    assert out == WON
    assert " nodes: White wins in " in written
    assert " nodes, stopped by: solved" in written
