"""`fanorona puzzle`: what is done with puzzle files themselves."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

import click

from fanorona.cli.commands.puzzle_repair import repair
from fanorona.cli.commands.puzzle_sheet import sheet
from fanorona.cli.error_report import report
from fanorona.cli.exit_status import ExitStatus
from fanorona.cli.options import completion
from fanorona.cli.options.file_arguments import STANDARD_INPUT, names_of_files
from fanorona.cli.options.language_option import locale_language, misuse, puzzle_language_option
from fanorona.cli.output.standard_error import tell, tell_error, tell_warnings, why_not_read
from fanorona.cli.output.whole_file import write_whole
from fanorona.cli.strict_command import StrictGroup
from fanorona.solver.errors import NotationError
from fanorona.solver.puzzles.puzzle import Puzzle, UnreadablePuzzle
from fanorona.solver.puzzles.reading import read_puzzles
from fanorona.solver.puzzles.writing import BETWEEN, write_puzzles
from fanorona.words import Language, Message, placed, say


@dataclass(frozen=True, slots=True)
class Incomplete:
    """A guessed text with something missing: it is printed, never written."""

    text: str


@dataclass(frozen=True, slots=True)
class Form:
    """What a file is to look like, and how it is read."""

    language: Language | None
    guess: bool
    grade: bool


MOST_BYTES = 1_000_000
"""Of a page of prose."""


@click.group(cls=StrictGroup)
def command() -> None:
    """Work with puzzle files.

    \b
    Examples:
      fanorona puzzle format problems.txt
      fanorona puzzle format --write --lang fr problems.txt
      fanorona puzzle repair problem.txt
      fanorona puzzle sheet puzzles -o booklet.pdf
    """


command.add_command(repair)
command.add_command(sheet)


@command.command(name="format")
@click.argument(
    "files",
    metavar="FILE...",
    nargs=-1,
    required=True,
    callback=names_of_files,
    shell_complete=completion.files,
)
@click.option("--write", "in_place", is_flag=True, help="Change the files instead of printing.")
@click.option("--guess", is_flag=True, help="Read a page of prose and say what was assumed.")
@click.option("--grade", is_flag=True, help="Write the measured difficulty and themes, too.")
@puzzle_language_option
def format_files(
    files: tuple[str, ...], in_place: bool, guess: bool, grade: bool, language: Language | None
) -> ExitStatus:
    """Print puzzle files in their canonical form.

    Tags get their usual names and order, stipulations their usual wording; positions are written
    out. Comments and unknown tags are kept. A file with an unreadable puzzle is neither printed nor
    changed: every error in it is listed with its line and column. '-' is standard input. With
    --lang, tags, stipulations and messages are in that language.

    With --grade, each sound puzzle gets the tags Difficulty and Themes as measured; one that is
    unsound or undecided stays as it is.

    With --guess, a page without tags becomes one puzzle. Standard error says how each line was
    read, and asks for what is missing; in that case the status is 3 and no file is changed.

    \b
    Examples:
      fanorona puzzle format problems.txt
      fanorona puzzle format --write --lang fr problems.txt
      fanorona puzzle format - < problem.txt
      fanorona puzzle format --guess page.txt
      fanorona puzzle format --grade --write problems.txt
    """
    if in_place and STANDARD_INPUT in files:
        raise misuse("usage.write")
    status, texts = ExitStatus.YES, []
    for name in files:
        try:
            text = _formatted(name, Form(language, guess, grade))
            if not isinstance(text, str):
                status = ExitStatus.BAD_INPUT
                texts += [text.text] if text else []
            elif in_place:
                write_whole(Path(name), text.encode())
            else:
                texts.append(text)
        except OSError as error:
            status = max(status, report(error, language or locale_language()))
    # Bytes: a puzzle file is UTF-8 whatever the terminal speaks.
    click.echo(BETWEEN.join(texts).encode(), nl=False)
    return status


def _formatted(name: str, form: Form) -> str | Incomplete | None:
    """The canonical text of a file, or None if it cannot be read; every error is reported."""
    spoken = form.language or locale_language()
    if name == STANDARD_INPUT:
        source = _standard_input()
        label = say("word.standard-input", spoken)
        return (_guessed if form.guess else _format)(source, label, form)
    try:
        with Path(name).open("rb") as file:
            return (_guessed if form.guess else _format)(file, name, form)
    except OSError as error:
        tell("word.error", f"{name}: {why_not_read(error, spoken)}", spoken)
        return None


def _guessed(source: BinaryIO, name: str, form: Form) -> str | Incomplete | None:
    """The tagged text of a page of prose; what is missing is asked for on standard error."""
    from fanorona.solver.puzzles.guessing import guess

    data = source.read(MOST_BYTES)
    found = list(read_puzzles(data))
    if found and all(isinstance(one, Puzzle) for one in found):
        return _format(BytesIO(data), name, form)
    guessed = guess(data)
    spoken = form.language or guessed.language
    for note in guessed.assumed:
        what = say(placed(note.line, None, note.detail), spoken)
        tell("word.note", f"{name}: {what}", spoken)
    for asked in guessed.asked:
        tell_error(asked, name, spoken)
    if guessed.asked:
        return Incomplete(guessed.text)
    return _format(BytesIO(guessed.text.encode()), name, form)


def _format(source: BinaryIO, name: str, form: Form) -> str | None:
    language = form.language
    puzzles = []
    broken = False
    for puzzle in read_puzzles(source):
        chosen = language or puzzle.language
        if isinstance(puzzle, UnreadablePuzzle):
            for error in puzzle.errors:
                tell_error(error, name, chosen)
            broken = True
        else:
            tell_warnings(puzzle.warnings(), name, chosen)
            puzzle = puzzle if language is None else puzzle.in_language(language)
            puzzles.append(_measured(puzzle) if form.grade else puzzle)
    if not puzzles and not broken:
        spoken = language or locale_language()
        tell("word.error", f"{name}: {say('file.no-puzzle', spoken)}", spoken)
    return write_puzzles(puzzles) if puzzles and not broken else None


def _measured(puzzle: Puzzle) -> Puzzle:
    """The puzzle with its grade in its tags, if it is sound."""
    from fanorona.solver.puzzles.bulk import PuzzleInFile, Terms, check_one
    from fanorona.solver.puzzles.grade_tags import with_grade
    from fanorona.solver.puzzles.verdict_grading import grade_of

    grade = grade_of(puzzle, check_one(PuzzleInFile(puzzle), Terms()))
    return puzzle if grade is None else with_grade(puzzle, grade)


def _standard_input() -> BinaryIO:
    if sys.stdin is None:
        raise NotationError(Message("input.closed-puzzle"))
    return sys.stdin.buffer
