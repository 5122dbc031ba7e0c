"""What `solve` and `check` share: their options, the files they read, verdicts as statuses."""

from __future__ import annotations

import errno
import functools
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, TypeVar

import click

from fanorona.cli.exit_status import ExitStatus
from fanorona.cli.options.file_arguments import STANDARD_INPUT
from fanorona.cli.options.language_option import locale_language, puzzle_language_option
from fanorona.cli.options.search_options import SearchOptions, takes_search_options
from fanorona.cli.output.standard_error import tell, tell_warnings, why_not_read
from fanorona.solver.budget import CHECK_NODES
from fanorona.solver.puzzles.bulk import PuzzleInFile, Terms
from fanorona.solver.puzzles.reading import unread_puzzles
from fanorona.solver.puzzles.verdict import Code, Soundness, Verdict
from fanorona.words import Language, say

Answer = TypeVar("Answer")

PUZZLE_FILE = ".txt"

MOST_SKIPPED = 5
"""How many of the skipped files are named."""

WORST_FIRST = (
    ExitStatus.INTERNAL,
    ExitStatus.BAD_INPUT,
    ExitStatus.NO,
    ExitStatus.UNDECIDED,
    ExitStatus.YES,
)


def takes_terms(command: Callable[..., Answer]) -> Callable[..., Answer]:
    """Give a command the options that say how puzzles are checked; it gets the `terms`."""
    return takes_terms_of(CHECK_NODES)(command)


def takes_terms_of(default_nodes: int) -> Callable[[Callable[..., Answer]], Callable[..., Answer]]:
    """As `takes_terms`, for a command with another default of nodes per puzzle."""
    return functools.partial(_with_terms, default_nodes)


def _with_terms(default_nodes: int, command: Callable[..., Answer]) -> Callable[..., Answer]:
    @functools.wraps(command)
    def with_terms(language: Language | None, options: SearchOptions, **others: object) -> Answer:
        terms = Terms(
            budget=options.budget,
            with_tables=not options.no_tables,
            tables=options.folder,
            language=language,
        )
        return command(terms=terms, **others)

    return puzzle_language_option(takes_search_options(default_nodes, each="puzzle")(with_terms))


strict_option = click.option(
    "--strict", is_flag=True, help="Also exit with 1 if there are warnings."
)


