"""The documentation shows what the commands print."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from fanorona.cli.commands.rules import value_in_words
from fanorona.cli.main import COMMANDS
from fanorona.solver import RULE_SETS
from fanorona.solver.rules import SWITCHES, Switch
from fanorona.words import say
from tests.cli.documented import PAGES, with_real_output
from tests.cli.running import PROJECT


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.name))
def test_the_documented_output_is_real(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text == with_real_output(text), "python -m tests.cli.documented writes it anew"


def test_the_python_of_the_readme_runs() -> None:
    page = (PROJECT / "README.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    done = subprocess.run([sys.executable, "-c", program], cwd=PROJECT, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.name)
def test_the_page_of_the_rules_has_every_switch(switch: Switch) -> None:
    title = say(f"switch.{switch.field}", "en")
    values = [value_in_words(rules, switch, "en") for rules in RULE_SETS.values()]
    page = (PROJECT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert f"\n| {' | '.join([title, *values])} |\n" in page
    names = ", ".join(f"`{value}`" for value in switch.values)
    assert f"\n| `{switch.name}` | {names} | {title} |\n" in page


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_documented(command: str) -> None:
    assert f"\n## {command}\n" in PAGES[-1].read_text(encoding="utf-8")
