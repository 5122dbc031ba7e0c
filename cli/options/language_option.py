"""The option `--lang`, and the language in which a command that failed says why."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import click

from fanorona.solver.language import LANGUAGES, Language

Command = TypeVar("Command", bound=Callable[..., object])

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
