"""A printed solution cut into moves, numbers, marks, brackets and prose, each with its place.

    1. d1-c1W-c2A-d2W! (menace a1-b2) d3-c3 2. a1-b2A et gagne

A move is scanned with everything in brackets blanked out, so that a remark in the middle of a chain
does not end it. Whatever looks like a move, a number or a direction and cannot be read becomes a
`Suspect`; what is left over is prose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from fanorona.solver.board import Board
from fanorona.solver.errors import NotationError
from fanorona.solver.notation.directions import ARROW, scan_directions
from fanorona.solver.notation.scanning import compiled
from fanorona.solver.notation.turn_text import TurnPattern, scan_turn
from fanorona.solver.puzzles.printed import vocabulary
from fanorona.solver.puzzles.printed.suspects import (
    Suspect,
    broken_turn,
    misspelt_at,
    misspelt_behind_origin,
    other_notation,
)
from fanorona.solver.puzzles.tags import folded

DEEPEST = 20
"""Brackets inside of brackets."""

_OPENING = {"(": ")", "[": "]", "{": "}"}
_RESULT = r"(?:1\s?[-–]\s?0|0\s?[-–]\s?1|1/2(?:\s?[-–]\s?1/2)?|½(?:\s?[-–]\s?½)?)(?![\w/])"
_DOTS = r"\s?\.?\s?(?:\.{2,3}|…)"
_NUMBER = rf"(?P<value>[0-9]{{1,3}})(?:(?P<dots>{_DOTS})|\s?[.)°º:/](?![0-9/])|\s?-(?=\s)|(?=\s))"
_BARE_DOTS = r"(?:\.{3}|…)(?=\s*[a-uA-U@][0-9])"
_MARK = r"[!?+#=±∓†‡□]+"
_WORD = r"[^\W\d_](?:[^\W_]|[\u0300-\u036f])*(?:-[^\W\d_](?:[^\W_]|[\u0300-\u036f])*)*"
_POINT = r"[a-uA-U][0-9]{1,2}(?![\w])"
_TURN_STARTS = r"[a-uA-U][0-9]|@\s*[a-uA-U][0-9]"
_LIST_BEFORE = r"[/|>→]\s*$"
_LIST_AFTER = rf"\s*(?:[/|>]|{ARROW})"
_COMPOUND = r"(?ai:(?:haut|bas|up|down)[-\u2010-\u2014]?(?:droite?|gauche|right|left))(?!\w)"
_WORD_FOLLOWS = r"\s*[,:]?\s+(?P<word>[^\W\d_]+)"
_SEPARATORS = "/|>,;-–—"
_BLANK_PAIR = rf"{_POINT}(?:\s+{_POINT})+(?!\s*[-–x×])"
_PLAIN_CHAIN = rf"{_POINT}(?:[-\u2010-\u2015]{_POINT})+"
_FROM_TO = r"(?P<one>[a-uA-U][0-9]{1,2})[-\u2010-\u2015](?P<two>[a-uA-U][0-9]{1,2})(?![\w-])"


@dataclass(frozen=True, slots=True)
class Move:
    """A move that can be read."""

    start: int
    end: int
    pattern: TurnPattern


@dataclass(frozen=True, slots=True)
class Number:
    """A figure that may number the move behind it; `dots`: that of the side that plays second."""

    start: int
    end: int
    value: int
    dots: bool


@dataclass(frozen=True, slots=True)
class Mark:
    """What is thought of the move before it: ! or ? and the like."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Word:
    """Prose, as `folded` leaves it."""

    start: int
    end: int
    plain: str


@dataclass(frozen=True, slots=True)
class Sign:
    """Punctuation."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Aside:
    """What stands in brackets."""

    start: int
    end: int
    text: str
    tokens: tuple[Token, ...]


Token = Move | Number | Mark | Word | Sign | Aside | Suspect


def tokens_of(text: str, board: Board) -> tuple[Token, ...]:
    """Everything in a text, in order."""
    return _tokens(text, 0, len(text), board, 0)


def _tokens(text: str, start: int, end: int, board: Board, depth: int) -> tuple[Token, ...]:
    brackets = list(_brackets(text, start, end)) if depth < DEEPEST else []
    plain = " " * start + text[start:end]
    for first, last in brackets:
        plain = plain[:first] + " " * (last - first) + plain[last:]
    asides = [
        Aside(first, last, text[first:last], _tokens(text, first + 1, last - 1, board, depth + 1))
        for first, last in brackets
    ]
    return _Scanner(plain, board, asides, at=start).scan()


def _brackets(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The outermost pairs; a bracket without its partner is a sign like any other."""
    at = start
    while at < end:
        last = _partner(text, at, end) if text[at] in _OPENING else None
        if last is None or _is_capture_sign(text, at, last):
            at += 1
        else:
            yield at, last
            at = last


