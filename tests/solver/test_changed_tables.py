"""Table files that somebody changes or truncates while they are in use say nothing false."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from fanorona.solver import Position
from fanorona.solver.kernel.tables import CheckedFile
from fanorona.solver.tables import tablebase
from fanorona.solver.tables.table_code import read_code
from fanorona.solver.tables.table_files import HEADER, DamagedTable, Series
from fanorona.solver.tables.tablebase import Tablebase, TableValue
from tests.solver.uncompiled import copy_without_libraries, run_uncompiled

STONES = 4
SIZE = "5x5"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    Tablebase.build(STONES, folder, board=SIZE)
    return folder


@pytest.fixture
def folder(built: Path, tmp_path: Path) -> Path:
    """A copy to be spoilt."""
    return Path(shutil.copytree(built, tmp_path / "tables"))


@pytest.fixture(params=["in memory", "as needed", "by blocks"])
def most_in_memory(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "by blocks":
        monkeypatch.setattr(tablebase, "MOST_IN_MEMORY", 0)
    if request.param == "as needed":
        monkeypatch.setattr(tablebase, "MOST_AT_ONCE", 0)


def positions(chance: Random, number: int) -> list[Position]:
    """Positions of two stones against two."""
    found = []
    for _ in range(number):
        cells = ["."] * 25
        for at, stone in zip(chance.sample(range(25), 4), "WWBB", strict=True):
            cells[at] = stone
        rows = ["".join(cells[first : first + 5]) for first in range(0, 25, 5)]
        found.append(Position.parse("/".join(rows) + " W"))
    return found


ASKED = positions(Random(1), 300)


def said(tables: Tablebase) -> list[TableValue | None]:
    return [tables.probe(position) for position in ASKED]


def path_of(folder: Path) -> Path:
    series = Tablebase.open(folder, board=SIZE).series
    return series.path(folder, 2, 2)


def truncate(path: Path) -> None:
    os.truncate(path, HEADER.size + 10)


def empty(path: Path) -> None:
    os.truncate(path, 0)


def change_every_byte(path: Path) -> None:
    with path.open("r+b") as file:
        size = path.stat().st_size - HEADER.size
        file.seek(HEADER.size)
        file.write(bytes(size))


def change_one_byte_in_a_hundred(path: Path) -> None:
    data = bytearray(path.read_bytes())
    for at in range(HEADER.size, len(data), 100):
        data[at] ^= 1
    with path.open("r+b") as file:
        file.write(data)


CHANGES = [truncate, empty, change_every_byte, change_one_byte_in_a_hundred]


@pytest.mark.usefixtures("most_in_memory")
def test_tables_say_the_same_however_they_are_read(folder: Path) -> None:
    whole = Tablebase.build(STONES, folder, board=SIZE)
    assert said(whole) == said(Tablebase.open(folder, board=SIZE))
    assert whole.lost == ()


@pytest.mark.usefixtures("most_in_memory")
@pytest.mark.parametrize("change", CHANGES)
def test_a_file_changed_in_place_says_nothing_false(
    folder: Path, change: Callable[[Path], None]
) -> None:
    expected = said(Tablebase.open(folder, board=SIZE))
    tables = Tablebase.open(folder, board=SIZE)
    change(path_of(folder))
    for value, right in zip(said(tables), expected, strict=True):
        assert value in (right, None)


def test_a_file_that_changed_is_given_up_as_a_whole(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tablebase, "MOST_IN_MEMORY", 0)
    tables = Tablebase.open(folder, board=SIZE)
    truncate(path_of(folder))
    assert set(said(tables)) == {None}
    assert tables.lost == ((2, 2),)
    assert tables.most_stones == STONES
    # The others are as good as before.
    assert tables.probe(Position.parse("5/5/2W2/5/B4 W")) is not None


def test_what_was_unpacked_before_a_file_changed_stays_known(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tablebase, "MOST_AT_ONCE", 0)
    tables = Tablebase.open(folder, board=SIZE)
    expected = said(tables)
    empty(path_of(folder))
    assert said(tables) == expected
    assert tables.lost == ()


def test_a_file_replaced_in_one_piece_stays_in_use(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tablebase, "MOST_IN_MEMORY", 0)
    tables = Tablebase.open(folder, board=SIZE)
    new = folder / "new"
    new.write_bytes(b"something else")
    new.replace(path_of(folder))
    assert None not in said(tables)


def test_nothing_is_built_from_a_file_that_changed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tablebase, "MOST_IN_MEMORY", 0)
    changed = path_of(folder)

    def change_it(_: object) -> None:
        change_every_byte(changed)

    with pytest.raises(DamagedTable, match="2v2"):
        Tablebase.build(STONES + 1, folder, board=SIZE, on_progress=change_it)
    series: Series = Tablebase.open(folder, board=SIZE).series
    assert (2, 3) not in series.pairs(folder)


def test_a_checked_file_takes_exactly_its_blocks(built: Path) -> None:
    tables = Tablebase.open(built, board=SIZE).kernel_tables()
    with path_of(built).open("rb") as file:
        file.seek(HEADER.size)
        kept, code = read_code(file)
        blocks = file.read()
        checked = CheckedFile(file.fileno(), HEADER.size + len(kept), tables.size(2, 2), code)
    assert checked.take(blocks[:-1]) < len(blocks) - 1
    with pytest.raises(ValueError, match="do not fit"):
        tables.add_file(2, 2, checked)


UNCOMPILED = """
import os, sys
from fanorona.solver import Position
from fanorona.solver.tables import tablebase

setattr(tablebase, sys.argv[3], 0)
tables = tablebase.Tablebase.open(sys.argv[1], board="5x5")
position = Position.parse("5/W4/2W2/5/B3B W")
before = tables.probe(position)
assert tables.probe(position) == before
os.truncate(sys.argv[2], 100)
tables_of_one = tables.probe(Position.parse("5/5/2W2/5/B4 W"))
print(before is not None, tables_of_one is not None, tables.lost)
fresh = tables.probe(Position.parse("W3W/5/5/5/B3B W"))
print(fresh, tables.lost)
"""


@pytest.mark.parametrize("limit", ["MOST_IN_MEMORY", "MOST_AT_ONCE"])
def test_the_uncompiled_kernel_notices_a_change_too(
    folder: Path, tmp_path: Path, limit: str
) -> None:
    copy = copy_without_libraries(tmp_path / "copy")
    said = run_uncompiled(copy, UNCOMPILED, str(folder), str(path_of(folder)), limit)
    assert said.splitlines() == ["True True ()", "None ((2, 2),)"]
