"""Writing puzzle files: one canonical text per puzzle, with its comments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fanorona.solver.notation.diagram import write_ascii
from fanorona.solver.notation.scanning import compiled
from fanorona.solver.puzzles.puzzle import Puzzle
from fanorona.solver.puzzles.puzzle_changes import NewState
from fanorona.solver.puzzles.sections import (
    DIAGRAM,
    END,
    MAX_SECTION,
    reads_as_moves,
    solution_key,
    twin_key,
)
from fanorona.solver.puzzles.source import MAX_LINE
from fanorona.solver.puzzles.stipulation import stipulation_in_words
from fanorona.solver.puzzles.tags import (
    GRADE_NAMES,
    TAG_LANGUAGES,
    TAG_NAMES,
    Tag,
    folded,
    grade_tag,
)
from fanorona.solver.puzzles.twins import Twin
from fanorona.words import Language, say

WIDTH = 96
"""Longer lines are continued on the next one, where they have a blank."""

BETWEEN = "\n---\n\n"
"""What stands between two puzzles of a file."""

OTHER_TITLE = "other title"
"""What stands for the title in the other language; comments on it go to the first."""

_FRENCH_STONES = {"W": "B", "B": "N"}
_FRENCH_STATES = (
    (r"first:WB", "premier:BN"),
    (r"first:W(?=;|$)", "premier:Blanc"),
    (r"first:B(?=;|$)", "premier:Noir"),
    (r"hand:", "main:"),
    (r"huff:", "souffle:"),
    (r"vela:W", "vela:Blanc"),
    (r"vela:B(?=;|$)", "vela:Noir"),
)
_HASH_TO_ESCAPE = r"(?:^|(?<=[ \t\\]))#"
_SINGLE_BLANK = r"(?<=\S) (?=\S)"

_Entry = tuple[str, str, str]
"""What comments know a tag by, its name and its value."""


def write_puzzles(puzzles: Iterable[Puzzle]) -> str:
    """A file of puzzles."""
    return BETWEEN.join(map(write_puzzle, puzzles))


def write_puzzle(puzzle: Puzzle) -> str:
    """The text of a puzzle, in the language of its tags; reading it gives the same puzzle."""
    entries = list(_entries(puzzle))
    lines = list(_head(puzzle, entries))
    for key, name, value in entries:
        # Right below moves, some names would be taken for more of them.
        lines += [""] if reads_as_moves(name) else []
        lines += _above(puzzle, key)
        lines += _wrapped(name, _escaped(value))
        lines[-1] += "".join(f"  # {text}" for text in _beside(puzzle, key))
    if puzzle.drawn:
        lines += ["", *_above(puzzle, DIAGRAM)]
        lines += [f"# {text}" for text in _beside(puzzle, DIAGRAM)]
        lines += _diagram(puzzle).split("\n")
    lines += _above(puzzle, END)
    _refuse_too_long(lines)
    return "".join(f"{line}\n" for line in lines)


def _diagram(puzzle: Puzzle) -> str:
    """The board in letters; in French N and B; an N marks them as French."""
    arrangement = puzzle.position.arrangement
    if puzzle.language == "fr" and arrangement.black:
        return write_ascii(arrangement, lambda _, symbol: _FRENCH_STONES.get(symbol, symbol))
    return write_ascii(arrangement)


def _entries(puzzle: Puzzle) -> Iterator[_Entry]:
    """Every tag that is written, in order."""
    values = dict(_values(puzzle))
    for tag in Tag:
        name = TAG_NAMES[tag][puzzle.language]
        if tag is Tag.SOLUTION:
            for number, solution in enumerate(puzzle.solutions, 1):
                yield solution_key(number), name, solution.text
        elif tag is Tag.TWIN:
            for number, twin in enumerate(puzzle.twins, 1):
                yield twin_key(number), name, twin_text(twin, puzzle.language)
        elif values.get(tag) is not None:
            yield tag, name, values[tag] or ""
        if tag is Tag.TITLE and puzzle.other_title is not None:
            (language,) = (one for one in TAG_LANGUAGES if one != puzzle.language)
            yield OTHER_TITLE, TAG_NAMES[tag][language], puzzle.other_title
    for other in puzzle.others:
        grade = grade_tag(other.name)
        name = other.name if grade is None else GRADE_NAMES[grade][puzzle.language]
        yield grade or folded(other.name), name, other.value


def _values(puzzle: Puzzle) -> Iterator[tuple[Tag, str | None]]:
    position, language = puzzle.position, puzzle.language
    yield Tag.TITLE, puzzle.title
    yield Tag.AUTHOR, puzzle.author
    yield Tag.SOURCE, puzzle.source
    yield Tag.RULES, position.rules.id
    if puzzle.drawn:
        state = position.fen().rpartition(" ")[2]
        yield Tag.SIDE, say(f"colour.{position.side}", language)
        yield Tag.STATE, None if state == "-" else _state_in_words(state, language)
    else:
        yield Tag.POSITION, position.fen()
    yield Tag.STIPULATION, stipulation_in_words(puzzle.stipulation, language)
    yield Tag.HINT, puzzle.hint.text if puzzle.hint else None
    yield Tag.GAME, puzzle.game.text if puzzle.game else None


def twin_text(twin: Twin, language: Language) -> str:
    """A twin as its tag has it."""
    changes = [
        say("change.state", language, state=_state_in_words(change.state, language))
        if isinstance(change, NewState)
        else say(change.message(), language)
        for change in twin.changes
    ]
    return f"{twin.label}) {', '.join(changes)}"


def _state_in_words(state: str, language: Language) -> str:
    """The state beside a diagram; in French without a B, which may be Blanc or Black."""
    if language != "fr":
        return state
    for english, french in _FRENCH_STATES:
        state = compiled(english).sub(french, state)
    return state


def _head(puzzle: Puzzle, entries: list[_Entry]) -> Iterator[str]:
    """The comments on the whole puzzle, and those on something that is not written."""
    written = {END, *(key for key, _, _ in entries), *([DIAGRAM] if puzzle.drawn else [])}
    for comment in puzzle.comments:
        if comment.about not in written:
            yield f"# {comment.text}".rstrip()


def _above(puzzle: Puzzle, key: str) -> Iterator[str]:
    for comment in puzzle.comments:
        if comment.about == key and not comment.beside:
            yield f"# {comment.text}".rstrip()


def _beside(puzzle: Puzzle, key: str) -> Iterator[str]:
    return (one.text for one in puzzle.comments if one.about == key and one.beside)


def _escaped(value: str) -> str:
    return compiled(_HASH_TO_ESCAPE).sub(r"\#", value)


def _wrapped(name: str, value: str) -> Iterator[str]:
    """A tag's line and those that continue it."""
    line = f"{name}:"
    for word in compiled(_SINGLE_BLANK).split(value) if value else []:
        if len(line) + 1 + len(word) > WIDTH and not line.endswith(":"):
            yield line
            line = f"  {word}"
        else:
            line += f" {word}"
    yield line


def _refuse_too_long(lines: list[str]) -> None:
    if sum(len(line) + 1 for line in lines) > MAX_SECTION:
        raise ValueError(f"the puzzle has more than {MAX_SECTION} characters")
    if any(len(line.encode()) > MAX_LINE for line in lines):
        raise ValueError(f"a word of the puzzle has more than {MAX_LINE} bytes")
