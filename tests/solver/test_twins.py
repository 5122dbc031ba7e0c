"""Twins: read, written back, judged one by one, in both languages."""

from __future__ import annotations

import pytest

from fanorona.solver.budget import Budget
from fanorona.solver.puzzles.check import check
from fanorona.solver.puzzles.puzzle import Puzzle, UnreadablePuzzle
from fanorona.solver.puzzles.reading import read_puzzles
from fanorona.solver.puzzles.twins import twin_puzzles, without_twins
from fanorona.solver.puzzles.verdict import Code, Soundness, Verdict
from fanorona.solver.puzzles.writing import write_puzzle

HEAD = """Position: 2W1B/4B/1B2W/BBB2/1W1B1 W
Stipulation: White to play and win in 1
"""
FRENCH = """Énoncé : Blanc joue et gagne en un coup

5 . . B . N
4 . . . . N
3 . N . . B
2 N N N . .
1 . B . N .
"""


def read(text: str) -> Puzzle | UnreadablePuzzle:
    (puzzle,) = read_puzzles(text)
    return puzzle


def readable(text: str) -> Puzzle:
    puzzle = read(text)
    assert isinstance(puzzle, Puzzle), puzzle
    return puzzle


def twins(text: str) -> dict[str, tuple[str, str, int | None]]:
    """Each twin by its letter: position, goal and number of turns."""
    return {
        twin.label: (puzzle.position.fen(), puzzle.stipulation.goal, puzzle.stipulation.turns)
        for twin, puzzle in twin_puzzles(readable(text))
    }


@pytest.mark.parametrize(
    ("change", "board"),
    [
        ("b) stone c5 to c4", "4B/2W1B/1B2W/BBB2/1W1B1"),
        ("b) c5 to c4", "4B/2W1B/1B2W/BBB2/1W1B1"),
        ("c5 -> c4", "4B/2W1B/1B2W/BBB2/1W1B1"),
        ("(b) c5→c4.", "4B/2W1B/1B2W/BBB2/1W1B1"),
        ("b) pion c5 en c4", "4B/2W1B/1B2W/BBB2/1W1B1"),
        ("b) déplacez le pion c5 en c4", "4B/2W1B/1B2W/BBB2/1W1B1"),
        ("b) remove c5", "4B/4B/1B2W/BBB2/1W1B1"),
        ("b) without the stone c5", "4B/4B/1B2W/BBB2/1W1B1"),
        ("b) sans le pion c5", "4B/4B/1B2W/BBB2/1W1B1"),
        ("b) Ôtez c5", "4B/4B/1B2W/BBB2/1W1B1"),
        ("b) white stone on a5", "W1W1B/4B/1B2W/BBB2/1W1B1"),
        ("b) add a black stone on a5", "B1W1B/4B/1B2W/BBB2/1W1B1"),
        ("b) ajoutez un pion blanc en a5", "W1W1B/4B/1B2W/BBB2/1W1B1"),
        ("b) c5 noir", "2B1B/4B/1B2W/BBB2/1W1B1"),
        ("b) remove c5 and white stone on a5", "W3B/4B/1B2W/BBB2/1W1B1"),
        ("b) sans c5 ; pion blanc en a5, c1 noir", "W3B/4B/1B2W/BBB2/1WBB1"),
    ],
)
def test_a_change_of_stones_is_read_as_an_editor_types_it(change: str, board: str) -> None:
    assert list(twins(f"{HEAD}Twin: {change}\n").values()) == [(f"{board} W -", "win", 1)]


@pytest.mark.parametrize(
    ("change", "side", "goal", "turns"),
    [
        ("b) Black to move", "B", "win", 1),
        ("b) trait aux Noirs", "B", "win", 1),
        ("b) les Noirs jouent", "B", "win", 1),
        ("b) win in 3", "W", "win", 3),
        ("b) Black to play and win in 2", "B", "win", 2),
        ("b) Noir joue et fait nulle", "B", "draw", None),
    ],
)
def test_a_twin_may_ask_something_else(
    change: str, side: str, goal: str, turns: int | None
) -> None:
    ((fen, *asked),) = twins(f"{HEAD}Jumeau : {change}\n").values()
    assert (fen.split()[1], *asked) == (side, goal, turns)


@pytest.mark.parametrize(
    "change", ["b) white", "b) White to play, best turn", "b) black, win in 1"]
)
def test_what_a_twin_asks_is_written_as_one_change(change: str) -> None:
    puzzle = readable(f"{HEAD}Twin: {change}\n")
    assert [len(twin.changes) for twin in puzzle.twins] == [1]
    assert readable(write_puzzle(puzzle)).twins == puzzle.twins


def test_a_twin_may_have_another_state() -> None:
    assert twins(f"{HEAD}Twin: b) state vela:B, remove c5\n") == {
        "b": ("4B/4B/1B2W/BBB2/1W1B1 W vela:B", "win", 1)
    }


