"""Puzzle files as editors type them: states in words, separators, titles, forgotten states."""

from __future__ import annotations

import pytest

from fanorona.solver.budget import Budget
from fanorona.solver.puzzles.check import check
from fanorona.solver.puzzles.puzzle import DoubtCode, Puzzle, UnreadablePuzzle
from fanorona.solver.puzzles.reading import read_puzzles
from fanorona.solver.puzzles.writing import write_puzzle
from fanorona.solver.quoting import printable

VELA = "N N N N N\nN N . N N\nN B B N B\nB B . B B\nB B B B B"
WIN = "Énoncé: Blanc joue et gagne"


def read_one(text: str) -> Puzzle | UnreadablePuzzle:
    (one,) = read_puzzles(text)
    return one


def with_state(state: str, diagram: str = VELA) -> Puzzle | UnreadablePuzzle:
    return read_one(f"État: {state}\n{WIN}\n\n{diagram}")


@pytest.mark.parametrize(
    ("typed", "rules", "state"),
    [
        ("vela:Blanc", "standard", "vela:W"),
        ("vela : Noir", "standard", "vela:B"),
        ("vela:N", "standard", "vela:B"),
        ("premier:BN", "livret", "first:WB"),
        ("premier : Noir", "livret", "first:B"),
        ("premier:Blanc,Noir", "livret", "first:WB"),
        ("souffle : a5, b5", "livret", "huff:a5,b5"),
        ("soufflé:a5", "livret", "huff:a5"),
        ("main : 1,1", "fliporona", "hand:1,1"),
        ("premier:BN ; souffle:c4", "livret", "first:WB;huff:c4"),
    ],
)
def test_a_state_may_be_in_the_language_of_the_reader(typed: str, rules: str, state: str) -> None:
    read = read_one(f"Règles: {rules}\nÉtat: {typed}\n{WIN}\n\n{VELA}")
    assert isinstance(read, Puzzle), read
    assert read.position.fen().split()[2] == state


@pytest.mark.parametrize("typed", ["vela:B", "vela : b", "premier:B"])
def test_beside_a_french_diagram_a_single_b_is_refused_in_the_state(typed: str) -> None:
    read = with_state(typed)
    assert isinstance(read, UnreadablePuzzle)
    (error,) = read.errors
    assert error.detail.code == "puzzle.side-b"
    assert (error.line, error.column) == (1, 6 + len(typed))


@pytest.mark.parametrize("state", ["vela:Noir", "vela:Blanc"])
def test_a_french_state_is_written_so_that_it_can_be_read(state: str) -> None:
    read = with_state(state)
    assert isinstance(read, Puzzle)
    text = write_puzzle(read)
    assert f"État: {state}\n" in text
    assert read_one(text) == read


def test_a_forgotten_huff_state_is_proposed() -> None:
    text = "Règles: livret\nPosition: 2B1W/3BB/W3B B\nÉnoncé: Noir joue et gagne en un coup\n"
    verdict = check(read_one(f"{text}Solution: e3~c3-b2A"), Budget(memory_mb=4), language="en")
    details = [one.detail for one in verdict.defects]
    assert any("write 'State: huff:e3'" in str(one) for one in details)


@pytest.mark.parametrize("separator", ["* * *", "***", "   *  *  *  ", "_____", "====="])
def test_other_separators_are_recognised_and_said(separator: str) -> None:
    good = "Position: BBB/B1W/WWW W\nStipulation: White to play and win\n"
    first, second = read_puzzles(f"{good}{separator}\n{good}")
    assert isinstance(first, Puzzle)
    assert isinstance(second, Puzzle)
    assert [(one.code, one.line) for one in second.warnings()] == [(DoubtCode.OTHER_SEPARATOR, 3)]
    assert first.warnings() == ()


def test_a_row_of_empty_points_is_not_a_separator() -> None:
    read = read_one("Stipulation: White to play and win\n\nB B B\n- - -\nW W W")
    assert isinstance(read, Puzzle)


def test_two_puzzles_without_a_line_between_them_are_recognised() -> None:
    good = "Title: One\nPosition: BBB/B1W/WWW W\nStipulation: White to play and win\n"
    read = read_one(good + "\n" + good)
    assert isinstance(read, UnreadablePuzzle)
    (error,) = read.errors
    assert error.line == 5
    assert "put a line '---' before it" in str(error.detail)


def test_no_break_spaces_are_printed_as_they_are() -> None:
    assert printable("«\u00a0Le saut\u202f!\u00a0»") == "«\u00a0Le saut\u202f!\u00a0»"


def test_windows_accents_are_written_as_utf_8() -> None:
    data = "Titre : « L’œuvre… »\nPosition : BBB/B1W/WWW W\nÉnoncé : Blanc joue et gagne\n"
    (read,) = read_puzzles(data.encode("cp1252"))
    assert isinstance(read, Puzzle)
    assert "Titre: « L’œuvre… »\n" in write_puzzle(read)


def test_the_letter_n_below_a_wide_board_is_not_a_stone() -> None:
    rows = "\n".join([" ".join("B" * 15), " ".join("." * 15), " ".join("W" * 15)])
    text = f"Side: B\nState: vela:B\nStipulation: win\n\n{rows}\n{' '.join('abcdefghijklmno')}"
    assert isinstance(read_one(text), Puzzle)
