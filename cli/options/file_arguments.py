"""Names of puzzle files as arguments, `-` for standard input."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import click

from fanorona.cli.options import completion
from fanorona.cli.options.language_option import misuse

Command = TypeVar("Command", bound=Callable[..., object])

STANDARD_INPUT = "-"


def takes_files(metavar: str = "FILE...") -> Callable[[Command], Command]:
    """Give a command the names of one or more files; it gets `names`."""
    return click.argument(
        "names",
        metavar=metavar,
        nargs=-1,
        required=True,
        callback=names_of_files,
        shell_complete=completion.files,
    )


def names_of_files(
    _ctx: click.Context, _argument: click.Parameter, names: tuple[str, ...]
) -> tuple[str, ...]:
    """The names of puzzle files as they were typed; UsageError where one cannot be meant."""
    if "" in names:
        raise misuse("usage.empty-name")
    if names.count(STANDARD_INPUT) > 1:
        raise misuse("usage.input-twice")
    return names
