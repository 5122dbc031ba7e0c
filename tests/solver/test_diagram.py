"""Boards drawn with characters: what is read, what is written, what is refused and how."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fanorona.solver.arrangement import Arrangement
from fanorona.solver.board import Colour, board, is_possible_size
from fanorona.solver.errors import NotationError
from fanorona.solver.notation.diagram import read_diagram, write_ascii, write_unicode
from fanorona.solver.notation.fen import read_fen, write_fen

DATA = Path(__file__).parents[1] / "data" / "notation"
SIZES = [(w, h) for w in range(3, 22) for h in range(3, 22) if is_possible_size(w, h)]


def blocks(name: str) -> list[tuple[str, str]]:
    """The first line of each block of a data file, and the diagram below it."""
    text = (DATA / name).read_text(encoding="utf-8").rstrip("\n")
    parts = [block.partition("\n") for block in text.split("\n====\n")]
    return [(head, diagram) for head, _, diagram in parts]


@st.composite
def arrangements(draw: st.DrawFn) -> Arrangement:
    """Stones anywhere on a board of any size."""
    where = board(*draw(st.sampled_from(SIZES)))
    white = draw(st.integers(0, where.everywhere))
    black = draw(st.integers(0, where.everywhere)) & ~white
    return Arrangement(where, white, black, Colour.WHITE)


def position_of(diagram: str) -> str:
    """The board part of a position's text that a diagram shows."""
    return write_fen(Arrangement(*read_diagram(diagram), side=Colour.WHITE)).partition(" ")[0]


def refusal(diagram: str) -> str:
    """The message with which a diagram is refused, empty if it is read."""
    try:
        read_diagram(diagram)
    except NotationError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(("head", "diagram"), blocks("diagrams.txt"), ids=str)
def test_a_diagram_is_read_as_it_is_typed(head: str, diagram: str) -> None:
    assert position_of(diagram) == head.partition(" ")[0]


@pytest.mark.parametrize(("head", "diagram"), blocks("diagrams.txt"), ids=str)
def test_line_ends_of_other_systems_change_nothing(head: str, diagram: str) -> None:
    assert position_of(diagram.replace("\n", "\r\n") + "\r\n") == head.partition(" ")[0]


@pytest.mark.parametrize(("message", "diagram"), blocks("diagram_errors.txt"))
def test_an_unreadable_diagram_is_explained(message: str, diagram: str) -> None:
    assert refusal(diagram) == message


def test_the_plain_drawing() -> None:
    drawing = "3 B B B\n2 B . W\n1 W W W\n  a b c"
    assert write_ascii(read_fen("BBB/B1W/WWW W")) == drawing


def test_the_drawing_with_lines_shows_strong_points_with_diagonals() -> None:
    drawing = """\
3 ●───●───●───●───●
  │ ╲ │ ╱ │ ╲ │ ╱ │
2 ●───○───·───●───○
  │ ╱ │ ╲ │ ╱ │ ╲ │
1 ○───○───○───○───○
  a   b   c   d   e"""
    assert write_unicode(read_fen("BBBBB/BW1BW/WWWWW W")) == drawing


def test_ranks_above_nine_stand_in_line() -> None:
    lines = write_ascii(read_fen("/".join(["3"] * 11) + " W")).splitlines()
    assert lines[0] == "11 . . ."
    assert lines[-2] == " 1 . . ."
    assert lines[-1] == "   a b c"


@pytest.mark.parametrize("write", [write_ascii, write_unicode])
def test_every_point_can_be_painted(write: Callable[..., str]) -> None:
    arrangement = read_fen("BBB/B1W/WWW W")
    painted: dict[int, str] = {}

    def paint(point: int, symbol: str) -> str:
        painted[point] = symbol
        return "<>" if point == arrangement.board.centre else symbol

    plain = write(arrangement)
    assert write(arrangement, paint) == plain.replace(painted[arrangement.board.centre], "<>")
    assert sorted(painted) == list(range(9))


@given(arrangements())
def test_what_is_written_is_read_back(arrangement: Arrangement) -> None:
    expected = (arrangement.board, arrangement.white, arrangement.black)
    assert read_diagram(write_ascii(arrangement)) == expected
    assert read_diagram(write_unicode(arrangement)) == expected


@given(st.text() | st.text(alphabet="WBNOXwb.·-○● \n123abc|/\\─│"))
def test_any_text_is_a_diagram_or_refused_with_a_short_message(text: str) -> None:
    message = refusal(text)
    assert len(message) < 250
    assert message.isprintable()


@pytest.mark.parametrize(
    "text",
    ["W" * 1_000_000, "\n" * 1_000_000, "W\n" * 4000, "9" * 9000, " " * 9999, "W 1" * 3000],
    ids=lambda text: f"{text[:6]!r}… {len(text)} characters",
)
def test_absurd_diagrams_are_refused_at_once(text: str) -> None:
    assert 0 < len(refusal(text)) < 200
