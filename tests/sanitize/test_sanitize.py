"""A short form of `make sanitize`: the parts of the kernel that manage lists of turns."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.needed import missing
from tests.sanitize.builds import Build, is_available
from tests.sanitize.everything import FILES

MODULES = ("turns", "listing")
WORK = """
from fanorona.solver import Position, analyse, forced_win
from fanorona.solver.kernel import turns

assert turns.__file__.startswith({folder!r}), turns.__file__
assert Position.start().perft(4) == 18_026
crowd = Position.parse("BBWBWBBWB/WWB3WWW/BBW2BBWB/WWWWBBBWW/WBWWBWWBB B", "fliporona")
assert crowd.perft(2) == 44_977
for rules in ("standard", "escale", "livret", "fliporona"):
    for ask in (analyse, forced_win):
        ask(Position.start(rules), nodes=3_000, tables="off")
print("nothing found")
"""


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory, compiled: bool) -> Build:
    if not compiled or not is_available("address"):
        missing("gcc with its sanitizers")
    one = Build("address", tmp_path_factory.mktemp("sanitize") / "address")
    made = one.make(MODULES)
    assert made.status == 0, made.said[-3_000:]
    return one


def test_the_tests_to_run_are_there() -> None:
    assert [file.name for file in FILES if not file.is_file()] == []


def test_no_list_of_turns_is_overrun(build: Build) -> None:
    ran = build.run("-c", WORK.format(folder=str(build.folder)))
    assert ran.status == 0, ran.said[-3_000:]
    assert ran.said.endswith("nothing found\n")


def test_the_libraries_are_those_with_sanitizers(build: Build) -> None:
    kernel = build.folder / "fanorona" / "solver" / "kernel"
    found = {path.name.partition(".")[0] for path in kernel.glob("*.so") if is_sanitized(path)}
    assert found == set(MODULES)


def is_sanitized(library: Path) -> bool:
    code = library.read_bytes()
    return b"__asan_init" in code and b"__ubsan_handle" in code
