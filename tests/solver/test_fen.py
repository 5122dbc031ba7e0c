"""Positions as text: what is read, what is written, what is refused and how."""

from __future__ import annotations

from ast import literal_eval
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fanorona.solver.arrangement import Arrangement
from fanorona.solver.board import Colour, board, is_possible_size, points_of
from fanorona.solver.errors import NotationError
from fanorona.solver.notation.fen import read_fen, read_side, with_state, write_fen

DATA = Path(__file__).parents[1] / "data" / "notation"
SIZES = [(w, h) for w in range(3, 22) for h in range(3, 22) if is_possible_size(w, h)]
START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W -"


def pairs(name: str) -> list[tuple[str, str]]:
    """The lines 'typed => expected' of a data file; Python's escapes are undone on the left."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    split = [line.split("=>", 1) for line in lines if not line.startswith("#")]
    return [(literal_eval(f'"{typed.removesuffix(" ")}"'), to.strip()) for typed, to in split]


@st.composite
def arrangements(draw: st.DrawFn) -> Arrangement:
    """Any arrangement that some canonical text describes."""
    where = board(*draw(st.sampled_from(SIZES)))
    sets = st.integers(0, where.everywhere)
    white = draw(sets)
    black = draw(sets) & ~white
    givers: list[Colour | None] = [None]
    givers += [Colour.WHITE] if white.bit_count() > 5 else []
    givers += [Colour.BLACK] if black.bit_count() > 5 else []
    in_hand = st.integers(0, where.points)
    return Arrangement(
        board=where,
        white=white,
        black=black,
        side=draw(st.sampled_from(Colour)),
        first=draw(st.frozensets(st.sampled_from(Colour))),
        hands=draw(st.tuples(in_hand, in_hand)),
        liable=draw(sets),
        giver=draw(st.sampled_from(givers)),
    )


@pytest.mark.parametrize(("typed", "canonical"), pairs("fen_readings.txt"))
def test_many_spellings_are_read_and_one_is_written(typed: str, canonical: str) -> None:
    assert write_fen(read_fen(typed)) == canonical


@pytest.mark.parametrize(("typed", "message"), pairs("fen_errors.txt"))
def test_an_unreadable_position_is_explained(typed: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_fen(typed)
    assert str(caught.value) == message


def test_the_start_is_read_as_it_stands_on_the_board() -> None:
    start = read_fen(START)
    names = start.board.names
    white = {names[point] for point in points_of(start.white)}
    assert start.board.size == "9x5"
    assert white == {*names[:18], "b3", "d3", "g3", "i3"}
    assert start.black == start.board.everywhere & ~start.white & ~(1 << start.board.centre)
    assert start.side is Colour.WHITE


@given(arrangements())
def test_what_is_written_is_read_back(arrangement: Arrangement) -> None:
    assert read_fen(write_fen(arrangement)) == arrangement


@given(arrangements())
def test_an_underscore_stands_for_a_blank(arrangement: Arrangement) -> None:
    assert read_fen(write_fen(arrangement).replace(" ", "_")) == arrangement


def test_a_giver_without_handicap_is_not_written() -> None:
    few = Arrangement(board(5, 3), 0b11111, 0b11111 << 10, Colour.WHITE, giver=Colour.BLACK)
    assert write_fen(few) == "BBBBB/5/WWWWW W -"


def refusal(text: str) -> str:
    """The message with which a position's text is refused, empty if it is read and written back."""
    try:
        arrangement = read_fen(text)
    except NotationError as error:
        return str(error)
    assert read_fen(write_fen(arrangement)) == arrangement
    return ""


@given(st.text() | st.text(alphabet="WBwb./0123456789 -;:,_firsthanduvelc"))
def test_any_text_is_read_or_refused_with_a_short_message(text: str) -> None:
    message = refusal(text)
    assert len(message) < 250
    assert message.isprintable()


@given(st.text() | st.text(alphabet="WB.19/ -;:,firsthanduvelabc3"))
def test_any_state_is_read_or_refused_with_a_short_message(text: str) -> None:
    message = refusal(f"3/3/3 W {text}")
    assert len(message) < 250
    assert message.isprintable()


@pytest.mark.parametrize(
    "text",
    [
        "W" * 1_000_000,
        "/" * 1_000_000,
        " " * 1_000_000,
        "9/" * 400 + "9 W",
        "9" * 990 + " W",
        "3/3/3 W hand:" + "9" * 900,
        "3/3/3 W " + "huff:a1;" * 100,
        "3/3/3 W" * 100_000,
    ],
    ids=lambda text: f"{text[:12]}… {len(text)} characters",
)
def test_absurd_texts_are_refused_at_once_and_not_repeated(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_fen(text)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("typed", "colour"),
    [
        ("W", Colour.WHITE),
        (" b ", Colour.BLACK),
        ("White", Colour.WHITE),
        ("black", Colour.BLACK),
        ("Blanc", Colour.WHITE),
        ("les Noirs", Colour.BLACK),
        ("aux blancs", Colour.WHITE),
    ],
)
def test_a_side_has_names_in_two_languages(typed: str, colour: Colour) -> None:
    assert read_side(typed) is colour


def test_a_state_is_read_alone() -> None:
    plain = read_fen("BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W")
    whole = with_state(plain, " vela:B ; first:W;huff:a1,i5")
    assert whole.giver is Colour.BLACK
    assert whole.first == {Colour.WHITE}
    assert whole.liable == 1 | 1 << 44
    assert whole.hands == (0, 0)
    assert with_state(plain, "-") == with_state(plain, "") == plain


def test_a_giver_whose_handicap_is_over_is_not_a_state() -> None:
    plain = read_fen("BBBBB/5/5/WWWWW/W4 W")
    assert with_state(plain, "vela:B") == plain
    assert with_state(plain, "vela:W").giver is Colour.WHITE


def test_a_state_alone_has_no_counters() -> None:
    with pytest.raises(NotationError, match=r"column 8: unknown state '12'"):
        with_state(read_fen("BBB/B1W/WWW W"), "vela:B 12")
