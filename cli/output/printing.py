"""How answers are printed: JSON, columns, and the option for each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., object])

NO_BREAK = "\N{NO-BREAK SPACE}"
"""A blank at which no line ends."""


def json_option(command: Command) -> Command:
    """Give a command the flag `--json`; it gets `in_json`."""
    option = click.option("--json", "in_json", is_flag=True, help="Print the answer as JSON.")
    return option(command)


def print_json(answer: object) -> None:
    """One line of JSON, in UTF-8 whatever the terminal speaks."""
    from fanorona.solver.as_json import json_text

    click.echo(json_text(answer).encode(), nl=False)
    # A write of its own: unbuffered, Python is silent about the one before where it was cut short.
    click.echo()


def in_columns(texts: Sequence[str], indent: str = "  ") -> Iterator[str]:
    """Lines that hold the texts in reading order, as many a line as the terminal has room for."""
    if not texts:
        return
    widest = max(map(len, texts))
    room = terminal_width() - len(indent)
    a_line = max(1, (room + 2) // (widest + 2))
    for first in range(0, len(texts), a_line):
        line = "  ".join(text.ljust(widest) for text in texts[first : first + a_line])
        yield indent + line.rstrip()


def wrapped(text: str, width: int, hanging: int = 2) -> list[str]:
    """The text in lines of that width; those after the first are indented further.

    Lines end at blanks only: a turn stays in one piece, as do a word and a French mark after it.
    """
    from textwrap import wrap

    text = re.sub(r"(?<=\S) (?=[:;?!»](?:\s|$))", NO_BREAK, text)
    indent = " " * (len(text) - len(text.lstrip()) + hanging)
    lines = wrap(
        text,
        max(width, 20),
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace(NO_BREAK, " ") for line in lines]


def terminal_width() -> int:
    """80 if the output is not a terminal; the variable COLUMNS overrides it."""
    from shutil import get_terminal_size  # Here, since it loads every kind of compression.

    return get_terminal_size().columns
