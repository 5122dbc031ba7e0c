"""What `fanorona solve` and `fanorona check` share: codes, languages, encodings, colours."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fanorona.cli.exit_status import ExitStatus
from fanorona.solver.puzzles.verdict import Code
from fanorona.words import LANGUAGES, Language, say
from tests.cli.running import PROJECT, Fanorona, in_own_process
from tests.cli.terminal import ESCAPE, on_a_terminal

DEFECTS = PROJECT / "tests" / "data" / "defects"
QUICK = ("--memory", "1", "--no-tables", "--nodes", "20000")
TOO_FEW = ("--nodes", "30")
"""For the first puzzle of those that are to stay undecided."""

FRENCH = (
    "Titre: L'été à Noël\nAuteur: Zoé\nPosition: 5/2W2/W1WBB W\n"
    "Énoncé: Blanc joue et gagne en un coup\n"
)
SHORT = "Position: 5/2W2/W1WBB W\nStipulation: White to play and win in 2\n"

both_commands = pytest.mark.parametrize("command", ["solve", "check"])
BESIDES = (Code.DUPLICATE, Code.OTHER_GRADE)
"""Remarks on what is not in the puzzle itself: test_grades_and_duplicates.py is about them."""
CODES = [code for code in Code if code not in BESIDES]
REMARKS = (Code.DUAL, Code.UNREAD_ASIDE, Code.UNKNOWN)


@both_commands
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", CODES)
def test_every_code_is_explained_in_every_language(
    command: str, language: Language, code: Code, fanorona: Fanorona
) -> None:
    options = (*QUICK, *TOO_FEW) if code is Code.UNKNOWN else QUICK
    if (command, code) == ("check", Code.DUAL):
        options = (*options, "--verbose")
    ran = fanorona(command, str(DEFECTS / f"{code}.txt"), "--lang", language, *options)
    finding = say("check.finding", language, code=say(f"code.{code}", language), detail="")
    assert finding in ran.out


@both_commands
@pytest.mark.parametrize("code", CODES)
def test_every_code_is_in_the_json(command: str, code: Code, fanorona: Fanorona) -> None:
    options = (*QUICK, *TOO_FEW) if code is Code.UNKNOWN else QUICK
    ran = fanorona(command, str(DEFECTS / f"{code}.txt"), "--json", *options)
    puzzles = json.loads(ran.out)["puzzles"]
    kind = "remarks" if code in REMARKS else "defects"
    assert code in {found["code"] for puzzle in puzzles for found in puzzle[kind]}


@both_commands
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=repr)
def test_files_are_read_as_they_are_saved(
    command: str, encoding: str, ends: str, fanorona: Fanorona, tmp_path: Path
) -> None:
    saved = FRENCH.replace("\n", ends).encode(encoding)
    file = tmp_path / "noel.txt"
    file.write_bytes(saved)
    named, piped = fanorona(command, str(file), *QUICK), fanorona(command, "-", stdin=saved)
    assert (named.status, piped.status) == (ExitStatus.YES, ExitStatus.YES)
    assert "L'été à Noël" in named.out
    assert "L'été à Noël" in piped.out


@both_commands
def test_a_terminal_gets_colours_unless_it_wants_none(command: str) -> None:
    options = (command, str(DEFECTS / "dual.txt"), *QUICK)
    assert ESCAPE in on_a_terminal(*options)
    assert ESCAPE not in on_a_terminal(*options, NO_COLOR="1")


@both_commands
@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ([], ExitStatus.USAGE),
        (["-", "--tables", ".", "--no-tables"], ExitStatus.USAGE),
        (["-", "--lang", "xx"], ExitStatus.USAGE),
        (["-", *QUICK], ExitStatus.NO),
        (["-", *QUICK, "--json"], ExitStatus.NO),
        (["no-such-file.txt"], ExitStatus.BAD_INPUT),
    ],
    ids=str,
)
def test_a_script_meets_the_published_statuses(
    command: str, arguments: list[str], status: ExitStatus
) -> None:
    assert in_own_process([command, *arguments], stdin=SHORT.encode()).status == status


@pytest.mark.parametrize("command", ["solve", "check", "puzzle format"])
@pytest.mark.parametrize(
    ("names", "says"), [(["-", "-"], "'-' is named twice: "), ([""], "a name is empty: ")]
)
def test_names_that_cannot_be_meant_are_refused(
    command: str, names: list[str], says: str, fanorona: Fanorona
) -> None:
    ran = fanorona(*command.split(), *names, stdin=SHORT.encode())
    assert (ran.status, ran.out) == (ExitStatus.USAGE, "")
    assert f"error: {says}" in ran.err


@both_commands
def test_a_fault_of_the_program_has_its_own_status(
    command: str, fanorona: Fanorona, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("fanorona.solver.puzzles.check.Prover.of", fail)
    assert fanorona(command, "-", *QUICK, stdin=SHORT.encode()).status == ExitStatus.INTERNAL
