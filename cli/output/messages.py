"""What commands tell in a language, and the option that chooses it."""

from __future__ import annotations

import errno
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

import click

from fanorona.solver.language import LANGUAGES, Language, place, say, translated
from fanorona.solver.quoting import printable

if TYPE_CHECKING:
    from fanorona.solver.puzzles.puzzle import Puzzle, ReadingError

Command = TypeVar("Command", bound=Callable[..., object])

STANDARD_INPUT = "-"

_FAULTS = {
    errno.ENOENT: "file.missing",
    errno.EACCES: "file.forbidden",
    errno.EISDIR: "file.folder",
}
_CHOSEN = f"{__name__}.language"


def language_option(command: Command) -> Command:
    """Give a command the option `--lang`; it gets the `language`."""
    return click.option(
        "--lang",
        "language",
        type=click.Choice(LANGUAGES),
        default="en",
        show_default=True,
        is_eager=True,  # What is wrong with an argument is told in it, too.
        callback=_remember,
        help="English or French.",
    )(command)


def puzzle_language_option(command: Command) -> Command:
    """Give a command on puzzles the option `--lang`; it gets the `language`, or None."""
    return click.option(
        "--lang",
        "language",
        type=click.Choice(LANGUAGES),
        callback=_remember,
        help="English or French.  [default: the language of the puzzle's tags]",
    )(command)


def _remember(
    ctx: click.Context, _option: click.Parameter, language: Language | None
) -> Language | None:
    ctx.meta[_CHOSEN] = language
    return language


def chosen_language(ctx: click.Context | None) -> Language:
    """The language in which a command that failed says why."""
    chosen: Language | None = ctx.meta.get(_CHOSEN) if ctx else None
    return chosen or "en"


def names_of_files(
    _ctx: click.Context, _argument: click.Parameter, names: tuple[str, ...]
) -> tuple[str, ...]:
    """The names of puzzle files as they were typed; UsageError where one cannot be meant."""
    if "" in names:
        raise click.UsageError("a name is empty: name a file, or write '-' for standard input.")
    if names.count(STANDARD_INPUT) > 1:
        raise click.UsageError("'-' is named twice: standard input can be read only once.")
    return names


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


def tell_warnings(puzzle: Puzzle, file: str, language: Language) -> None:
    """Tell what is probably not meant in a puzzle."""
    for line, warning in puzzle.placed_warnings():
        where = place(line, None, language)
        tell("word.warning", f"{file}: {where}{translated(warning, language)}", language)
