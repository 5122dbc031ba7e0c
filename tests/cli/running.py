"""Runs `fanorona` for the tests: in this process, which is quick, or in one of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from time import sleep
from typing import Protocol

PROJECT = Path(__file__).parents[2]
PATIENCE = 60.0
"""Seconds for any command; only a command that hangs takes longer."""

COMMAND = (sys.executable, "-c", "from fanorona.cli.main import main; main()")

# A shell that starts a job in the background may have switched the signal off.
_INTERRUPTIBLE = """
import importlib, signal, sys
from fanorona.cli.main import main
importlib.import_module("fanorona.cli.commands." + sys.argv[1].replace("-", "_"))
signal.signal(signal.SIGINT, signal.default_int_handler)
print("ready", flush=True)
main()
"""

MANY_TURNS = ("BBBBBBBWB/WWB3BBB/BBB2B1WB/WWWBBBBBW/WBWBBWWBB W", "--rules", "fliporona")
"""8,867 turns: more than a pipe holds."""


@dataclass(frozen=True)
class Ran:
    """What came of a command."""

    status: int
    out: str
    err: str


class Fanorona(Protocol):
    """Runs a command line in this process."""

    def __call__(self, *arguments: str, stdin: bytes = b"") -> Ran: ...


def environment(changes: Mapping[str, str]) -> dict[str, str]:
    return {**os.environ, "PYTHONIOENCODING": "utf-8", **changes}


def in_own_process(arguments: Sequence[str | bytes], stdin: bytes = b"", **changes: str) -> Ran:
    """Run a command line as a shell does, with some variables of the environment changed."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        input=stdin,
        cwd=PROJECT,
        env=environment(changes),
        capture_output=True,
        check=False,
        timeout=PATIENCE,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def interrupted(*arguments: str, stdin: str = "", lines: int = 0, seconds: float = 0.5) -> Ran:
    """Interrupt a command some seconds after it has printed some lines."""
    with subprocess.Popen(
        [sys.executable, "-u", "-c", _INTERRUPTIBLE, *arguments],
        cwd=PROJECT,
        env=environment({}),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    ) as running:
        # A lost interrupt is to fail its test, not to hold up all others.
        hung = Timer(PATIENCE, os.killpg, (running.pid, signal.SIGKILL))
        hung.start()
        assert running.stdin
        assert running.stdout
        assert running.stderr
        try:
            assert running.stdout.readline() == "ready\n"
            running.stdin.write(stdin)
            running.stdin.close()
            out = "".join(running.stdout.readline() for _ in range(lines))
            sleep(seconds)
            running.send_signal(signal.SIGINT)
            out += running.stdout.read()
            return Ran(running.wait(), out, running.stderr.read())
        finally:
            hung.cancel()
            running.kill()
