"""Grading what was checked: difficulty and themes of a sound puzzle, beside those of its tags."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fanorona.solver.kernel.stop import Stop
from fanorona.solver.puzzles.difficulty import Grade, grade
from fanorona.solver.puzzles.grade_tags import tagged_difficulty, tagged_themes
from fanorona.solver.puzzles.puzzle import Puzzle
from fanorona.solver.puzzles.themes import PuzzleTheme
from fanorona.solver.puzzles.verdict import Code, Remark, Soundness, Verdict
from fanorona.words import Message


def grade_of(puzzle: Puzzle, verdict: Verdict, stop: Stop | None = None) -> Grade | None:
    """The grade of a puzzle by its verdict; None unless it is sound, or where it was stopped."""
    if verdict.verdict is not Soundness.SOUND or not verdict.solutions:
        return None
    return grade(puzzle.position, puzzle.stipulation, verdict.solutions, stop)


def graded(puzzle: Puzzle, verdict: Verdict, stop: Stop | None = None) -> Verdict:
    """The verdict with the grade, and with a remark on each tag that says something else."""
    found = grade_of(puzzle, verdict, stop)
    if found is None:
        return verdict
    remarks = (*verdict.remarks, *_differences(puzzle, found))
    return replace(verdict, difficulty=found.difficulty, themes=found.themes, remarks=remarks)


def _differences(puzzle: Puzzle, found: Grade) -> Iterator[Remark]:
    """Themes that the tags leave out, and an author's own, are no difference."""
    tagged = tagged_difficulty(puzzle)
    if tagged is not None and tagged != found.difficulty:
        detail = Message("check.other-difficulty", number=tagged, measured=found.difficulty)
        yield Remark(Code.OTHER_GRADE, detail)
    for theme in tagged_themes(puzzle) or ():
        if isinstance(theme, PuzzleTheme) and theme not in found.themes:
            detail = Message("check.other-theme", theme=Message(f"theme.{theme}"))
            yield Remark(Code.OTHER_GRADE, detail)
