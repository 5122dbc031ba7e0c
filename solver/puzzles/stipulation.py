"""What a puzzle asks, in words: reading English and French, writing one sentence per language.

A stipulation is read word by word. It may name a colour, one goal (win, draw, best turn) and, with
a win, a number of turns; the other words have to be among those that such sentences are made of, so
that 'does not win' is refused rather than misread. Marks between the words do not count. A colour
without a goal ('Trait aux Blancs') asks for the best turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache, lru_cache

from fanorona.solver.board import Colour
from fanorona.solver.errors import NotationError
from fanorona.solver.notation.scanning import compiled
from fanorona.solver.puzzles.number_words import leading_number
from fanorona.solver.puzzles.puzzle import MOST_TURNS, Goal, Stipulation
from fanorona.solver.puzzles.tags import folded
from fanorona.solver.quoting import refuse_long, shown
from fanorona.words import Language, Message, say

MAX_TEXT = 500


class _Role(Enum):
    TURN = auto()
    """Counts turns, where a number stands before it."""
    BEFORE_NUMBER = auto()
    OTHER = auto()


_Meaning = Colour | Goal | _Role

_WORDS: dict[Language, dict[_Meaning, str]] = {
    "en": {
        Colour.WHITE: "white whites",
        Colour.BLACK: "black blacks",
        Goal.WIN: "win wins winning",
        Goal.DRAW: "draw draws",
        Goal.BEST_TURN: "best",
        _Role.TURN: "turn turns move moves",
        _Role.BEFORE_NUMBER: "in only",
        _Role.OTHER: "a and can find finds force forces has have is must play plays s side the "
        "then to what which",
    },
    "fr": {
        Colour.WHITE: "blanc blancs",
        Colour.BLACK: "noir noirs",
        Goal.WIN: "gagne gagnent gagner gagnant gain",
        Goal.DRAW: "annule annulent annuler nul nulle remise",
        Goal.BEST_TURN: "meilleur",
        _Role.TURN: "coup coups tour tours temps seul",
        _Role.BEFORE_NUMBER: "en seulement",
        _Role.OTHER: "a au aux c d de doit doivent est et faire fait font force forcent forcer "
        "joue jouent jouer l la le les match obtenir obtient obtiennent ont partie peut peuvent "
        "puis quel trait trouve trouver trouvez un une",
    },
}


@dataclass(frozen=True, slots=True)
class StatedGoal:
    """What the words say; the side is None where they name no colour."""

    goal: Goal
    turns: int | None
    side: Colour | None
    side_column: int
    language: Language | None


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    plain: str
    column: int
    meaning: _Meaning | None


@dataclass(frozen=True, slots=True)
class _Number:
    word: _Word
    value: int


@lru_cache(maxsize=256)
def read_stipulation(text: str) -> StatedGoal:
    """What a sentence asks, in English or French, singular or plural, with digits or words.

    It is remembered: most puzzles of a file ask for the same.
    """
    refuse_long(text, MAX_TEXT, "stipulation")
    words = list(_words(text))
    numbers = list(_numbers(words))
    goals = [word for word in words if isinstance(word.meaning, Goal)]
    sides = [word for word in words if isinstance(word.meaning, Colour)]
    _refuse_several(goals, "stipulation.two-goals")
    _refuse_several(sides, "stipulation.two-sides")
    if not goals and not sides:
        raise NotationError(Message("stipulation.no-goal"), column=1)
    goal = goals[0].meaning if goals else Goal.BEST_TURN
    side = sides[0].meaning if sides else None
    assert isinstance(goal, Goal)
    assert side is None or isinstance(side, Colour)
    return StatedGoal(
        goal=goal,
        turns=_turns(goal, numbers),
        side=side,
        side_column=sides[0].column if sides else 1,
        language=_language(words),
    )


def stipulation_in_words(stipulation: Stipulation, language: Language) -> str:
    """The sentence that a puzzle prints, such as 'Black to play and win in 1'."""
    side = stipulation.side
    if stipulation.turns is None:
        return say(f"stipulation.{stipulation.goal}", language, side=side)
    return say("stipulation.win-in", language, side=side, count=stipulation.turns)


def _words(text: str) -> Iterator[_Word]:
    """The words of the sentence; a combining accent belongs to its letter."""
    for found in compiled(r"[^\W_](?:[^\W_]|[\u0300-\u036f])*").finditer(text):
        plain = folded(found.group())
        yield _Word(found.group(), plain, found.start() + 1, _meanings().get(plain))


def _numbers(words: list[_Word]) -> Iterator[_Number]:
    """The numbers of turns; every word that is neither one of them nor known is refused."""
    at = 0
    while at < len(words):
        value, count = _number_at(words, at)
        if count:
            yield _Number(words[at], value)
        elif words[at].meaning is None:
            raise _not_understood(words[at])
        at += count or 1


def _number_at(words: list[_Word], at: int) -> tuple[int, int]:
    """The number that begins there and how many words it takes; digits count wherever they are."""
    word = words[at].plain
    if word.isascii() and word.isdigit():
        return int(word[:9]), 1
    value, count = leading_number([word.plain for word in words[at : at + 3]])
    before = words[at - 1].meaning if at else None
    after = words[at + count].meaning if at + count < len(words) else None
    if before is _Role.BEFORE_NUMBER or after is _Role.TURN:
        return value, count
    return 0, 0


def _turns(goal: Goal, numbers: list[_Number]) -> int | None:
    if not numbers:
        return None
    first = numbers[0]
    if goal is not Goal.WIN:
        raise NotationError(
            Message("stipulation.number-without-win", text=shown(first.word.text)),
            column=first.word.column,
        )
    if len(numbers) > 1:
        raise NotationError(Message("stipulation.two-numbers"), column=numbers[1].word.column)
    if not 1 <= first.value <= MOST_TURNS:
        raise NotationError(
            Message("stipulation.number", text=shown(first.word.text), most=MOST_TURNS),
            column=first.word.column,
        )
    return first.value


def _refuse_several(words: list[_Word], key: str) -> None:
    for word in words[1:]:
        if word.meaning is not words[0].meaning:
            first, second = shown(words[0].text), shown(word.text)
            raise NotationError(Message(key, text=first, other=second), column=word.column)


def _not_understood(word: _Word) -> NotationError:
    return NotationError(
        Message("stipulation.not-understood", text=shown(word.text)), column=word.column
    )


def _language(words: list[_Word]) -> Language | None:
    """The one that most words belong to; None where both have as many."""
    english, french = (
        sum(word.plain in _vocabulary(language) for word in words) for language in _WORDS
    )
    if english == french:
        return None
    return "en" if english > french else "fr"


@cache
def _vocabulary(language: Language) -> dict[str, _Meaning]:
    return {word: meaning for meaning, words in _WORDS[language].items() for word in words.split()}


@cache
def _meanings() -> dict[str, _Meaning]:
    return {word: meaning for language in _WORDS for word, meaning in _vocabulary(language).items()}
