"""The specification holds for whatever is asked: schemathesis, with all its checks."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.running import PROJECT
from tests.service.serving import Server, serving

CONFIGURATION = Path(__file__).with_name("schemathesis.toml")


@pytest.fixture(scope="module")
def hurried(tables: Path) -> Iterator[Server]:
    """A service whose searches are short."""
    with serving(tables, max_time_ms=500, max_nodes=2_000, searches=8) as server:
        yield server


def run_schemathesis(server: Server, *options: str) -> int:
    """Run it to its end, and say how many cases it made."""
    done = subprocess.run(
        [
            *(sys.executable, "-m", "schemathesis.cli", "--config-file", str(CONFIGURATION)),
            *("run", "openapi.yaml", "--url", server.url, "--checks", "all", "--no-color"),
            *options,
        ],
        cwd=PROJECT,
        env={**os.environ, "SCHEMATHESIS_HOOKS": "tests.service.schemathesis_formats"},
        capture_output=True,
        text=True,
        check=False,
        timeout=1_800,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    found = re.search(r"(\d[\d,]*) generated", done.stdout)
    assert found, done.stdout
    return int(found.group(1).replace(",", ""))


def test_the_specification_holds(hurried: Server) -> None:
    assert run_schemathesis(hurried, "--phases", "examples,fuzzing", "-n", "15") >= 150


@pytest.mark.slow
def test_the_specification_holds_in_many_cases(hurried: Server) -> None:
    assert run_schemathesis(hurried, "-n", "300") >= 2_000
