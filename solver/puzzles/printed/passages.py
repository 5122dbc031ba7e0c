"""The moves of a printed solution in runs: what follows what, and what begins a variation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from fanorona.solver.notation.turn_text import TurnPattern
from fanorona.solver.position import Position
from fanorona.solver.puzzles.printed import vocabulary
from fanorona.solver.puzzles.printed.suspects import Suspect
from fanorona.solver.puzzles.printed.tokens import Aside, Mark, Move, Number, Sign, Token, Word

_STRONG_REACH = 8
"""Words that may stand between 'si' and the move."""
_REACH = 2
"""Words that may stand between any other word that opens a variation and the move."""
_WEAK_IF = vocabulary.IF - {"si", "if"}
_BAD = ("?", "??")


class Opener(Enum):
    """What comes before a move."""

    ON = auto()
    """The move before."""
    IF = auto()
    OR = auto()
    SEMICOLON = auto()
    THREAT = auto()
    BRACKET = auto()
    BACK = auto()
    """A number that was there before."""


@dataclass(frozen=True, slots=True)
class PrintedTurn:
    """A move as it stands in the text."""

    pattern: TurnPattern
    start: int
    number: Number | None = None
    mark: str = ""
    opener: Opener = Opener.ON
    advised_against: bool = False
    """The words before it, or those behind it, or a ? say that it fails."""
    any_reply: bool = False
    """Whatever the other side played before it."""
    after_prose: bool = False

    @property
    def mark_is_bad(self) -> bool:
        return self.mark in _BAD

    @property
    def is_bad(self) -> bool:
        return self.advised_against or self.mark_is_bad


@dataclass(frozen=True, slots=True)
class Run:
    """Moves that follow each other, and what stands in brackets behind how many of them."""

    turns: tuple[PrintedTurn, ...]
    asides: tuple[tuple[int, Aside], ...] = ()

    def split(self, count: int) -> tuple[Run, Run]:
        """The first moves and the others, each with its brackets."""
        first = tuple(one for one in self.asides if one[0] <= count)
        rest = tuple((at - count, aside) for at, aside in self.asides if at > count)
        return Run(self.turns[:count], first), Run(self.turns[count:], rest)


Part = Run | Suspect | Aside
"""An aside on its own stands before every move."""


def parts_of(tokens: Sequence[Token]) -> tuple[Part, ...]:
    """What one level of a text consists of."""
    return tuple(_joined(_Gathering(tokens).gather()))


def _joined(items: Iterator[PrintedTurn | Suspect | Aside]) -> Iterator[Part]:
    turns: list[PrintedTurn] = []
    asides: list[tuple[int, Aside]] = []
    for item in items:
        begins = isinstance(item, PrintedTurn) and item.opener is not Opener.ON
        if turns and (begins or isinstance(item, Suspect)):
            yield Run(tuple(turns), tuple(asides))
            turns, asides = [], []
        if isinstance(item, PrintedTurn):
            turns.append(item)
        elif turns and isinstance(item, Aside):
            asides.append((len(turns), item))
        else:
            assert not isinstance(item, PrintedTurn)
            yield item
        if turns and turns[-1].opener is Opener.THREAT:
            yield Run(tuple(turns))
            turns, asides = [], []
    if turns:
        yield Run(tuple(turns), tuple(asides))


@dataclass(slots=True)
class _Gathering:
    """Goes through the tokens and remembers what they say about the next move."""

    tokens: Sequence[Token]
    opener: Opener = Opener.ON
    number: Number | None = None
    any_reply: bool = False
    since_opener: int = 0
    since_number: int = 0
    warned: int = 99
    """Words since one that advises against the next move."""
    prose: bool = False
    items: list[PrintedTurn | Suspect | Aside] = field(default_factory=list)

    def gather(self) -> Iterator[PrintedTurn | Suspect | Aside]:
        for token in self.tokens:
            self._take(token)
        return iter(self.items)

    def _take(self, token: Token) -> None:
        if isinstance(token, Move):
            self._take_move(token)
        elif isinstance(token, Number):
            self.number, self.since_number = token, 0
        elif isinstance(token, Mark):
            self._take_mark(token)
        elif isinstance(token, Word):
            self._take_word(token.plain)
        elif isinstance(token, Sign):
            self._take_sign(token.text)
        else:
            if isinstance(token, Suspect):
                self._drop_beginning(token)
            self.items.append(token)

    def _drop_beginning(self, suspect: Suspect) -> None:
        """Directions that go on with something unreadable are not a move of their own."""
        self.number = None
        if suspect.goes_on and self.items and self._is_turn(-1):
            self.items.pop()

    def _take_move(self, move: Move) -> None:
        self.items.append(
            PrintedTurn(
                move.pattern,
                move.start,
                self.number,
                opener=self.opener,
                advised_against=self.warned <= _REACH,
                any_reply=self.any_reply,
                after_prose=self.prose,
            )
        )
        self.opener, self.number, self.any_reply = Opener.ON, None, False
        self.warned, self.prose = 99, False

    def _take_mark(self, mark: Mark) -> None:
        last = next((i for i in reversed(range(len(self.items))) if self._is_turn(i)), None)
        if last is not None:
            turn = self.items[last]
            assert isinstance(turn, PrintedTurn)
            self.items[last] = replace(turn, mark=turn.mark + mark.text)

    def _is_turn(self, index: int) -> bool:
        return isinstance(self.items[index], PrintedTurn)

    def _take_word(self, plain: str) -> None:
        self.prose = True
        self.since_opener += 1
        self.since_number += 1
        self.warned += 1
        self._forget()
        opener = _opener(plain)
        if opener is not None:
            self.opener, self.since_opener = opener, 0
            if plain in vocabulary.IF - _WEAK_IF:
                self.since_opener = _REACH - _STRONG_REACH
        if plain in vocabulary.NOT:
            self.warned = 0
        if plain in vocabulary.ANY:
            self.any_reply = True
        if plain in vocabulary.FAILS and self.items and self._is_turn(-1):
            turn = self.items[-1]
            assert isinstance(turn, PrintedTurn)
            self.items[-1] = replace(turn, advised_against=True)

    def _forget(self) -> None:
        """What was said too long ago is not about the next move."""
        weak = self.opener not in (Opener.SEMICOLON, Opener.THREAT)
        if weak and self.since_opener > _REACH:
            self.opener = Opener.ON
        bare = self.number is not None and self.number.end - self.number.start < 2
        if self.since_number > (0 if bare else _REACH):
            self.number = None

    def _take_sign(self, sign: str) -> None:
        if sign == ";":
            self.opener, self.since_opener = Opener.SEMICOLON, 0
        elif sign == ".":
            self.number = None
            if self.opener is Opener.THREAT:
                self.opener = Opener.ON
        elif sign == "~":
            self.any_reply = True


def _opener(word: str) -> Opener | None:
    for opener, openers in (
        (Opener.IF, vocabulary.IF),
        (Opener.OR, vocabulary.OR),
        (Opener.THREAT, vocabulary.THREAT),
    ):
        if word in openers:
            return opener
    return None


@dataclass(frozen=True, slots=True)
class Numbering:
    """How the moves of a text are numbered: half-moves from `first`, or every move by itself."""

    first: int = 2
    every_move: bool = False

    def ply(self, number: Number) -> int:
        """How many moves stand before the one with that number."""
        if self.every_move:
            return number.value - 1
        return 2 * number.value + number.dots - self.first


def numbering_of(parts: Sequence[Part], position: Position) -> Numbering:
    """The way that fits the numbers of the main line."""
    turns = [turn for part in parts if isinstance(part, Run) for turn in part.turns]
    numbered = [(index, turn.number) for index, turn in enumerate(turns) if turn.number]
    if not numbered:
        return Numbering()
    index, first = numbered[0]
    counts_all = all(one.value == at + 1 and not one.dots for at, one in numbered)
    both = [at for at, _ in numbered[:2]] == [0, 1]
    certain = len(numbered) > 2 or (both and _is_opponents(turns[1].pattern, position))
    if both and counts_all and certain:
        return Numbering(every_move=True)
    return Numbering(2 * first.value + first.dots if index == 0 else 2)


def _is_opponents(pattern: TurnPattern, position: Position) -> bool:
    """Does the move begin where the side that is not to move has a stone?"""
    if pattern.origin is None:
        return pattern.placed is not None
    return bool(position.arrangement.stones(position.side.other) >> pattern.origin & 1)
