"""What commands say on standard error, in the language of the user."""

from __future__ import annotations

import errno
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from fanorona.solver.quoting import printable
from fanorona.words import Language, Message, placed, say

if TYPE_CHECKING:
    from fanorona.solver.puzzles.puzzle import Doubt, ReadingError
    from fanorona.solver.tables.tablebase import Tablebase

_FAULTS = {
    errno.ENOENT: "file.missing",
    errno.EACCES: "file.forbidden",
    errno.EISDIR: "file.folder",
}
_FAULTS_OF_OUTPUT = {**_FAULTS, errno.EISDIR: "usage.is-a-folder"}


def why_not_read(error: OSError, language: Language) -> str:
    """Why a puzzle file cannot be read."""
    return _reason(error, _FAULTS, language)


def why_failed(error: OSError, language: Language) -> str:
    """Why a file cannot be used, perhaps not written."""
    return _reason(error, _FAULTS_OF_OUTPUT, language)


def _reason(error: OSError, faults: Mapping[int, str], language: Language) -> str:
    key = faults.get(error.errno or 0)
    return say(key, language) if key else str(error.strerror or error)


def tell(key: str, reason: Message | str, language: Language) -> None:
    """Say something on standard error."""
    with suppress(OSError):  # Nobody may be there to read it; the status still says it.
        click.echo(printable(say(key, language, reason=reason)), err=True)


def tell_error(error: ReadingError, file: str, language: Language) -> None:
    """Say what is wrong in a puzzle file, and where."""
    _tell_of_file("word.error", file, placed(error.line, error.column, error.detail), language)


def tell_warnings(doubts: Iterable[Doubt], file: str, language: Language) -> None:
    """Say what is probably not meant in a puzzle."""
    for doubt in doubts:
        what = placed(doubt.line, doubt.column, doubt.detail)
        _tell_of_file("word.warning", file, what, language)


def warn(tablebase: Tablebase, language: Language) -> None:
    """Say what is wrong with the files of endgame tables."""
    for warning in tablebase.warnings:
        tell("word.warning", warning, language)


def _tell_of_file(key: str, file: str, what: Message, language: Language) -> None:
    tell(key, f"{file}: {say(what, language)}", language)
