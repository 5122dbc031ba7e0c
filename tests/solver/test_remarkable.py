"""Remarkable positions: the reference finds the same longest wins and the same zugzwangs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from fanorona.solver import Stopped
from fanorona.solver.kernel.pair_walk import PairWalk
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.tables import remarkable, tablebase
from fanorona.solver.tables.remarkable import RemarkablePair, WalkProgress, remarkable_positions
from fanorona.solver.tables.table_files import DamagedTable
from fanorona.solver.tables.tablebase import Tablebase
from tests import reference
from tests.reference import BLACK, WHITE

SIZE = "3x3"
STONES = 5
Key = tuple[reference.Stones, reference.Stones, str]


def solved(rules: str, width: int, height: int, stones: int) -> dict[Key, int]:
    """Every position with at most that many stones: plies to the end, -1 for a draw.

    By the reference's turns alone: whatever is undecided when no more can be decided is drawn.
    """
    points = reference.points(width, height)
    after: dict[Key, list[Key]] = {}
    for total in range(2, stones + 1):
        for chosen in combinations(points, total):
            for number in range(1, total):
                for white in map(frozenset, combinations(chosen, number)):
                    black = frozenset(chosen) - white
                    for side in (WHITE, BLACK):
                        position = reference.Position(rules, width, height, white, black, side)
                        after[white, black, side] = [
                            (one.white, one.black, one.side) for one in position.turns().values()
                        ]
    plies = {key: 0 for key, found in after.items() if not found}
    plies |= {key: 0 for found in after.values() for key in found if not key[0] or not key[1]}
    level = 0
    # Whoever is decided in n plies has a turn after which it is n - 1.
    while level <= max(plies.values()):
        level += 1
        plies |= {
            key: level
            for key, found in after.items()
            if key not in plies and is_decided(plies, found, level)
        }
    return {key: plies.get(key, -1) for key in after}


def is_decided(plies: dict[Key, int], after: list[Key], level: int) -> bool:
    """A win leads to a loss a ply shorter; a loss leads to wins only."""
    if level % 2:
        return any(plies.get(one) == level - 1 for one in after)
    return all(plies.get(one, 0) % 2 for one in after)


@pytest.fixture(scope="module", params=["standard", "escale", "fliporona"])
def rules(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def tables(tmp_path: Path, rules: str) -> Tablebase:
    return Tablebase.build(STONES, tmp_path, rules, SIZE)


def found(tables: Tablebase, jobs: int = 1) -> list[RemarkablePair]:
    return list(remarkable_positions(tables, STONES, jobs=jobs))


def key_of(fen: str, rules: str) -> Key:
    position = reference.Position.parse(fen, rules)
    return position.white, position.black, position.side


def test_the_reference_finds_the_same(tables: Tablebase, rules: str) -> None:
    known = solved(rules, 3, 3, STONES)
    pairs = found(tables)
    assert [(pair.smaller, pair.larger) for pair in pairs] == [
        (1, 1), (1, 2), (1, 3), (2, 2), (1, 4), (2, 3)
    ]  # fmt: skip
    for pair in pairs:
        for win in pair.longest_wins:
            wins = [
                plies for plies in of_pair(known, win.own, win.enemy) if plies % 2 and plies > 0
            ]
            assert known[key_of(win.position, rules)] == win.distance.plies == max(wins)
        zugzwangs = list(zugzwangs_of(known, pair.smaller, pair.larger))
        assert pair.zugzwangs == len(zugzwangs)
        deepest = pair.deepest_zugzwang
        if deepest is None:
            assert not zugzwangs
            continue
        white, black, _ = key_of(deepest.position, rules)
        both = known[white, black, WHITE], known[white, black, BLACK]
        assert both == (deepest.white_loses.plies, deepest.black_loses.plies)
        assert sorted(both) == max(map(sorted, zugzwangs))


def of_pair(known: dict[Key, int], own: int, enemy: int) -> Iterator[int]:
    for (white, black, side), plies in known.items():
        if side == WHITE and (len(white), len(black)) == (own, enemy):
            yield plies


def zugzwangs_of(known: dict[Key, int], smaller: int, larger: int) -> Iterator[list[int]]:
    for (white, black, side), plies in known.items():
        if side == WHITE and (len(white), len(black)) == (smaller, larger):
            both = [plies, known[white, black, BLACK]]
            if all(one >= 0 and one % 2 == 0 for one in both):
                yield both


def test_there_are_zugzwangs(tmp_path: Path) -> None:
    pairs = found(Tablebase.build(STONES, tmp_path, board="5x3"))
    assert any(pair.zugzwangs for pair in pairs)
    assert any(pair.zugzwangs for pair in pairs if pair.smaller == pair.larger)


def test_threads_and_files_find_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = Tablebase.build(STONES, tmp_path, board="5x3")
    expected = found(tables)
    monkeypatch.setattr(remarkable, "PIECE", 1)
    monkeypatch.setattr(tablebase, "MOST_IN_MEMORY", 0)
    read = Tablebase.open(tmp_path, board="5x3")
    assert found(read, jobs=3) == found(read) == expected


def test_pairs_without_both_tables_are_left_out(
    tables: Tablebase, tmp_path: Path, rules: str
) -> None:
    next(tmp_path.glob("*-2v1.fan")).unlink()
    pairs = found(Tablebase.open(tmp_path, rules, SIZE))
    assert (1, 2) not in [(pair.smaller, pair.larger) for pair in pairs]
    assert len(pairs) == 5


def test_a_file_that_changes_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tablebase, "MOST_IN_MEMORY", 0)
    tables = Tablebase.build(3, tmp_path, board=SIZE)
    os.truncate(tables.series.path(tmp_path, 1, 2), 200)
    with pytest.raises(DamagedTable, match="1v2"):
        found(tables)


def test_a_file_that_changes_after_the_walk_is_an_error_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = Tablebase.build(3, tmp_path, board=SIZE)
    monkeypatch.setattr(Tablebase, "probe", lambda *_: None)
    with pytest.raises(DamagedTable, match="changed while it was being read"):
        found(tables)


def test_it_can_be_stopped(tmp_path: Path) -> None:
    tables = Tablebase.build(3, tmp_path, board=SIZE)
    stop = Stop()
    stop.request()
    with pytest.raises(Stopped):
        list(remarkable_positions(tables, 3, stop=stop))


def test_progress_ends_within_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remarkable, "PIECE", 1)
    monkeypatch.setattr("fanorona.solver.tables.crew.LOOK_SECONDS", 0.0)
    reports: list[WalkProgress] = []
    tables = Tablebase.build(4, tmp_path, board="5x3")
    list(remarkable_positions(tables, 4, on_progress=reports.append))
    assert all(0 <= one.done <= 1 for one in reports)


def test_rows_that_are_not_there_are_refused(tmp_path: Path) -> None:
    tables = Tablebase.build(2, tmp_path, board=SIZE).kernel_tables()
    with pytest.raises(ValueError, match="no such rows"):
        PairWalk(tables, 1, 1, 1, 1).walk(0, tables.height(1, 1) + 1)


def test_every_place_of_a_table_is_a_position(tmp_path: Path) -> None:
    tables = Tablebase.build(3, tmp_path, board=SIZE)
    kernel = tables.kernel_tables()
    for pair in ((1, 1), (1, 2), (2, 1)):
        places = [kernel.position_at(*pair, at) for at in range(kernel.size(*pair))]
        assert len(set(places)) == len(places)
        for own, enemy in places:
            assert (own.bit_count(), enemy.bit_count(), own & enemy) == (*pair, 0)
    with pytest.raises(ValueError, match="no position"):
        kernel.position_at(1, 1, kernel.size(1, 1))
