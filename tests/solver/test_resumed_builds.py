"""A build that was killed, cut off or disturbed goes on, and the tables are the same."""

from __future__ import annotations

import mmap
import os
import random
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from filecmp import cmpfiles
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from fanorona.solver import Position, Stopped
from fanorona.solver.board import board
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.rules import STANDARD
from fanorona.solver.tables import building, memory_bound, memory_needed, pair_at_work
from fanorona.solver.tables.building import BuildProgress, Meter
from fanorona.solver.tables.crew import Crew
from fanorona.solver.tables.memory_bound import MemoryBound, resident
from fanorona.solver.tables.pair_at_work import PairAtWork, piece_count
from fanorona.solver.tables.pairs import Pair, both_sides
from fanorona.solver.tables.table_files import Series
from fanorona.solver.tables.tablebase import Tablebase
from fanorona.solver.tables.work_file import NOTE, WorkFile, WorkInMemory
from tests.solver.building_process import Build, build_with_kills

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="tables are built in memory there")

WORK = "standard-3x3-2v3.fan.work"


@pytest.fixture(autouse=True)
def in_small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every pair is built in a file, which has many pieces."""
    monkeypatch.setattr(memory_needed, "MAPPED_FROM", 0)
    monkeypatch.setattr(pair_at_work, "PIECE", 64)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture
def resumed(monkeypatch: pytest.MonkeyPatch) -> list[PairAtWork]:
    """Fills with the pairs that are not begun anew."""
    found: list[PairAtWork] = []
    resume = PairAtWork._resume

    def noted(pair: PairAtWork) -> None:
        found.append(pair)
        resume(pair)

    monkeypatch.setattr(PairAtWork, "_resume", noted)
    return found


@pytest.fixture
def whole(tmp_path: Path) -> dict[str, bytes]:
    """The tables of 3x3 up to 5 stones, built without a break."""
    Tablebase.build(5, tmp_path / "whole", board="3x3")
    return contents(tmp_path / "whole")


def build(folder: Path) -> dict[str, bytes]:
    """Of the same tables, what a build makes of the folder."""
    Tablebase.build(5, folder, board="3x3")
    return contents(folder)


class Snapshots(WorkInMemory):
    """Remembers its tables at the end of each level."""

    def __init__(self, size: int, tables: int, pieces: int) -> None:
        super().__init__(size, tables, pieces)
        self.taken: dict[int, list[bytes]] = {}

    def keep(self) -> None:
        if all(self.progress.settled):
            self.taken.setdefault(self.progress.levels, [bytes(table) for table in self.tables])


def built_from(tables: Tablebase, pair: Pair, work: WorkInMemory) -> list[bytes]:
    """What a builder makes of the work."""
    series = tables.series
    game = Position.start(series.rules, series.board.width, series.board.height).game()
    crew = Crew(1, Stop())
    at_work = PairAtWork(
        series, game, tables.kernel_tables(), pair, work, crew, lambda _: None, lambda _: None
    )
    try:
        return [bytes(one.values) for one in at_work.build()]
    finally:
        crew.close()


def new_work(series: Series, pair: Pair) -> Snapshots:
    size, tables = series.size(*pair), len(both_sides(*pair))
    return Snapshots(size, tables, tables * piece_count(size))


@pytest.mark.parametrize("rules", ["standard", "escale", "fliporona", "escale paika=allowed"])
@pytest.mark.parametrize("pair", [(1, 3), (2, 2), (2, 3)], ids=str)
def test_any_mixture_of_a_level_and_later_ones_leads_to_the_same_table(
    tmp_path: Path, rules: str, pair: Pair
) -> None:
    """That is what a disk may have after a power cut: some of what was written since the note."""
    tables = Tablebase.build(sum(pair) - 1, tmp_path, rules, "5x3")
    first = new_work(tables.series, pair)
    expected = built_from(tables, pair, first)
    final = [bytes(table) for table in first.taken[max(first.taken)]]
    rng = random.Random(str((rules, pair)))
    assert len(first.taken) > 5
    for levels, before in first.taken.items():
        again = new_work(tables.series, pair)
        again.progress.settled[:] = b"\1" * len(again.progress.settled)
        again.progress.levels = levels
        for table, old, new in zip(again.tables, before, final, strict=True):
            chance = rng.random()
            table[:] = bytes(
                late if rng.random() < chance else early
                for early, late in zip(old, new, strict=True)
            )
        assert built_from(tables, pair, again) == expected, f"after {levels} levels"


@pytest.mark.parametrize("mapped", [False, True], ids=["in memory", "mapped"])
@pytest.mark.parametrize("rules", ["standard", "escale"])
def test_a_build_killed_at_random_moments_makes_the_same_tables(
    tmp_path: Path, rules: str, mapped: bool, compiled: bool
) -> None:
    how: dict[str, Any] = {
        "stones": 6 if compiled else 3,
        "rules": rules,
        "board": "5x5",
        "mapped": mapped,
    }
    assert Build(folder=str(tmp_path / "whole"), **how).begin().wait() == 0
    build_with_kills(tmp_path / "killed", 4, 1.5, seed=len(rules), **how)
    assert contents(tmp_path / "killed") == contents(tmp_path / "whole")


@pytest.mark.slow
@pytest.mark.parametrize("stones", [6, 7])
def test_a_large_build_killed_20_times_makes_the_same_tables(tmp_path: Path, stones: int) -> None:
    """Kills are spread over the whole build, however long it takes here."""
    began = monotonic()
    assert Build(folder=str(tmp_path / "whole"), stones=stones).begin().wait() == 0
    longest = (monotonic() - began) / 10
    killed = build_with_kills(tmp_path / "killed", 20, longest, seed=stones, stones=stones)
    assert killed > 5
    names = {path.name for path in (tmp_path / "whole").iterdir()}
    assert {path.name for path in (tmp_path / "killed").iterdir()} == names
    equal, *others = cmpfiles(tmp_path / "whole", tmp_path / "killed", names, shallow=False)
    assert (set(equal), others) == (names, [[], []])


@pytest.fixture(params=[False, True], ids=["mapped", "in memory"])
def half(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Path:
    """A folder with a build that was stopped within the levels of the last pair."""
    stop = Stop()
    monkeypatch.setattr(MemoryBound, "has_room", lambda *_: request.param)

    def keep_and_stop(work: WorkFile) -> None:
        if work.path.name == WORK and work.progress.levels in (3, 4):
            work.keep_now()
            if work.progress.levels == 4:
                stop.request()

    with monkeypatch.context() as patched:
        patched.setattr(WorkFile, "keep", keep_and_stop)
        with pytest.raises(Stopped):
            Tablebase.build(5, tmp_path / "half", board="3x3", stop=stop)
    return tmp_path / "half"


def test_a_stopped_build_resumes_after_its_last_level(
    half: Path, whole: dict[str, bytes], resumed: list[PairAtWork], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PairAtWork, "_settle", None)
    levels: list[int] = []
    monkeypatch.setattr(
        PairAtWork, "look_up", lambda pair: levels.append(pair.work.progress.levels)
    )
    assert build(half) == whole
    assert len(resumed) == 1
    assert min(levels) >= 4


def test_a_build_stopped_while_it_settles_keeps_what_is_settled(
    tmp_path: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    stop = Stop()
    settle = PairAtWork._settle_piece
    settled: list[tuple[Any, ...]] = []

    def settle_and_stop(pair: PairAtWork, *piece: Any) -> None:
        settle(pair, *piece)
        settled.append((pair.sides[0], piece[2:]))
        if pair.sides[0] == (2, 3) and sum(pair.work.progress.settled) == 7:
            pair.work.keep_now()
            stop.request()

    monkeypatch.setattr(PairAtWork, "_settle_piece", settle_and_stop)
    with pytest.raises(Stopped):
        Tablebase.build(5, tmp_path / "half", board="3x3", stop=stop)
    first = [one for one in settled if one[0] == (2, 3)]
    stop = Stop()
    assert build(tmp_path / "half") == whole
    again = [one for one in settled if one[0] == (2, 3)]
    both = 2 * piece_count(Tablebase.open(tmp_path, board="3x3").series.size(2, 3))
    assert len(first) == 7
    assert len(again) == both


def changed(*places: int) -> Callable[[bytes], bytes]:
    """One bit of a byte in each place is another."""

    def change(data: bytes) -> bytes:
        spoilt = bytearray(data)
        for at in places:
            spoilt[at] ^= 1
        return bytes(spoilt)

    return change


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "both notes": changed(40, NOTE + 40),
    "both checksums": changed(0, NOTE),
    "no notes": lambda data: bytes(2 * NOTE) + data[2 * NOTE :],
    "noise": lambda data: random.Random(1).randbytes(len(data)),
    "a byte less": lambda data: data[:-1],
    "half of it": lambda data: data[: len(data) // 2],
    "a byte more": lambda data: data + b"\0",
    "nothing": lambda data: b"",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_work_file_is_begun_again(
    half: Path, whole: dict[str, bytes], resumed: list[PairAtWork], damage: str
) -> None:
    (half / WORK).write_bytes(DAMAGES[damage]((half / WORK).read_bytes()))
    assert build(half) == whole
    assert resumed == []


@pytest.mark.parametrize("slot", [0, 1])
def test_one_note_is_enough(
    half: Path, whole: dict[str, bytes], resumed: list[PairAtWork], slot: int
) -> None:
    (half / WORK).write_bytes(changed(slot * NOTE + 40)((half / WORK).read_bytes()))
    assert build(half) == whole
    assert len(resumed) == 1


def test_the_work_of_another_engine_is_begun_again(
    half: Path,
    whole: dict[str, bytes],
    resumed: list[PairAtWork],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("fanorona.solver.spreading.engine_version.engine_version", lambda: "9.9.9")
    assert build(half) == whole
    assert resumed == []


def test_the_work_of_another_rule_set_is_begun_again(
    half: Path, tmp_path: Path, resumed: list[PairAtWork]
) -> None:
    Tablebase.build(5, tmp_path / "whole", "escale", "3x3")
    Tablebase.build(4, half, "escale", "3x3")
    (half / WORK).replace(half / WORK.replace("standard", "escale"))
    Tablebase.build(5, half, "escale", "3x3")
    after = contents(half)
    assert {name: after[name] for name in after if "escale" in name} == contents(tmp_path / "whole")
    assert resumed == []


def test_work_on_a_finished_pair_is_removed(half: Path, tmp_path: Path) -> None:
    left = (half / WORK).read_bytes()
    build(half)
    (half / WORK).write_bytes(left)
    build(half)
    assert not (half / WORK).exists()


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """As if another builder had the work file."""
    import fcntl

    with path.open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def test_a_second_builder_waits_and_goes_on_if_the_first_is_killed(
    half: Path, whole: dict[str, bytes], resumed: list[PairAtWork]
) -> None:
    reports: list[BuildProgress] = []
    first = locked(half / WORK)
    first.__enter__()

    def end_the_first(progress: BuildProgress) -> None:
        reports.append(progress)
        if progress.is_waiting and len(reports) < 5:
            first.__exit__(None, None, None)

    Tablebase.build(5, half, board="3x3", on_progress=end_the_first)
    assert any(report.is_waiting for report in reports)
    assert contents(half) == whole
    assert len(resumed) == 1


def test_a_second_builder_leaves_what_the_first_has_finished(
    half: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = locked(half / WORK)
    first.__enter__()

    def finish_the_first(progress: BuildProgress) -> None:
        if progress.is_waiting and not (half / "standard-3x3-2v3.fan").exists():
            for name in ("standard-3x3-2v3.fan", "standard-3x3-3v2.fan"):
                (half / name).write_bytes(whole[name])
            first.__exit__(None, None, None)

    monkeypatch.setattr(PairAtWork, "build", None)
    found = Tablebase.build(5, half, board="3x3", on_progress=finish_the_first)
    assert len(found.info()) == 10
    assert contents(half) == whole


def test_two_builders_at_once_make_the_same_tables(tmp_path: Path, compiled: bool) -> None:
    how: dict[str, Any] = {"stones": 6 if compiled else 3, "board": "5x5"}
    assert Build(folder=str(tmp_path / "whole"), **how).begin().wait() == 0
    builders = [Build(folder=str(tmp_path / "both"), **how).begin() for _ in range(2)]
    assert [builder.wait() for builder in builders] == [0, 0]
    assert contents(tmp_path / "both") == contents(tmp_path / "whole")


def test_a_full_disk_is_an_error_that_names_the_file(tmp_path: Path) -> None:
    """A limit on the size of files does as a full disk does: space cannot be reserved."""

    def with_little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (2 * NOTE, 2 * NOTE))

    building = Build(folder=str(tmp_path), stones=3).begin(
        stderr=subprocess.PIPE, preexec_fn=with_little_room
    )
    _, err = building.communicate()
    assert building.returncode == 1
    assert f"File too large: '{tmp_path / 'standard-9x5-1v1.fan.work'}'" in err.splitlines()[-1]
    assert contents(tmp_path) == {}


def test_a_disk_that_fails_later_is_named_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_descriptor: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match=r"Input/output error: '.*1v1\.fan\.work'"):
        build(tmp_path)


def test_an_interrupted_build_can_be_resumed_by_the_same_process(
    half: Path, whole: dict[str, bytes], resumed: list[PairAtWork]
) -> None:
    def interrupt(_: BuildProgress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Tablebase.build(5, half, board="3x3", on_progress=interrupt)
    assert build(half) == whole
    assert len(resumed) == 1


def test_progress_counts_what_was_done_before(half: Path) -> None:
    reports: list[BuildProgress] = []
    Tablebase.build(5, half, board="3x3", on_progress=reports.append)
    shares = [report.done for report in reports]
    assert shares == sorted(shares)
    first = next(report for report in reports if report.done > 0.4)
    assert first.done < 1
    assert first.seconds_left is None
    assert (shares[-1], reports[-1].seconds_left) == (1, 0)


def test_what_was_done_before_says_nothing_of_the_time_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    times = iter([0.0, 1.0, 1.0, 10.0, 20.0])
    monkeypatch.setattr(building, "perf_counter", lambda: next(times))
    reports: list[BuildProgress] = []
    meter = Meter(100, reports.append)
    meter.begin((2, 3), 100)
    meter.resume(0.5)
    meter.report(0.75)
    meter.report(1.0)
    assert [(one.done, one.seconds_left) for one in reports] == [
        (0, None),
        (0.5, None),
        (0.75, 10),
        (1, 0),
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system looks after it")
@pytest.mark.parametrize("pair", [(3, 4), (1, 8)], ids=str)
def test_the_least_memory_leaves_the_window_mapped(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    series = Series(STANDARD, board(9, 5))
    bound = MemoryBound(memory_needed.memory_needed(series, *pair))
    lists = 8 * series.columns(*pair)
    in_use = memory_needed.PROGRAM + lists + memory_needed.WINDOW
    monkeypatch.setattr(memory_bound, "resident", lambda: in_use)
    assert not bound.is_exceeded()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system looks after it")
def test_mapped_memory_beyond_the_bound_is_given_back(tmp_path: Path) -> None:
    size = 192 << 20
    bound = MemoryBound(resident() + size)
    work = WorkFile(tmp_path / "work", "test", size, 1, 1, bound)
    (table,) = work.tables
    for page in range(0, size, mmap.PAGESIZE):
        table[page] = 1
    until = monotonic() + 30
    while bound.is_exceeded() and monotonic() < until:
        sleep(0.01)
    assert not bound.is_exceeded()
    assert all(table[page] for page in range(0, size, mmap.PAGESIZE))
    work.close()
