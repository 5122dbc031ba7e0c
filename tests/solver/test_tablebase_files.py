"""Files of tables: what is missing, foreign or damaged is noticed, named and rebuilt."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import sleep

import pytest

from fanorona.solver import Position, Stopped
from fanorona.solver.budget import Budget
from fanorona.solver.errors import FanoronaError
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.spreading.spread import InThisProcess
from fanorona.solver.tables.building import BuildProgress
from fanorona.solver.tables.crew import Crew
from fanorona.solver.tables.memory_needed import NotEnoughMemory
from fanorona.solver.tables.table_files import HEADER, remove_unfinished
from fanorona.solver.tables.tablebase import Tablebase, games_in

PROJECT = Path(__file__).parents[2]
PAIR = "standard-3x3-2v1.fan"
BUILD = """
import sys
from fanorona.solver.tables.tablebase import Tablebase
Tablebase.build(int(sys.argv[2]), sys.argv[1], jobs=2)
"""

BUILD_UP_TO_2_AGAINST_3 = """
import sys
from threading import Event
from fanorona.solver.tables.tablebase import Tablebase

def wait_to_be_killed(progress):
    if (progress.own, progress.enemy) == (2, 3):
        print("at work", flush=True)
        Event().wait()

Tablebase.build(5, sys.argv[1], board="3x3", on_progress=wait_to_be_killed)
"""


def build(folder: Path, stones: int = 4, rules: str = "standard", size: str = "3x3") -> Tablebase:
    return Tablebase.build(stones, folder, rules, size)


def opened(folder: Path) -> Tablebase:
    return Tablebase.open(folder, "standard", "3x3")


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def pairs(tablebase: Tablebase) -> list[tuple[int, int]]:
    return [(table.own, table.enemy) for table in tablebase.info()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With all tables of 3x3 up to 4 stones."""
    build(tmp_path)
    return tmp_path


def test_a_pair_has_a_file(folder: Path) -> None:
    names = [f"standard-3x3-{pair}.fan" for pair in ("1v1", "1v2", "2v1", "1v3", "2v2", "3v1")]
    assert sorted(contents(folder)) == sorted(names)


def test_a_table_read_is_the_table_built(tmp_path: Path) -> None:
    built, read = build(tmp_path), opened(tmp_path)
    assert read.info() == built.info()
    assert read.warnings == ()
    position = Position.parse("1B1/3/W1W W")
    assert read.answer(position) == built.answer(position)


def test_another_build_keeps_what_is_there(folder: Path) -> None:
    before = {path.name: path.stat().st_ino for path in folder.iterdir()}
    build(folder, stones=5)
    after = {path.name: path.stat().st_ino for path in folder.iterdir()}
    assert before.items() < after.items()


def changed(at: int) -> Callable[[bytes], bytes]:
    """One bit of one byte is another."""
    return lambda data: data[:at] + bytes([data[at] ^ 1]) + data[at:][1:]


