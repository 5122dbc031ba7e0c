"""`fanorona setup`: one command that prepares the tables of every rule set."""

from __future__ import annotations

from pathlib import Path

import pytest

from fanorona.cli.commands import setup
from fanorona.cli.exit_status import ExitStatus
from fanorona.solver import Position, Tablebase
from fanorona.solver.tables import memory_needed
from fanorona.solver.value import Value
from tests.cli.running import Fanorona


def test_setup_builds_tables_for_every_rule_set_that_has_some(
    fanorona: Fanorona, tmp_path: Path
) -> None:
    ran = fanorona("setup", "--stones", "3", "--dir", str(tmp_path))
    assert ran.status == ExitStatus.YES
    assert [line.split(":")[0] for line in ran.out.splitlines()] == [
        "standard",
        "escale",
        "fliporona",
    ]
    for rules in ("standard", "escale", "fliporona"):
        position = Position.parse("9/9/3WW4/9/4B4 W", rules)
        found = Tablebase.open(tmp_path, rules).probe(position)
        assert found is not None
        assert found.value is Value.WIN


def test_setup_says_what_the_tables_take_on_the_disk(
    fanorona: Fanorona, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory_needed, "megabytes", lambda size: size)
    ran = fanorona("setup", "--stones", "3", "--dir", str(tmp_path))
    for line in ran.out.splitlines():
        rules = line.split(":")[0]
        size = sum(path.stat().st_size for path in tmp_path.glob(f"{rules}-*.fan"))
        assert f" {size:,} MB" in line


def test_setup_builds_more_of_standard_unless_told_how_much(
    fanorona: Fanorona, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup, "USUAL_STONES", {"standard": 3})
    monkeypatch.setattr(setup, "OTHER_STONES", 2)
    fanorona("setup", "--dir", str(tmp_path))
    for rules, most in (("standard", 3), ("escale", 2), ("fliporona", 2)):
        assert Tablebase.open(tmp_path, rules).most_stones == most


def test_setup_keeps_what_an_interrupted_run_has_finished(
    fanorona: Fanorona, tmp_path: Path
) -> None:
    fanorona("setup", "--stones", "2", "--dir", str(tmp_path))
    kept = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    fanorona("setup", "--stones", "3", "--dir", str(tmp_path))
    now = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert len(now) > len(kept)
    assert {name: now[name] for name in kept} == kept


def test_setup_speaks_french(fanorona: Fanorona, tmp_path: Path) -> None:
    ran = fanorona("setup", "--stones", "2", "--dir", str(tmp_path), "--lang", "fr")
    assert "tables de finales jusqu'à 2 pions" in ran.out
