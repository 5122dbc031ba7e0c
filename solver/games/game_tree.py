"""A game: headers, a start position, and a tree of turns with comments and marks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from fanorona.solver.board import Colour
from fanorona.solver.errors import NotationError
from fanorona.solver.games.game_headers import RESULT, UNFINISHED, headers_of
from fanorona.solver.position import Position
from fanorona.solver.puzzles.puzzle import ReadingError
from fanorona.solver.rules import RuleSet
from fanorona.solver.turn import Turn
from fanorona.words import Message

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from fanorona.solver.games.review import Review, ReviewedTurn
    from fanorona.solver.puzzles.source import Source

_EVALUATION = r"[+\-\u2212\u2013]?[0-9]{1,3}(?:[.,][0-9]{1,4})?"


@dataclass(slots=True, eq=False, repr=False)
class GameNode:
    """A position of a game's tree, and the turn that led to it; the root has no turn.

    Examples:
        >>> from fanorona import Game
        >>> node = Game().play("d3-e3A")
        >>> node.label, str(node.turn), node.ply, node.parent.variations == [node]
        ('1.', 'd3-e3A', 1, True)
    """

    parent: GameNode | None
    turn: Turn | None
    position: Position
    ply: int
    """How many turns led here."""
    foreword: list[str] = field(default_factory=list)
    """Comments before the first turn of a variation."""
    comments: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    """Such as '!', '?!' or '$13'."""
    variations: list[GameNode] = field(default_factory=list)
    """The next turns: that of the line first, then the others."""

    def __repr__(self) -> str:
        return f"<GameNode {self.label} {self.turn}>" if self.turn else "<GameNode, the start>"

    @property
    def side(self) -> Colour:
        """Who played the turn."""
        return self.position.side.other

    @property
    def label(self) -> str:
        """The number of the turn: '1.' for White's, '1...' for Black's."""
        black = self.side is Colour.BLACK
        return f"{(self.ply + 1) // 2}..." if black else f"{self.ply // 2 + 1}."

    @property
    def next(self) -> GameNode | None:
        """The next turn of the line."""
        return self.variations[0] if self.variations else None

    @property
    def evaluation(self) -> float | None:
        """What a comment such as '+1.2' says: stones, from White's side."""
        from fanorona.solver.notation.scanning import compiled

        for comment in self.comments:
            if compiled(_EVALUATION).fullmatch(comment):
                plain = comment.replace(",", ".").replace("\u2212", "-").replace("\u2013", "-")
                return float(plain)
        return None

    def play(self, *turns: Turn | str) -> GameNode:
        """Play turns from here, and say where they lead.

        A turn that is not in the tree yet becomes the line, or a variation where there is one.
        """
        node = self
        for turn in turns:
            read = node.position.read(turn) if isinstance(turn, str) else turn
            known = [one for one in node.variations if str(one.turn) == str(read)]
            node = known[0] if known else node.add(read)
        return node

    def add(self, turn: Turn) -> GameNode:
        """A new variation with that turn, even if there is one already."""
        node = GameNode(self, turn, self.position.play(turn), self.ply + 1)
        self.variations.append(node)
        return node

    def line(self) -> Iterator[GameNode]:
        """The turns after this one, without the variations."""
        node = self.next
        while node is not None:
            yield node
            node = node.next

    def walk(self) -> Iterator[tuple[int, GameNode]]:
        """Every turn below, a variation right after the turn it replaces, each with its depth."""
        waiting = [(0, node) for node in reversed(self.variations)]
        while waiting:
            depth, node = waiting.pop()
            yield depth, node
            waiting += [(depth + 1, one) for one in reversed(node.variations)]


