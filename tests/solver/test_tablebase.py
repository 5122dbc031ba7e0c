"""The tables say what the reference implementation makes of the positions after each turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from fanorona.solver import Position
from fanorona.solver.kernel.tables import Tables
from fanorona.solver.rules import STANDARD, Paika
from fanorona.solver.tables.tablebase import NoTables, NotCovered, Tablebase, TableValue
from fanorona.solver.value import Distance, Value
from tests import reference
from tests.implied_values import implied_value, value
from tests.reference import BLACK, WHITE

WITH_TABLES = ("standard", "escale", "fliporona")
SAMPLE = 1_500
LARGE_SAMPLE = 20_000


def check(tables: Tables, positions: Iterator[reference.Position]) -> None:
    wrong = [
        (position.fen(), value(tables, position), implied_value(tables, position))
        for position in positions
        if value(tables, position) != implied_value(tables, position)
    ]
    assert wrong == []


def every_position(
    rules: str, width: int, height: int, own: int, enemy: int
) -> Iterator[reference.Position]:
    """All positions of a pair, White to move."""
    points = reference.points(width, height)
    for white in combinations(points, own):
        for black in combinations([point for point in points if point not in white], enemy):
            yield reference.Position(
                rules, width, height, frozenset(white), frozenset(black), WHITE
            )


def random_positions(
    rules: str, width: int, height: int, own: int, enemy: int, number: int
) -> Iterator[reference.Position]:
    """Some positions of a pair, either colour to move."""
    chance = Random(f"{rules} {width}x{height} {own} {enemy}")
    for _ in range(number):
        stones = chance.sample(reference.points(width, height), own + enemy)
        movers, others = frozenset(stones[:own]), frozenset(stones[own:])
        side = chance.choice((WHITE, BLACK))
        white, black = (movers, others) if side == WHITE else (others, movers)
        yield reference.Position(rules, width, height, white, black, side)


def pairs(stones: int, fewest: int = 2) -> list[tuple[int, int]]:
    return [(own, total - own) for total in range(fewest, stones + 1) for own in range(1, total)]


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory, compiled: bool) -> Tablebase:
    """The usual game, up to 4 stones; uncompiled, 2."""
    return Tablebase.build(4 if compiled else 2, tmp_path_factory.mktemp("tables"))


def build(folder: pytest.TempPathFactory, rules: str, size: str, stones: int) -> Tables:
    return Tablebase.build(stones, folder.mktemp("tables"), rules, size).kernel_tables()


def test_every_position_of_two_stones_is_right(usual: Tablebase) -> None:
    check(usual.kernel_tables(), every_position("standard", 9, 5, 1, 1))


@pytest.mark.parametrize("pair", [(1, 2), (2, 1)], ids=str)
def test_positions_of_three_stones_are_right(
    usual: Tablebase, pair: tuple[int, int], compiled: bool
) -> None:
    if not compiled:
        pytest.skip("takes a minute without the compiled kernel")
    check(usual.kernel_tables(), random_positions("standard", 9, 5, *pair, SAMPLE))


@pytest.mark.parametrize("rules", WITH_TABLES)
def test_every_small_position_of_the_3x3_board_is_right(
    tmp_path_factory: pytest.TempPathFactory, rules: str
) -> None:
    tables = build(tmp_path_factory, rules, "3x3", 4)
    for pair in pairs(4):
        check(tables, every_position(rules, 3, 3, *pair))


@pytest.mark.parametrize("rules", WITH_TABLES)
def test_a_full_3x3_board_is_right(
    tmp_path_factory: pytest.TempPathFactory, rules: str, compiled: bool
) -> None:
    if not compiled:
        pytest.skip("takes many seconds without the compiled kernel")
    tables = build(tmp_path_factory, rules, "3x3", 9)
    for pair in pairs(9, fewest=5):
        check(tables, random_positions(rules, 3, 3, *pair, 20))


@pytest.mark.parametrize("rules", WITH_TABLES)
@pytest.mark.parametrize(("width", "height"), [(5, 3), (3, 5)])
def test_oblong_boards_are_right(
    tmp_path_factory: pytest.TempPathFactory, rules: str, width: int, height: int
) -> None:
    tables = build(tmp_path_factory, rules, f"{width}x{height}", 3)
    for pair in pairs(3):
        check(tables, random_positions(rules, width, height, *pair, 100))


def test_the_largest_board_is_right(tmp_path_factory: pytest.TempPathFactory) -> None:
    tables = build(tmp_path_factory, "standard", "7x9", 2)
    check(tables, random_positions("standard", 7, 9, 1, 1, 300))


@pytest.mark.slow
@pytest.mark.parametrize("rules", WITH_TABLES)
def test_every_position_of_the_3x3_board_is_right(
    tmp_path_factory: pytest.TempPathFactory, rules: str
) -> None:
    tables = build(tmp_path_factory, rules, "3x3", 9)
    for pair in pairs(9):
        check(tables, every_position(rules, 3, 3, *pair))


@pytest.mark.slow
@pytest.mark.parametrize("rules", WITH_TABLES)
def test_every_position_of_four_stones_on_5x3_is_right(
    tmp_path_factory: pytest.TempPathFactory, rules: str
) -> None:
    tables = build(tmp_path_factory, rules, "5x3", 4)
    for pair in pairs(4):
        check(tables, every_position(rules, 5, 3, *pair))


START_WINS = [
    pytest.param(3, 3, 11),
    pytest.param(5, 3, 11, marks=pytest.mark.slow),
    pytest.param(3, 5, 13, marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("width", "height", "plies"), START_WINS)
def test_tables_of_a_whole_board_solve_the_game(
    tmp_path_factory: pytest.TempPathFactory, width: int, height: int, plies: int
) -> None:
    start = Position.start("standard", width, height)
    stones = width * height - 1
    folder = tmp_path_factory.mktemp("tables")
    solved = Tablebase.build(stones, folder, "standard", start.board).probe(start)
    assert solved == TableValue(Value.WIN, Distance.of(plies))


@pytest.mark.slow
@pytest.mark.parametrize("rules", WITH_TABLES)
def test_positions_of_any_number_of_stones_on_5x3_are_right(
    tmp_path_factory: pytest.TempPathFactory, rules: str
) -> None:
    tables = build(tmp_path_factory, rules, "5x3", 15)
    for pair in pairs(15):
        check(tables, random_positions(rules, 5, 3, *pair, 100))


@pytest.fixture(scope="module")
def five_stones(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """The usual game, up to 5 stones."""
    return build(tmp_path_factory, "standard", "9x5", 5)


@pytest.mark.slow
@pytest.mark.parametrize("pair", pairs(3), ids=str)
def test_every_position_of_three_stones_is_right(
    five_stones: Tables, pair: tuple[int, int]
) -> None:
    check(five_stones, every_position("standard", 9, 5, *pair))


@pytest.mark.slow
@pytest.mark.parametrize("pair", pairs(5, fewest=4), ids=str)
def test_many_positions_of_four_and_five_stones_are_right(
    five_stones: Tables, pair: tuple[int, int]
) -> None:
    check(five_stones, random_positions("standard", 9, 5, *pair, LARGE_SAMPLE))


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["escale", "fliporona"])
def test_many_positions_of_the_other_rule_sets_are_right(
    tmp_path_factory: pytest.TempPathFactory, rules: str
) -> None:
    tables = build(tmp_path_factory, rules, "9x5", 5)
    for pair in pairs(5):
        check(tables, random_positions(rules, 9, 5, *pair, SAMPLE))


def test_the_known_figures_of_two_against_two(usual: Tablebase, compiled: bool) -> None:
    if not compiled:
        pytest.skip("takes a minute without the compiled kernel")
    (two,) = (table for table in usual.info() if (table.own, table.enemy) == (2, 2))
    assert (two.positions, two.win, two.loss, two.draw) == (893_970, 509_777, 69_240, 314_953)
    assert (two.longest_win_plies, two.longest_loss_plies) == (49, 50)


@pytest.mark.slow
def test_the_known_longest_win_of_three_against_two(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    tablebase = Tablebase.build(5, tmp_path_factory.mktemp("tables"), jobs=2)
    longest = {(table.own, table.enemy): table.longest_win_plies for table in tablebase.info()}
    assert longest[3, 2] == 59


def test_a_table_counts_every_position_once(usual: Tablebase) -> None:
    one = usual.info()[0]
    assert (one.own, one.enemy, one.positions) == (1, 1, 45 * 44)
    assert one.win + one.loss + one.draw == one.positions


def test_symmetric_positions_have_one_value(usual: Tablebase) -> None:
    chance = Random(1)
    for position in random_positions("standard", 9, 5, 1, 1, 200):
        ours = Position.parse(position.fen())
        image = ours.transformed(chance.randrange(1, 4))
        assert usual.probe(image) == usual.probe(ours)
        assert usual.probe(ours.colours_swapped()) == usual.probe(ours)


def test_an_answer_has_the_value_of_its_best_turn(usual: Tablebase) -> None:
    answer = usual.answer(Position.parse("9/9/4W4/9/8B W"))
    assert answer.turns[0].value is answer.value
    assert answer.turns[0].distance == answer.distance
    assert {turn.turn for turn in answer.turns} == set(
        reference.turns("9/9/4W4/9/8B W -", "standard")
    )


def test_turns_are_ordered_wins_first_and_long_losses_last(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    tablebase = Tablebase.build(4, tmp_path_factory.mktemp("tables"), "escale", "3x3")
    for position in random_positions("escale", 3, 3, 2, 2, 50):
        turns = tablebase.answer(Position.parse(position.fen(), "escale")).turns
        wins = [turn.distance.plies for turn in turns if turn.distance and turn.value == "win"]
        losses = [turn.distance.plies for turn in turns if turn.distance and turn.value == "loss"]
        values = [turn.value for turn in turns]
        assert values == sorted(values, key=["win", "draw", "loss"].index)
        assert wins == sorted(wins)
        assert losses == sorted(losses, reverse=True)


def test_turns_of_equal_value_are_ordered_by_their_text(usual: Tablebase) -> None:
    turns = usual.answer(Position.parse("9/9/4W4/9/8B W")).turns
    drawing = [turn.turn for turn in turns if turn.value is Value.DRAW]
    assert len(drawing) > 1
    assert drawing == sorted(drawing)


@pytest.mark.parametrize(
    ("fen", "expected"),
    [("9/9/4W4/9/9 W", Value.WIN), ("9/9/4W4/9/9 B", Value.LOSS)],
)
def test_a_finished_position_is_known_without_a_table(
    usual: Tablebase, fen: str, expected: Value
) -> None:
    answer = usual.answer(Position.parse(fen))
    assert (answer.value, answer.distance, answer.turns) == (expected, Distance(0, 0), ())


@pytest.mark.parametrize(
    ("fen", "rules", "says"),
    [
        ("9/9/4W4/BB7/8B W", "escale", "tables for standard"),
        ("3/1W1/2B W", "standard", "on 9x5"),
        ("BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W", "standard", "22 stones"),
        ("BBBBBB3/9/9/9/WWWWWW3 W vela:W", "standard", "state"),
    ],
)
def test_what_is_not_covered_is_said(usual: Tablebase, fen: str, rules: str, says: str) -> None:
    position = Position.parse(fen, rules)
    assert usual.probe(position) is None
    with pytest.raises(NotCovered, match=says):
        usual.answer(position)


def test_stones_in_hand_are_not_covered(tmp_path_factory: pytest.TempPathFactory) -> None:
    tablebase = Tablebase.build(2, tmp_path_factory.mktemp("tables"), "fliporona", "3x3")
    assert tablebase.probe(Position.parse("W2/3/2B W hand:3,3", "fliporona")) is None


def test_livret_has_no_tables() -> None:
    with pytest.raises(NoTables, match="livret has no tables"):
        Tablebase.open(rules="livret")


def test_a_rule_set_of_ones_own_does_not_use_the_tables_of_its_base(tmp_path: Path) -> None:
    Tablebase.build(2, tmp_path, "standard", "3x3")
    free_choice = replace(STANDARD, paika_while_capture=Paika.ALLOWED)
    assert Tablebase.open(tmp_path, free_choice, "3x3").info() == ()
    named = tmp_path / "standard_paika=allowed-3x3-1v1.fan"
    (tmp_path / "standard-3x3-1v1.fan").rename(named)
    (warning,) = Tablebase.open(tmp_path, free_choice, "3x3").warnings
    assert "it contains the table standard 3x3 1v1" in str(warning)
