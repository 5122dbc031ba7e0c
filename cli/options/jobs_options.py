"""How many processes or threads share the work of a command."""

from __future__ import annotations

import click

MOST_JOBS = 1024

processes_option = click.option(
    "--jobs",
    type=click.IntRange(1, MOST_JOBS),
    default=1,
    show_default=True,
    metavar="N",
    help="Number of processes.",
)
"""Gives a command `jobs`."""

threads_option = click.option(
    "--jobs",
    type=click.IntRange(1, MOST_JOBS),
    metavar="N",
    help="Number of threads.  [default: one per CPU]",
)
"""Gives a command `jobs`, or None."""
