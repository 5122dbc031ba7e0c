"""Writing puzzle files: one canonical text a puzzle, with its comments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solver.language import colour_name
from solver.notation.diagram import write_ascii
from solver.notation.scanning import compiled
from solver.puzzles.lines import MAX_LINE
from solver.puzzles.puzzle import Puzzle
from solver.puzzles.sections import DIAGRAM, END, MAX_SECTION
from solver.puzzles.stipulation import stipulation_in_words
from solver.puzzles.tags import TAG_NAMES, Tag, folded

WIDTH = 96
"""Longer lines are continued on the next one, where they have a blank."""

BETWEEN = "\n---\n\n"
"""What stands between two puzzles of a file."""

_HASH_TO_ESCAPE = r"(?:^|(?<=[ \t\\]))#"
_SINGLE_BLANK = r"(?<=\S) (?=\S)"

_Entry = tuple[str, str, str]
"""A tag's key, its name and its value."""


def write_puzzle(puzzle: Puzzle) -> str:
    """The text of a puzzle, in the language of its tags; reading it gives the same puzzle."""
    entries = list(_entries(puzzle))
    keys = {key for key, _, _ in entries} | {END, *([DIAGRAM] if puzzle.drawn else [])}
    lines = [f"# {one.text}".rstrip() for one in puzzle.comments if one.about not in keys]
    written = set[str]()
    for key, name, value in entries:
        tag_lines = list(_wrapped(f"{name}: {_escaped(value)}".rstrip()))
        if key not in written:
            lines += _comments(puzzle, key, beside=False)
            tag_lines[-1] += _beside(puzzle, key)
        written.add(key)
        lines += tag_lines
    if puzzle.drawn:
        lines += ["", *_comments(puzzle, DIAGRAM, beside=False)]
        lines += _comments(puzzle, DIAGRAM, beside=True)
        lines += write_ascii(puzzle.position.arrangement).split("\n")
    lines += _comments(puzzle, END, beside=False)
    return _checked("".join(f"{line}\n" for line in lines))
