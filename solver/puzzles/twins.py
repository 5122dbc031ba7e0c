"""Twins: the same problem with a small change, solved and checked on its own.

    Twin: b) stone c3 to c4
    Twin: c) remove d1, white stone on e2
    Jumeau : d) pion c3 en c4 ; Noir joue et gagne en 2 coups

The diagram is a). A solution may name the twin that it belongs to: `Solution: b) c2-c3A`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from string import ascii_lowercase

from fanorona.solver.arrangement import Arrangement
from fanorona.solver.board import Colour
from fanorona.solver.errors import NotationError
from fanorona.solver.notation.fen import read_side, with_state, write_fen
from fanorona.solver.notation.scanning import compiled
from fanorona.solver.puzzles.puzzle import PlacedText, Puzzle, Stipulation
from fanorona.solver.puzzles.puzzle_changes import (
    Change,
    MoveStone,
    NewState,
    NewStipulation,
    PutStone,
    RemoveStone,
)
from fanorona.solver.puzzles.stipulation import read_stipulation
from fanorona.solver.puzzles.tags import folded
from fanorona.solver.quoting import shown
from fanorona.words import Message

FIRST = "a"
"""The diagram itself."""
MOST_TWINS = 25

_LABEL = r"(?:(?<=\s)|^|(?<=[;,/]))\(?([a-z])\)\s*"
_BETWEEN = r"\s*;\s+|\s*,\s+|\s*\+\s*"
_AND = r"\s+(?:and|et|puis)\s+"

_POINT = r"([a-u][0-9]{1,2})"
_STONE = r"(?:(?:the |le )?(?:stone|pion|pierre) (?:from |on |at |de |en |d')?)?"
_COLOUR = r"(white|black|blanc|blanche|noir|noire)"
_MOVE = rf"(?:move |deplacer |deplacez )?{_STONE}{_POINT} ?(?:to|en|vers|a|->|→|=>) ?{_POINT}"
_REMOVE = rf"(?:remove|without|minus|sans|otez|oter|enlevez|supprimez|-) ?{_STONE}{_POINT}"
_REMOVED = rf"{_STONE}{_POINT} (?:removed|ote|enleve|supprime)e?"
_ADD = r"(?:(?:add|plus|with|ajoutez|ajouter|avec) )?(?:an? |un |une )?"
_PUT = rf"{_ADD}(?:{_COLOUR} (?:stone )?|(?:pion|pierre) {_COLOUR} )(?:on |at |to |en |a |sur )?"
_PUT_ON = rf"{_PUT}{_POINT}"
_TURNED = rf"{_STONE}{_POINT} (?:in |becomes |turned |en |devient )?{_COLOUR}"
_STATE = r"(?:state|etat) ?:? ?(.+)"
_SIDE = (
    r"(white|black) (?:to (?:move|play)|moves|plays|begins)"
    r"|trait aux? (blancs?|noirs?)|(?:les )?(blancs?|noirs?) (?:jouent?|commencent?|au trait)"
)


@dataclass(frozen=True, slots=True)
class Twin:
    """One twin: its letter, and what is changed in the diagram."""

    label: str
    changes: tuple[Change, ...]
    given: PlacedText = field(default=PlacedText(""), compare=False)
    """As its file has it."""

    def message(self) -> Message:
        """What is changed, in words."""
        return Message("twin.changes", changes=tuple(change.message() for change in self.changes))


def read_twins(given: Sequence[PlacedText], puzzle: Puzzle) -> Iterator[Twin | NotationError]:
    """The twins that these texts describe; one that cannot be read is an error with its place."""
    taken = {FIRST}
    for text in given:
        for label, part in _labelled(text):
            try:
                letter = _letter(label, taken, len(taken))
                taken.add(letter)
                yield Twin(letter, _read_changes(part.text, puzzle), part)
            except NotationError as error:
                yield part.error(error.message, error.column)


def twin_puzzles(puzzle: Puzzle) -> Iterator[tuple[Twin, Puzzle]]:
    """Each twin as a puzzle of its own, with the solutions that name it."""
    for twin in puzzle.twins:
        changed = replace(puzzle, twins=(), solutions=(), hint=None, game=None)
        for change in twin.changes:
            changed = change.made(changed)
        yield twin, replace(changed, solutions=tuple(_solutions_of(puzzle, twin.label)))


def without_twins(puzzle: Puzzle) -> Puzzle:
    """What stands under a): the puzzle with its own solutions only."""
    if not puzzle.twins:
        return puzzle
    return replace(puzzle, twins=(), solutions=tuple(_solutions_of(puzzle, FIRST)))


def _solutions_of(puzzle: Puzzle, label: str) -> Iterator[PlacedText]:
    """What is said of one twin; a letter that no twin has is part of the text."""
    letters = FIRST + "".join(twin.label for twin in puzzle.twins)
    for solution in puzzle.solutions:
        for letter, part in _labelled(solution, letters):
            if (letter or FIRST) == label and part.text:
                yield part


def _labelled(
    given: PlacedText, letters: str = ascii_lowercase
) -> Iterator[tuple[str | None, PlacedText]]:
    """The parts of a text, each with the one of these letters that stands before it."""
    labels = [found for found in compiled(_LABEL).finditer(given.text) if found[1] in letters]
    if not labels or given.text[: labels[0].start()].strip():
        yield None, _part(given, 0, labels[0].start() if labels else len(given.text))
    ends = [*(found.start() for found in labels[1:]), len(given.text)]
    for found, end in zip(labels, ends, strict=False):
        yield found[1], _part(given, found.end(), end)


def _part(given: PlacedText, start: int, end: int) -> PlacedText:
    """A part of a text, which knows where it stands; blanks and marks at its end are left out."""
    text = given.text[start:end]
    places = []
    for index, line, column in given.places:
        if index <= start:
            places = [(0, line, column + start - index)]
        elif index < end:
            places.append((index - start, line, column))
    return PlacedText(text.rstrip(" \t;,"), tuple(places))


def _letter(label: str | None, taken: set[str], number: int) -> str:
    letter = label or chr(ord(FIRST) + number)
    if number > MOST_TWINS:
        raise NotationError(Message("twin.too-many", most=MOST_TWINS))
    if letter == FIRST:
        raise NotationError(Message("twin.first"))
    if letter in taken:
        raise NotationError(Message("twin.twice", label=letter))
    return letter


def _read_changes(text: str, puzzle: Puzzle) -> tuple[Change, ...]:
    """The changes in their order, each of which can be made after those before it."""
    changes: list[Change] = []
    for part in _parts(text, puzzle):
        found = _read_change(part, puzzle)
        if found is None:
            raise NotationError(Message("twin.unreadable", text=shown(part, 40)))
        puzzle = found.made(puzzle)
        if (
            changes
            and isinstance(found, NewStipulation)
            and isinstance(changes[-1], NewStipulation)
        ):
            # "White to play, best turn" asks one thing: the second part has the side of the first.
            changes.pop()
        changes.append(found)
    if not changes:
        raise NotationError(Message("twin.empty"))
    return tuple(changes)


def _parts(text: str, puzzle: Puzzle) -> Iterator[str]:
    """What is said between commas; 'and' separates only what cannot be read as a whole."""
    for part in compiled(_BETWEEN).split(text.strip().rstrip(".")):
        pieces = compiled(_AND).split(part)
        if len(pieces) > 1 and _read_change(part, puzzle) is None:
            yield from pieces
        elif part:
            yield part


def _read_change(text: str, puzzle: Puzzle) -> Change | None:
    plain = folded(text)
    for expression, made in _READERS:
        found = re.fullmatch(expression, plain)
        if found:
            return made(*(group for group in found.groups() if group is not None))
    state = re.fullmatch(_STATE, plain)
    if state:
        return _read_state(state[1], puzzle)
    return _read_asked(plain, puzzle.stipulation)


def _read_state(text: str, puzzle: Puzzle) -> NewState:
    old = puzzle.position.arrangement
    plain = Arrangement(old.board, old.white, old.black, old.side)
    french = puzzle.drawn and puzzle.language == "fr"
    return NewState(write_fen(with_state(plain, text, french=french)).rpartition(" ")[2])


def _read_asked(text: str, old: Stipulation) -> NewStipulation | None:
    side = re.fullmatch(_SIDE, text)
    if side:
        named = read_side(next(group for group in side.groups() if group))
        return NewStipulation(Stipulation(named, old.goal, old.turns))
    with suppress(NotationError):
        stated = read_stipulation(text)
        return NewStipulation(Stipulation(stated.side or old.side, stated.goal, stated.turns))
    return None


def _named(colour: str) -> Colour:
    return Colour.WHITE if colour.startswith(("white", "blan")) else Colour.BLACK


_READERS = (
    (_MOVE, MoveStone),
    (_REMOVE, RemoveStone),
    (_REMOVED, RemoveStone),
    (_PUT_ON, lambda colour, point: PutStone(point, _named(colour))),
    (_TURNED, lambda point, colour: PutStone(point, _named(colour))),
)
