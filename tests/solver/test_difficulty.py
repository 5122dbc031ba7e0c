"""Difficulty: measured in nodes, the same everywhere; easy is what a beginner calls easy."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from fanorona.solver import Position
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.puzzles.bulk import Terms, check_puzzles
from fanorona.solver.puzzles.difficulty import Grade, Measures
from fanorona.solver.puzzles.puzzle import Puzzle
from fanorona.solver.puzzles.reading import read_puzzles
from fanorona.solver.puzzles.themes import PuzzleTheme, theme_named
from fanorona.solver.puzzles.verdict_grading import grade_of
from fanorona.words import LANGUAGES, say

ONLY_CAPTURE = "Rules: escale\nPosition: 5/W1B2/5 W\nStipulation: White to play and win in 1"
QUIET = """Position: 7B1/8B/WW2W3W/1WW2W2W/WWW2W2W W -
Stipulation: White to play and win in 2
Solution: i3-h4 i4-i3A h4-g5W-f5W"""
EASY = Measures(
    choices=1,
    candidates=1,
    depth=1,
    traps=0,
    looked_at=0,
    turns=1,
    quiet=False,
    sacrifice=False,
)


def graded(text: str, stop: Stop | None = None) -> Grade | None:
    (puzzle,), (verdict,) = read_puzzles(text), check_puzzles(text)
    assert isinstance(puzzle, Puzzle)
    return grade_of(puzzle, verdict, stop)


def found(text: str) -> Grade:
    grade = graded(text)
    assert grade is not None
    return grade


def test_a_win_in_one_by_the_only_capture_is_the_easiest() -> None:
    grade = found(ONLY_CAPTURE)
    assert grade.difficulty == 1
    assert grade.measures.candidates == 1 < grade.measures.choices


def test_the_same_puzzle_has_the_same_grade() -> None:
    assert found(QUIET) == found(QUIET)


def test_a_turned_puzzle_is_as_hard() -> None:
    position = Position.parse("7B1/8B/WW2W3W/1WW2W2W/WWW2W2W W")
    image = position.transformed(3).colours_swapped()
    turned = found(f"Position: {image.fen()}\nStipulation: Black to play and win in 2")
    assert turned.difficulty == found(QUIET).difficulty
    assert turned.themes == found(QUIET).themes


def test_a_quiet_sacrifice_is_named() -> None:
    grade = found(QUIET)
    assert {PuzzleTheme.QUIET_KEY, PuzzleTheme.SACRIFICE} <= set(grade.themes)
    assert grade.measures.quiet
    assert grade.measures.sacrifice


@pytest.mark.parametrize(
    ("harder", "by"),
    [
        ({"depth": 2}, 0.6),
        ({"depth": 99}, 4.8),
        ({"turns": 2}, 0.4),
        ({"turns": 99}, 2.0),
        ({"candidates": 2}, 0.3),
        ({"candidates": 10**6}, 1.5),
        ({"quiet": True}, 0.75),
        ({"sacrifice": True}, 0.75),
        ({"traps": 3, "looked_at": 6}, 0.25),
    ],
)
def test_every_measure_adds_what_is_documented(harder: dict[str, Any], by: float) -> None:
    assert EASY.points == 1
    assert replace(EASY, **harder).points == pytest.approx(1 + by)


def test_no_rating_is_above_ten() -> None:
    hard = replace(EASY, depth=99, turns=99, candidates=10**6, quiet=True, sacrifice=True)
    assert hard.points > 10


@pytest.mark.parametrize(
    "text",
    [
        "Position: 5/W1B2/5 W\nStipulation: White to play and win in 2",
        "Position: start\nStipulation: White to play and win",
    ],
    ids=["unsound", "undecided"],
)
def test_only_a_sound_puzzle_has_a_grade(text: str) -> None:
    (puzzle,) = read_puzzles(text.replace("start", Position.start().fen()))
    assert isinstance(puzzle, Puzzle)
    from fanorona.solver.budget import Budget

    terms = Terms(budget=Budget(nodes=500), grade=True)
    (verdict,) = check_puzzles(text.replace("start", Position.start().fen()), terms)
    assert grade_of(puzzle, verdict) is None
    assert (verdict.difficulty, verdict.themes) == (None, None)


def test_a_stopped_measurement_has_no_result() -> None:
    stop = Stop()
    stop.request()
    assert graded(QUIET, stop) is None


def test_a_verdict_has_the_grade_only_if_it_was_asked_for() -> None:
    (plain,) = check_puzzles(ONLY_CAPTURE)
    (told,) = check_puzzles(ONLY_CAPTURE, Terms(grade=True))
    assert plain.difficulty is None
    assert (told.difficulty, told.themes) == (1, (PuzzleTheme.ONLY_MOVE, PuzzleTheme.ENDGAME))
    assert replace(told, difficulty=None, themes=None) == plain


@pytest.mark.parametrize("tags", ["Difficulty: 9", "Themes: blockade"])
def test_a_tag_that_says_something_else_is_remarked(tags: str) -> None:
    (verdict,) = check_puzzles(f"{tags}\n{ONLY_CAPTURE}", Terms(grade=True))
    assert [str(one.code) for one in verdict.remarks] == ["other-grade"]
    assert str(verdict.verdict) == "sound"


@pytest.mark.parametrize("tags", ["Difficulty: 1", "Themes: endgame", "Themes: my own"])
def test_a_tag_that_agrees_is_not_remarked(tags: str) -> None:
    (verdict,) = check_puzzles(f"{tags}\n{ONLY_CAPTURE}", Terms(grade=True))
    assert verdict.remarks == ()


@pytest.mark.parametrize("theme", PuzzleTheme)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_theme_is_known_by_its_name_in_every_language(theme: PuzzleTheme, language: str) -> None:
    assert theme_named(say(f"theme.{theme}", language)) is theme
    assert theme_named(theme.replace("-", " ").upper()) is theme


def test_other_themes_are_not_known() -> None:
    assert theme_named("excelsior") is None
