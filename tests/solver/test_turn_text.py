"""Turns as text: spellings, lines of turns, and the legal turns that a text fits."""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fanorona.solver import RULE_SETS, Position, Turn
from fanorona.solver.board import Board, Direction, board
from fanorona.solver.errors import AmbiguousTurn, IllegalTurn, NotationError
from fanorona.solver.notation.turn_line import leading_line, read_line
from fanorona.solver.notation.turn_text import StepPattern, TurnPattern, read_turn
from fanorona.solver.turn import Capture
from fanorona.solver.typed_turns.matching import destinations, find_turn, find_turns
from fanorona.words import say

DATA = Path(__file__).parents[1] / "data" / "notation"
BOARD = board(9, 5)


def direction_words(language: str) -> dict[Direction, str]:
    """How every direction is typed."""
    names = {one: one.name.lower().replace("_", "-") for one in Direction}
    return {one: say(f"typing.{name}", language) for one, name in names.items()}


SUFFIX = {None: "", Capture.APPROACH: "A", Capture.WITHDRAWAL: "W"}
TYPED = "abcdefghi123456789AWaw+-x~@:,;/ →↘NESWdroitegauchebasup"


def pairs(name: str) -> list[tuple[str, str]]:
    """The lines 'typed => expected' of a data file; Python's escapes are undone on the left."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    split = [line.split("=>", 1) for line in lines if not line.startswith("#")]
    return [(literal_eval(f'"{typed.removesuffix(" ")}"'), to.strip()) for typed, to in split]


def situations(name: str) -> list[tuple[str, str, str, str]]:
    """The lines 'rules | position | typed => expected' of a data file."""
    split = [(typed.split(" | "), expected) for typed, expected in pairs(name)]
    return [(rules, fen, typed, expected) for (rules, fen, typed), expected in split]


def plain(pattern: TurnPattern) -> str:
    """What a pattern says, in one spelling."""
    return " OR ".join(_plain_reading(reading) for reading in (pattern, *pattern.others))


def _plain_reading(pattern: TurnPattern) -> str:
    parts = [] if pattern.huffed is None else [f"{BOARD.names[pattern.huffed]}~"]
    parts += [] if pattern.placed is None else [f"@{BOARD.names[pattern.placed]}"]
    parts += [] if pattern.origin is None else [BOARD.names[pattern.origin]]
    return " ".join([*parts, *map(_plain_step, pattern.steps)])


def _plain_step(step: StepPattern) -> str:
    if step.to is not None:
        return BOARD.names[step.to] + SUFFIX[step.capture]
    assert step.direction is not None
    return direction_words("en")[step.direction] + SUFFIX[step.capture]


# One turn


@pytest.mark.parametrize(("typed", "says"), pairs("turn_readings.txt"))
def test_a_turn_has_many_spellings(typed: str, says: str) -> None:
    assert plain(read_turn(typed, BOARD)) == says


@pytest.mark.parametrize(("typed", "message"), pairs("turn_errors.txt"))
def test_an_unreadable_turn_is_explained(typed: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_turn(typed, BOARD)
    assert str(caught.value) == message


def test_steps_know_their_column() -> None:
    assert [step.column for step in read_turn(" c3~f2-e3A - d3", BOARD).steps] == [8, 14]
    assert [step.column for step in read_turn("c4: en bas à droite / gauche", BOARD).steps] == [
        8,
        23,
    ]


def test_blanks_around_a_turn_do_not_belong_to_it() -> None:
    assert read_turn(" \t c4: droite \n", BOARD).text == "c4: droite"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("direction", Direction)
def test_every_direction_is_read_by_the_word_that_is_written(
    language: str, direction: Direction
) -> None:
    (step,) = read_turn(direction_words(language)[direction], BOARD).steps
    assert step.direction is direction


def test_the_wide_board_has_points_for_all_its_letters() -> None:
    wide = board(21, 3)
    pattern = read_turn("t1u2Au3", wide)
    assert pattern.origin == wide.by_name["t1"]
    assert [step.to for step in pattern.steps] == [wide.by_name["u2"], wide.by_name["u3"]]


def refusal(read: Callable[[str, Board], object], text: str) -> str:
    """The message with which a text is refused, empty if it is read."""
    try:
        read(text, BOARD)
    except NotationError as error:
        return str(error)
    return ""


@given(st.text() | st.text(alphabet=TYPED))
def test_any_text_is_a_turn_or_refused_with_a_short_message(text: str) -> None:
    message = refusal(read_turn, text)
    assert len(message) < 250
    assert message.isprintable()
    assert message or read_turn(text, BOARD).text == text.strip()


@pytest.mark.parametrize(
    "text",
    ["a1" * 500_000, "droite " * 1000, " " * 1_000_000, "bas droite " * 180],
    ids=lambda text: f"{text[:12]}… {len(text)} characters",
)
def test_absurd_turns_are_refused_at_once_and_not_repeated(text: str) -> None:
    assert 0 < len(refusal(read_turn, text)) < 200


# Lines


@pytest.mark.parametrize(("typed", "turns"), pairs("line_readings.txt"))
def test_a_line_has_several_turns(typed: str, turns: str) -> None:
    assert "; ".join(map(plain, read_line(typed, BOARD))) == turns


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("", "the line is empty; write turns such as a1-a2"),
        ("1. ", "the line is empty; write turns such as a1-a2"),
        ("f2-e3A gagne", "column 8: cannot read 'gagne'; expected a turn such as a1-a2"),
        ("f2-e3A d5-d44", "column 11: 'd44' is not a point of the 9x5 board; use a1 to i5"),
        (
            "f2-e3A d5-d4Q",
            "column 13: cannot read 'Q' after 'd5-d4'; expected a space and the next turn",
        ),
    ],
)
def test_an_unreadable_line_is_explained(typed: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_line(typed, BOARD)
    assert str(caught.value) == message


def test_prose_behind_a_line_is_kept_apart() -> None:
    turns, rest = leading_line("1. f2-e3A d5-d4 2. e3-e4W. Blanc est perdu.", BOARD)
    assert [plain(turn) for turn in turns] == ["f2 e3A", "d5 d4", "e3 e4W"]
    assert rest == "Blanc est perdu."


def test_a_mistyped_turn_is_not_taken_for_prose() -> None:
    with pytest.raises(NotationError, match="d44"):
        leading_line("f2-e3A d5-d44 et gagne", BOARD)


@given(st.text() | st.text(alphabet=TYPED + ".1!"))
@pytest.mark.parametrize("read", [read_line, leading_line])
def test_any_text_is_a_line_or_refused(read: Callable[[str, Board], object], text: str) -> None:
    assert refusal(read, text).isprintable()


def test_a_long_line_is_read() -> None:
    assert len(read_line("a1 a2 a3, " * 5000, BOARD)) == 5000


# Legal turns


@pytest.mark.parametrize(("rules", "fen", "typed", "turns"), situations("matches.txt"))
def test_a_text_fits_legal_turns(rules: str, fen: str, typed: str, turns: str) -> None:
    position = Position.parse(fen, rules)
    found = find_turns(position, read_turn(typed, position.board))
    assert [str(turn) for turn in found] == turns.split()


@pytest.mark.parametrize(("rules", "fen", "typed", "expected"), situations("illegal_turns.txt"))
def test_an_illegal_turn_is_explained(rules: str, fen: str, typed: str, expected: str) -> None:
    with pytest.raises(IllegalTurn) as caught:
        find_turn(Position.parse(fen, rules), typed)
    message = str(caught.value).removeprefix(f"'{typed}'").lstrip(", ")
    assert f"{caught.value.step or '-'} | {message}" == expected


def test_a_text_that_fits_several_turns_lists_them() -> None:
    position = Position.parse("9/9/1BW1B4/9/9 W")
    with pytest.raises(AmbiguousTurn) as caught:
        find_turn(position, "c3-d3")
    assert caught.value.turns == ("c3-d3A", "c3-d3W")
    assert str(caught.value) == "'c3-d3' fits 2 turns: c3-d3A, c3-d3W. Write one of them"


def test_a_long_list_of_fitting_turns_is_cut_and_counted() -> None:
    position = Position.parse("9/W1W1W1W1W/9/W1W1W1W1W/1BBBBBBB1 W", "escale")
    upwards = [turn for turn in position.turns() if len(turn.steps) == 1]
    fitting = [turn for turn in upwards if _directions(turn, position.board) == [Direction.UP]]
    with pytest.raises(AmbiguousTurn) as caught:
        find_turn(position, "haut")
    assert caught.value.turns == tuple(map(str, fitting))
    crowded = Position.parse("9/9/BBBBBBBBB/9/WWWWWWWWW W huff:" + "a3,b3", "livret")
    with pytest.raises(AmbiguousTurn, match=r"fits 18 turns: (\S+, ){15}\S+ and 2 more\."):
        find_turn(crowded, "haut")


def test_the_published_fliporona_hint_can_start_on_twelve_points() -> None:
    hint = read_turn("droite / bas-droit / haut-droit / gauche / bas / gauche", BOARD)
    starts = {
        name
        for origin, name in enumerate(BOARD.names)
        if len(destinations(BOARD, origin, hint.steps)) == 6
    }
    assert starts == {*["a2", "c2", "e2", "b3", "d3", "f3", "a4", "c4", "e4", "b5", "d5", "f5"]}


@pytest.mark.parametrize("rules", RULE_SETS)
@given(chance=st.randoms(use_true_random=False))
def test_every_spelling_of_a_legal_turn_finds_it(
    rules: str, chance: Random, random_position: Callable[[Random, str], str]
) -> None:
    position, turns = _position_with_turns(chance, rules, random_position)
    for turn in chance.sample(turns, min(len(turns), 4)):
        for typed in _spellings(turn, position.board):
            assert find_turn(position, typed) == turn, typed


@pytest.mark.parametrize("rules", RULE_SETS)
@given(chance=st.randoms(use_true_random=False))
def test_a_text_without_origin_and_captures_fits_all_turns_of_that_shape(
    rules: str, chance: Random, random_position: Callable[[Random, str], str]
) -> None:
    position, turns = _position_with_turns(chance, rules, random_position)
    moves = [turn for turn in turns if turn.steps and turn.steps[0].origin]
    if not moves:
        return
    shape = _directions(chance.choice(moves), position.board)
    words = direction_words(chance.choice(("en", "fr")))
    typed = " / ".join(words[direction] for direction in shape)
    expected = [turn for turn in moves if _directions(turn, position.board) == shape]
    assert list(find_turns(position, read_turn(typed, position.board))) == expected


@pytest.mark.parametrize("rules", RULE_SETS)
@given(chance=st.randoms(use_true_random=False), numbers=st.lists(st.integers(0, 99), min_size=2))
def test_any_readable_turn_is_legal_or_explained(
    rules: str,
    chance: Random,
    numbers: list[int],
    random_position: Callable[[Random, str], str],
) -> None:
    position = Position.parse(random_position(chance, rules), rules)
    names = position.board.names
    points = [names[number % len(names)] for number in numbers]
    turns = position.turns()
    typed = chance.choice(
        [
            "-".join(points),
            f"{points[0]}~{'-'.join(points)}",
            f"{points[0]}~",
            f"@{points[0]}",
            " ".join("→↘↗←↓↑↖↙"[number % 8] for number in numbers),
            *(f"{turn}-{points[0]}{chance.choice('AW')}" for turn in turns[:1] if turn.steps),
        ]
    )
    try:
        found = [str(find_turn(position, typed))]
    except AmbiguousTurn as error:
        found = list(error.turns)
    except (IllegalTurn, NotationError):
        found = []
    assert set(found) <= set(map(str, turns))


@pytest.mark.parametrize("typed", ["gauche / gauche / droite", "h3-g3-" * 300, "↑↓" * 900])
def test_a_mistake_is_explained_among_very_many_turns(typed: str) -> None:
    position = Position.parse("BBBBBBBWB/WWB3BBB/BBB2B1WB/WWWBBBBBW/WBWBBWWBB W", "fliporona")
    assert position.count_turns() == 8867
    with pytest.raises(IllegalTurn):
        find_turn(position, typed)


def _position_with_turns(
    chance: Random, rules: str, random_position: Callable[[Random, str], str]
) -> tuple[Position, tuple[Turn, ...]]:
    position = Position.parse(random_position(chance, rules), rules)
    return position, position.turns()


def _directions(turn: Turn, where: Board) -> list[Direction]:
    steps = [(where.by_name[step.origin or step.to], where.by_name[step.to]) for step in turn.steps]
    return [direction for step in steps if (direction := where.direction(*step))]


def _spellings(turn: Turn, where: Board) -> Iterator[str]:
    text = str(turn)
    yield text
    yield text.lower()
    yield text.upper().replace("-", " x ")
    yield text.replace("-", " ")
    yield text.replace("-", "")
    yield text.replace("-", " – ")
    yield text.replace("A", "+,").replace("W", "-,").replace(",-", ",").rstrip(",")
    origin = turn.steps[0].origin if turn.steps else None
    if origin is None:
        return
    huff = f"{turn.huffed}~" if turn.huffed else ""
    for language, separator in (("en", ", "), ("fr", " / "), ("fr", " puis ")):
        words = direction_words(language)
        steps = [
            f"{words[direction]} {SUFFIX[step.capture]}".strip()
            for direction, step in zip(_directions(turn, where), turn.steps, strict=True)
        ]
        yield f"{huff}{origin}: {separator.join(steps)}"
