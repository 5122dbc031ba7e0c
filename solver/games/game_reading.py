"""Reading game files: FGN as programs write it, and lists of turns as people do.

A fault in a variation costs the rest of that variation, one in the main line the rest of the game;
other games of the file are read all the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from fanorona.solver.errors import FanoronaError, NotationError
from fanorona.solver.games.game_headers import (
    ABOUT_START,
    FEN,
    RESULT,
    UNFINISHED,
    HeaderFault,
    result_of,
    start_of,
)
from fanorona.solver.games.game_splitting import MOST_ERRORS, GameText, split_games
from fanorona.solver.games.game_tree import Game, GameNode, UnreadableGame
from fanorona.solver.notation.scanning import compiled, end_of
from fanorona.solver.notation.turn_text import scan_turn
from fanorona.solver.position import Position
from fanorona.solver.puzzles.puzzle import ReadingError
from fanorona.solver.puzzles.source import Source
from fanorona.solver.quoting import shown
from fanorona.solver.turn import Turn
from fanorona.solver.typed_turns.matching import only_turn
from fanorona.words import Message

MARKS = {"$1": "!", "$2": "?", "$3": "!!", "$4": "??", "$5": "!?", "$6": "?!"}
"""The numbers that PGN gives to the usual marks."""

WHO_IS_BETTER = {
    **dict.fromkeys(("=",), "$10"),
    **dict.fromkeys(("+=", "+/=", "⩲"), "$14"),
    **dict.fromkeys(("=+", "=/+", "⩱"), "$15"),
    **dict.fromkeys(("+/-", "±"), "$16"),
    **dict.fromkeys(("-/+", "∓"), "$17"),
    **dict.fromkeys(("+-", "+−"), "$18"),
    **dict.fromkeys(("-+", "−+"), "$19"),
}
"""Signs that people write after a turn, and PGN's numbers for them."""

_TOKEN = r"""(?x)
    (?P<blank>[\s,]+)
  | \{(?P<comment>[^}]*)(?:\}|$)
  | ;(?P<rest>[^\n]*)
  | (?P<begin>\()
  | (?P<end>\))
  | (?P<result>(?:1\ ?[-–]\ ?0|0\ ?[-–]\ ?1|1/2\ ?[-–]\ ?1/2|½\ ?[-–]\ ?½|\*)(?=[\s(){};]|$))
  | (?P<number>[0-9]+\s*[.…]+|[0-9]+(?=\s)|\.\.+|…)
  | (?P<mark>\$[0-9]{1,3}|[!?]+|[‼⁇⁈⁉])
  | (?<=[\s!?])(?P<better>[-+=/−]{1,3}|[⩲⩱±∓])(?=[\s(){};]|$)
"""
_NUMBER_IN_BRACKET = r"[0-9]+\s*\)"
_PLAIN = r"(?P<origin>[a-u][0-9]+)(?P<steps>(?:-[a-u][0-9]+[AW]?)+)(?=[\s(){},;!?$]|$)"
_TO = r"-([a-u][0-9]+)"
_WORD_GOES_ON = r"[-\w'’~@]"
_SIGNS = {"‼": "!!", "⁇": "??", "⁈": "?!", "⁉": "!?"}


def read_games(source: Source, start: Position | None = None) -> Iterator[Game | UnreadableGame]:
    """Every game of a text, of bytes or of a file that is open in binary mode, one by one.

    A game begins with `start` if no header says where.

    Examples:
        >>> [len(game.turns) for game in read_games("1. d3-e3A *\\n1. d3e3A d4-d3A *")]
        [1, 2]
    """
    return (read_game(text, start) for text in split_games(source))


def read_game(text: GameText, start: Position | None = None) -> Game | UnreadableGame:
    """The game, or what is wrong with it; `start` if no header says where it begins."""
    headers, errors = text.values, list(text.errors)
    try:
        if start is None or not headers.keys().isdisjoint(ABOUT_START):
            start = start_of(headers)
    except HeaderFault as fault:
        errors.append(_header_error(text, fault))
        return UnreadableGame(text.place, headers, tuple(errors), None)
    game = Game(start)
    game.place = text.place
    game.headers = headers
    errors += _Reader(game, text).read()
    headers.setdefault(RESULT, UNFINISHED)
    _read_result(text, headers, errors)
    if not errors:
        return game
    return UnreadableGame(text.place, headers, tuple(sorted(errors, key=_place)), game)


def _place(error: ReadingError) -> tuple[int, int]:
    return error.line, error.column


def _header_error(text: GameText, fault: HeaderFault) -> ReadingError:
    header = text.headers[fault.header]
    column = header.column + (fault.column - 1 if fault.header == FEN else 0)
    return ReadingError(header.line, column, fault.message)


def _read_result(text: GameText, headers: dict[str, str], errors: list[ReadingError]) -> None:
    result = result_of(headers[RESULT])
    if result is not None:
        headers[RESULT] = result
        return
    header = text.headers.get(RESULT)
    line, column = (header.line, header.column) if header else (text.place, 1)
    message = Message("game.result", text=shown(headers[RESULT], 40))
    errors.append(ReadingError(line, column, message))


class _Fault(Exception):  # noqa: N818 - never leaves this module
    """What cannot be read, and at which index of the body."""

    def __init__(self, index: int, message: Message) -> None:
        self.index = index
        self.message = message


