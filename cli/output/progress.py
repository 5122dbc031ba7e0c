"""What a person who watches the terminal is shown while a command works."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import click

from fanorona.cli.output.printing import terminal_width

Progress = TypeVar("Progress")


def is_watched() -> bool:
    """Whether standard error is a terminal."""
    return sys.stderr is not None and sys.stderr.isatty()


@contextmanager
def progress_line(
    in_words: Callable[[Progress], str],
) -> Iterator[Callable[[Progress], None] | None]:
    """Shows progress in one line, and leaves nothing of it there; None where nobody watches."""
    if not is_watched():
        yield None
        return
    try:
        yield lambda progress: _rewrite_line(in_words(progress))
    finally:
        _rewrite_line("")


def _rewrite_line(text: str) -> None:
    room = terminal_width() - 1
    click.echo(f"\r{text[:room].ljust(room)}\r", err=True, nl=False)