DAMAGES = {
    "a byte of the table": (changed(-7), "checksum is wrong"),
    "the code": (changed(HEADER.size), "packed values are damaged"),
    "the last byte": (lambda data: data[:-1] + bytes([data[-1] ^ 1]), "checksum is wrong"),
    "a statistic": (changed(50), "checksum is wrong"),
    "the checksum": (changed(12), "checksum is wrong"),
    "the version": (changed(9), "format 258, but this program reads format 2"),
    "the first word": (changed(0), "not a fanorona table"),
    "a byte less": (lambda data: data[:-1], "bytes, expected"),
    "a byte more": (lambda data: data + b"\0", "bytes, expected"),
    "only a header": (lambda data: data[: HEADER.size], "too few for a table"),
    "half a header": (lambda data: data[:40], "too few for a table"),
    "nothing": (lambda data: b"", "0 bytes"),
    "an older format": (lambda data: data[:8] + b"\1" + data[9:], "reads format 2"),
    "zeros": (lambda data: bytes(len(data)), "not a fanorona table"),
    "other stones": (changed(34), "the table standard 3x3 3v1"),
    "another board": (changed(33), "the table standard 3x2 2v1"),
    "another rule set": (lambda data: data.replace(b"standard", b"escale\0\0"), "table escale 3x3"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_named_and_not_believed(folder: Path, damage: str) -> None:
    spoil, says = DAMAGES[damage]
    (folder / PAIR).write_bytes(spoil((folder / PAIR).read_bytes()))
    found = opened(folder)
    (warning,) = found.warnings
    assert str(folder / PAIR) in str(warning)
    assert says in str(warning)
    assert (2, 1) not in pairs(found)
    assert found.probe(Position.parse("1B1/3/W1W W")) is None


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_rebuilt(folder: Path, damage: str) -> None:
    whole = contents(folder)
    (folder / PAIR).write_bytes(DAMAGES[damage][0](whole[PAIR]))
    assert str(folder / PAIR) in str(build(folder).warnings[0])
    assert contents(folder) == whole
    assert opened(folder).warnings == ()


def test_a_foreign_file_under_a_tables_name_is_not_believed(folder: Path, tmp_path: Path) -> None:
    foreign = build(tmp_path / "foreign", rules="fliporona")
    assert foreign.folder is not None
    (foreign.folder / PAIR.replace("standard", "fliporona")).replace(folder / PAIR)
    assert "it contains the table fliporona 3x3 2v1" in str(opened(folder).warnings[0])


def test_a_folder_under_a_tables_name_is_named(folder: Path) -> None:
    (folder / PAIR).unlink()
    (folder / PAIR).mkdir()
    assert str(folder / PAIR) in str(opened(folder).warnings[0])


def test_other_files_do_not_matter(folder: Path) -> None:
    for name in ("standard-3x3-9v9.fan", "standard-3x3-01v1.fan", "standard-3x3-v.fan", "notes"):
        (folder / name).write_bytes(b"something")
    assert opened(folder).warnings == ()


def test_the_games_of_a_folder_are_counted(folder: Path) -> None:
    build(folder, 3, "fliporona", "5x3")
    for name in ("livret-9x5-1v1", "chess-9x5-1v1", "standard-4x4-1v1", "standard-9x5"):
        (folder / f"{name}.fan").touch()
    assert games_in(folder) == {("fliporona", "5x3"): 3, ("standard", "3x3"): 6}


def test_a_missing_folder_has_no_games(tmp_path: Path) -> None:
    assert games_in(tmp_path / "nowhere") == {}


def test_a_missing_folder_has_no_tables(tmp_path: Path) -> None:
    found = opened(tmp_path / "nowhere")
    assert (found.info(), found.warnings) == ((), ())


def test_what_a_killed_builder_left_is_removed(folder: Path) -> None:
    left = folder / f"{PAIR}.123-abcd.part"
    left.write_bytes(b"half a table")
    assert opened(folder).warnings == ()
    build(folder)
    assert not left.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="an open file is its own lock there")
def test_what_a_builder_at_work_writes_is_left_alone(folder: Path) -> None:
    import fcntl

    unfinished = folder / f"{PAIR}.123-abcd.part"
    with unfinished.open("xb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        build(folder)
        assert unfinished.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="an open file keeps its name there")
def test_a_finished_file_gets_its_name_while_it_is_locked(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def replace(unfinished: Path, path: Path) -> Path:
        remove_unfinished(folder)
        return rename(unfinished, path)

    rename = Path.replace
    next(folder.glob("*-2v1.fan")).unlink()
    monkeypatch.setattr(Path, "replace", replace)
    build(folder)
    assert (2, 1) in pairs(opened(folder))


def test_a_full_disk_leaves_nothing_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as caught:
        build(tmp_path)
    assert str(caught.value.filename).startswith(str(tmp_path))
    assert contents(tmp_path) == {}


def test_a_build_that_is_asked_to_stop_keeps_what_is_finished(tmp_path: Path) -> None:
    stop = Stop()

    def stop_at_three_stones(progress: BuildProgress) -> None:
        if progress.own + progress.enemy == 3:
            stop.request()

    with pytest.raises(Stopped):
        Tablebase.build(4, tmp_path, board="3x3", stop=stop, on_progress=stop_at_three_stones)
    assert list(contents(tmp_path)) == ["standard-3x3-1v1.fan"]
    assert pairs(opened(tmp_path)) == [(1, 1)]


def test_a_build_that_is_spread_can_be_stopped(tmp_path: Path) -> None:
    stop = Stop()
    stop.request()
    with pytest.raises(Stopped):
        Tablebase.build(4, tmp_path, board="3x3", stop=stop, spread=InThisProcess())
    assert [path.name for path in tmp_path.iterdir()] == ["standard-3x3-1v1.fan"]


def test_a_build_on_threads_can_be_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fanorona.solver.tables.pair_at_work.PIECE", 8)
    stop = Stop()
    with pytest.raises(Stopped):
        Tablebase.build(
            4, tmp_path, board="3x3", jobs=2, stop=stop, on_progress=lambda _: stop.request()
        )
    assert contents(tmp_path) == {}


def test_a_thread_that_fails_ends_the_work_of_the_others() -> None:
    worked: list[int] = []

    def work(_thread: int, first: int, _last: int) -> None:
        if first == 0:
            raise OverflowError
        sleep(0.002)
        worked.append(first)

    crew, pieces = Crew(2, Stop()), [(at, at + 1) for at in range(1000)]
    with pytest.raises(OverflowError):
        crew.share(work, pieces, lambda: None)
    crew.close()
    assert len(worked) < len(pieces) - 1


def test_an_interrupted_wait_stops_the_threads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fanorona.solver.tables.pair_at_work.PIECE", 8)
    stop = Stop()

    def interrupt(_: BuildProgress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Tablebase.build(4, tmp_path, board="3x3", jobs=2, stop=stop, on_progress=interrupt)
    assert contents(tmp_path) == {}


def test_progress_ends_with_everything(tmp_path: Path) -> None:
    reports: list[BuildProgress] = []
    Tablebase.build(4, tmp_path, board="3x3", on_progress=reports.append)
    shares = [report.done for report in reports]
    assert (shares[0], shares[-1]) == (0, 1)
    assert shares == sorted(shares)
    assert reports[0].seconds_left is None
    assert reports[-1].seconds_left == 0


def test_more_memory_than_allowed_is_refused_before_anything_is_built(tmp_path: Path) -> None:
    with pytest.raises(NotEnoughMemory, match=r"2 against 4 needs .* MB .* the limit is 20 MB"):
        Tablebase.build(6, tmp_path, budget=Budget(memory_mb=20))
    assert contents(tmp_path) == {}


@pytest.mark.parametrize("stones", [-1, 0, 1, 10])
def test_a_number_of_stones_that_no_table_has_is_refused(tmp_path: Path, stones: int) -> None:
    with pytest.raises(FanoronaError, match="from 2 to 9"):
        build(tmp_path, stones)


@pytest.mark.parametrize("size", ["4x4", "9", "x", "9x", "٣x٣", "9x5x1", "99999x3", "-3x3"])
def test_a_size_that_no_board_has_is_refused(tmp_path: Path, size: str) -> None:
    with pytest.raises(FanoronaError, match="board"):
        build(tmp_path, size=size)


def test_a_killed_build_resumes(tmp_path: Path) -> None:
    command = [sys.executable, "-c", BUILD_UP_TO_2_AGAINST_3, str(tmp_path)]
    with subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.PIPE) as builder:
        assert builder.stdout
        assert builder.stdout.readline() == b"at work\n"
        builder.kill()
    assert builder.returncode == -signal.SIGKILL
    finished = {path.name: path.stat().st_ino for path in tmp_path.glob("*.fan")}
    assert "standard-3x3-2v2.fan" in finished
    assert "standard-3x3-3v2.fan" not in finished

    resumed = build(tmp_path, 5)
    assert resumed.warnings == ()
    after = {path.name: path.stat().st_ino for path in tmp_path.iterdir()}
    assert finished.items() < after.items()
    assert len(after) == 10


def test_two_builders_at_once_do_not_disturb_each_other(tmp_path: Path, compiled: bool) -> None:
    stones = "4" if compiled else "2"
    builders = [
        subprocess.Popen([sys.executable, "-c", BUILD, tmp_path, stones], cwd=PROJECT)
        for _ in range(2)
    ]
    assert [builder.wait() for builder in builders] == [0, 0]
    found = Tablebase.open(tmp_path)
    assert found.warnings == ()
    assert len(found.info()) == len(contents(tmp_path)) == (6 if compiled else 1)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiled: bool) -> Path:
    """The user's cache folder, empty."""
    if not compiled:
        pytest.skip("tables are made without being asked by the compiled kernel only")
    monkeypatch.setenv("FANORONA_CACHE", str(tmp_path))
    return tmp_path


def test_small_tables_are_built_on_first_use(cache: Path) -> None:
    first = Tablebase.open()
    assert {table.own + table.enemy for table in first.info()} == {2, 3, 4}
    inodes = {path.name: path.stat().st_ino for path in (cache / "tables").iterdir()}
    second = Tablebase.open()
    assert second.info() == first.info()
    assert {path.name: path.stat().st_ino for path in (cache / "tables").iterdir()} == inodes


def test_a_damaged_small_table_is_rebuilt_on_the_next_use(cache: Path) -> None:
    Tablebase.open()
    spoilt = cache / "tables" / "standard-9x5-2v2.fan"
    whole = spoilt.read_bytes()
    spoilt.write_bytes(whole[:-1])
    assert str(spoilt) in str(Tablebase.open().warnings[0])
    assert spoilt.read_bytes() == whole


def test_nothing_is_built_unasked_elsewhere(cache: Path) -> None:
    Tablebase.open(build_small=False)
    Tablebase.open(rules="escale")
    Tablebase.open(board="5x5")
    Tablebase.open(cache / "other")
    assert contents(cache) == {}


def test_without_a_writable_folder_small_tables_stay_in_memory(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (cache / "file").write_bytes(b"")
    monkeypatch.setenv("FANORONA_CACHE", str(cache / "file"))
    found = Tablebase.open()
    (warning,) = found.warnings
    assert "cannot write tables" in str(warning)
    assert "FANORONA_CACHE" in str(warning)
    assert found.probe(Position.parse("9/9/3WW4/9/4B4 W")) is not None


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="has its own custom")
@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"FANORONA_CACHE": "/a", "XDG_CACHE_HOME": "/b"}, "/a/tables"),
        ({"XDG_CACHE_HOME": "/b", "HOME": "/c"}, "/b/fanorona/tables"),
        ({"XDG_CACHE_HOME": "not/absolute", "HOME": "/c"}, "/c/.cache/fanorona/tables"),
        ({"HOME": "/c"}, "/c/.cache/fanorona/tables"),
    ],
)
def test_where_the_users_tables_are(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], expected: str
) -> None:
    for name in ("FANORONA_CACHE", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, text in variables.items():
        monkeypatch.setenv(name, text)
    assert Tablebase.open(build_small=False).folder == Path(expected)