def test_twins_may_stand_in_one_tag_or_in_several() -> None:
    apart = twins(f"{HEAD}Twin: b) c5 to c4\nTwin: d) remove c5\n")
    together = twins(f"{HEAD}Twins: b) c5 to c4; d) remove c5\n")
    assert apart == together
    assert list(apart) == ["b", "d"]


@pytest.mark.parametrize(
    ("change", "code", "column"),
    [
        ("b) frobnicate", "twin.unreadable", 10),
        ("b) remove z9", "twin.unreadable", 10),
        ("b) remove c9", "change.no-point", 10),
        ("b) remove a5", "change.no-stone", 10),
        ("b) c5 to e5", "change.occupied", 10),
        ("b) c5 to c5", "change.nothing", 10),
        ("b) white stone on c5", "change.nothing", 10),
        ("b) remove c5, remove c5", "change.no-stone", 10),
        ("b) state castles:KQ", "state.unknown", 10),
        ("a) remove c5", "twin.first", 10),
        ("b) remove c5; b) remove b1", "twin.twice", 24),
        ("b)", "twin.empty", 9),
    ],
)
def test_what_cannot_be_changed_is_an_error_at_its_place(
    change: str, code: str, column: int
) -> None:
    puzzle = read(f"{HEAD}Twin: {change}\n")
    assert isinstance(puzzle, UnreadablePuzzle)
    assert [(one.line, one.column, one.detail.code) for one in puzzle.errors] == [(3, column, code)]


def test_a_state_with_a_single_b_is_ambiguous_beside_a_french_diagram() -> None:
    puzzle = read(f"Jumeau : b) état vela:B\n{FRENCH}")
    assert isinstance(puzzle, UnreadablePuzzle)
    assert [one.detail.code for one in puzzle.errors] == ["puzzle.side-b"]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("text", [HEAD, FRENCH], ids=["position", "diagram"])
def test_twins_are_written_back_in_either_language(text: str, language: str) -> None:
    tags = """Title: Four in one
# the first twin
Twin: b) c5->c4, remove d1, c1 black
Twin: c) Black to play and win in 2   # the second
Twin: d) state vela:Noir, white stone on a5
"""
    puzzle = readable(tags + text)
    written = write_puzzle(puzzle.in_language(language))
    assert readable(written).twins == puzzle.twins
    assert write_puzzle(readable(written)) == written
    name = {"en": "Twin: b) stone c5 to c4", "fr": "Jumeau: b) pion c5 en c4"}[language]
    assert f"# the first twin\n{name}" in written
    assert written.count("# the second") == 1


def test_a_solution_goes_with_the_twin_that_it_names() -> None:
    text = f"{HEAD}Solution: a) c5-c4 b) e3-e2W\nSolution: c) d1-e1\nSolution: b1-a1\n"
    puzzle = readable(f"{text}Twin: b) c5 to c4\nTwin: c) remove c5\n")
    parts = [("a", without_twins(puzzle)), *((t.label, one) for t, one in twin_puzzles(puzzle))]
    assert {label: [one.text for one in part.solutions] for label, part in parts} == {
        "a": ["c5-c4", "b1-a1"],
        "b": ["e3-e2W"],
        "c": ["d1-e1"],
    }
    (second,) = parts[1][1].solutions
    assert (second.line, second.column) == (3, 23)


def judged(text: str) -> Verdict:
    return check(readable(text), Budget(memory_mb=2))


def test_each_twin_is_judged_on_its_own() -> None:
    verdict = judged(f"{HEAD}Solution: a) e3-e2W-d2A-d3W-c3A\nTwin: b) c5 to a5\n")
    (twin,) = verdict.twins
    assert verdict.verdict is twin.verdict.verdict is Soundness.SOUND
    assert (twin.label, str(twin.change)) == ("b", "stone c5 to a5")
    assert twin.verdict.position == "W3B/4B/1B2W/BBB2/1W1B1 W -"
    assert twin.verdict.solutions


def test_a_puzzle_is_as_sound_as_its_worst_twin() -> None:
    verdict = judged(f"{HEAD}Twin: b) c5 to c4\nTwin: c) c5 to a5\n")
    assert verdict.verdict is Soundness.UNSOUND
    assert [one.verdict.verdict for one in verdict.twins] == ["unsound", "sound"]
    assert [one.code for one in verdict.defects] == [Code.UNSOUND_TWIN]
    assert str(verdict.defects[0].detail).startswith("b) ")
    assert verdict.defects[0].line


def test_the_solution_of_a_twin_is_checked_at_its_place() -> None:
    verdict = judged(f"{HEAD}Solution: a) e3-e2W-d2A-d3W-c3A b) b1-a1\nTwin: b) c5 to a5\n")
    (defect,) = [one for one in verdict.defects if one.code is Code.UNSOUND_TWIN][:1]
    assert defect.place is not None
    assert (defect.place.line, defect.place.column) == (3, 36)


def test_an_illegal_twin_is_a_defect() -> None:
    verdict = judged(f"{HEAD}Twin: b) state hand:3,3\n")
    assert verdict.verdict is Soundness.UNSOUND
    assert verdict.twins[0].verdict.defects[0].code is Code.ILLEGAL_POSITION
