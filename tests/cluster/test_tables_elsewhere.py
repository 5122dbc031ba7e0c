"""Tables at a URL or on other machines: fetched once, checked, and the same for every worker."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from fanorona import Position, Tablebase
from fanorona.cli.exit_status import ExitStatus
from fanorona.solver.tables.default_tables import tablebase_for, use_stock
from fanorona.solver.tables.fetched_tables import LIST
from fanorona.solver.tables.table_place import UnusableTables
from fanorona.solver.tables.table_stock import TableStock, stock_of
from tests.cli.running import in_own_process
from tests.cluster.lab import Lab

PUZZLE = "Position: 1B1/3/W1W W\nStipulation: White to play and win in 4\n"
POSITION = Position.parse("1B1/3/W1W W")


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of tables with its list, as somebody publishes it."""
    folder = tmp_path_factory.mktemp("tables")
    for board in ("3x3", "5x3"):
        Tablebase.build(3, folder, board=board)
    write_list(folder)
    return folder


def write_list(folder: Path) -> None:
    lines = (
        f"{sha256(one.read_bytes()).hexdigest()}  {one.name}\n" for one in folder.glob("*.fan")
    )
    (folder / LIST).write_text("".join(sorted(lines)))


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FANORONA_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, Counter[str]]]:
    """The folder's address on a web server, and how often each file was asked for."""
    asked: Counter[str] = Counter()

    class Handler(SimpleHTTPRequestHandler):
        def do_GET(self) -> None:
            asked[self.path.rpartition("/")[2]] += 1
            super().do_GET()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/", asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_tables_are_fetched_once_and_only_those_of_the_game(cache: Path, tables: Path) -> None:
    url = tables.as_uri()
    for _ in range(2):
        found = Tablebase.open(url, board="3x3")
        assert found.info() == Tablebase.open(tables, board="3x3").info()
    fetched = sorted(path.name for path in cache.rglob("*.fan"))
    assert fetched == sorted(path.name for path in tables.glob("standard-3x3-*.fan"))
    assert not list(cache.rglob("*.part"))


def test_what_a_killed_process_has_fetched_in_part_is_removed(cache: Path, tables: Path) -> None:
    Tablebase.open(tables.as_uri(), board="3x3")
    fetched = next(cache.rglob("standard-3x3-2v1.fan"))
    left = fetched.with_name("standard-3x3-2v1.fan.123.part")
    fetched.rename(left)
    Tablebase.open(tables.as_uri(), board="3x3")
    assert fetched.exists()
    assert not left.exists()


def test_a_damaged_table_is_refused(cache: Path, tables: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    for path in tables.iterdir():
        (copy / path.name).write_bytes(path.read_bytes())
    damaged = copy / "standard-3x3-2v1.fan"
    damaged.write_bytes(damaged.read_bytes()[:-1] + b"\xff")
    with pytest.raises(UnusableTables, match=r"standard-3x3-2v1\.fan is damaged"):
        Tablebase.open(copy.as_uri(), board="3x3")
    assert not list(cache.rglob(damaged.name))


@pytest.mark.parametrize(
    ("list_text", "words"),
    [(None, "the tables cannot be fetched"), ("nonsense\n", "SHA256SUMS lists no tables")],
)
def test_a_place_without_a_list_is_refused(
    cache: Path, tmp_path: Path, list_text: str | None, words: str
) -> None:
    if list_text is not None:
        (tmp_path / LIST).write_text(list_text)
    with pytest.raises(UnusableTables, match=words):
        Tablebase.open(tmp_path.as_uri())


def test_a_url_without_its_driver_says_so(cache: Path) -> None:
    with pytest.raises(UnusableTables, match="s3://tables: the driver is missing"):
        Tablebase.open("s3://tables")


def test_every_worker_uses_the_tables_of_a_url_and_fetches_them_once(
    lab: Lab, tables: Path, tmp_path: Path
) -> None:
    puzzles = tmp_path / "puzzles.txt"
    puzzles.write_text("---\n".join([PUZZLE] * 6))
    with served(tables) as (url, asked):
        question = ("check", str(puzzles), "--tables", url, "--json")
        there = lab.ask(*question)
        assert {count for name, count in asked.items() if name.endswith(".fan")} == {1}
        here = in_own_process(question, FANORONA_CACHE=str(tmp_path / "cache"))
    assert there == here
    assert '"count":6' in here.out


def test_a_worker_without_the_tables_of_the_client_says_so(
    lab: Lab, tables: Path, tmp_path: Path
) -> None:
    puzzles = tmp_path / "puzzles.txt"
    puzzles.write_text(PUZZLE)
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "tables").symlink_to(tables)
    ran = lab.ask("check", str(puzzles), FANORONA_CACHE=str(tmp_path / "cache"))
    assert ran.status == ExitStatus.INTERNAL
    assert "does not have the table standard-3x3-1v1.fan that this command uses" in ran.err


def test_a_stock_leaves_out_what_its_owner_does_not_have(
    cache: Path, tables: Path, tmp_path: Path
) -> None:
    stock = stock_of(tables)
    fewer = TableStock(stock.place, stock.folder, stock.files[:1])
    assert len(stock.open(POSITION.rules, POSITION.board).info()) == 3
    assert len(fewer.open(POSITION.rules, POSITION.board).info()) == 1


def test_a_stock_refuses_a_table_that_is_not_the_same(tables: Path, cache: Path) -> None:
    stock = stock_of(tables)
    (name, checksum), *others = stock.files
    changed = TableStock(stock.place, stock.folder, ((name, checksum ^ 1), *others))
    with pytest.raises(UnusableTables, match="does not have the table standard-3x3-1v1"):
        changed.open(POSITION.rules, POSITION.board)


def test_a_process_that_works_for_another_uses_its_tables(
    tables: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fanorona.solver.tables.default_tables._stocks", {})
    monkeypatch.chdir(tables.parent)
    place = Path(os.path.relpath(tables))
    use_stock(TableStock(place, tables))
    found = tablebase_for(POSITION, place)
    assert found is not None
    assert found.info() == ()
    use_stock(stock_of(place))
    again = tablebase_for(POSITION, place)
    assert again is not None
    assert len(again.info()) == 3
