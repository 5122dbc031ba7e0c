"""Messages: a code and values, said in any language."""

from __future__ import annotations

import pickle

import pytest

from fanorona.solver import Colour
from fanorona.solver.board import Direction
from fanorona.words import Message, decimal, numeral, placed, say


def test_a_message_is_said_in_english_by_str() -> None:
    assert str(Message("fen.not-a-side", text="'x'")) == "'x' is not a side to move; write W or B"


def test_a_message_is_said_in_another_language() -> None:
    message = Message("illegal.no-stone", point="c3")
    assert say(message, "fr") == "il n'y a pas de pion en c3"


def test_a_value_may_be_a_message() -> None:
    reason = Message("illegal.occupied", point="a3", colour=Colour.BLACK)
    message = Message("turn.illegal", text="'a2-a3'", reason=reason)
    assert say(message, "fr") == "'a2-a3' n'est pas légal : a3 est occupé par un pion noir"


def test_an_enum_member_is_named_in_the_form_that_the_text_asks_for() -> None:
    message = Message("illegal.enemy-stone", point="a3", colour=Colour.BLACK, side=Colour.WHITE)
    assert str(message) == "a3 has a black stone, but White is to move"
    up = Message("illegal.no-line", direction=Direction.UP_RIGHT, point="b1")
    assert say(up, "fr") == "aucune ligne du plateau ne va vers le haut à droite depuis b1"


@pytest.mark.parametrize(
    ("ways", "english", "french"),
    [
        (("a1~",), "first huff a stone, with a1~", "il faut d'abord souffler un pion, par a1~"),
        (
            ("a1~", "b2~", "c3~"),
            "first huff a stone, with a1~, b2~ or c3~",
            "il faut d'abord souffler un pion, par a1~, b2~ ou c3~",
        ),
    ],
)
def test_a_tuple_is_a_list(ways: tuple[str, ...], english: str, french: str) -> None:
    message = Message("illegal.huff-first", ways=ways)
    assert (say(message, "en"), say(message, "fr")) == (english, french)


@pytest.mark.parametrize(
    ("count", "english", "french"),
    [
        (0, "0 turns", "0 coup"),
        (1, "1 turn", "1 coup"),
        (2, "2 turns", "2 coups"),
        (12345, "12,345 turns", "12 345 coups"),
    ],
)
def test_plurals_and_numbers_follow_the_language(count: int, english: str, french: str) -> None:
    message = Message("count.turn", count=count)
    assert (say(message, "en"), say(message, "fr")) == (english, french)


def test_numbers_are_written_as_in_the_language() -> None:
    assert (numeral(2053, "en"), numeral(2053, "fr")) == ("2,053", "2 053")
    assert (decimal(1.5, "+.2f", "en"), decimal(1.5, "+.2f", "fr")) == ("+1.50", "+1,50")


def test_a_place_is_said_as_far_as_it_is_known() -> None:
    message = Message("turn.empty")
    assert str(placed(3, 7, message)).startswith("line 3, column 7: the turn is empty")
    assert say(placed(None, 7, message), "fr").startswith("colonne 7 : le coup est vide")
    assert str(placed(None, None, message)) == str(message)


def test_line_numbers_have_no_thousands_separator() -> None:
    assert str(placed(12345, None, "x")) == "line 12345: x"


def test_typed_text_is_never_taken_for_a_placeholder() -> None:
    assert str(Message("fen.not-a-side", text="'{side}'")).startswith("'{side}' is not")


def test_messages_compare_by_code_and_values() -> None:
    one, same = Message("illegal.visited", point="c3"), Message("illegal.visited", point="c3")
    assert one == same
    assert hash(one) == hash(same)
    assert one != Message("illegal.visited", point="c4")
    assert pickle.loads(pickle.dumps(one)) == one


def test_a_message_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Message("turn.empty").code = "other"
