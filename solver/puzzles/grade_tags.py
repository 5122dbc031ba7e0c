"""The tags `Difficulty:` and `Themes:` of a puzzle: what they say, and writing measured ones."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fanorona.solver.puzzles.tags import GRADE_NAMES, grade_tag

if TYPE_CHECKING:
    from fanorona.solver.puzzles.difficulty import Grade
    from fanorona.solver.puzzles.puzzle import OtherTag, Puzzle

DIFFICULTIES = range(1, 11)


def tagged_difficulty(puzzle: Puzzle) -> int | None:
    """What the tag says; None without one, or if that is not a number from 1 to 10."""
    tag = _tag(puzzle, "difficulty")
    return None if tag is None else difficulty_in(tag.value)


def difficulty_in(text: str) -> int | None:
    """The difficulty that a text names."""
    text = text.strip()
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else 0
    return number if number in DIFFICULTIES else None


def tagged_themes(puzzle: Puzzle) -> tuple[str, ...] | None:
    """The themes that the tag lists: known ones by their own names, others as they were typed."""
    tag = _tag(puzzle, "themes")
    return None if tag is None else themes_in(tag.value)


def themes_in(text: str) -> tuple[str, ...]:
    """The themes of a list with commas or semicolons."""
    from fanorona.solver.puzzles.themes import theme_named

    named = (one.strip() for one in text.replace(";", ",").split(","))
    return tuple(dict.fromkeys(theme_named(one) or one for one in named if one))


def with_grade(puzzle: Puzzle, grade: Grade) -> Puzzle:
    """The puzzle with tags that say its measured grade; its author's own themes stay."""
    from fanorona.solver.puzzles.puzzle import OtherTag
    from fanorona.solver.puzzles.themes import PuzzleTheme

    own = [one for one in tagged_themes(puzzle) or () if one not in tuple(PuzzleTheme)]
    values = {"difficulty": str(grade.difficulty), "themes": ", ".join([*grade.themes, *own])}
    rest = [other for other in puzzle.others if grade_tag(other.name) is None]
    tags = [OtherTag(GRADE_NAMES[key]["en"], value) for key, value in values.items() if value]
    return replace(puzzle, others=(*tags, *rest))


def _tag(puzzle: Puzzle, key: str) -> OtherTag | None:
    return next((other for other in puzzle.others if grade_tag(other.name) == key), None)