@dataclass(slots=True)
class _Reader:
    """Goes through the body of a game and builds its tree."""

    game: Game
    text: GameText
    body: str = field(init=False)
    starts: list[int] = field(init=False)
    node: GameNode = field(init=False)
    above: list[GameNode] = field(default_factory=list)
    """The turns that the open variations replace, the outermost first."""
    begun: bool = True
    """Whether the line has had its first turn, and comments belong to turns."""
    foreword: list[str] = field(default_factory=list)
    errors: list[ReadingError] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.body, self.starts = self.text.body()
        self.node = self.game.root

    def read(self) -> list[ReadingError]:
        """Read everything, and say what is wrong."""
        at = 0
        while at < len(self.body) and len(self.errors) < MOST_ERRORS:
            try:
                at = self._take(at)
            except _Fault as fault:
                self._add_error(fault.index, fault.message)
                if not self.above:
                    return self.errors
                at = self._end_of_variation(fault.index)
        if self.above:
            self._add_error(len(self.body), Message("game.open-variation"))
        return self.errors[:MOST_ERRORS]

    def _take(self, at: int) -> int:
        """Read what stands there, and say where it ends."""
        end = None if self.above else end_of(_NUMBER_IN_BRACKET, self.body, at)
        if end is not None:
            return end
        found = compiled(_TOKEN).match(self.body, at)
        if found is None:
            return self._take_turn(at)
        kind = found.lastgroup or ""
        if kind == "rest" and self._separates(found):
            return at + 1
        if kind in ("comment", "rest"):
            self._comment(found[kind])
        elif kind == "begin":
            return self._begin(at)
        elif kind == "end":
            self._end(at)
        elif kind == "result":
            self._result(found)
        elif kind == "mark":
            sign = found["mark"]
            self._mark(_SIGNS.get(sign) or MARKS.get(sign, sign))
        elif kind == "better":
            self._mark(self._who_is_better(found))
        return found.end()

    def _mark(self, mark: str) -> None:
        if self.node.turn is not None and self.begun:
            self.node.marks.append(mark)

    def _who_is_better(self, found: re.Match[str]) -> str:
        number = WHO_IS_BETTER.get(found["better"])
        if number is None:
            raise _Fault(found.start(), Message("game.sign", text=shown(found["better"])))
        return number

    def _separates(self, found: re.Match[str]) -> bool:
        """In a plain list of turns a semicolon stands between two of them."""
        if self.text.headers:
            return False
        rest = found["rest"].lstrip()
        return not rest or compiled(r"@|[a-uA-U]?[0-9]").match(rest) is not None

    def _comment(self, text: str) -> None:
        plain = " ".join(text.split())
        if plain:
            (self.node.comments if self.begun else self.foreword).append(plain)

    def _begin(self, at: int) -> int:
        if self.node.parent is None or not self.begun:
            self._add_error(at, Message("game.early-variation"))
            return self._end_of_variation(at + 1) + 1
        self.above.append(self.node)
        self.node = self.node.parent
        self.begun = False
        return at + 1

    def _end(self, at: int) -> None:
        if not self.above:
            self._add_error(at, Message("game.stray-bracket"))
            return
        replaced = self.above.pop()
        # A variation without a turn: what it says is said of the turn before it.
        replaced.comments += self.foreword
        self.foreword = []
        self.node, self.begun = replaced, True

    def _result(self, found: re.Match[str]) -> None:
        result = result_of(found["result"])
        if not self.above and result is not None:
            self.game.headers.setdefault(RESULT, result)
            rest = compiled(r"\s*").match(self.body, found.end())
            if rest and rest.end() < len(self.body) and self.body[rest.end()] not in "{;":
                raise _Fault(rest.end(), Message("game.after-result"))

    def _take_turn(self, at: int) -> int:
        turn, end = self._plain_turn(at) or self._typed_turn(at)
        node = GameNode(self.node, turn, self.node.position.after(turn), self.node.ply + 1)
        node.foreword, self.foreword = self.foreword, []
        self.node.variations.append(node)
        self.node, self.begun = node, True
        return end

    def _plain_turn(self, at: int) -> tuple[Turn, int] | None:
        """A turn in the usual notation, which is most of any file, without a detour."""
        found = compiled(_PLAIN).match(self.body, at)
        if found is None:
            return None
        position = self.node.position
        named = position.board.by_name
        points = [named.get(name) for name in compiled(_TO).findall(found["steps"])]
        origin = named.get(found["origin"])
        if origin is None or None in points:
            return None
        along = position.turns_along(origin, [point for point in points if point is not None])
        return next(((turn, found.end()) for turn in along if str(turn) == found.group()), None)

    def _typed_turn(self, at: int) -> tuple[Turn, int]:
        position = self.node.position
        try:
            pattern, end = scan_turn(self.body, at, position.board, several=True)
            if end_of(_WORD_GOES_ON, self.body, end):
                other = shown(pattern.text)
                rest = shown(self.body[end:])
                raise _Fault(end, Message("turn.not-separated", text=rest, other=other))
            return only_turn(position, pattern), end
        except NotationError as error:
            raise _Fault((error.column or at + 1) - 1, error.message) from None
        except FanoronaError as error:
            raise _Fault(at, error.message) from None

    def _end_of_variation(self, at: int) -> int:
        """Where to go on behind a variation that cannot be read: at the bracket that closes it."""
        depth = 0
        for found in compiled(r"\{[^}]*\}?|;[^\n]*|[()]").finditer(self.body, at):
            if found.group() == "(":
                depth += 1
            elif found.group() == ")":
                if depth == 0:
                    return found.start()
                depth -= 1
        return len(self.body)

    def _add_error(self, index: int, message: Message) -> None:
        self.errors.append(self.text.error(self.starts, index, message))
