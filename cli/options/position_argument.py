"""The position that a command is asked about: an argument, standard input, or `start`."""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Callable
from typing import TypeVar

import click

from fanorona.cli.options import completion
from fanorona.cli.options.language_option import language_option, misuse
from fanorona.cli.options.rules_option import rules_option
from fanorona.cli.output.standard_error import tell
from fanorona.solver import Colour, NotationError, Position, RuleSet, rule_set
from fanorona.solver.arrangement import Arrangement
from fanorona.solver.quoting import printable, shown
from fanorona.words import Language, Message

Answer = TypeVar("Answer")

MOST_SWITCH = 40

MOST_BYTES = 65_536
"""Far more than any diagram; a text that is longer, or never ends, is not read to its end."""

_SWITCH = re.compile(r"[a-z]+=[a-z-]*", re.IGNORECASE)
_BOARD = re.compile(r"[WB.0-9]+(?:/[WB.0-9]+)+", re.IGNORECASE)


def takes_position(command: Callable[..., Answer]) -> Callable[..., Answer]:
    """Give a command the argument FEN and its options.

    It gets the `position` that they name, and the `language` of the answer.
    """

    @click.argument("fen", metavar="FEN", callback=_with_side, shell_complete=completion.positions)
    @rules_option
    @click.option(
        "--side",
        type=click.Choice(["W", "B"], case_sensitive=False),
        metavar="W|B",
        help="The side to move, with a diagram.  [default: W]",
    )
    @language_option
    @functools.wraps(command)
    def with_position(
        fen: str, rules: str, side: str | None, language: Language, **others: object
    ) -> Answer:
        position = read_position(fen, rule_set(rules), side)
        for warning in position.warnings():
            tell("word.warning", warning, language)
        return command(position=position, language=language, **others)

    return with_position


def _with_side(_ctx: click.Context, _argument: click.Parameter, text: str) -> str:
    """The text as typed; without quotes, a shell takes the side to move for the next argument."""
    if _BOARD.fullmatch(text):
        whole = shown(f"{text} W")
        error = NotationError(Message("input.quotes", text=whole), column=len(text) + 1)
        raise error.about(Message("place.position"))
    if _SWITCH.fullmatch(text):
        rules = f"'standard {printable(text[:MOST_SWITCH])}'"
        raise NotationError(Message("input.switch", text=shown(text), other=rules))
    return text


def read_position(text: str, rules: RuleSet, side: str | None = None) -> Position:
    """The position that the command line names; `side` is that of a diagram, 'W' or 'B'."""
    try:
        return _read(text, rules, side)
    except NotationError as error:
        if _is_puzzle_file(text):
            raise NotationError(Message("input.puzzle-file", file=text)) from error
        if _is_file(text):
            raise NotationError(Message("input.file")) from error
        raise error.about(Message("place.position")) from None


def _read(text: str, rules: RuleSet, side: str | None) -> Position:
    if text == "-":
        text = read_standard_input()
    if _is_diagram(text):
        from fanorona.solver.notation.diagram import read_diagram

        return Position(Arrangement(*read_diagram(text), Colour.of(side or "W")), rules)
    if side is not None:
        raise misuse("usage.side")
    return Position.parse(text, rules)


def read_standard_input() -> str:
    """All of standard input, as far as it can be a position."""
    if sys.stdin is None:
        raise NotationError(Message("input.closed"))
    try:
        data = sys.stdin.buffer.read(MOST_BYTES + 1)
    except OSError as error:
        raise NotationError(Message("input.unreadable", fault=error.strerror)) from None
    if len(data) > MOST_BYTES:
        raise NotationError(Message("input.too-long", most=MOST_BYTES))
    try:
        return data.decode("utf-8-sig").strip("\r\n")
    except UnicodeDecodeError as error:
        raise NotationError(
            Message("input.not-utf-8", number=error.start + 1, byte=f"0x{data[error.start]:02x}")
        ) from None


def _is_puzzle_file(text: str) -> bool:
    """Is it the name of a file in which a puzzle begins?"""
    from pathlib import Path

    from fanorona.solver.puzzles.puzzle import Puzzle
    from fanorona.solver.puzzles.reading import read_puzzles

    if not _is_file(text):
        return False
    try:
        with Path(text).open("rb") as file:
            return isinstance(next(read_puzzles(file), None), Puzzle)
    except OSError:
        return False


def _is_file(text: str) -> bool:
    from pathlib import Path

    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # Too long for a name, or a NUL in it.
        return False


def _is_diagram(text: str) -> bool:
    """Several lines; two with a '/' are a FEN that was wrapped."""
    lines = sum(1 for line in text.splitlines() if line.strip())
    return lines > 2 or (lines == 2 and "/" not in text)
