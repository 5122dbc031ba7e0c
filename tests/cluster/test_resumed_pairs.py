"""A pair whose builder is killed is taken up again where it was, by whoever gets the task next."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import pytest

from fanorona.solver.spreading.cluster import cluster_at
from fanorona.solver.tables.table_files import checksum_in
from fanorona.solver.tables.tablebase import Tablebase
from tests.cluster.dying_builder import LEVELS, build_after_a_kill
from tests.cluster.lab import Lab

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="tables are built in memory there")


def test_the_pair_of_a_killed_process_is_resumed(lab: Lab, tmp_path: Path) -> None:
    Tablebase.build(5, tmp_path / "whole", board="3x3")
    there = Tablebase.build(4, tmp_path / "there", board="3x3")
    (tmp_path / "there" / "token").touch()
    needed = {path.name: checksum_in(path) or 0 for path in (tmp_path / "there").glob("*.fan")}
    build = partial(build_after_a_kill, there.series, tmp_path / "there", needed)
    with cluster_at(lab.address) as spread:
        assert list(spread.each(build, [(2, 3)])) == [((2, 3), LEVELS)]
    for name in ("standard-3x3-2v3.fan", "standard-3x3-3v2.fan"):
        built = (tmp_path / "there" / name).read_bytes()
        assert built == (tmp_path / "whole" / name).read_bytes()
    assert not list((tmp_path / "there").glob("*.work"))
