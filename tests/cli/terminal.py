"""A terminal for the tests: what a command writes to one."""

from __future__ import annotations

import os
import subprocess

import pytest

from tests.cli.running import COMMAND, PROJECT, environment

ESCAPE = "\x1b["


def on_a_terminal(*arguments: str, **changes: str) -> str:
    """What a command writes to a terminal."""
    terminal, standard_output = _terminal()
    with subprocess.Popen(
        [*COMMAND, *arguments],
        cwd=PROJECT,
        env=environment({"TERM": "xterm-256color", "NO_COLOR": "", "COLUMNS": "80", **changes}),
        stdout=standard_output,
    ):
        os.close(standard_output)
        written = _read_all(terminal)
    os.close(terminal)
    return written


def watched(*arguments: str) -> tuple[str, str]:
    """What a command writes to a pipe, and what to the terminal on which somebody watches it."""
    terminal, standard_error = _terminal()
    with subprocess.Popen(
        [*COMMAND, *arguments],
        cwd=PROJECT,
        env=environment({"COLUMNS": "80"}),
        stdout=subprocess.PIPE,
        stderr=standard_error,
    ) as running:
        os.close(standard_error)
        assert running.stdout
        out = running.stdout.read().decode()
        shown = _read_all(terminal)
    os.close(terminal)
    return out, shown


def _terminal() -> tuple[int, int]:
    """Our end of a new terminal, and that of the command."""
    ours, theirs = pytest.importorskip("pty").openpty()
    return ours, theirs


def _read_all(terminal: int) -> str:
    """Everything that is written until nobody is left to write."""
    return b"".join(iter(lambda: _chunk(terminal), b"")).decode()


def _chunk(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # Linux says so at the end of a terminal's output.
        return b""
