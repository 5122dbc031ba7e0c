"""What commands say on standard error, in the language of the user."""

from __future__ import annotations

import errno
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from fanorona.solver.language import Language, place, say, translated
from fanorona.solver.quoting import printable

if TYPE_CHECKING:
    from fanorona.solver.puzzles.puzzle import Puzzle, ReadingError, UnreadablePuzzle
    from fanorona.solver.tables.tablebase import Tablebase

_FAULTS = {
    errno.ENOENT: "file.missing",
    errno.EACCES: "file.forbidden",
    errno.EISDIR: "file.folder",
}


def why_not_read(error: OSError, language: Language) -> str:
    """Why a puzzle file cannot be read."""
    key = _FAULTS.get(error.errno or 0)
    return say(key, language) if key else str(error.strerror or error)


def tell(key: str, text: str, language: Language) -> None:
    """Say something on standard error."""
    with suppress(OSError):  # Nobody may be there to read it; the status still tells.
        click.echo(printable(say(key, language, reason=text)), err=True)


def tell_error(error: ReadingError, file: str, language: Language) -> None:
    """Tell what is wrong in a puzzle file, and where."""
    where = place(error.line, error.column, language)
    tell("word.error", f"{file}: {where}{translated(error.detail, language)}", language)


def tell_warnings(puzzle: Puzzle | UnreadablePuzzle, file: str, language: Language) -> None:
    """Tell what is probably not meant in a puzzle."""
    for doubt in puzzle.warnings():
        where = place(doubt.line, doubt.column, language)
        tell("word.warning", f"{file}: {where}{translated(doubt.detail, language)}", language)


def warn(tablebase: Tablebase, language: Language) -> None:
    """Tell what is wrong with the files of endgame tables."""
    for warning in tablebase.warnings:
        tell("word.warning", translated(warning, language), language)
