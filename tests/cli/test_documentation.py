"""The documentation shows what the commands print."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.main import COMMANDS
from tests.cli.documented import PAGES, with_real_output


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.name))
def test_the_documented_output_is_real(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text == with_real_output(text), "python -m tests.cli.documented writes it anew"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_documented(command: str) -> None:
    assert f"\n## {command}\n" in PAGES[-1].read_text(encoding="utf-8")
