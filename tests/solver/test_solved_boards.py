"""The boards that are called solved: proven again, certified, and as the literature has them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from fanorona.solver import Position
from fanorona.solver.budget import Budget
from fanorona.solver.certificates.verification import verify
from fanorona.solver.search.forced_win import forced_win
from fanorona.solver.solved_boards import SolvedBoard, solved_boards
from fanorona.solver.tables.tablebase import Tablebase
from fanorona.solver.value import Value

VERIFIER = Path(__file__).parents[2] / "verifier"
CERTIFICATES = sorted((VERIFIER / "boards").glob("*.fanproof"))
SCHADD = {
    "3x3": Value.WIN,
    "3x5": Value.WIN,
    "5x3": Value.WIN,
    "3x7": Value.WIN,
    "7x3": Value.WIN,
    "5x5": Value.DRAW,
}
QUICK_NODES = 100_000
SMALL_BYTES = 100_000


def certificate(path: Path) -> ParameterSet:
    """The large ones take seconds each."""
    is_small = path.stat().st_size < SMALL_BYTES
    return pytest.param(path, marks=() if is_small else pytest.mark.slow, id=path.stem)


def start(solved: SolvedBoard) -> Position:
    return Position.parse(f"start:{solved.board}", solved.rules)


def stones(position: Position) -> int:
    own, enemy, *_ = position.words()
    return (own | enemy).bit_count()


def name(solved: SolvedBoard) -> str:
    return f"{solved.rules}-{solved.board}"


def test_the_values_are_those_of_the_literature() -> None:
    values = {one.board: one.value for one in solved_boards("standard")}
    assert {board: values[board] for board in SCHADD} == SCHADD


def test_a_value_is_called_published_only_if_it_is() -> None:
    starred = {(one.rules, one.board) for one in solved_boards() if one.published}
    assert starred == {("standard", board) for board in SCHADD}


@pytest.mark.parametrize(
    "solved",
    [one for one in solved_boards() if one.nodes <= QUICK_NODES],
    ids=name,
)
def test_a_small_board_is_proven_again_in_as_many_nodes(solved: SolvedBoard) -> None:
    budget = Budget(nodes=QUICK_NODES * 10, memory_mb=solved.memory_mb)
    found = forced_win(start(solved), budget=budget)
    assert (found.value, found.distance) == (solved.value, solved.distance)


@pytest.mark.parametrize("path", [certificate(one) for one in CERTIFICATES])
def test_a_certificate_proves_what_the_table_says(path: Path) -> None:
    (solved,) = [one for one in solved_boards() if name(one) == path.stem]
    verified = verify(path.read_text("utf-8"), tables="off")
    claim = verified.claim
    assert (claim.position, str(claim.value)) == (start(solved), str(solved.value))
    most_stones = max(map(stones, verified.unchecked), default=None)
    assert most_stones == solved.tables


@pytest.mark.parametrize("path", [certificate(one) for one in CERTIFICATES])
def test_the_plain_verifier_agrees(path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, VERIFIER / "verify.py", path], capture_output=True, text=True, check=False
    )
    (solved,) = [one for one in solved_boards() if name(one) == path.stem]
    last = ran.stdout.splitlines()[-1].partition(":")[0]
    leaning = (4, "VERIFIED, if these table values are right")
    assert (ran.returncode, last) == (leaning if solved.tables else (0, "VERIFIED"))


@pytest.mark.slow
@pytest.mark.parametrize(
    "solved", [one for one in solved_boards() if one.tables is not None], ids=name
)
def test_the_tables_have_the_values_that_a_certificate_leans_on(
    solved: SolvedBoard, tmp_path: Path
) -> None:
    assert solved.tables is not None
    tables = Tablebase.build(solved.tables, tmp_path, solved.rules, solved.board, jobs=2)
    text = (VERIFIER / "boards" / f"{name(solved)}.fanproof").read_text("utf-8")
    verified = verify(text, tables=tables)
    assert verified.table_values
    assert not verified.unchecked


def test_every_decided_board_has_its_certificate() -> None:
    decided = {name(one) for one in solved_boards() if one.value is not Value.UNKNOWN}
    assert {path.stem for path in CERTIFICATES} == decided