def _partner(text: str, at: int, end: int) -> int | None:
    opening, closing, depth = text[at], _OPENING[text[at]], 0
    for index in range(at, min(end, at + 5000)):
        depth += (text[index] == opening) - (text[index] == closing)
        if not depth:
            return index + 1
    return None


def _is_capture_sign(text: str, first: int, last: int) -> bool:
    """Is it `(R)` right behind a point?"""
    joined = first > 1 and text[first - 1].isdigit() and text[first - 2].isalpha()
    return (
        joined
        and compiled(r"[a-zA-Z]{1,3}\.?|[+-]").fullmatch(text, first + 1, last - 1) is not None
    )


@dataclass(slots=True)
class _Scanner:
    """Goes through one level of a text, in which brackets are blank."""

    text: str
    board: Board
    asides: list[Aside]
    at: int
    tokens: list[Token] = field(default_factory=list)

    def scan(self) -> tuple[Token, ...]:
        while self.at < len(self.text):
            if self.text[self.at].isspace():
                self.at += 1
                continue
            self._take_asides(self.at)
            token = self._next()
            self.tokens.append(self._placed(token))
            self.at = max(token.end, self.at + 1)
        self._take_asides(len(self.text))
        return tuple(self.tokens)

    def _next(self) -> Token:
        for read in _READERS:
            token = read(self)
            if token is not None:
                return token
        return _sign(self)

    def _placed(self, token: Token) -> Token:
        """A suspect knows whether the directions before it are part of the same move."""
        if not isinstance(token, Suspect):
            return token
        before = self.last
        while isinstance(before, Sign) and before.text in _SEPARATORS:
            before = self._before(before)
        listed = isinstance(before, Move) and any(step.direction for step in before.pattern.steps)
        return replace(token, goes_on=True) if listed else token

    def _before(self, sign: Sign) -> Token | None:
        index = self.tokens.index(sign)
        return self.tokens[index - 1] if index else None

    def _take_asides(self, before: int) -> None:
        while self.asides and self.asides[0].start < before:
            self.tokens.append(self.asides.pop(0))

    @property
    def last(self) -> Token | None:
        """The token before, marks and brackets left out."""
        for token in reversed(self.tokens):
            if not isinstance(token, (Mark, Aside)):
                return token
        return None

    @property
    def last_word(self) -> str:
        """The word right before, with nothing in between."""
        token = self.tokens[-1] if self.tokens else None
        return token.plain if isinstance(token, Word) else ""

    def starts_word(self) -> bool:
        return self.at == 0 or not (
            self.text[self.at - 1].isalnum() or self.text[self.at - 1] == "_"
        )

    def at_move_place(self) -> bool:
        """Do moves stand here, not prose?"""
        last = self.last
        if isinstance(last, Sign):
            return self._before_signs()
        return last is None or isinstance(last, (Move, Number, Suspect))

    def _before_signs(self) -> bool:
        """After punctuation it depends on what stands before it."""
        for token in reversed(self.tokens):
            if not isinstance(token, (Mark, Aside, Sign)):
                return isinstance(token, (Move, Number, Suspect))
            if isinstance(token, Sign) and token.text in ":;":
                return True
        return True

    def next_word(self, end: int) -> str:
        found = compiled(_WORD_FOLLOWS).match(self.text, end)
        return folded(found["word"]) if found else ""

    def in_list(self, end: int) -> bool:
        """Does a stroke or an arrow join it to a direction?"""
        before = compiled(_LIST_BEFORE).search(self.text, max(self.at - 4, 0), self.at)
        return bool(before or compiled(_LIST_AFTER).match(self.text, end))

    def chunk(self) -> str:
        """What stands there up to the next blank, without the punctuation at its end."""
        found = compiled(r"\S+").match(self.text, self.at)
        return found.group().rstrip(".,;:!?)]}…") if found else ""


