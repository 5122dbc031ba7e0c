"""The command itself: help, version, and what a start costs."""

from __future__ import annotations

import shlex
import subprocess
import sys

import pytest

from fanorona.cli import main
from fanorona.solver.kernel import is_compiled
from fanorona.solver.version import __version__
from tests.cli.running import PROJECT, Fanorona, in_own_process

LOADED = """
import sys
from fanorona.cli.main import run
run(sys.argv[1:])
print(*sys.modules, file=sys.stderr)
"""


def test_without_a_command_the_commands_are_listed(fanorona: Fanorona) -> None:
    ran = fanorona()
    assert ran.status == 2
    assert [name for name in main.COMMANDS if f"\n  {name} " not in ran.err] == []


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("chek", "'check'"),
        ("forced_win", "'forced-win'"),
        ("tablebase biuld", "'build'"),
        ("puzzle formt", "'format'"),
        ("moves start --rule escale", "'--rules'"),
        ("--versoin", "'--version'"),
    ],
)
def test_what_is_mistyped_gets_a_suggestion(typed: str, meant: str, fanorona: Fanorona) -> None:
    ran = fanorona(*typed.split())
    assert ran.status == 2
    assert ran.err.endswith(f"did you mean {meant}?\n")


def test_what_is_like_no_command_gets_no_suggestion(fanorona: Fanorona) -> None:
    assert fanorona("xyz").err.endswith("error: there is no command 'xyz'\n")


@pytest.mark.parametrize("option", ["-h", "--help"])
@pytest.mark.parametrize("command", main.COMMANDS)
def test_every_command_has_help_with_an_example(
    command: str, option: str, fanorona: Fanorona
) -> None:
    ran = fanorona(command, option)
    assert ran.status == 0
    assert f"\n    fanorona {command} " in ran.out


@pytest.mark.parametrize("command", ["moves", "play", "show", "perft", "rules"])
def test_the_examples_of_the_help_work(command: str, fanorona: Fanorona) -> None:
    lines = (line.strip() for line in fanorona(command, "--help").out.splitlines())
    examples = [line for line in lines if line.startswith("fanorona ")]
    assert len(examples) >= 2
    for example in examples:
        typed, _, _ = example.partition(" < diagram.txt")
        ran = fanorona(*shlex.split(typed)[1:], stdin=b"BBB\nB.W\nWWW")
        assert (ran.status, ran.err) == (0, ""), example


@pytest.mark.parametrize(
    ("compiled", "kernel"), [(True, "compiled"), (False, "python")], ids=["compiled", "python"]
)
def test_the_version_says_whether_the_kernel_is_compiled(
    compiled: bool, kernel: str, fanorona: Fanorona, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fanorona.solver.is_compiled", lambda: compiled)
    assert fanorona("--version").out == f"fanorona {__version__}, kernel: {kernel}\n"


def test_the_version_tells_the_truth() -> None:
    kernel = "compiled" if is_compiled() else "python"
    assert in_own_process(["--version"]).out.endswith(f"kernel: {kernel}\n")


def test_a_command_loads_no_other_command() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED, "moves", "start"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(done.stderr.split())
    assert "fanorona.cli.commands.moves" in loaded
    unwanted = {
        "fanorona.cli.commands.play",
        "fanorona.cli.commands.perft",
        "fanorona.cli.commands.rules",
        "traceback",
        "fanorona.solver.answers",
    }
    assert loaded & unwanted == set()
