"""What a puzzle asks: the sentences that are read, refused and written."""

from __future__ import annotations

from ast import literal_eval
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fanorona.solver.board import Colour
from fanorona.solver.errors import NotationError
from fanorona.solver.puzzles.puzzle import MOST_TURNS, Goal, Stipulation
from fanorona.solver.puzzles.stipulation import read_stipulation, stipulation_in_words
from fanorona.solver.puzzles.tags import TAG_LANGUAGES
from fanorona.words import Language

DATA = Path(__file__).parents[1] / "data" / "puzzles"

ENGLISH_NUMBERS = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
    *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
    "twenty",
)
FRENCH_NUMBERS = (
    *("un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze"),
    *("douze", "treize", "quatorze", "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf"),
    "vingt",
)
WORDS = (
    *("White", "Noir", "win", "gagne", "draw", "nulle", "best", "en", "in", "3", "vingt", "et"),
    *("un", "coup", "not"),
)


def rows(name: str) -> list[tuple[str, list[str]]]:
    """The lines 'typed => field | field …' of a data file; Python's escapes are undone."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    split = [line.split(" => ") for line in lines if not line.startswith("#")]
    return [(literal_eval(f'"{typed}"'), expected.split(" | ")) for typed, expected in split]


def stipulations() -> list[Stipulation]:
    asked: list[tuple[Goal, int | None]] = [(goal, None) for goal in Goal]
    asked += [(Goal.WIN, turns) for turns in (1, 2, 12, MOST_TURNS)]
    return [Stipulation(side, goal, turns) for side, (goal, turns) in product(Colour, asked)]


@pytest.mark.parametrize(("typed", "expected"), rows("stipulations.txt"))
def test_a_sentence_is_understood(typed: str, expected: list[str]) -> None:
    stated = read_stipulation(typed)
    turns = "-" if stated.turns is None else str(stated.turns)
    assert [stated.side or "-", stated.goal, turns, stated.language] == expected


@pytest.mark.parametrize(("typed", "expected"), rows("stipulation_errors.txt"))
def test_a_sentence_that_asks_for_something_else_is_refused(
    typed: str, expected: list[str]
) -> None:
    column, says = expected
    with pytest.raises(NotationError) as caught:
        read_stipulation(typed)
    assert caught.value.column == int(column)
    assert says in str(caught.value.message)


@pytest.mark.parametrize(("number", "word"), list(enumerate(ENGLISH_NUMBERS, 1)))
def test_numbers_are_read_in_english(number: int, word: str) -> None:
    assert read_stipulation(f"White to play and win in {word}").turns == number
    assert read_stipulation(f"White wins: {word} turns").turns == number


@pytest.mark.parametrize(("number", "word"), list(enumerate(FRENCH_NUMBERS, 1)))
def test_numbers_are_read_in_french(number: int, word: str) -> None:
    assert read_stipulation(f"Blanc joue et gagne en {word} coups").turns == number
    assert read_stipulation(f"Blanc gagne, {word} coups").turns == number


@pytest.mark.parametrize("language", TAG_LANGUAGES)
@pytest.mark.parametrize("stipulation", stipulations(), ids=str)
def test_what_is_written_is_read_back(stipulation: Stipulation, language: Language) -> None:
    stated = read_stipulation(stipulation_in_words(stipulation, language))
    assert Stipulation(stated.side or Colour.WHITE, stated.goal, stated.turns) == stipulation
    assert stated.language == language


@pytest.mark.parametrize(
    ("stipulation", "english", "french"),
    [
        (
            Stipulation(Colour.BLACK, Goal.WIN, 1),
            "Black to play and win in 1",
            "Noir joue et gagne en un coup",
        ),
        (
            Stipulation(Colour.WHITE, Goal.WIN, 3),
            "White to play and win in 3",
            "Blanc joue et gagne en 3 coups",
        ),
        (
            Stipulation(Colour.WHITE, Goal.DRAW),
            "White to play and draw",
            "Blanc joue et fait nulle",
        ),
    ],
)
def test_a_stipulation_has_usual_words(stipulation: Stipulation, english: str, french: str) -> None:
    assert stipulation_in_words(stipulation, "en") == english
    assert stipulation_in_words(stipulation, "fr") == french


@pytest.mark.parametrize(
    ("goal", "turns"), [(Goal.DRAW, 3), (Goal.BEST_TURN, 1), (Goal.WIN, 0), (Goal.WIN, 1000)]
)
def test_what_no_sentence_asks_is_not_a_stipulation(goal: Goal, turns: int) -> None:
    with pytest.raises(ValueError, match="turns"):
        Stipulation(Colour.WHITE, goal, turns)


def refusal(text: str) -> str:
    """The message with which a sentence is refused, empty if it is understood."""
    try:
        read_stipulation(text)
    except NotationError as error:
        return str(error.message)
    return ""


@given(st.text() | st.lists(st.sampled_from(WORDS)).map(" ".join))
def test_any_text_is_read_or_refused_with_a_short_message(text: str) -> None:
    message = refusal(text)
    assert len(message) < 250
    assert message.isprintable()


def test_a_megabyte_is_refused() -> None:
    with pytest.raises(NotationError, match="too long for a stipulation"):
        read_stipulation("win " * 250_000)
