"""What `from fanorona import …` offers, and what it does not load before it is asked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import fanorona
from fanorona import solver

PROJECT = Path(__file__).parents[2]
ON_DEMAND = ("Tablebase", "analyse", "check_puzzles", "forced_win")


@pytest.mark.parametrize("name", solver.__all__)
def test_every_published_name_is_there(name: str) -> None:
    assert getattr(fanorona, name) is getattr(solver, name)


def test_both_packages_publish_the_same_names() -> None:
    assert fanorona.__all__ == solver.__all__
    assert set(fanorona.__all__) <= set(dir(fanorona))


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
    assert set(ON_DEMAND) <= set(solver.__all__)
