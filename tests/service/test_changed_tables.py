"""A table file that changes while the service uses it."""

from __future__ import annotations

import logging
import os
import shutil
from pathlib import Path

import pytest

from fanorona.service.app import create_app
from fanorona.service.engine.open_tables import OpenTables
from fanorona.service.settings import Settings
from fanorona.solver.tables import tablebase

QUESTION = {"position": "5/W4/2W2/5/B3B W"}


def test_a_file_truncated_in_place_is_not_used_any_more(
    tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(tablebase, "MOST_IN_MEMORY", 0)
    folder = Path(shutil.copytree(tables, tmp_path / "tables"))
    client = create_app(Settings(answer_cache_mb=0), OpenTables.open(str(folder))).test_client()
    whole = client.get("/v1/tablebase", query_string=QUESTION)
    assert whole.status_code == 200
    path = folder / "standard-5x5-2v2.fan"
    os.truncate(path, 96)
    # What was read before may still be known.
    other = client.get("/v1/tablebase", query_string={"position": "W3W/5/5/5/B3B W"})
    assert (other.status_code, other.get_json()["code"]) == (404, "not-covered")
    with caplog.at_level(logging.ERROR):
        solved = client.get("/v1/analysis", query_string=QUESTION | {"nodes": 1000})
    assert solved.status_code == 200
    assert solved.headers["Cache-Control"] == "no-store"
    assert str(path) in caplog.text
