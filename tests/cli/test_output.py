"""Where output goes: pipes, terminals, colours, encodings."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from fanorona.cli.exit_status import ExitStatus
from fanorona.cli.output.printing import wrapped
from tests.cli.running import (
    COMMAND,
    MANY_TURNS,
    PROJECT,
    Fanorona,
    environment,
    in_own_process,
)
from tests.cli.terminal import ESCAPE, on_a_terminal


def test_a_terminal_gets_colours() -> None:
    assert ESCAPE in on_a_terminal("show", "start")


@pytest.mark.parametrize(
    "changes", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=["NO_COLOR", "dumb terminal"]
)
def test_a_terminal_that_wants_no_colours_gets_none(changes: dict[str, str]) -> None:
    assert ESCAPE not in on_a_terminal("show", "start", **changes)


def test_colours_can_be_switched_off_on_a_terminal() -> None:
    assert ESCAPE not in on_a_terminal("moves", "start", "--color", "never")


@pytest.mark.parametrize("command", ["show", "moves"])
def test_a_pipe_gets_no_colours(command: str, fanorona: Fanorona) -> None:
    assert ESCAPE not in fanorona(command, "start").out


@pytest.mark.parametrize("options", [[], ["--ascii"]], ids=str)
def test_colours_change_nothing_but_the_colours(options: list[str], fanorona: Fanorona) -> None:
    plain = fanorona("show", "start", *options).out
    coloured = fanorona("show", "start", *options, "--color", "always").out
    assert ESCAPE in coloured
    bare = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert [line.rstrip() for line in bare.splitlines()] == plain.splitlines()


@pytest.mark.parametrize("width", range(20, 60))
def test_no_line_begins_with_a_mark(width: int) -> None:
    """French has a space before its punctuation marks."""
    text = "ligne 1 : est-ce 'Titre: …' ; est-ce « un énoncé » ? Oui ! Alors : écrivez-le"
    lines = wrapped(text, width)
    assert " ".join(line.strip() for line in lines) == text
    assert [line for line in lines if line.lstrip()[0] in ":;?!»"] == []
    assert max(map(len, lines)) <= width


def test_json_has_no_colours(fanorona: Fanorona) -> None:
    assert ESCAPE not in fanorona("show", "start", "--json", "--color", "always").out


def test_a_narrow_terminal_gets_the_small_board() -> None:
    assert "│" in on_a_terminal("show", "start", COLUMNS="40")
    assert "│" not in on_a_terminal("show", "start", COLUMNS="30")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
@pytest.mark.parametrize("command", ["show", "moves"])
def test_letters_are_used_if_the_encoding_has_no_stones(command: str, encoding: str) -> None:
    ran = in_own_process([command, "start:3x3"], PYTHONIOENCODING=encoding)
    assert ran.status == 0
    assert ran.out.startswith("3 B B B\n2 B . W\n1 W W W\n  a b c\n")


@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])
@pytest.mark.parametrize("options", [[], ["--json"], ["--distinct"]], ids=str)
def test_a_reader_that_stops_early_is_not_an_error(options: list[str], unbuffered: str) -> None:
    with subprocess.Popen(
        [*COMMAND, "moves", *MANY_TURNS, *options],
        cwd=PROJECT,
        env=environment({"PYTHONUNBUFFERED": unbuffered}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as listing:
        assert listing.stdout
        assert listing.stderr
        listing.stdout.read(10)
        listing.stdout.close()
        assert listing.stderr.read() == b""
    assert listing.returncode == ExitStatus.READER_GONE


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])
@pytest.mark.parametrize("options", [[], ["--json"]], ids=str)
def test_a_full_disk_is_reported(options: list[str], unbuffered: str) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*COMMAND, "moves", "start", *options],
            cwd=PROJECT,
            env=environment({"PYTHONUNBUFFERED": unbuffered}),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == ExitStatus.INTERNAL
    assert done.stderr == "error: cannot write the answer: No space left on device\n"


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("options", ["", "--json"])
def test_closed_streams_do_no_harm(closed: str, options: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f'"$@" moves start {options} {closed}', "sh", *COMMAND],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_dash_without_standard_input_is_refused() -> None:
    done = subprocess.run(
        ["sh", "-c", '"$@" moves - <&-', "sh", *COMMAND],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == ExitStatus.BAD_INPUT
    assert "standard input is closed" in done.stderr