class Inputs:
    """The puzzles that the command line names, read one at a time.

    What cannot be read is reported on standard error and in `status`; the others are still read.
    """

    def __init__(self, names: tuple[str, ...], language: Language | None) -> None:
        self.names = names
        self.chosen = language
        self.status = ExitStatus.YES
        self.files = 0
        self.languages: Counter[Language] = Counter()

    @property
    def language(self) -> Language:
        """What speaks of all puzzles is in the language of most of them."""
        if self.chosen is not None:
            return self.chosen
        most = self.languages.most_common(1)
        return most[0][0] if most else locale_language()

    def language_of(self, asked: PuzzleInFile) -> Language:
        """What speaks of one puzzle is in its own."""
        return self.chosen or asked.puzzle.language

    @property
    def language_of_files(self) -> Language:
        """What speaks of a file: its puzzles may not have been read yet."""
        return self.chosen or locale_language()

    def puzzles(self) -> Iterator[PuzzleInFile]:
        for asked in self.unread_puzzles():
            self.languages[asked.puzzle.language] += 1
            yield PuzzleInFile(asked.puzzle, asked.file)

    def unread_puzzles(self) -> Iterator[PuzzleInFile]:
        """The puzzles, to be read by whoever takes them."""
        for name, source in self._sources():
            found = False
            try:
                for puzzle in unread_puzzles(source):
                    found = True
                    yield PuzzleInFile(puzzle, name)
            except OSError as error:
                self._refuse(name, why_not_read(error, self.language_of_files))
            else:
                if not found:
                    self._refuse(name, say("file.no-puzzle", self.language_of_files))

    def count(self) -> int | None:
        """How many puzzles there are; None where they cannot be counted without using them up."""
        from fanorona.solver.puzzles.sections import sections
        from fanorona.solver.puzzles.source import lines_of

        if STANDARD_INPUT in self.names:
            return None
        number = 0
        for path in self._paths(tell=False):
            with suppress(OSError), Path(path).open("rb") as file:
                number += sum(1 for _ in sections(lines_of(file)))
        return number

    def label(self, file: str | None, language: Language | None = None) -> str:
        """The name of the file in messages."""
        return say("word.standard-input", language or self.language) if file is None else file

    def tell_warnings(self, asked: PuzzleInFile) -> None:
        """Say on standard error what is probably not meant in a puzzle."""
        tell_warnings(asked.puzzle.warnings(), self.label(asked.file), self.language_of(asked))

    def count_and_warn(self, verdict: Verdict) -> None:
        """Count a puzzle of `unread_puzzles`, and say its warnings, which are known only now."""
        self.languages[verdict.language] += 1
        tell_warnings(verdict.warnings, self.label(verdict.file), verdict.language)

    def _sources(self) -> Iterator[tuple[str | None, BinaryIO]]:
        for name in self._paths(tell=True):
            try:
                with _opened(name) as source:
                    self.files += 1
                    yield (None if name == STANDARD_INPUT else name), source
            except OSError as error:
                self._refuse(name, why_not_read(error, self.language_of_files))

    def _paths(self, *, tell: bool) -> Iterator[str]:
        """The names, and instead of a folder the puzzle files in it."""
        for name in self.names:
            if name == STANDARD_INPUT or not Path(name).is_dir():
                yield name
                continue
            files = sorted(path for path in Path(name).rglob("*") if path.is_file())
            inside = [path for path in files if _is_puzzle_file(path)]
            if tell:
                self._tell_skipped([one.name for one in files if not _is_puzzle_file(one)], name)
            yield from map(str, inside)
            if not inside and tell:
                self._refuse(name, say("check.no-files", self.language_of_files))

    def _tell_skipped(self, names: list[str], folder: str) -> None:
        """Say which files of a folder are not read, since their names do not end in .txt."""
        seen = [name for name in names if not name.startswith(".")]
        if seen:
            listed = ", ".join(seen[:MOST_SKIPPED]) + (", …" if len(seen) > MOST_SKIPPED else "")
            reason = say("check.skipped", self.language_of_files, number=len(seen), names=listed)
            tell("word.note", f"{folder}: {reason}", self.language_of_files)

    def _refuse(self, name: str | None, reason: str) -> None:
        self.status = ExitStatus.BAD_INPUT
        language = self.language_of_files
        tell("word.error", f"{self.label(name, language)}: {reason}", language)


def _is_puzzle_file(path: Path) -> bool:
    return path.suffix.lower() == PUZZLE_FILE


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    if name != STANDARD_INPUT:
        with Path(name).open("rb") as file:
            yield file
    elif sys.stdin is None:
        raise OSError(errno.EBADF, "it is closed")
    else:
        yield sys.stdin.buffer


def status_of(verdict: Verdict, *, strict: bool = False) -> ExitStatus:
    """The exit status for one puzzle; `strict`: a warning is as bad as a defect."""
    if strict and verdict.warnings:
        return worst(ExitStatus.NO, status_of(verdict))
    if verdict.verdict is Soundness.SOUND:
        return ExitStatus.YES
    if verdict.verdict is Soundness.UNKNOWN:
        return ExitStatus.UNDECIDED
    illegal = any(defect.code is Code.ILLEGAL_POSITION for defect in verdict.defects)
    readable = verdict.verdict is not Soundness.UNREADABLE
    return ExitStatus.NO if readable and not illegal else ExitStatus.BAD_INPUT


def worst(first: ExitStatus, second: ExitStatus) -> ExitStatus:
    """The status that says more."""
    return min(first, second, key=WORST_FIRST.index)


@contextmanager
def printed_as_json() -> Iterator[Callable[[PuzzleInFile, Verdict], None]]:
    """Prints verdicts as they come, a line each, as one object: {"puzzles": […], "count": …}."""
    from fanorona.solver.as_json import json_text

    count = 0

    def add(_asked: PuzzleInFile, verdict: Verdict) -> None:
        nonlocal count
        text = json_text(verdict)
        # Bytes: JSON is UTF-8 whatever the terminal speaks.
        click.echo(f"{',' if count else ''}\n{text}".encode(), nl=False)
        count += 1

    click.echo('{"puzzles":[', nl=False)
    try:
        yield add
    finally:
        end = "\n" if count else ""
        click.echo(f'{end}],"count":{count}}}')
