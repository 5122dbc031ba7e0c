"""Input that cannot be used: a message with the place and a fix, a status, no traceback."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.cli.running import Fanorona, Ran, in_own_process


@dataclass(frozen=True)
class Case:
    """One bad input; the fields are those of the data file."""

    id: str
    arguments: list[str]
    says: list[str]
    status: int = 3
    stdin: str = ""
    stdin_hex: str = ""

    def input(self) -> bytes:
        return bytes.fromhex(self.stdin_hex) or self.stdin.encode()


CASES = [
    Case(**case)
    for case in tomllib.loads(
        Path(__file__).with_name("bad_input.toml").read_text(encoding="utf-8")
    )["case"]
]


def refused(ran: Ran, status: int = 3) -> str:
    """The message of a refusal, which has one paragraph and comes with that status."""
    assert ran.status == status, ran
    assert "Traceback" not in ran.err
    assert ran.err.endswith("\n")
    if status == 3:
        assert ran.err.startswith("error: ")
        assert ran.err.count("\n") == 1
    assert len(ran.err) < 1000
    return ran.err


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_bad_input_is_refused_with_its_place_and_a_fix(case: Case, fanorona: Fanorona) -> None:
    message = refused(fanorona(*case.arguments, stdin=case.input()), case.status)
    assert [part for part in case.says if part not in message] == [], message


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_bad_input_leaves_nothing_on_standard_output(case: Case, fanorona: Fanorona) -> None:
    if case.arguments[0] != "show":
        assert fanorona(*case.arguments, stdin=case.input()).out == ""


@pytest.mark.parametrize(
    "arguments",
    [["moves"], ["show"], ["perft", "2"], ["play", "a1-a2"]],
    ids=lambda arguments: str(arguments[0]),
)
def test_a_megabyte_of_text_is_refused(arguments: list[str], fanorona: Fanorona) -> None:
    command, *rest = arguments
    megabyte = "W" * 1_000_000
    assert "too long" in refused(fanorona(command, megabyte, *rest))
    assert "more than 65,536 bytes" in refused(
        fanorona(command, "-", *rest, stdin=megabyte.encode())
    )


def test_a_megabyte_of_turn_is_refused(fanorona: Fanorona) -> None:
    assert "too long" in refused(fanorona("play", "start", "a1-" * 333_333))


def test_a_megabyte_of_diagram_is_refused(fanorona: Fanorona) -> None:
    assert "too long" in refused(fanorona("show", "W . B\n" * 166_666))


def test_a_megabyte_of_rule_set_is_refused_briefly(fanorona: Fanorona) -> None:
    assert "at most 200 characters" in refused(fanorona("rules", "x" * 1_000_000))


@pytest.mark.parametrize(
    "arguments",
    [
        [b"moves", b"\xff\xfe"],
        [b"moves", b"start\xff"],
        [b"moves", b"start", b"--rules", b"\xff"],
        [b"play", b"start", b"f2-e3\xe9"],
    ],
    ids=["position", "start", "rules", "turn"],
)
def test_arguments_that_are_not_utf8_are_refused(arguments: list[bytes]) -> None:
    refused(in_own_process(arguments))


def test_standard_input_without_end_is_refused() -> None:
    with Path("/dev/zero").open("rb") as endless:
        head = endless.read(10_000_000)
    refused(in_own_process(["show", "-"], stdin=head))
