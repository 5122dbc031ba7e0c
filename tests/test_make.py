"""What the targets of the Makefile set up, without doing it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
MAKE = shutil.which("make")
PINNED = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>\S+)(?: ; (?P<where>.*?))? \\$", re.MULTILINE)


def commands_of(target: str) -> list[str]:
    """What make would run in a folder where nothing is done yet."""
    if MAKE is None:
        pytest.skip("make is not installed")
    # The flags of a make around these tests would change what this one does.
    outside = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    done = subprocess.run(
        [MAKE, "--dry-run", "--always-make", "--no-print-directory", target],
        cwd=PROJECT,
        env=outside,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def locks_of(target: str) -> list[str]:
    """The files of locked versions that it installs, in that order."""
    installs = [line for line in commands_of(target) if "--require-hashes" in line]
    return [lock for line in installs for lock in re.findall(r"-r (\S+)", line)]


def pinned(lock: str) -> set[tuple[str, ...]]:
    """Names and versions, and for which Pythons."""
    return set(PINNED.findall((PROJECT / lock).read_text(encoding="utf-8")))


def test_solving_sets_up_only_what_the_command_needs() -> None:
    assert locks_of("solve") == ["requirements.runtime.lock", "requirements.build.lock"]


@pytest.mark.parametrize("target", ["install", "lint", "test"])
def test_developing_sets_up_everything(target: str) -> None:
    assert locks_of(target)[-1] == "requirements.lock"


@pytest.mark.parametrize(
    "lock",
    ["requirements.runtime.lock", "requirements.build.lock", "requirements.image.lock"],
)
def test_everybody_gets_the_versions_that_are_tested(lock: str) -> None:
    assert pinned(lock)
    assert pinned(lock) - pinned("requirements.lock") == set()
