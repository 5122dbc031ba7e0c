"""The language that a command speaks: `--lang`, else the puzzle's, else the locale's."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TypeVar

import click

from fanorona.words import DEFAULT_LANGUAGE, LANGUAGES, Language, say

Command = TypeVar("Command", bound=Callable[..., object])

_CHOSEN = f"{__name__}.chosen"


def language_option(command: Command) -> Command:
    """Give a command the option `--lang`; it gets the `language`."""
    return click.option(
        "--lang",
        "language",
        type=click.Choice(LANGUAGES),
        is_eager=True,  # Complaints about an argument use it, too.
        callback=_chosen_or_locale,
        help="Language of the answer.  [default: the locale's]",
    )(command)


def puzzle_language_option(command: Command) -> Command:
    """Give a command on puzzles the option `--lang`; it gets the `language`, or None."""
    return click.option(
        "--lang",
        "language",
        type=click.Choice(LANGUAGES),
        is_eager=True,  # Complaints about an argument use it, too.
        callback=_remember,
        help="Language of the answer.  [default: the puzzle's]",
    )(command)


def common_language_option(group: Command) -> Command:
    """Give all commands of a group the language of an option before them."""
    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        expose_value=False,
        callback=_remember,
        help="Language of answers and errors.",
    )(group)


def chosen_language(ctx: click.Context | None, arguments: Sequence[str] = ()) -> Language:
    """The language in which a failed command says why.

    A command line that cannot be read has chosen none; what was typed after `--lang` still counts.
    """
    chosen: Language | None = ctx.meta.get(_CHOSEN) if ctx else None
    return chosen or _typed(arguments) or locale_language()


def misuse(code: str, **values: object) -> click.UsageError:
    """The error for options or arguments that do not go together, in the language asked for."""
    language = chosen_language(click.get_current_context(silent=True))
    return click.UsageError(say(code, language, **values))


def locale_language() -> Language:
    """The language that the environment asks for, as far as it is spoken here."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        asked = os.environ.get(name)
        if asked:
            code = asked.lower().replace("-", "_").partition("_")[0].partition(".")[0]
            return code if code in LANGUAGES else DEFAULT_LANGUAGE
    return DEFAULT_LANGUAGE


def _typed(arguments: Sequence[str]) -> Language | None:
    for option, value in pairwise((*arguments, "")):
        asked = value if option == "--lang" else option.removeprefix("--lang=")
        if asked in LANGUAGES and option.startswith("--lang"):
            return asked
    return None


def _remember(
    ctx: click.Context, _option: click.Parameter, language: Language | None
) -> Language | None:
    """A language after the command overrides one before it."""
    chosen: Language | None = language or ctx.meta.get(_CHOSEN)
    ctx.meta[_CHOSEN] = chosen
    return chosen


def _chosen_or_locale(
    ctx: click.Context, option: click.Parameter, language: Language | None
) -> Language:
    return _remember(ctx, option, language) or locale_language()
