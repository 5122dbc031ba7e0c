"""The site of the documentation builds without a warning, and its examples are true."""

from __future__ import annotations

import ast
import doctest
import itertools
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import fanorona

PROJECT = Path(__file__).parents[1]
PAGES = sorted((PROJECT / "docs").glob("*.md"))
CONSTANTS = {"RULE_SETS": "solver/rules.py", "__version__": "solver/version.py"}


def documentation(name: str) -> str:
    """What is said of a public name: its docstring, or the text below an assignment."""
    if name not in CONSTANTS:
        return getattr(fanorona, name).__doc__ or ""
    body = ast.parse((PROJECT / CONSTANTS[name]).read_text(encoding="utf-8")).body
    for statement, below in itertools.pairwise(body):
        targets = ast.unparse(statement).partition("=")[0].partition(":")[0].strip()
        if targets == name and isinstance(below, ast.Expr):
            return str(ast.literal_eval(below.value))
    return ""


@pytest.mark.parametrize("name", fanorona.__all__)
def test_every_public_name_has_an_example_that_is_true(name: str) -> None:
    values = {public: getattr(fanorona, public) for public in fanorona.__all__}
    found = doctest.DocTestParser().get_doctest(documentation(name), values, name, None, None)
    assert found.examples, f"{name} has no example"
    said: list[str] = []
    doctest.DocTestRunner(verbose=False).run(found, out=said.append)
    assert said == []


def test_every_public_name_is_on_the_page_of_the_python_api() -> None:
    page = (PROJECT / "docs" / "python.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^::: fanorona\.(\w+)$", page, re.MULTILINE)) == sorted(
        fanorona.__all__
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.name))
def test_the_python_of_a_page_runs(page: Path, tmp_path: Path) -> None:
    """The programs of a page go on from one another."""
    text = page.read_text(encoding="utf-8")
    programs = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    if programs:
        shutil.copy(PROJECT / "puzzles" / "fliporona-problem.txt", tmp_path / "problems.txt")
        done = subprocess.run(
            [sys.executable, "-c", "\n".join(programs)], cwd=tmp_path, capture_output=True
        )
        assert (done.returncode, done.stderr) == (0, b"")


def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(tmp_path)],
        cwd=PROJECT,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    page = (tmp_path / "python.html").read_text(encoding="utf-8")
    assert [name for name in fanorona.__all__ if f'id="fanorona.{name}"' not in page] == []
    assert "fonts.googleapis.com" not in page
