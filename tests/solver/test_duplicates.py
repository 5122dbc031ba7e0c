"""Duplicates: the same position, however it is turned, mirrored and coloured, is found."""

from __future__ import annotations

from random import Random

import pytest

from fanorona.solver import RULE_SETS, Position
from fanorona.solver.puzzles.bulk import PuzzleInFile, Terms, check_each, check_puzzles
from fanorona.solver.puzzles.duplicates import likeness
from fanorona.solver.puzzles.reading import read_puzzles
from fanorona.solver.puzzles.verdict import Verdict
from fanorona.words import say

ONE = "Title: One\nPosition: 5/W1B2/5 W\nStipulation: White to play and win in 1"
OTHER = "Position: W4/5/3B1 W\nStipulation: White to play, best turn"


def images(text: str, rules: str = "standard") -> list[Position]:
    position = Position.parse(text, rules)
    turned = [position.transformed(number) for number in range(len(position.board.symmetries))]
    return [*turned, *(one.colours_swapped() for one in turned)]


def after_random_turns(rules: str, size: tuple[int, int], seed: int) -> Position:
    random = Random(seed)
    position = Position.start(rules, *size)
    for _ in range(12):
        turns = position.listing()
        if not turns:
            break
        position = position.after(turns[random.randrange(len(turns))])
    return position


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("size", [(9, 5), (5, 5), (3, 7)])
@pytest.mark.parametrize("seed", range(4))
def test_every_image_of_a_position_is_alike(rules: str, size: tuple[int, int], seed: int) -> None:
    position = after_random_turns(rules, size, seed)
    alike = {likeness(one) for one in images(position.fen(), rules)}
    assert alike == {likeness(position)}


def test_a_board_on_its_side_is_the_same_board() -> None:
    assert likeness(Position.parse("W4/5/3B1 W")) == likeness(Position.parse("1.W/3/3/B2/3 W"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("W4/5/3B1 W", "W4/5/3B1 B"),
        ("W4/5/3B1 W", "1W3/5/3B1 W"),
        ("W4/5/3B1 W", "W4/5/5/5/3B1 W"),
        ("WWWWWW3/9/9/9/3B5 B vela:W", "WWWWWW3/9/9/9/3B5 B"),
    ],
)
def test_other_positions_are_not_alike(one: str, other: str) -> None:
    assert likeness(Position.parse(one)) != likeness(Position.parse(other))


def test_the_rules_make_a_difference() -> None:
    text = "W4/5/3B1 W"
    assert likeness(Position.parse(text)) != likeness(Position.parse(text, "escale"))


def test_the_second_of_two_is_remarked_and_names_the_first() -> None:
    image = ONE.replace("5/W1B2/5 W", "5/2W1B/5 B").replace("White", "Black")
    first, other, second = check_puzzles("\n---\n".join([ONE, OTHER, image]))
    assert first.remarks == other.remarks == ()
    (remark,) = second.remarks
    assert str(remark.code) == "duplicate"
    assert say(remark.detail) == (
        "the same position, turned, mirrored or with colours swapped, appears on line 1 (One)"
    )
    assert str(second.verdict) == "sound"


def test_the_same_position_is_called_so_and_its_file_is_named() -> None:
    puzzles = [PuzzleInFile(next(iter(read_puzzles(ONE))), name) for name in ("a.txt", "b.txt")]
    first, second = (verdict for _, verdict in check_each(puzzles, Terms()))
    assert isinstance(first, Verdict)
    assert isinstance(second, Verdict)
    assert first.remarks == ()
    (remark,) = second.remarks
    assert say(remark.detail) == "the same position appears in a.txt, line 1 (One)"


def test_an_unreadable_puzzle_is_like_none() -> None:
    broken = "Position: 5/W1B2/5 W\n"
    verdicts = check_puzzles("\n---\n".join([broken, broken]))
    assert [one.remarks for one in verdicts] == [(), ()]
