"""`fanorona puzzle repair`: what it prints, writes and exits with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fanorona.cli.exit_status import ExitStatus
from tests.cli.running import Fanorona

SHORT = """Title: Three are too many
Position: 2WW1/WW3/B2BW B
Stipulation: Black to play and win in 3
Solution: d1-c1W-c2A-d2W d3-c3 a1-b2A
"""
SOUND = "Position: 5/W1B2/5 W\nStipulation: White to play and win in 1\n"
HOPELESS = """Position: 3/3/W1B W
Stipulation: White to play and win in 1
Solution: a3-b3A-c3A-c2A
"""
UNREADABLE = "Position: 5/WxB2/5 W\nStipulation: win\n"


def test_repairs_are_listed_and_the_file_stays_as_it_is(fanorona: Fanorona, tmp_path: Path) -> None:
    file = tmp_path / "short.txt"
    file.write_text(SHORT)
    ran = fanorona("puzzle", "repair", str(file))
    assert ran.status == ExitStatus.YES
    assert "  1. Black to play and win in 2\n" in ran.out
    assert "     1. d1-c1W-c2A-d2W d3-c3 2. a1-b2A\n" in ran.out
    assert file.read_text() == SHORT
    assert [path.name for path in tmp_path.iterdir()] == ["short.txt"]


def test_the_best_repair_is_written_if_asked_for(fanorona: Fanorona, tmp_path: Path) -> None:
    file = tmp_path / "short.txt"
    file.write_text(f"{SHORT}---\n{SOUND}")
    ran = fanorona("puzzle", "repair", str(file), "--write", "--lang", "fr")
    assert ran.status == ExitStatus.YES
    assert "la meilleure réparation est écrite" in ran.err
    assert "Black to play and win in 2" in file.read_text()
    assert fanorona("check", str(file)).status == ExitStatus.YES
    written = file.read_text()
    assert fanorona("puzzle", "repair", str(file), "--write").status == ExitStatus.YES
    assert file.read_text() == written


def test_a_file_with_an_unreadable_puzzle_is_not_written(
    fanorona: Fanorona, tmp_path: Path
) -> None:
    file = tmp_path / "mixed.txt"
    file.write_text(f"{UNREADABLE}---\n{SHORT}")
    ran = fanorona("puzzle", "repair", str(file), "--write")
    assert ran.status == ExitStatus.BAD_INPUT
    assert "line 1, column 14" in ran.err
    assert "not written" in ran.err
    assert file.read_text() == f"{UNREADABLE}---\n{SHORT}"


@pytest.mark.parametrize(
    ("text", "options", "status", "says"),
    [
        (SOUND, [], ExitStatus.YES, "nothing to repair"),
        (HOPELESS, [], ExitStatus.NO, "Nothing within two changes"),
        (HOPELESS, ["--time", "0.001"], ExitStatus.UNDECIDED, "tried"),
        (HOPELESS, ["--lang", "mg"], ExitStatus.NO, "Tsy misy fanovana"),
    ],
)
def test_the_status_says_whether_there_is_a_repair(
    fanorona: Fanorona, text: str, options: list[str], status: ExitStatus, says: str
) -> None:
    ran = fanorona("puzzle", "repair", "-", *options, stdin=text.encode())
    assert ran.status == status
    assert says in ran.out


@pytest.mark.parametrize("text", [b"", b"Title: x", b"\xff\xfe\x00", b"\x00\x01"])
def test_what_cannot_be_read_is_said(fanorona: Fanorona, text: bytes) -> None:
    ran = fanorona("puzzle", "repair", "-", stdin=text)
    assert ran.status == ExitStatus.BAD_INPUT
    assert ran.err.startswith("error: standard input")


@pytest.mark.parametrize(
    "arguments",
    [["-", "--write"], ["-", "--count", "0"], ["-", "--jobs", "0"], [], ["-", "--nodes", "x"]],
)
def test_a_wrong_command_line_is_refused(fanorona: Fanorona, arguments: list[str]) -> None:
    assert fanorona("puzzle", "repair", *arguments).status == ExitStatus.USAGE


def test_a_missing_file_is_named(fanorona: Fanorona) -> None:
    ran = fanorona("puzzle", "repair", "no-such-file.txt")
    assert ran.status == ExitStatus.BAD_INPUT
    assert "no-such-file.txt" in ran.err


def test_the_json_has_every_repair_with_its_verdict(fanorona: Fanorona) -> None:
    ran = fanorona("puzzle", "repair", "-", "--json", stdin=f"{SHORT}---\n{SOUND}".encode())
    answer = json.loads(ran.out)
    assert answer["count"] == 2
    short, sound = answer["puzzles"]
    assert short["repairs"][0]["changes"] == ["Black to play and win in 2"]
    assert short["repairs"][0]["verdict"]["verdict"] == "sound"
    assert "Stipulation: Black to play and win in 2" in short["repairs"][0]["puzzle"]
    assert (sound["verdict"]["verdict"], sound["repairs"]) == ("sound", [])


def test_several_processes_find_the_same(fanorona: Fanorona) -> None:
    alone, together = (
        fanorona("puzzle", "repair", "-", "--jobs", jobs, stdin=SHORT.encode()).out
        for jobs in ("1", "2")
    )
    assert alone == together
