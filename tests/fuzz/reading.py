"""What is read from people, as functions of bytes: whatever these are, a reader refuses them well.

A reader raises nothing but what its callers put into words; anything else is a fault.
"""

from __future__ import annotations

import io
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from typing import TypeVar

import click
from click.exceptions import Exit

from fanorona.cli.engine_protocol import Protocol
from fanorona.cli.main import COMMANDS, fanorona
from fanorona.cli.options.position_argument import read_position
from fanorona.service.settings import Settings
from fanorona.solver import FanoronaError, Position, analyse, rule_set, svg
from fanorona.solver.answers import play_line, steps
from fanorona.solver.as_json import json_text
from fanorona.solver.budget import Budget
from fanorona.solver.certificates.verification import Refused, verify
from fanorona.solver.games.game_reading import read_games
from fanorona.solver.games.game_tree import UnreadableGame
from fanorona.solver.notation.diagram import read_diagram
from fanorona.solver.puzzles.check import check
from fanorona.solver.puzzles.guessing import guess
from fanorona.solver.puzzles.puzzle import Puzzle
from fanorona.solver.puzzles.reading import read_puzzles
from fanorona.solver.puzzles.stipulation import read_stipulation
from fanorona.solver.puzzles.writing import write_puzzle
from fanorona.solver.rules import STANDARD
from fanorona.words import LANGUAGES, say

Item = TypeVar("Item")

RULES = (
    "standard",
    "escale",
    "livret",
    "fliporona",
    "standard paika=allowed stopping=forfeit",
    "livret captured=flip capturer=leaves",
)
POSITIONS = tuple(
    Position.parse(fen, rules)
    for fen, rules in (
        ("start", "standard"),
        ("2WW1/WW3/B2BW B", "standard"),
        ("BB1BBBBBB/BB1BBBBBB/BWBWWBWBW/WWWWW1WWW/WWWWWWWWW W huff:c3,d5,f3", "livret"),
        ("BBWBWBBWB/WWB3WWW/BBW2BBWB/WWWWBBBWW/WBWWBWWBB B", "fliporona"),
        ("WB1/2B/WBW W hand:1,1", "fliporona"),
        ("2BW1/5/B2W1 B", "escale"),
        ("start:21x3", "escale"),
        ("start:vela:B", "standard"),
    )
)
FEW_TURNS = 500
"""A position with more is not listed: that is for the searches to try."""


def as_text(data: bytes) -> str:
    """The text as an argument of a command would have it, with whatever is not UTF-8 in it."""
    return data.decode("utf-8", "surrogateescape")


def chosen(items: Sequence[Item], data: bytes) -> tuple[Item, bytes]:
    """The first byte chooses; the rest is what is read."""
    return items[(data[0] if data else 0) % len(items)], data[1:]


def refusing(read: Callable[[bytes], None]) -> Callable[[bytes], None]:
    """The reader, with its refusals put into words in every language."""

    def read_or_refuse(data: bytes) -> None:
        try:
            read(data)
        except FanoronaError as error:
            for language in LANGUAGES:
                say(error.placed(), language)

    return read_or_refuse


@refusing
def position(data: bytes) -> None:
    rules, rest = chosen(RULES, data)
    found = Position.parse(as_text(rest), rules)
    assert Position.parse(found.fen(), rules) == found
    found.warnings()
    svg.board(found)
    if not found.validate() and found.count_turns(most=FEW_TURNS) < FEW_TURNS:
        for turn in found.turns():
            assert found.read(str(turn)) == turn


@refusing
def diagram(data: bytes) -> None:
    read_diagram(as_text(data))


@refusing
def rules(data: bytes) -> None:
    found = rule_set(as_text(data))
    assert rule_set(found.id) == found


@refusing
def own_rules(data: bytes) -> None:
    """Switches in the first line, then a position to which they apply."""
    named, _, rest = as_text(data).partition("\n")
    found = Position.parse(rest, rule_set(named))
    found.warnings()
    if not found.validate():
        json_text(analyse(found, nodes=10, memory_mb=1, tables="off"))


@refusing
def typed_position(data: bytes) -> None:
    """What a command finds on its standard input."""
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(data))
    try:
        read_position("-", STANDARD)
    finally:
        sys.stdin = before


