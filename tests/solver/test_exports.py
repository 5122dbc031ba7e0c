"""What `from fanorona import …` offers, and what it does not load before it is asked for."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import fanorona
from fanorona import solver

PROJECT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", solver.__all__)
def test_every_published_name_is_there(name: str) -> None:
    assert getattr(fanorona, name) is getattr(solver, name)


def test_both_packages_publish_the_same_names() -> None:
    assert fanorona.__all__ == solver.__all__
    assert set(fanorona.__all__) <= set(dir(fanorona)) & set(dir(solver))


def test_type_checkers_are_shown_every_name() -> None:
    tree = ast.parse(Path(fanorona.__file__).read_text(encoding="utf-8"))
    shown = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("fanorona.solver")
        for alias in node.names
    }
    assert shown == set(fanorona.__all__)


def test_an_unknown_name_is_an_error() -> None:
    with pytest.raises(AttributeError, match="nothing"):
        getattr(fanorona, "nothing")  # noqa: B009 - mypy knows that there is none


def test_questions_are_loaded_when_they_are_asked() -> None:
    script = (
        "import fanorona, sys; fanorona.Position; print(*sys.modules); "
        "fanorona.check_puzzles; print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=PROJECT, capture_output=True, text=True, check=True
    )
    before, after = (set(line.split()) for line in done.stdout.splitlines())
    unwanted = {f"fanorona.solver.{name}" for name in ("puzzles", "search", "tables")}
    assert before & unwanted == set()
    assert "fanorona.solver.puzzles.bulk" in after


def loaded_by(*arguments: str) -> set[str]:
    """The modules that a command has loaded when it is done."""
    script = f"import sys; from fanorona.cli.main import run; run({list(arguments)}); " + (
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=PROJECT, capture_output=True, text=True, check=True
    )
    return set(done.stderr.split())


def test_the_version_is_printed_without_loading_the_game() -> None:
    assert "fanorona.solver.position" not in loaded_by("--version")


def test_moves_are_listed_without_loading_searches_and_puzzles() -> None:
    loaded = loaded_by("moves", "start")
    unwanted = ("answers", "budget", "puzzles", "search", "tables", "kernel.alpha_beta")
    assert loaded & {f"fanorona.solver.{name}" for name in unwanted} == set()
    assert "fanorona.solver.position" in loaded