class Game:
    """A game with its headers, its variations, comments and marks. `str(game)` is its file.

    `play` goes on at the end of the main line, and `GameNode.play` anywhere else.

    Examples:
        >>> game = Game(headers={"White": "Rabe", "Black": "Solo"})
        >>> node = game.play("d3-e3A", "d4-d3A")
        >>> node.marks.append("?!")
        >>> better = node.parent.play("c3-d3W")
        >>> print(game)
        [White "Rabe"]
        [Black "Solo"]
        [Result "*"]
        <BLANKLINE>
        1. d3-e3A d4-d3A?! (1... c3-d3W) *
        >>> [str(turn) for turn in Game.parse("1. d3-e3A").turns]
        ['d3-e3A']
    """

    def __init__(
        self,
        start: Position | str = "start",
        rules: str | RuleSet = "standard",
        headers: Mapping[str, str] | None = None,
    ) -> None:
        position = Position.parse(start, rules) if isinstance(start, str) else start
        position.require_legal()
        self.root = GameNode(None, None, position, 0)
        self.headers = {**(headers or {}), **headers_of(position)}
        self.headers.setdefault(RESULT, UNFINISHED)
        self.place: int | None = None
        """The line of the file where it begins."""

    @staticmethod
    def parse(text: str) -> Game:
        """The first game of a text, in FGN or as a list of turns; NotationError if it is faulty."""
        for game in Game.read(text):
            if isinstance(game, UnreadableGame):
                first = game.errors[0]
                raise NotationError(first.detail, line=first.line, column=first.column)
            return game
        raise NotationError(Message("game.none"))

    @staticmethod
    def read(source: Source) -> Iterator[Game | UnreadableGame]:
        """Every game of a text, of bytes or of a file that is open in binary mode, one by one."""
        from fanorona.solver.games.game_reading import read_games

        return read_games(source)

    def __str__(self) -> str:
        from fanorona.solver.games.game_writing import write_game

        return write_game(self).rstrip("\n")

    def __repr__(self) -> str:
        return f"<Game of {len(self.turns)} turns, {self.rules.id}, {self.result}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._content() == other._content()

    __hash__ = None  # type: ignore[assignment]

    @property
    def start(self) -> Position:
        return self.root.position

    @property
    def rules(self) -> RuleSet:
        return self.start.rules

    @property
    def result(self) -> str:
        """'1-0', '0-1', '1/2-1/2', or '*' while nothing is said."""
        return self.headers.get(RESULT, UNFINISHED)

    @property
    def variations(self) -> list[GameNode]:
        """The first turns: that of the main line, then the others."""
        return self.root.variations

    @property
    def main_line(self) -> tuple[GameNode, ...]:
        return tuple(self.root.line())

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns of the main line."""
        return tuple(node.turn for node in self.root.line() if node.turn is not None)

    @property
    def positions(self) -> tuple[Position, ...]:
        """The positions of the main line, the start included."""
        return self.start, *(node.position for node in self.root.line())

    @property
    def end(self) -> GameNode:
        """The last turn of the main line; the root where there is none."""
        node = self.root
        while node.variations:
            node = node.variations[0]
        return node

    def play(self, *turns: Turn | str) -> GameNode:
        """Play turns at the end of the main line."""
        return self.end.play(*turns)

    def review(
        self,
        nodes: int | None = None,
        time_ms: int | None = None,
        *,
        executor: Executor | None = None,
        on_turn: Callable[[ReviewedTurn], None] | None = None,
    ) -> Review:
        """What every turn of the main line was worth, and what was missed (docs/games.md).

        The budget is that of each position. An executor shares the work; `on_turn` hears of every
        turn as soon as it is judged, the last one first.
        """
        from fanorona.solver.games.review import review

        return review(self, nodes, time_ms, executor=executor, on_turn=on_turn)

    def _content(self) -> tuple[Any, ...]:
        nodes = [
            (depth, str(node.turn), node.foreword, node.comments, node.marks)
            for depth, node in self.root.walk()
        ]
        return self.start, self.headers, self.root.comments, nodes


@dataclass(frozen=True, slots=True)
class UnreadableGame:
    """A game with faults: everything that is wrong in it, and what could be read.

    Examples:
        >>> (faulty,) = Game.read('[White "Rabe"]\\n\\n1. d3-e3A a1-a2')
        >>> faulty.errors[0].line, faulty.errors[0].column, len(faulty.readable.turns)
        (3, 11, 1)
    """

    place: int
    """The line of the file where it begins."""
    headers: dict[str, str]
    errors: tuple[ReadingError, ...]
    readable: Game | None
    """The turns before the first fault; None where not even the start is known."""
