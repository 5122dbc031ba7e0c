"""The kernel's part of the tables: numbering, faults, threads, and the same bytes uncompiled."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from fanorona.solver import Position
from fanorona.solver.board import board
from fanorona.solver.kernel.retro import MOST_PLIES, Retrograde
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.kernel.tables import Combinations, Tables
from fanorona.solver.rules import STANDARD
from fanorona.solver.tables.table_files import Series
from fanorona.solver.tables.tablebase import Tablebase
from tests.solver.uncompiled import copy_without_libraries, run_uncompiled

SIZES = ((3, 3), (5, 3), (3, 7), (5, 5), (9, 5), (9, 7), (21, 3))


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_files_and_kernel_agree_on_the_size_of_a_table(width: int, height: int) -> None:
    series = Series(STANDARD, board(width, height))
    tables = Tables(series.board.symmetries)
    for own, enemy in ((1, 1), (1, 2), (2, 1), (2, 2), (3, 2), (2, 4), (3, 3)):
        assert tables.size(own, enemy) == series.size(own, enemy)


@pytest.mark.parametrize("pair", [(1, 1), (2, 1), (2, 2), (3, 2), (2, 4)], ids=str)
def test_positions_share_a_place_only_if_they_are_symmetric(pair: tuple[int, int]) -> None:
    where = board(3, 3)
    tables = Tables(where.symmetries)
    classes_at: dict[int, set[tuple[int, int]]] = {}
    for (own, enemy), at in places(tables, *pair).items():
        least = min((moved(own, to), moved(enemy, to)) for to in where.symmetries)
        classes_at.setdefault(at, set()).add(least)
    assert max(map(len, classes_at.values())) == 1
    assert len(classes_at) <= tables.size(*pair)


def places(tables: Tables, own: int, enemy: int) -> dict[tuple[int, int], int]:
    """Where each position of a pair is: tables with the places themselves as values tell it."""
    found = dict.fromkeys(every_pair_of_sets(own, enemy), 0)
    for shift in (0, 8):
        tables.add(own, enemy, bytes(at >> shift & 0xFF for at in range(tables.size(own, enemy))))
        for position in found:
            found[position] |= tables.value(*position) << shift
    return found


def every_pair_of_sets(own: int, enemy: int) -> list[tuple[int, int]]:
    points = range(9)
    return [
        (sum(1 << point for point in mine), sum(1 << point for point in theirs))
        for mine in combinations(points, own)
        for theirs in combinations([point for point in points if point not in mine], enemy)
    ]


def moved(points: int, symmetry: tuple[int, ...]) -> int:
    return sum(1 << to for point, to in enumerate(symmetry) if points >> point & 1)


def test_what_no_table_has_is_not_covered() -> None:
    tables = Tables(board(3, 3).symmetries)
    assert tables.value(1, 2) == -1
    tables.add(1, 1, bytes(tables.size(1, 1)))
    assert tables.value(1, 2) == 0
    assert tables.value(3, 4) == -1
    assert tables.value(1, 6) == -1


@pytest.mark.parametrize(("own", "enemy"), [(0, 1), (1, 0), (1, 1), (1, 1 << 9), (1 << 63, 1)])
def test_sets_that_are_not_a_position_are_not_covered(own: int, enemy: int) -> None:
    tables = Tables(board(3, 3).symmetries)
    tables.add(1, 1, bytes(tables.size(1, 1)))
    assert tables.value(own, enemy) == -1


def test_bytes_of_another_size_are_refused() -> None:
    tables = Tables(board(3, 3).symmetries)
    with pytest.raises(ValueError, match="do not fit the table 1 against 1"):
        tables.add(1, 1, bytes(5))


@pytest.mark.parametrize("pair", [(0, 1), (1, 0), (-1, 2), (5, 5)], ids=str)
def test_a_pair_that_no_board_has_is_refused(pair: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="no table"):
        Tables(board(3, 3).symmetries).size(*pair)


def retrograde(
    own: int, enemy: int, values: bytearray, others: bytearray, rules: str = "standard"
) -> Retrograde:
    position = Position.start(rules, 3, 3)
    tables = Tables(position.board.symmetries)
    columns = Combinations(max(own, enemy), tables.width(own, enemy))
    return Retrograde(position.game(), tables, columns, own, enemy, values, others, Stop())


@pytest.mark.parametrize("rules", ["standard", "escale"])
def test_a_distance_that_does_not_fit_is_an_error(rules: str) -> None:
    size = Tables(board(3, 3).symmetries).size(1, 2)
    won_as_late_as_can_be = bytearray([MOST_PLIES + 1]) * size
    at_work = retrograde(1, 2, won_as_late_as_can_be, bytearray(size), rules)
    with pytest.raises(OverflowError, match="more than 253 plies"):
        at_work.spread(MOST_PLIES, 0, size)


def test_a_missing_smaller_table_is_an_error() -> None:
    size = Tables(board(3, 3).symmetries).size(2, 2)
    values = bytearray(size)
    with pytest.raises(LookupError, match="smaller table"):
        retrograde(2, 2, values, values).settle(0, size)


def test_bytes_that_are_not_a_table_of_the_pair_are_refused() -> None:
    with pytest.raises(ValueError, match="bytes each"):
        retrograde(1, 1, bytearray(3), bytearray(3))


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("rules", ["standard", "escale", "fliporona"])
def test_several_threads_build_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rules: str
) -> None:
    Tablebase.build(5, tmp_path / "one", rules, "3x3")
    monkeypatch.setattr("fanorona.solver.tables.pair_at_work.PIECE", 16)
    Tablebase.build(5, tmp_path / "three", rules, "3x3", jobs=3)
    assert files(tmp_path / "three") == files(tmp_path / "one")


BUILD = """
from fanorona.solver.tables import memory_needed
from fanorona.solver.tables.tablebase import Tablebase
memory_needed.MAPPED_FROM = 400
for rules in ("standard", "escale", "fliporona"):
    Tablebase.build(4, sys.argv[1], rules, "3x3")
"""


def test_the_uncompiled_kernel_builds_the_same_bytes(tmp_path: Path) -> None:
    copy = copy_without_libraries(tmp_path / "copy")
    run_uncompiled(copy, BUILD, str(tmp_path / "uncompiled"))
    for rules in ("standard", "escale", "fliporona"):
        Tablebase.build(4, tmp_path / "here", rules, "3x3")
    assert files(tmp_path / "uncompiled") == files(tmp_path / "here")