def _result(scanner: _Scanner) -> Token | None:
    found = compiled(_RESULT).match(scanner.text, scanner.at) if scanner.starts_word() else None
    return Sign(found.start(), found.end(), "=") if found else None


def _number(scanner: _Scanner) -> Token | None:
    if not scanner.starts_word():
        return None
    dots = compiled(_BARE_DOTS).match(scanner.text, scanner.at)
    if dots:
        return Sign(dots.start(), dots.end(), "…")
    found = compiled(_NUMBER).match(scanner.text, scanner.at)
    if not found or scanner.last_word in vocabulary.FIGURES_AFTER:
        return None
    return Number(found.start(), found.end(), int(found["value"]), found["dots"] is not None)


def _other(scanner: _Scanner) -> Token | None:
    if not scanner.starts_word():
        return None
    found = other_notation(scanner.text, scanner.at)
    if found is None:
        return None
    sure = found.certain or scanner.in_list(found.end) or isinstance(scanner.last, Number)
    alone = scanner.at_move_place() and not scanner.next_word(found.end)
    return found if sure or alone else None


def _turn(scanner: _Scanner) -> Token | None:
    text, at = scanner.text, scanner.at
    if not scanner.starts_word() or not compiled(_TURN_STARTS).match(text, at):
        return None
    if _names_a_place(scanner):
        return Word(at, at + max(len(scanner.chunk()), 1), "")
    try:
        pattern, end = scan_turn(text, at, scanner.board, several=True)
    except NotationError as error:
        return (
            misspelt_behind_origin(text, at)
            or _lone_point(scanner)
            or broken_turn(text, at, scanner.chunk(), error)
        )
    if compiled(r"[-\w'’(]").match(text, end) and not text[end - 1].isspace():
        return misspelt_at(text, end) or broken_turn(text, at, scanner.chunk(), None)
    return Move(at, end, pattern)


def _names_a_place(scanner: _Scanner) -> bool:
    """'the diagonal a1-c3', 'the stones a1 a2', 'le pion c4 à gauche'."""
    word, text, at = scanner.last_word, scanner.text, scanner.at
    if word in vocabulary.LINE_NOUNS:
        return compiled(_PLAIN_CHAIN).match(text, at) is not None
    if word in vocabulary.LINES:
        return _is_far_apart(scanner)
    if word in vocabulary.SEVERAL_POINTS:
        return compiled(_BLANK_PAIR).match(text, at) is not None
    return word in vocabulary.ONE_POINT and _is_beside(scanner)


def _is_far_apart(scanner: _Scanner) -> bool:
    """Two points that no step joins."""
    found = compiled(_FROM_TO).match(scanner.text, scanner.at)
    points = (
        [scanner.board.by_name.get(found[name].lower()) for name in ("one", "two")] if found else []
    )
    if len(points) < 2 or points[0] is None or points[1] is None:
        return False
    return scanner.board.direction(points[0], points[1]) is None


def _is_beside(scanner: _Scanner) -> bool:
    """A point and one direction, without a colon or a list."""
    found = compiled(r"[a-uA-U][0-9]+\s+(?=[^\s:])").match(scanner.text, scanner.at)
    directions = scan_directions(scanner.text, found.end()) if found else None
    if not directions:
        return False
    readings, end = directions
    return len(readings[0]) == 1 and not compiled(_LIST_AFTER).match(scanner.text, end)


def _lone_point(scanner: _Scanner) -> Token | None:
    """A point without a move: prose, unless it stands where a move should."""
    found = compiled(_POINT).match(scanner.text, scanner.at)
    if not found:
        return None
    goes_on = compiled(r"\s*[-–x×:~>]").match(scanner.text, found.end())
    if goes_on and not _announces(scanner, found.end()):
        return None
    last = scanner.tokens[-1] if scanner.tokens else None
    in_place = last is None or isinstance(last, (Move, Number, Mark, Aside))
    if not in_place or (not isinstance(last, Number) and scanner.next_word(found.end())):
        return Word(found.start(), found.end(), "")
    return Suspect(found.start(), found.end(), "destination", {"text": found.group()})


def _announces(scanner: _Scanner, end: int) -> bool:
    """The point ends a phrase: 'on souffle h3 : 1. h3~g2-g3A', 'taking e1: it wins'."""
    prose = scanner.last_word and scanner.last_word not in vocabulary.GOES_ON
    return bool(prose) and compiled(r"\s*:\s").match(scanner.text, end) is not None


