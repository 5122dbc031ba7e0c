"""Games as plain data, for programs that have no reader of their own: the tree is a list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from fanorona.solver.games.game_headers import RESULT, UNFINISHED
from fanorona.solver.games.game_tree import Game, GameNode, UnreadableGame
from fanorona.solver.puzzles.puzzle import ReadingError
from fanorona.words import DEFAULT_LANGUAGE, Language


@dataclass(frozen=True, slots=True, kw_only=True)
class GameHeader:
    """A header of a game file."""

    name: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTurn:
    """A turn in its place of the tree."""

    follows: int
    """The number of the turn before it, counted from 1 as they are listed; 0: the start."""
    label: str
    turn: str
    foreword: tuple[str, ...]
    comments: tuple[str, ...]
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedGame:
    """A game of a file, as far as it can be read."""

    line: int
    headers: tuple[GameHeader, ...]
    rules: str | None
    position: str | None
    result: str
    comments: tuple[str, ...]
    turns: tuple[GameTurn, ...]
    errors: tuple[ReadingError, ...]
    language: Language


@dataclass(frozen=True, slots=True)
class GameList:
    """The games of a file, in order."""

    count: int
    games: tuple[ListedGame, ...]


def listed(
    games: Iterable[Game | UnreadableGame], language: Language = DEFAULT_LANGUAGE
) -> GameList:
    """The games as data, with their errors in that language."""
    found = tuple(_listed(game, language) for game in games)
    return GameList(len(found), found)


def _listed(read: Game | UnreadableGame, language: Language) -> ListedGame:
    game, errors = (read, ()) if isinstance(read, Game) else (read.readable, read.errors)
    headers = [GameHeader(name=name, value=value) for name, value in read.headers.items()]
    return ListedGame(
        line=read.place or 1,
        headers=tuple(headers),
        rules=None if game is None else game.rules.id,
        position=None if game is None else game.start.fen(),
        result=read.headers.get(RESULT, UNFINISHED),
        comments=() if game is None else tuple(game.root.comments),
        turns=() if game is None else tuple(_turns(game.root)),
        errors=errors,
        language=language,
    )


def _turns(root: GameNode) -> Iterator[GameTurn]:
    """Every turn, those that follow one in their order: that of the line first."""
    numbers = {id(root): 0}
    for number, (_, node) in enumerate(root.walk(), start=1):
        numbers[id(node)] = number
        yield GameTurn(
            follows=numbers[id(node.parent)],
            label=node.label,
            turn=str(node.turn),
            foreword=tuple(node.foreword),
            comments=tuple(node.comments),
            marks=tuple(node.marks),
        )
