"""Names of puzzle files as arguments, `-` for standard input."""

from __future__ import annotations

import click

STANDARD_INPUT = "-"


def names_of_files(
    _ctx: click.Context, _argument: click.Parameter, names: tuple[str, ...]
) -> tuple[str, ...]:
    """The names of puzzle files as they were typed; UsageError where one cannot be meant."""
    if "" in names:
        raise click.UsageError("a name is empty: name a file, or write '-' for standard input.")
    if names.count(STANDARD_INPUT) > 1:
        raise click.UsageError("'-' is named twice: standard input can be read only once.")
    return names