def _directions(scanner: _Scanner) -> Token | None:
    text, at = scanner.text, scanner.at
    if not scanner.starts_word():
        return None
    try:
        found = scan_directions(text, at)
    except NotationError as error:
        return broken_turn(text, at, scanner.chunk(), error)
    if found is None:
        return None
    pattern, end = scan_turn(text, at, scanner.board, several=True)
    if not _is_move(scanner, pattern, end):
        return None
    if compiled(r"[-\w'’]").match(text, end):
        return misspelt_at(text, end) or broken_turn(text, at, scanner.chunk(), None)
    return Move(at, end, pattern)


def _is_move(scanner: _Scanner, pattern: TurnPattern, end: int) -> bool:
    """Are these directions a move, or words of a sentence?"""
    if compiled(rf"[/|>]|{ARROW}").search(pattern.text) or scanner.in_list(end):
        return True
    if isinstance(scanner.last, Number):
        return True
    following = scanner.next_word(end)
    several = min(len(one.steps) for one in (pattern, *pattern.others)) > 1
    ends = several or not following or following in vocabulary.GOES_ON | vocabulary.CLAIMS
    if scanner.last_word in vocabulary.GOES_ON and len(scanner.tokens) > 1:
        return ends and isinstance(scanner.tokens[-2], Move)
    if scanner.last_word:
        compound = compiled(_COMPOUND).match(scanner.text, scanner.at) is not None
        return compound and scanner.last_word not in vocabulary.PLACE_WORDS
    return scanner.at_move_place() and ends


def _mark(scanner: _Scanner) -> Token | None:
    found = compiled(_MARK).match(scanner.text, scanner.at)
    if not found:
        return None
    is_mark = bool(scanner.tokens) and isinstance(scanner.tokens[-1], (Move, Aside, Mark))
    return (Mark if is_mark else Sign)(found.start(), found.end(), found.group())


def _word(scanner: _Scanner) -> Token | None:
    found = compiled(_WORD).match(scanner.text, scanner.at)
    if not found:
        return None
    broken = broken_turn(scanner.text, scanner.at, scanner.chunk(), None, only_if_meant=True)
    if broken and scanner.starts_word():
        return broken
    plain = folded(found.group())
    certain = scanner.in_list(found.end()) or _is_numbered_alone(scanner, found.end())
    meant = vocabulary.misspelt_direction(plain, certain=certain)
    if meant:
        values = {"text": found.group(), "meant": meant}
        return Suspect(found.start(), found.end(), "misspelt", values)
    if _is_between_directions(scanner, found.end()):
        return Suspect(found.start(), found.end(), "no-direction", {"text": found.group()})
    return Word(found.start(), found.end(), plain)


def _is_numbered_alone(scanner: _Scanner, end: int) -> bool:
    numbered = bool(scanner.tokens) and isinstance(scanner.tokens[-1], Number)
    return numbered and not scanner.next_word(end)


def _is_between_directions(scanner: _Scanner, end: int) -> bool:
    """Is it part of a list of directions without being one?"""
    last = scanner.last
    before = compiled(_LIST_BEFORE).search(scanner.text, max(scanner.at - 4, 0), scanner.at)
    if before and isinstance(last, Sign) and len(scanner.tokens) > 1:
        return any(isinstance(token, (Move, Suspect)) for token in scanner.tokens[-2:])
    after = compiled(_LIST_AFTER).match(scanner.text, end)
    blank = compiled(r"\s*").match(scanner.text, after.end()) if after else None
    return blank is not None and scan_directions(scanner.text, blank.end()) is not None


def _sign(scanner: _Scanner) -> Token:
    found = compiled(
        r"[0-9]+(?:[.,/:][0-9]+)*|.",
    ).match(scanner.text, scanner.at)
    assert found, "there is a character"
    if found.group() == "*":
        # Emphasis around a move, as in plain-text mail.
        return Sign(found.start(), found.end(), "*")
    broken = broken_turn(scanner.text, scanner.at, scanner.chunk(), None, only_if_meant=True)
    if broken and scanner.starts_word():
        return broken
    return Sign(found.start(), found.end(), found.group())


_READERS: tuple[Callable[[_Scanner], Token | None], ...] = (
    _result,
    _number,
    _other,
    _turn,
    _directions,
    _mark,
    _word,
)