@refusing
def turn(data: bytes) -> None:
    where, rest = chosen(POSITIONS, data)
    found = where.read(as_text(rest))
    assert where.read(str(found)) == found


@refusing
def turn_so_far(data: bytes) -> None:
    where, rest = chosen(POSITIONS, data)
    steps(where, as_text(rest))


@refusing
def line(data: bytes) -> None:
    where, rest = chosen(POSITIONS, data)
    play_line(where, as_text(rest))


@refusing
def stipulation(data: bytes) -> None:
    read_stipulation(as_text(data))


def puzzles(data: bytes) -> None:
    for one in read_puzzles(data):
        one.warnings()
        if isinstance(one, Puzzle):
            (again,) = read_puzzles(write_puzzle(one))
            assert isinstance(again, Puzzle)
            assert write_puzzle(again) == write_puzzle(one)
        else:
            for error in one.errors:
                say(error.detail)


def games(data: bytes) -> None:
    """A game that can be read, or what can be read of it, is written and read as the same."""
    for one in read_games(data):
        if isinstance(one, UnreadableGame):
            for error in one.errors:
                assert error.line >= 1
                assert error.column >= 1
                say(error.detail)
        else:
            (again,) = read_games(f"{one}\n")
            assert again == one


def certificate(data: bytes) -> None:
    try:
        verify(data.decode("ascii", "replace"), tables="off")
    except Refused as refused:
        say(refused.placed())


def printed_solution(data: bytes) -> None:
    where, rest = chosen(POSITIONS[1:], data)
    asked = f"Rules: {where.rules.id}\nPosition: {where.fen()}\nStipulation: win in 2\nSolution: "
    language = LANGUAGES[len(rest) % len(LANGUAGES)]
    for one in read_puzzles(asked.encode() + rest):
        json_text(check(one, Budget(nodes=10, memory_mb=1), language=language))


def twins(data: bytes) -> None:
    """What is changed in a diagram, and solutions of each twin."""
    asked = f"Position: {POSITIONS[1].fen()}\nStipulation: win in 2\nTwin: "
    for one in read_puzzles(asked.encode() + data):
        json_text(check(one, Budget(nodes=10, memory_mb=1)))
        if isinstance(one, Puzzle):
            (again,) = read_puzzles(write_puzzle(one))
            assert isinstance(again, Puzzle)
            assert again.twins == one.twins


def page(data: bytes) -> None:
    """A page of prose; what is guessed from it is read, or has errors, as any file."""
    puzzles(guess(data).text.encode("utf-8", "replace"))


def engine(data: bytes) -> None:
    """A conversation; every search is stopped at once."""
    said: list[str] = []
    failed: list[threading.ExceptHookArgs] = []
    protocol = Protocol(said.append)
    before, threading.excepthook = threading.excepthook, failed.append
    try:
        for command in as_text(data).splitlines()[:12]:
            if not protocol.obey(command):
                break
            protocol.obey("stop")
        protocol.stop.request()
        protocol.finish()
    finally:
        threading.excepthook = before
    if failed:
        raise failed[0].exc_value or AssertionError(failed[0])


@refusing
def settings(data: bytes) -> None:
    pairs = [one.partition("=") for one in as_text(data).split("\n")]
    Settings.from_environment({f"FANORONA_{name.upper()}": value for name, _, value in pairs})


def command_line(data: bytes) -> None:
    """The arguments of a command, without running it."""
    arguments = [as_text(part) for part in data.replace(b"\0", b"").split(b"\n")]
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(b"start"))
    try:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            _parse(fanorona, arguments)
    except (click.ClickException, Exit, FanoronaError):
        pass
    finally:
        sys.stdin = before


def _parse(group: click.Group, arguments: list[str]) -> None:
    name = arguments[0] if arguments else ""
    known = COMMANDS if group is fanorona else tuple(group.commands)
    with click.Context(group, info_name="fanorona") as context:
        command = group.get_command(context, name) if name in known else None
        if isinstance(command, click.Group):
            _parse(command, arguments[1:])
        elif command is not None:
            command.make_context(name, arguments[1:], parent=context).close()
