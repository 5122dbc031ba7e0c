"""Boards in the terminal: with lines or small, in Unicode or ASCII, in colour or not."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

import click

from fanorona.cli.output.printing import terminal_width
from fanorona.cli.output.situation import situation
from fanorona.solver import Position
from fanorona.solver.notation.diagram import write_ascii, write_unicode
from fanorona.words import Language

Answer = TypeVar("Answer")

SYMBOLS = {"W": "○", "B": "●", ".": "·"}

# White and black stand out from this wood alike, on a dark and on a light terminal. The signs stay
# those of a board without colours, so that a copy of it can be read back.
_WOOD = "\x1b[48;5;130m"
_LINE = "\x1b[22;38;5;52m"
_WHITE = "\x1b[1;38;5;231m"
_BLACK = "\x1b[1;38;5;16m"
_MARK = "\x1b[1;38;5;220m"
_PLAIN = "\x1b[0m"
_PAINTED = str.maketrans(
    {stone: f"{_WHITE}{stone}{_LINE}" for stone in "○◎Ww"}
    | {stone: f"{_BLACK}{stone}{_LINE}" for stone in "●◉Bb"}
    | {mark: f"{_MARK}{mark}{_LINE}" for mark in "×x"}
)

Marks = Mapping[int, str]
"""What is drawn on a point instead of its stone, in Unicode; see `MARKS`."""

GONE, FLIPPED_TO_WHITE, FLIPPED_TO_BLACK = "×", "◎", "◉"
MARKS = {GONE: "x", FLIPPED_TO_WHITE: "w", FLIPPED_TO_BLACK: "b"}
"""The marks, and how they are drawn with plain letters."""


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws boards as the options and the terminal want them."""

    in_ascii: bool
    in_colour: bool

    def board(self, position: Position) -> str:
        """The board with its lines, where there is room for them."""
        drawn = write_unicode(position.arrangement)
        too_wide = drawn.index("\n") >= terminal_width()
        return self.small_board(position) if self.in_ascii or too_wide else self._painted(drawn)

    def small_board(self, position: Position, marks: Marks | None = None) -> str:
        """A row of stones a rank."""
        marks = marks or {}

        def symbol(point: int, stone: str) -> str:
            if point in marks:
                return self.mark(marks[point])
            return stone if self.in_ascii else SYMBOLS[stone]

        return self._painted(write_ascii(position.arrangement, symbol))

    def mark(self, mark: str) -> str:
        """A mark as it is drawn."""
        return MARKS[mark] if self.in_ascii else mark

    def print(self, text: str) -> None:
        """Print what was drawn."""
        click.echo(text, color=self.in_colour)

    def print_situation(self, position: Position, language: Language) -> None:
        """Print the small board, and below it what is to be said of the position."""
        self.print(self.small_board(position))
        click.echo()
        for line in situation(position, language):
            click.echo(line)

    def _painted(self, drawn: str) -> str:
        if not self.in_colour:
            return drawn
        *rows, files = drawn.split("\n")
        label = rows[0].index(" ")
        return "\n".join([*(_paint(row, label) for row in rows), files])


def draws(command: Callable[..., Answer]) -> Callable[..., Answer]:
    """Give a command the options of drawing; it gets a `pen`."""

    @click.option("--ascii", "in_ascii", is_flag=True, help="Draw with plain letters.")
    @click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        show_default=True,
        help="Colours; auto: on a terminal, unless NO_COLOR is set.",
    )
    @functools.wraps(command)
    def with_pen(in_ascii: bool, color: str, **others: object) -> Answer:
        return command(pen=Pen(in_ascii or not _takes_unicode(), in_colour(color)), **others)

    return with_pen


def _paint(row: str, label: int) -> str:
    return f"{row[:label]}{_WOOD}{_LINE}{row[label:].translate(_PAINTED)} {_PLAIN}"


def in_colour(wanted: str) -> bool:
    """Whether standard output gets colours: always, never or, auto, on a terminal."""
    if wanted != "auto":
        return wanted == "always"
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdout is not None and sys.stdout.isatty()


def _takes_unicode() -> bool:
    try:
        "○●·│╲╱".encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return False
    return True
