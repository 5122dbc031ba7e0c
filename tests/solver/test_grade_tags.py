"""Difficulty, themes and titles in puzzle files: read in both languages, written in one form."""

from __future__ import annotations

import pytest

from fanorona.solver.puzzles.difficulty import Grade, Measures
from fanorona.solver.puzzles.grade_tags import tagged_difficulty, tagged_themes, with_grade
from fanorona.solver.puzzles.puzzle import Puzzle, UnreadablePuzzle
from fanorona.solver.puzzles.reading import read_puzzles
from fanorona.solver.puzzles.themes import PuzzleTheme
from fanorona.solver.puzzles.writing import write_puzzle

PUZZLE = "Position: 5/W1B2/5 W\nStipulation: White to play and win in 1\n"
FRENCH = "Règles : escale\nPosition : 5/W1B2/5 W\nÉnoncé : Blanc joue et gagne en un coup\n"
MEASURES = Measures(
    choices=1, candidates=1, depth=1, traps=0, looked_at=0, turns=1, quiet=False, sacrifice=False
)


def read(text: str) -> Puzzle:
    (puzzle,) = read_puzzles(text)
    assert isinstance(puzzle, Puzzle), puzzle
    return puzzle


@pytest.mark.parametrize(
    ("tag", "difficulty"),
    [
        ("Difficulty: 4", 4),
        ("difficulté : 4", 4),
        ("Difficulty: 04", 4),
        ("Difficulty: 10", 10),
        ("Difficulty: 0", None),
        ("Difficulty: 11", None),
        ("Difficulty: hard", None),
        ("Difficulty: ٤", None),
        ("Difficulty:", None),
        ("Title: none", None),
    ],
)
def test_a_difficulty_is_a_number_from_one_to_ten(tag: str, difficulty: int | None) -> None:
    assert tagged_difficulty(read(f"{tag}\n{PUZZLE}")) == difficulty


@pytest.mark.parametrize("value", ["0", "11", "hard", "3 of 10", ""])
def test_another_difficulty_gets_a_warning_and_stays(value: str) -> None:
    puzzle = read(f"Difficulty: {value}\n{PUZZLE}")
    assert [(str(one.code), one.line) for one in puzzle.warnings()] == [("no-difficulty", 1)]
    assert f"Difficulty: {value}".rstrip() in write_puzzle(puzzle)


def test_themes_are_read_in_every_language_and_others_are_kept() -> None:
    puzzle = read(f"Thèmes : Coup tranquille ; sacrifice, Rösselsprung, quiet key\n{PUZZLE}")
    assert tagged_themes(puzzle) == (PuzzleTheme.QUIET_KEY, PuzzleTheme.SACRIFICE, "Rösselsprung")
    assert "Themes: quiet-key, sacrifice, Rösselsprung\n" in write_puzzle(puzzle)
    assert tagged_themes(read(PUZZLE)) is None


def test_a_french_puzzle_has_french_tags() -> None:
    text = write_puzzle(read(f"Difficulty: 3\nThemes: huff\n{FRENCH}"))
    assert "Difficulté: 3\nThèmes: huff\n" in text
    assert read(text) == read(f"Difficulty: 3\nThemes: huff\n{FRENCH}")


@pytest.mark.parametrize("tags", ["Difficulty: 3\nDifficulté: 4", "Themes: huff\nThème: vela"])
def test_a_grade_is_given_once(tags: str) -> None:
    (puzzle,) = read_puzzles(f"{tags}\n{PUZZLE}")
    assert isinstance(puzzle, UnreadablePuzzle)
    assert [(one.detail.code, one.line) for one in puzzle.errors] == [("puzzle.twice", 2)]


def test_a_measured_grade_takes_the_place_of_the_tags_but_not_of_own_themes() -> None:
    puzzle = read(f"Themes: huff, my own\nDate: 1998\nDifficulty: 9\n{PUZZLE}")
    graded = with_grade(puzzle, Grade(2, (PuzzleTheme.BLOCKADE,), MEASURES))
    assert [(one.name, one.value) for one in graded.others] == [
        ("Difficulty", "2"),
        ("Themes", "blockade, my own"),
        ("Date", "1998"),
    ]


def test_a_puzzle_without_themes_gets_no_empty_tag() -> None:
    graded = with_grade(read(PUZZLE), Grade(1, (), MEASURES))
    assert [one.name for one in graded.others] == ["Difficulty"]


def test_a_puzzle_may_have_a_title_in_each_language() -> None:
    puzzle = read(f"Titre: Gain\nTitle: Win\n{PUZZLE}")
    assert (puzzle.language, puzzle.title, puzzle.other_title) == ("en", "Win", "Gain")
    assert (puzzle.title_in("en"), puzzle.title_in("fr")) == ("Win", "Gain")
    assert puzzle.title_in("mg") == "Win"
    assert write_puzzle(puzzle).startswith("Title: Win\nTitre: Gain\n")
    assert read(write_puzzle(puzzle)) == puzzle


def test_a_translated_puzzle_has_its_titles_exchanged() -> None:
    puzzle = read(f"Title: Win\nTitre: Gain\n{PUZZLE}").in_language("fr")
    assert write_puzzle(puzzle).startswith("Titre: Gain\nTitle: Win\n")
    assert puzzle.in_language("en") == read(f"Title: Win\nTitre: Gain\n{PUZZLE}")


def test_a_single_title_is_that_of_every_language() -> None:
    puzzle = read(f"Titre: Gain\n{PUZZLE}")
    assert (puzzle.title_in("en"), puzzle.title_in("fr")) == ("Gain", "Gain")


@pytest.mark.parametrize("again", ["Title: Other", "Titre: Autre"])
def test_no_third_title_is_read(again: str) -> None:
    (puzzle,) = read_puzzles(f"Title: Win\nTitre: Gain\n{again}\n{PUZZLE}")
    assert isinstance(puzzle, UnreadablePuzzle)
    assert [(one.detail.code, one.line) for one in puzzle.errors] == [("puzzle.twice", 3)]
