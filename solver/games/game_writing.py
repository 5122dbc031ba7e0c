"""Writing game files: headers, then turns with their numbers, marks, comments and variations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TextIO

from fanorona.solver.errors import FanoronaError
from fanorona.solver.games.game_headers import (
    ABOUT_START,
    FIRST,
    RESULT,
    UNFINISHED,
    HeaderFault,
    headers_of,
    start_of,
)
from fanorona.solver.games.game_tree import Game, GameNode
from fanorona.solver.notation.scanning import compiled
from fanorona.solver.puzzles.source import CONTROL
from fanorona.solver.quoting import shown
from fanorona.words import Message

WIDTH = 80

_NAME = r"[^\W\d_][\w-]{0,99}"
_LINE_END = "\n"
_BEGIN, _END = "\0(", "\0)"
"""The brackets of variations, which no word of a comment can be."""


def write_games(games: Iterable[Game], file: TextIO) -> int:
    """Write games to an open file, one by one, and say how many.

    Examples:
        >>> import io
        >>> file = io.StringIO()
        >>> write_games([Game.parse("d3-e3A"), Game.parse("d3-e3A d4-d3A")], file)
        2
        >>> file.getvalue().count("1. d3-e3A")
        2
    """
    count = 0
    for game in games:
        file.write(("\n" if count else "") + write_game(game))
        count += 1
    return count


def write_game(game: Game) -> str:
    """The text of a game; reading it gives the same game."""
    headers = _headers(game)
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in headers.items()]
    body = "\n".join(_wrapped([*_pieces(game.root), headers[RESULT]]))
    return "\n".join([*lines, "", body, ""])


def _headers(game: Game) -> dict[str, str]:
    """The headers in order; those about the start are right whatever became of the others."""
    headers = {RESULT: UNFINISHED, **game.headers}
    if not _describe(headers, game):
        for name in ABOUT_START:
            headers.pop(name, None)
        headers |= headers_of(game.start)
    for name in headers:
        if not compiled(_NAME).fullmatch(name):
            raise FanoronaError(Message("game.header-name", text=shown(name, 40)))
    first = {name: headers[name] for name in FIRST if name in headers}
    return {**first, **headers}


def _describe(headers: dict[str, str], game: Game) -> bool:
    try:
        return start_of(headers) == game.start
    except HeaderFault:
        return False


def _escaped(value: str) -> str:
    return _plain(value).replace("\\", "\\\\").replace('"', '\\"')


def _plain(text: str) -> str:
    """One line, without anything that no line of text has."""
    return " ".join(compiled(CONTROL).sub(" ", text).split())


def _pieces(root: GameNode) -> Iterator[str]:
    """Everything between the blanks; comments are several pieces, so that lines can end in them."""
    yield from _comments(root.comments)
    waiting: list[tuple[GameNode, bool] | str] = [(root, True)]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
            continue
        node, numbered = item
        if not node.variations:
            continue
        main, *others = node.variations
        yield from _turn(main, numbered=numbered)
        waiting.append((main, bool(main.comments or others)))
        for other in reversed(others):
            waiting += [_END, (other, bool(other.comments)), *reversed(list(_variation(other)))]


def _variation(node: GameNode) -> Iterator[str]:
    yield _BEGIN
    yield from _turn(node, numbered=True)


def _turn(node: GameNode, *, numbered: bool) -> Iterator[str]:
    yield from _comments(node.foreword)
    if numbered or not node.label.endswith("..."):
        yield node.label
    yield f"{node.turn}{_attached(node.marks)}"
    yield from node.marks[bool(_attached(node.marks)) :]
    yield from _comments(node.comments)


def _attached(marks: list[str]) -> str:
    return marks[0] if marks and not marks[0].startswith("$") else ""


def _comments(comments: list[str]) -> Iterator[str]:
    for comment in comments:
        plain = _plain(comment)
        if "}" in plain:
            yield f"; {plain}{_LINE_END}"
        elif plain:
            yield "{"
            yield from plain.split(" ")
            yield "}"


def _wrapped(pieces: Iterable[str]) -> Iterator[str]:
    """Lines of pieces with blanks between them, none after '(' and before ')'."""
    line, before = "", _BEGIN
    for piece in pieces:
        text = piece.removeprefix("\0")
        gap = "" if not line or before == _BEGIN or piece == _END else " "
        if gap and len(line) + len(gap) + len(text.rstrip()) > WIDTH:
            yield line
            line, gap = "", ""
        line, before = line + gap + text, piece
        if line.endswith(_LINE_END):
            yield line.rstrip()
            line = ""
    if line:
        yield line
