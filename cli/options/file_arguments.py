"""Names of puzzle files as arguments, `-` for standard input."""

from __future__ import annotations

import click

from fanorona.cli.options.language_option import misuse

STANDARD_INPUT = "-"


def names_of_files(
    _ctx: click.Context, _argument: click.Parameter, names: tuple[str, ...]
) -> tuple[str, ...]:
    """The names of puzzle files as they were typed; UsageError where one cannot be meant."""
    if "" in names:
        raise misuse("usage.empty-name")
    if names.count(STANDARD_INPUT) > 1:
        raise misuse("usage.input-twice")
    return names
