"""The shipped collection is found wherever the packages are installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from fanorona.service.engine.collection import Collection, shipped_with

PUZZLE = "Position: 3/1B1/W1W W\nStipulation: White to play and win in 1\n"


@pytest.mark.parametrize(
    ("packages", "puzzles"),
    [
        ("checkout", "checkout/puzzles"),
        ("venv/lib/python3.13/site-packages", "venv/share/fanorona/puzzles"),
        ("home/.local/lib/python3.13/site-packages", "home/.local/share/fanorona/puzzles"),
        ("target", "target/share/fanorona/puzzles"),
    ],
)
def test_the_shipped_puzzles_are_found(tmp_path: Path, packages: str, puzzles: str) -> None:
    folder = tmp_path / puzzles
    folder.mkdir(parents=True)
    (folder / "small.txt").write_text(PUZZLE, encoding="utf-8")
    (tmp_path / packages).mkdir(parents=True, exist_ok=True)
    assert shipped_with(tmp_path / packages) == folder
    assert [one.id for one in Collection.read(str(folder)).listed.puzzles] == ["small-1"]


def test_the_puzzles_of_a_checkout_come_before_those_of_the_system(tmp_path: Path) -> None:
    for folder in ("share/fanorona/puzzles", "src/fanorona/puzzles"):
        (tmp_path / folder).mkdir(parents=True)
    assert shipped_with(tmp_path / "src/fanorona") == tmp_path / "src/fanorona/puzzles"


def test_without_a_folder_the_shipped_puzzles_are_read() -> None:
    assert len(Collection.read("").listed.puzzles) >= 80
