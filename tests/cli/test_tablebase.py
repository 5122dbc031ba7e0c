"""`fanorona tablebase`: build, probe and info, as a person and as a script meet them."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from time import sleep

import pytest

from fanorona.cli.commands import tablebase
from fanorona.cli.exit_status import ExitStatus
from fanorona.solver.tables.building import BuildProgress
from fanorona.solver.tables.remarkable import WalkProgress
from tests.cli.running import COMMAND, PROJECT, Fanorona, Ran, environment

ONE_AGAINST_TWO = "2B/3/W1W B"

Tables = Callable[..., Ran]


@pytest.fixture
def tables(fanorona: Fanorona, tmp_path: Path) -> Tables:
    """Runs a subcommand with a folder that has the tables of 3x3 up to 3 stones."""
    folder = str(tmp_path / "tables")
    fanorona("tablebase", "build", "--stones", "3", "--board", "3x3", "--dir", folder)

    def ran(*arguments: str) -> Ran:
        return fanorona("tablebase", *arguments, "--dir", folder)

    return ran


def test_build_shows_what_the_tables_hold(tables: Tables) -> None:
    ran = tables("build", "--stones", "3", "--board", "3x3", "--jobs", "2")
    assert ran.status == ExitStatus.YES
    assert ran.out.startswith("3 tables of standard on 3x3 in ")
    assert ran.err == ""


def test_info_is_a_list_with_the_published_names(tables: Tables) -> None:
    listed = json.loads(tables("info", "--board", "3x3", "--json").out)
    assert [(table["own"], table["enemy"]) for table in listed] == [(1, 1), (1, 2), (2, 1)]
    assert list(listed[0]) == [
        "own",
        "enemy",
        "positions",
        "win",
        "loss",
        "draw",
        "longest_win_plies",
        "longest_loss_plies",
    ]
    assert listed[0]["positions"] == 9 * 8


def test_info_of_an_empty_folder_says_so(tables: Tables) -> None:
    assert tables("info", "--rules", "escale").out.startswith("0 tables of escale on 9x5 in ")
    assert tables("info", "--rules", "escale", "--json").out == "[]\n"


def test_info_names_the_other_games_in_the_folder(tables: Tables) -> None:
    tables("build", "--stones", "2", "--board", "5x3", "--rules", "escale")
    told = "\nAlso in this folder:\n"
    assert tables("info").out.endswith(
        told
        + "  1 table of escale on 5x3: --rules escale --board 5x3\n"
        + "  3 tables of standard on 3x3: --board 3x3\n"
    )
    assert tables("info", "--board", "3x3").out.endswith(
        told + "  1 table of escale on 5x3: --rules escale --board 5x3\n"
    )
    assert tables("info", "--json").out == "[]\n"


def test_info_names_the_usual_game_by_no_option(tables: Tables) -> None:
    tables("build", "--stones", "2")
    assert tables("info", "--board", "3x3").out.endswith(
        "\n  1 table of standard on 9x5: without --rules and --board\n"
    )


def test_info_is_silent_about_other_games_if_there_are_none(tables: Tables) -> None:
    assert "Also" not in tables("info", "--board", "3x3").out


def test_probe_answers_the_position_and_each_turn(tables: Tables) -> None:
    answer = json.loads(tables("probe", ONE_AGAINST_TWO, "--json").out)
    assert list(answer) == [
        "rules",
        "position",
        "side",
        "stones",
        "outcome",
        "value",
        "distance",
        "turns",
    ]
    assert answer["stones"] == {"white": 2, "black": 1}
    assert answer["value"] == answer["turns"][0]["value"]
    assert list(answer["turns"][0]) == ["turn", "value", "distance"]


def test_probe_in_words_names_value_and_turns(tables: Tables) -> None:
    ran = tables("probe", ONE_AGAINST_TWO)
    assert ran.status == ExitStatus.YES
    answer = json.loads(tables("probe", ONE_AGAINST_TWO, "--json").out)
    assert [line.split()[0] for line in ran.out.splitlines()[2:]] == [
        turn["turn"] for turn in answer["turns"]
    ]


def test_probe_of_a_finished_game_names_the_winner(tables: Tables) -> None:
    assert "White has won" in tables("probe", "3/1W1/3 B").out


def test_a_position_in_no_table_is_undecided_and_the_fix_is_named(tables: Tables) -> None:
    ran = tables("probe", "BB1/3/W1W W")
    assert ran.status == ExitStatus.UNDECIDED
    assert ran.out == ""
    assert "not covered: no table of standard on 3x3 for 2 stones against 2" in ran.err
    assert "fanorona tablebase build --stones 4 --board 3x3 --dir " in ran.err


def test_tables_too_large_to_be_built_are_not_recommended(tables: Tables) -> None:
    ran = tables("probe", "start")
    assert ran.status == ExitStatus.UNDECIDED
    assert "too large to build" in ran.err


def test_a_position_with_a_state_is_undecided(tables: Tables) -> None:
    ran = tables("probe", "start:vela:B")
    assert ran.status == ExitStatus.UNDECIDED
    assert "Vela" in ran.err


@pytest.mark.parametrize("arguments", [["probe", "start"], ["build", "--stones", "3"], ["info"]])
def test_livret_is_refused(tables: Tables, arguments: list[str]) -> None:
    ran = tables(*arguments, "--rules", "livret")
    assert ran.status == ExitStatus.BAD_INPUT
    assert ran.err.startswith("error: livret has no tables")


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["build"], ExitStatus.USAGE),
        (["build", "--stones", "1"], ExitStatus.USAGE),
        (["build", "--stones", "3", "--jobs", "0"], ExitStatus.USAGE),
        (["build", "--stones", "99"], ExitStatus.BAD_INPUT),
        (["build", "--stones", "3", "--board", "4x4"], ExitStatus.BAD_INPUT),
        (["build", "--stones", "6", "--memory", "5"], ExitStatus.BAD_INPUT),
        (["probe", "W"], ExitStatus.BAD_INPUT),
    ],
)
def test_what_cannot_be_built_or_read_has_a_status(
    tables: Tables, arguments: list[str], status: ExitStatus
) -> None:
    ran = tables(*arguments)
    assert ran.status == status
    assert ran.err


def test_a_damaged_file_is_named_by_every_command(tables: Tables, tmp_path: Path) -> None:
    damaged = tmp_path / "tables" / "standard-3x3-1v2.fan"
    damaged.write_bytes(damaged.read_bytes()[:-1])
    assert f"warning: {damaged}: " in tables("info", "--board", "3x3").err
    assert f"warning: {damaged}: " in tables("probe", ONE_AGAINST_TWO).err
    assert f"warning: {damaged}: " in tables("build", "--stones", "3", "--board", "3x3").err
    assert tables("info", "--board", "3x3").err == ""


def test_a_folder_that_cannot_be_made_is_named(fanorona: Fanorona, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    ran = fanorona("tablebase", "build", "--stones", "2", "--dir", str(tmp_path / "file" / "x"))
    assert ran.status == ExitStatus.BAD_INPUT
    assert str(tmp_path / "file") in ran.err


@pytest.mark.parametrize(
    ("done", "seconds_left", "says"),
    [
        (0.25, None, "3 against 2, 25% of the build"),
        (0.5, 40.0, "3 against 2, 50% of the build, about 40 s left"),
        (0.5, 600.0, "3 against 2, 50% of the build, about 10 min left"),
        (0.5, 36000.0, "3 against 2, 50% of the build, about 10.0 h left"),
    ],
)
def test_progress_says_how_far_it_is_and_how_long_it_takes(
    done: float, seconds_left: float | None, says: str
) -> None:
    assert tablebase.progress_in_words(BuildProgress(3, 2, done, seconds_left), "en") == says


def test_progress_says_if_another_process_has_the_pair() -> None:
    waiting = BuildProgress(3, 2, 0.5, None, is_waiting=True)
    says = "3 against 2, 50% of the build; waiting for another process that builds this pair"
    assert tablebase.progress_in_words(waiting, "en") == says


def test_an_interrupted_build_has_its_own_status(tmp_path: Path) -> None:
    arguments = ["tablebase", "build", "--stones", "7", "--dir", str(tmp_path), "--memory", "2000"]
    building = subprocess.Popen(
        [*COMMAND, *arguments],
        cwd=PROJECT,
        env=environment({}),
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    while building.poll() is None and not list(tmp_path.glob("*.fan")):
        sleep(0.005)
    building.send_signal(signal.SIGINT)
    _, err = building.communicate()
    assert building.returncode == ExitStatus.INTERRUPTED
    assert err == b"interrupted\n"
    assert not list(tmp_path.glob("*.part"))


def test_remarkable_draws_longest_wins_and_zugzwangs(tables: Tables) -> None:
    tables("build", "--stones", "4", "--board", "5x3")
    ran = tables("remarkable", "--board", "5x3", "--stones", "3", "--ascii")
    assert ran.status == ExitStatus.YES
    assert ran.err == ""
    assert ran.out.startswith("1 against 1:\n\n1 to move against 1: the longest win takes ")
    assert "\n2 against 2:\n" not in ran.out
    assert "reciprocal zugzwang" in ran.out


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_remarkable_says_that_there_are_no_tables(tables: Tables, options: Sequence[str]) -> None:
    ran = tables("remarkable", "--board", "3x3", "--stones", "2", "--rules", "escale", *options)
    assert ran.err.startswith("0 tables of escale on 3x3 in ")
    assert (ran.status, ran.out) == (ExitStatus.UNDECIDED, "")


def test_remarkable_counts_tables_without_the_other_side(tables: Tables, tmp_path: Path) -> None:
    for name in ("1v1", "2v1"):
        (tmp_path / "tables" / f"standard-3x3-{name}.fan").unlink()
    ran = tables("remarkable", "--board", "3x3", "--stones", "3")
    assert ran.err.startswith("1 table of standard on 3x3 in ")
    assert (ran.status, ran.out) == (ExitStatus.UNDECIDED, "")


def test_remarkable_as_json_is_a_line_per_pair(tables: Tables) -> None:
    ran = tables("remarkable", "--board", "3x3", "--json", "--jobs", "2")
    pairs = [json.loads(line) for line in ran.out.splitlines()]
    assert [(pair["smaller"], pair["larger"]) for pair in pairs] == [(1, 1), (1, 2)]
    assert list(pairs[0]) == [
        "smaller",
        "larger",
        "longest_wins",
        "zugzwangs",
        "deepest_zugzwang",
    ]
    (win,) = pairs[0]["longest_wins"]
    probed = json.loads(tables("probe", win["position"], "--json").out)
    assert (probed["value"], probed["distance"]) == ("win", win["distance"])


def test_progress_over_positions_in_words() -> None:
    assert tablebase.walk_in_words(WalkProgress(2, 3, 0.25), "en") == (
        "2 against 3, 25% of the positions"
    )
