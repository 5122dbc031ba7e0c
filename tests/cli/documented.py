"""The output that the documentation shows. `python -m tests.cli.documented` rewrites it."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.cli.running import COMMAND, PROJECT, environment
from tests.own_tables import use_own_tables

PAGES = tuple(
    PROJECT / page
    for page in (
        "README.md",
        "docs/notation.md",
        "docs/rules.md",
        "docs/difficulty.md",
        "docs/cli.md",
    )
)

SAMPLE_TIME = r"0\g<1>02 s"
"""Times differ from run to run, so all are written like this."""

_TIME = re.compile(r"\b\d+([.,])\d\d s$", re.MULTILINE)
_CONSOLE = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)


def with_real_output(page: str) -> str:
    """The page with, after each `$ fanorona …` of its console blocks, what that prints."""
    lines = [line for block in _CONSOLE.findall(page) for line in _commands(block)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        printed = dict(zip(lines, pool.map(_transcript, lines), strict=True))
    return _CONSOLE.sub(lambda block: "".join(printed[line] for line in _commands(block[0])), page)


def _commands(block: str) -> list[str]:
    return [line for line in block.splitlines() if line.startswith("$ fanorona ")]


def _transcript(line: str) -> str:
    done = subprocess.run(
        [*COMMAND, *shlex.split(line)[2:]],
        cwd=PROJECT,
        env=environment({"COLUMNS": "80"}),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    return f"{line}\n{_TIME.sub(SAMPLE_TIME, done.stdout)}"


def _rewrite(page: Path) -> None:
    page.write_text(with_real_output(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    use_own_tables()
    for one in PAGES:
        _rewrite(one)
