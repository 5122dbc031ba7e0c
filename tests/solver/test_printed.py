"""Solutions as printed: every move is read from where it belongs, or named as unread."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fanorona.solver.board import board
from fanorona.solver.budget import Budget
from fanorona.solver.puzzles.check import check
from fanorona.solver.puzzles.printed.suspects import Suspect
from fanorona.solver.puzzles.printed.tokens import Aside, Move, tokens_of
from fanorona.solver.puzzles.puzzle import Puzzle
from fanorona.solver.puzzles.reading import read_puzzles
from fanorona.solver.puzzles.verdict import Code, Remark, Verdict

DATA = Path(__file__).parents[1] / "data" / "printed" / "solutions.txt"
POSITIONS = {
    "A": ("standard", "2WW1/WW3/B2BW B", "Black to play and win in 2"),
    "B": ("escale", "2BW1/5/B2W1 B", "Black to play and win in 2"),
    "C": ("standard", "3B4B/1B3B1B1/1B7/6W2/5W3 B", "Black to play and win in 3"),
    "D": (
        "livret",
        "6BBB/6B1B/1B5BW/3WW1WWW/W2W1WWWW W huff:b3,g4,g5,h3",
        "White to play and win in 3",
    ),
    "E": ("fliporona", "WBWWW/WW3/WW3/BB2W/1WWWW W", "White to play and win in 2"),
}
BOARD = board(5, 3)
OWN = (Code.WRONG_SOLUTION, Code.UNREAD_MOVES)


class Printed(NamedTuple):
    """A text of the data, what it deserves, and where."""

    position: str
    expected: str
    text: str
    at: int | None


def printed() -> list[Printed]:
    lines = DATA.read_text(encoding="utf-8").splitlines()
    return [_printed(line) for line in lines if line and not line.startswith("#")]


def _printed(line: str) -> Printed:
    head, _, text = line.partition(" | ")
    position, expected = head.split()
    at = text.index("‹") if "‹" in text else None
    return Printed(position, expected, text.replace("‹", "").replace("›", ""), at)


def judged(text: str, position: str = "A", tag: str = "Solution") -> Verdict:
    rules, fen, goal = POSITIONS[position]
    lines = (f"Position: {fen}", f"Rules: {rules}", f"Stipulation: {goal}")
    (puzzle,) = read_puzzles("\n".join((*lines, f"{tag}: {text}")))
    assert isinstance(puzzle, Puzzle)
    return check(puzzle, Budget(memory_mb=4))


def own_defects(verdict: Verdict) -> list[Remark]:
    return [one for one in verdict.defects if one.code in OWN]


TEXTS = printed()


def test_the_data_has_enough_of_both_kinds() -> None:
    wrong = [one for one in TEXTS if one.expected != "right"]
    assert len(TEXTS) >= 60
    assert len(TEXTS) * 0.45 <= len(wrong) <= len(TEXTS) * 0.55


@pytest.mark.parametrize("one", TEXTS, ids=lambda one: one.text)
def test_a_printed_solution_gets_what_it_deserves_at_its_place(one: Printed) -> None:
    found = own_defects(judged(one.text, one.position))
    if one.at is None:
        assert found == []
        return
    assert [defect.code.value for defect in found] == [one.expected]
    place = found[0].place
    assert place is not None
    assert (place.line, place.column) == (4, one.at + len("Solution: ") + 1)


def test_something_unreadable_in_brackets_is_a_remark_that_quotes_it() -> None:
    verdict = judged("1. d1-c1W-c2A-d2W (not d1: lfet) d3-c3 2. a1-b2A")
    assert own_defects(verdict) == []
    (remark,) = [one for one in verdict.remarks if one.code is Code.UNREAD_ASIDE]
    assert "'(not d1: lfet)'" in str(remark.detail)


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("1. d1:c1 d3-c3", "write d1-c1"),
        ("1. d1-c1(R)-c2(A) d3-c3", "write d1-c1W-c2A"),
        ("1. ouest / nord / est", "write left / up / right"),
        ("G H D", "write left / up / right"),
        ("havia / ambony", "write left / up"),
        ("32-28", "a letter and a number"),
        ("1. 1d-1c", "the letter comes first"),
        ("1. dl-cl", "misprinted"),
        ("gauche / haut / driote", "did you mean 'droite'?"),
        ("d1: haut-driot", "did you mean 'haut-droit'?"),
        ("1. d1-c1W-c2A-d2W 2. a1-b2A", "the reply before it is missing"),
        ("1. d1-c1W-c2A-d2W d3-c3 4. a1-b2A", "number 4, which does not fit"),
        ("see page 12", "there is no turn"),
    ],
)
def test_what_is_unread_comes_with_a_fix(text: str, instead: str) -> None:
    found = own_defects(judged(text))
    assert [one.code for one in found] == [Code.UNREAD_MOVES]
    assert instead in str(found[0].detail)


@pytest.mark.parametrize(
    "prose",
    [
        "et Blanc est immobilisé !",
        "le bas du plateau est à Noir",
        "d'un seul coup, à gauche comme à droite",
        "Noir gagne en 2 coups, 3 pions contre 5",
        "la diagonale a1-b2-c3 est libre et le pion c3 est perdu",
        "si bien que Blanc n'a rien",
        "White is left with nothing, right?",
        "No way out, up to the end",
        "there is no stone left on the right side",
        "so it goes, or so they say",
    ],
)
def test_prose_is_not_taken_for_moves(prose: str) -> None:
    assert own_defects(judged(f"1. d1-c1W-c2A-d2W d3-c3 2. a1-b2A, {prose}")) == []
    assert own_defects(judged(prose, tag="Hint")) == []


@pytest.mark.parametrize("hint", ["gauche / haut / droite et gagne", "Think of d3-c3", "haut ?"])
def test_a_hint_is_followed_if_there_is_a_move_in_it(hint: str) -> None:
    text = "d1-c1W-c2A-d2W d3-c3 a1-b2A\nHint: " + hint
    assert [one.code for one in own_defects(judged(text))] == (
        [Code.WRONG_SOLUTION] if hint == "haut ?" else []
    )


def test_a_remark_in_brackets_does_not_end_a_chain() -> None:
    (move, aside) = tokens_of("gauche / haut (deux pions) / droite", BOARD)
    assert isinstance(move, Move)
    assert isinstance(aside, Aside)
    assert len(move.pattern.steps) == 3


@given(st.text() | st.text(alphabet="a1b2c3-AW()[]{}.…;!?~ 12/éouirsdtehxgn:"))
def test_any_text_is_cut_into_tokens_in_order(text: str) -> None:
    tokens = tokens_of(text, BOARD)
    starts = [token.start for token in tokens if not isinstance(token, (Aside, Suspect))]
    assert starts == sorted(starts)
    assert all(token.end > token.start for token in tokens)


@pytest.mark.parametrize("text", ["(" * 3000, "(a1-a2 " * 300, "a1-a2; " * 2000, "1. " * 9000])
def test_absurd_texts_are_read_in_no_time(text: str) -> None:
    assert judged(text).verdict is not None
