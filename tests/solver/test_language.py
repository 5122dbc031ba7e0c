"""What people are told: both languages say it all, and errors can be told in either."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any

import pytest

from fanorona.solver import RULE_SETS, Position, RuleSet, svg
from fanorona.solver.board import Colour
from fanorona.solver.errors import FanoronaError, IllegalPosition, NotationError
from fanorona.solver.language import (
    colour_name,
    counted,
    decimal,
    numeral,
    place,
    say,
    told,
    translated,
)
from fanorona.solver.language.answer_phrases import ANSWERS
from fanorona.solver.language.messages import MESSAGES, PATTERNS, WORDS
from fanorona.solver.language.phrases import PHRASES
from fanorona.solver.language.reports import REPORTS
from fanorona.solver.language.verdicts import VERDICTS
from fanorona.solver.notation.diagram import read_diagram
from fanorona.solver.notation.fen import read_fen
from fanorona.solver.notation.turn_line import read_line
from fanorona.solver.notation.turn_text import read_turn
from fanorona.solver.value import StoppedBy

PROJECT = Path(__file__).parents[2]
NOTATION = PROJECT / "tests" / "data" / "notation"
SAMPLES = {
    "text": "'typed'",
    "other": "'also typed'",
    "reason": "there is no stone on c3",
    "turns": "a1-a2, b1-b2A",
    "known": "standard, escale",
    "rules": "standard paika=allowed",
    "switch": "paika",
    "fen": "BBB/B1W/WWW W -",
    "found": "the end",
    "ways": "a1~ or b2~",
}

CATALOGUES = (PHRASES, VERDICTS, REPORTS, ANSWERS)
BOTH = [*(phrase for one in CATALOGUES for phrase in one.values()), *MESSAGES]
CATALOGUE_FILES = ("phrases.py", "verdicts.py", "reports.py", "answer_phrases.py")


def keys_said() -> Iterator[str]:
    """Expressions for the keys in the sources; anything may stand where an f-string fills in."""
    for folder in ("solver", "service", "cli"):
        for source in sorted((PROJECT / folder).rglob("*.py")):
            if source.name not in CATALOGUE_FILES:
                text = source.read_text(encoding="utf-8")
                for literal in re.findall(r"""["']([a-z]+\.[^"'\n]+)["']""", text):
                    yield ".*".join(map(re.escape, re.split(r"\{.*?\}", literal)))


def lines(name: str) -> list[str]:
    text = (NOTATION / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if not line.startswith("#")]


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def sample(name: str) -> str:
    """Something that can stand for a placeholder."""
    return SAMPLES.get(name) or next(iter(WORDS.get(name, {"7": ""})))


def message_of(act: Callable[[], object]) -> str:
    """The message of the error that this raises, without its place."""
    with pytest.raises(FanoronaError) as caught:
        act()
    return getattr(caught.value, "message", str(caught.value))


# ── The catalogue ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("english", "french"), BOTH, ids=[english[:40] for english, _ in BOTH])
def test_both_languages_have_the_same_placeholders(english: str, french: str) -> None:
    assert placeholders(english) == placeholders(french)


def test_every_phrase_has_one_key() -> None:
    keys = Counter(key for one in CATALOGUES for key in one)
    assert {key for key, number in keys.items() if number > 1} == set()


def test_every_phrase_is_said_somewhere() -> None:
    said = re.compile("|".join(keys_said()))
    assert [key for one in CATALOGUES for key in one if not said.fullmatch(key)] == []


def test_placeholders_are_words_or_patterns_but_not_both() -> None:
    assert set(WORDS) & set(PATTERNS) == set()


@pytest.mark.parametrize(("english", "french"), MESSAGES, ids=[one[:40] for one, _ in MESSAGES])
def test_every_message_is_recognised(english: str, french: str) -> None:
    message = english.format(**{name: sample(name) for name in placeholders(english)})
    said = translated(message, "fr")
    assert said != message
    fixed = [part for part, _, _, _ in Formatter().parse(french)]
    assert [part for part in fixed if part not in said] == []


def test_a_phrase_is_said_in_both_languages() -> None:
    values = {"side": "Noir", "turns": 3}
    assert say("stipulation.win-in", "fr", **values) == "Noir joue et gagne en 3 coups"
    assert colour_name(Colour.WHITE, "en") == "White"
    assert colour_name(Colour.WHITE, "fr") == "Blanc"


@pytest.mark.parametrize(
    ("number", "english", "french"),
    [(0, "0 turns", "0 coup"), (1, "1 turn", "1 coup"), (2053, "2,053 turns", "2 053 coups")],
)
def test_things_are_counted_as_the_language_does(number: int, english: str, french: str) -> None:
    assert counted(number, "turn", "en") == english
    assert counted(number, "turn", "fr") == french


def test_numbers_have_the_marks_of_the_language() -> None:
    assert (numeral(1234567, "en"), numeral(1234567, "fr")) == ("1,234,567", "1 234 567")
    assert (decimal(-1.5, "+.2f", "en"), decimal(-1.5, "+.2f", "fr")) == ("-1.50", "-1,50")


@pytest.mark.parametrize("stopped_by", StoppedBy)
def test_every_end_of_a_search_has_a_word(stopped_by: StoppedBy) -> None:
    assert say(f"ended.{stopped_by}", "en") == stopped_by


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_rule_sets_are_called_as_they_call_themselves(rules: RuleSet) -> None:
    assert say(f"rules.{rules.id}", "en") == rules.title


def test_an_unknown_key_is_a_fault_of_the_program() -> None:
    with pytest.raises(KeyError):
        say("no.such-key", "en")


# ── Errors ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("line", lines("fen_errors.txt"))
def test_every_error_of_a_position_is_told_in_french(line: str) -> None:
    message = message_of(
        lambda: read_fen(line.partition("=>")[0].encode().decode("unicode_escape"))
    )
    assert translated(message, "fr") != message


@pytest.mark.parametrize("line", lines("turn_errors.txt"))
def test_every_error_of_a_turn_is_told_in_french(line: str) -> None:
    expected = line.partition("=>")[2].strip()
    message = expected.partition(": ")[2] if expected.startswith("column") else expected
    assert translated(message, "fr") != message


@pytest.mark.parametrize("line", lines("illegal_turns.txt"))
def test_every_reason_against_a_turn_is_told_in_french(line: str) -> None:
    situation, _, _ = line.partition("=>")
    rules, fen, typed = (part.strip() for part in situation.split(" | "))
    message = message_of(lambda: Position.parse(fen, rules).read(typed))
    said = translated(message, "fr")
    assert said != message
    english = {"legal", "Legal", "step", "the", "stone", "turn", "turns", "is", "with", "and"}
    words = said.replace(repr(typed), "").replace(":", " ").replace(",", " ").split()
    assert english & set(words) == set()


def test_every_error_of_a_diagram_is_told_in_french() -> None:
    text = (NOTATION / "diagram_errors.txt").read_text(encoding="utf-8").rstrip("\n")
    for block in text.split("\n====\n"):
        diagram = block.partition("\n")[2]
        message = message_of(lambda diagram=diagram: read_diagram(diagram))  # type: ignore[misc]
        assert translated(message, "fr") != message


@pytest.mark.parametrize("rules", sorted(RULE_SETS))
def test_every_defect_of_a_position_is_told_in_french(rules: str) -> None:
    chance = Random(rules)
    defects: set[str] = set()
    for _ in range(2000):
        letters = "".join(chance.choices("WB.", (chance.random(), 1, chance.random()), k=15))
        board = "/".join(letters[start : start + 5] for start in (0, 5, 10))
        parts = ("first:WB", "hand:1,2", "huff:a1,b2", chance.choice(("vela:W", "vela:B")))
        state = ";".join(part for part in parts if chance.random() < 0.3)
        position = Position.parse(f"{board} {chance.choice('WB')} {state or '-'}", rules)
        defects.update(position.validate())
    assert defects
    assert [defect for defect in defects if translated(defect, "fr") == defect] == []


def test_many_turns_that_fit_are_told_in_french() -> None:
    message = "'up' fits 20 turns: a1-a2, b1-b2 and 18 more. Write one of them"
    assert translated(message, "fr") == (
        "'up' peut être 20 coups : a1-a2, b1-b2 et 18 autres. Écrivez l'un d'eux"
    )


def test_a_reason_inside_a_message_is_told_in_french() -> None:
    message = (
        "turn 3 of the game: 'bas', step 1: (the white stone from c2, for one) c1 is occupied by a "
        "white stone. Legal: c2-b2A"
    )
    assert translated(message, "fr") == (
        "coup 3 de la partie : 'bas', pas 1 : (le pion blanc de c2, par exemple) c1 est occupé "
        "par un pion blanc. Coups légaux : c2-b2A"
    )


def test_the_hint_that_a_text_may_be_several_turns_is_told_in_french() -> None:
    message = message_of(lambda: Position.parse("BBB/B1W/WWW W").read("b1-b2A a3-b3"))
    assert translated(message, "fr") == (
        "'b1-b2A a3-b3', pas 2 : a3 est occupé par un pion noir. Coups légaux : b1-b2A. "
        "Si ce sont 2 coups, donnez-les un par un"
    )


def test_all_defects_of_a_position_are_told() -> None:
    with pytest.raises(IllegalPosition) as caught:
        Position.parse("BBB/BBB/WWW W hand:1,1").require_legal()
    assert told(caught.value, "en") == str(caught.value)
    assert told(caught.value, "fr") == (
        "position illégale : 'hand:' n'a pas de sens selon standard : ôtez-le, ou nommez d'autres "
        "règles; 6 pions noirs sur le plateau, mais la mise en place en a 4"
    )


def test_the_place_of_an_error_is_told() -> None:
    error = NotationError("the turn is empty: write one such as a1-a2", line=3, column=7)
    assert told(error, "en") == str(error)
    assert told(error, "fr") == (
        "ligne 3, colonne 7 : le coup est vide : écrivez par exemple a1-a2"
    )
    assert place(None, None, "fr") == ""


def test_other_errors_are_told_in_french() -> None:
    with pytest.raises(FanoronaError) as caught:
        Position.parse("BBB/B1W/WWW W", "chess")
    assert told(caught.value, "fr") == (
        "règles inconnues 'chess' : on connaît standard, escale, livret, fliporona"
    )
    long_line = message_of(lambda: read_line("a1 " * 30_000, Position.start().board))
    long_turn = message_of(lambda: read_turn("a1 " * 30_000, Position.start().board))
    assert "une suite de coups" in translated(long_line, "fr")
    assert "pour un coup" in translated(long_turn, "fr")


@pytest.mark.parametrize(
    ("options", "told_in_french"),
    [
        ({"theme": "pink"}, "thème inconnu 'pink' : on connaît light, dark, wood, print"),
        (
            {"size": 3},
            "pas d'image de taille 3 : un nombre entier de pixels de 50 à 4000 est possible",
        ),
    ],
)
def test_errors_of_a_picture_are_told_in_french(
    options: dict[str, Any], told_in_french: str
) -> None:
    message = message_of(lambda: svg.board(Position.start(), **options))
    assert translated(message, "fr") == told_in_french


def test_what_nobody_has_translated_stays_as_it_is() -> None:
    assert translated("some other message", "fr") == "some other message"
    assert translated("x" * 100_000, "fr") == "x" * 100_000


def test_a_typed_text_is_not_translated() -> None:
    message = "'White is no stone' is not a side to move: write W or B"
    assert translated(message, "fr").startswith("'White is no stone' ne dit pas")
