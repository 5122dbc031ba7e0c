"""The exit statuses, each as a script meets it."""

from __future__ import annotations

import sys
from types import ModuleType

import click
import pytest

from fanorona.cli import main
from fanorona.cli.exit_status import ExitStatus
from tests.cli.running import Fanorona, in_own_process, interrupted

PUBLISHED = {
    "YES": 0,
    "NO": 1,
    "USAGE": 2,
    "BAD_INPUT": 3,
    "UNDECIDED": 4,
    "INTERNAL": 5,
    "INTERRUPTED": 130,
    "READER_GONE": 141,
}


def add_command(monkeypatch: pytest.MonkeyPatch, command: click.Command) -> None:
    """Add a command as the package does: a module, and its name in the list."""
    module = ModuleType("fanorona.cli.commands.made_up")
    module.command = command  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "fanorona.cli.commands.made_up", module)
    monkeypatch.setattr(main, "COMMANDS", (*main.COMMANDS, "made-up"))


def test_the_numbers_are_the_published_ones() -> None:
    assert {status.name: status.value for status in ExitStatus} == PUBLISHED


@pytest.mark.parametrize("status", ExitStatus)
def test_a_command_exits_with_the_status_that_it_returns(
    status: ExitStatus, fanorona: Fanorona, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_command(monkeypatch, click.Command("made-up", callback=lambda: status))
    assert fanorona("made-up").status == status


def test_an_answer_is_a_yes() -> None:
    assert in_own_process(["moves", "start"]).status == ExitStatus.YES


def test_a_command_line_that_is_wrong_has_its_own_status() -> None:
    assert in_own_process(["moves"]).status == ExitStatus.USAGE


def test_input_that_cannot_be_read_has_its_own_status() -> None:
    assert in_own_process(["moves", "nonsense"]).status == ExitStatus.BAD_INPUT


def test_a_file_that_cannot_be_read_is_bad_input(
    fanorona: Fanorona, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise FileNotFoundError(2, "No such file or directory", "lost.puzzle")

    add_command(monkeypatch, click.Command("made-up", callback=fail))
    ran = fanorona("made-up")
    assert ran.status == ExitStatus.BAD_INPUT
    assert ran.err == "error: lost.puzzle: no such file or folder\n"


def test_an_interrupt_during_import_is_reported_as_one(
    fanorona: Fanorona, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As Python 3.11 raises it, where a module is imported."""

    def fail() -> None:
        raise RuntimeError("Error calling __set_name__ on 'Field'") from KeyboardInterrupt()

    add_command(monkeypatch, click.Command("made-up", callback=fail))
    ran = fanorona("made-up")
    assert (ran.status, ran.err) == (ExitStatus.INTERRUPTED, "interrupted\n")


def test_an_unexpected_error_is_one_line_that_asks_for_a_report(
    fanorona: Fanorona, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_command(monkeypatch, click.Command("made-up", callback=lambda: [][1]))
    ran = fanorona("made-up")
    assert ran.status == ExitStatus.INTERNAL
    assert ran.err.startswith("internal error: IndexError: list index out of range.")
    assert "please report it" in ran.err
    assert ran.err.count("\n") == 1


def test_debugging_shows_where_an_unexpected_error_happened(
    fanorona: Fanorona, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_command(monkeypatch, click.Command("made-up", callback=lambda: [][1]))
    monkeypatch.setenv("FANORONA_DEBUG", "1")
    ran = fanorona("made-up")
    assert ran.status == ExitStatus.INTERNAL
    assert "Traceback" in ran.err


@pytest.mark.parametrize("options", [[], ["--divide"], ["--json"]], ids=str)
def test_an_interrupt_ends_a_long_count_promptly(options: list[str]) -> None:
    ran = interrupted("perft", "start", "30", *options)
    assert (ran.status, ran.err) == (ExitStatus.INTERRUPTED, "interrupted\n")
