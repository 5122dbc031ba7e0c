"""Forced wins and endgame tables: they never disagree, and a search uses the tables it is given."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from fanorona.solver import Colour, FanoronaError, Position
from fanorona.solver.arrangement import Arrangement
from fanorona.solver.board import board
from fanorona.solver.kernel import is_compiled
from fanorona.solver.rules import STANDARD, Paika, rule_set
from fanorona.solver.search.forced_win import ForcedWin, WinningTurn, forced_win
from fanorona.solver.tables import default_tables
from fanorona.solver.tables.tablebase import Tablebase, TableValue, TurnValue
from fanorona.solver.turns_by_result import by_result
from fanorona.solver.value import StoppedBy, Value

LONG_WIN = "9/9/2WW5/9/6B2 W"
"""15 plies."""

needs_a_compiled_kernel = pytest.mark.skipif(
    not is_compiled(), reason="uncompiled, tables take minutes to build"
)
pytestmark = needs_a_compiled_kernel


@pytest.fixture(scope="module")
def four_stones(tmp_path_factory: pytest.TempPathFactory) -> Tablebase:
    """The tables of the usual game with up to 4 stones."""
    return Tablebase.build(4, tmp_path_factory.mktemp("tables"))


@pytest.fixture(scope="module")
def other_tables(request: pytest.FixtureRequest) -> Tablebase:
    """The tables of another game with up to 5 stones."""
    folder = request.getfixturevalue("tmp_path_factory").mktemp("tables")
    rules, size = request.param
    return Tablebase.build(5, folder, rules, size)


def random_positions(chance: Random, tables: Tablebase, stones: int) -> Iterator[Position]:
    """Positions with up to that many stones, every pair of counts equally likely."""
    where, rules = tables.board, tables.rules
    pairs = [
        (white, black)
        for white in range(1, stones)
        for black in range(1, stones)
        if white + black <= stones and max(white, black) <= where.stones_each
    ]
    while True:
        white, black = chance.choice(pairs)
        points = [1 << point for point in chance.sample(range(where.points), white + black)]
        side = chance.choice(list(Colour))
        yield Position(Arrangement(where, sum(points[:white]), sum(points[white:]), side), rules)


def contradiction(answer: ForcedWin, exact: TableValue) -> str | None:
    """Where the answer differs from the tables."""
    plies = exact.distance.plies if exact.distance else 0
    if answer.value is not Value.UNKNOWN and answer.value is not exact.value:
        return f"{answer.value}, not {exact.value}"
    if answer.distance is not None:
        exactly = answer.distance.plies == plies
        if not exactly and (answer.distance_exact or answer.distance.plies < plies):
            return f"{answer.distance.plies} plies, not {plies}"
    if exact.value is Value.WIN and answer.never:
        return f"never, won in {plies} plies"
    if exact.value is Value.WIN and (answer.no_win_within or 0) >= (plies + 1) // 2:
        return f"no win within {answer.no_win_within} turns, won in {plies} plies"
    return None


def turn_contradictions(answer: ForcedWin, tables: Tablebase, position: Position) -> list[str]:
    """The first turns for which the answer differs from the tables."""
    winning = {route: one for one in answer.winning_turns for route in one.routes}
    undecided = {
        str(turn)
        for group in by_result(position.turns())
        if str(group[0]) in answer.undecided_turns
        for turn in group
    }
    return [
        one.turn
        for one in tables.answer(position).turns
        if one.turn not in undecided and not _agree(winning.get(one.turn), one)
    ]


def _agree(found: WinningTurn | None, exact: TurnValue) -> bool:
    if found is None or exact.distance is None:
        return found is None and exact.value is not Value.WIN
    exactly = found.distance == exact.distance
    longer = not found.distance_exact and found.distance.plies > exact.distance.plies
    return exact.value is Value.WIN and (exactly or longer)


def check_sample(tables: Tablebase, stones: int, number: int, nodes: int) -> Counter[str]:
    """Ask without tables, compare with them; says how many were decided."""
    chance = Random(f"{tables.rules} {tables.board.size} {stones}")
    met: Counter[str] = Counter()
    for position in random_positions(chance, tables, stones):
        if sum(met.values()) == number:
            return met
        exact = tables.probe(position)
        assert exact is not None
        answer = forced_win(position, nodes=nodes, memory_mb=8, tables="off")
        assert contradiction(answer, exact) is None, position.fen()
        assert turn_contradictions(answer, tables, position) == [], position.fen()
        met[f"{exact.value} {'undecided' if answer.value is Value.UNKNOWN else 'decided'}"] += 1
    raise AssertionError("random positions have no end")


def test_without_tables_nothing_contradicts_them(four_stones: Tablebase) -> None:
    met = check_sample(four_stones, 4, 150, 5_000)
    assert met["win decided"] > met["win undecided"]
    assert met["draw decided"] > 0


@pytest.mark.parametrize(
    "other_tables",
    [("escale", "3x3"), ("fliporona", "3x3"), ("escale", "5x3"), ("standard", "5x5")],
    indirect=True,
    ids=str,
)
def test_in_other_games_nothing_contradicts_the_tables(other_tables: Tablebase) -> None:
    check_sample(other_tables, 5, 60, 5_000)


def test_a_position_in_the_tables_is_answered_by_them(four_stones: Tablebase) -> None:
    chance = Random("in the tables")
    for _, position in zip(range(60), random_positions(chance, four_stones, 4), strict=False):
        exact = four_stones.probe(position)
        assert exact is not None
        answer = forced_win(position, nodes=10, tables=four_stones)
        assert (answer.value, answer.distance) == (exact.value, exact.distance)
        assert answer.search.stopped_by is StoppedBy.SOLVED
        assert len(answer.line) == (exact.distance.plies if exact.distance else 0)


def test_the_winning_turns_are_those_of_the_tables_in_their_order(four_stones: Tablebase) -> None:
    chance = Random("the same order")
    for _, position in zip(range(60), random_positions(chance, four_stones, 4), strict=False):
        listed = {str(turn): position.after(turn).fen() for turn in position.turns()}
        first = {fen: turn for turn, fen in reversed(listed.items())}
        expected = [
            (one.turn, one.distance)
            for one in four_stones.answer(position).turns
            if one.value is Value.WIN and first[listed[one.turn]] == one.turn
        ]
        answer = forced_win(position, nodes=10, tables=four_stones)
        assert [(one.turn, one.distance) for one in answer.winning_turns] == expected


def test_tables_help_a_search_that_reaches_them(four_stones: Tablebase) -> None:
    chance = Random("reaching the tables")
    decided = Counter[str]()
    for _, position in zip(range(40), random_positions(chance, four_stones, 7), strict=False):
        with_tables = forced_win(position, nodes=3_000, memory_mb=8, tables=four_stones)
        without = forced_win(position, nodes=30_000, memory_mb=8, tables="off")
        decided["with"] += with_tables.value is not Value.UNKNOWN
        decided["without"] += forced_win(position, nodes=3_000, tables=None).value != "unknown"
        if Value.UNKNOWN not in (with_tables.value, without.value):
            assert with_tables.value is without.value, position.fen()
        if with_tables.distance_exact and without.distance_exact:
            assert with_tables.distance == without.distance, position.fen()
    assert decided["with"] > decided["without"]


def test_the_tables_at_hand_are_used_by_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FANORONA_CACHE", str(tmp_path))
    default_tables._opened.cache_clear()
    position = Position.parse(LONG_WIN)
    assert forced_win(position, nodes=1).value is Value.WIN
    assert forced_win(position, nodes=1, tables="off").value is Value.UNKNOWN
    assert forced_win(position, nodes=1, tables=None).value is Value.UNKNOWN
    default_tables._opened.cache_clear()


def test_tables_of_another_game_are_refused(four_stones: Tablebase) -> None:
    position = Position(Arrangement(board(5, 9), 1, 2, Colour.WHITE), rule_set("standard"))
    with pytest.raises(
        FanoronaError, match="standard on 9x5 do not match a position of standard on"
    ):
        forced_win(position, tables=four_stones)


def test_tables_that_nobody_knows_are_refused() -> None:
    with pytest.raises(FanoronaError, match="tables is 'on'; give"):
        forced_win(Position.start(), tables="on")  # type: ignore[arg-type]


def test_the_kernels_tables_are_refused(four_stones: Tablebase) -> None:
    """They do not say of which board and rule set they are."""
    with pytest.raises(FanoronaError, match="an open Tablebase"):
        forced_win(Position.parse("3/1W1/2B W"), tables=four_stones.kernel_tables())  # type: ignore[arg-type]


def test_a_rule_set_of_ones_own_is_searched_without_the_tables_of_its_name(
    four_stones: Tablebase, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert four_stones.folder is not None
    monkeypatch.setattr("fanorona.solver.tables.tablebase.cache_folder", lambda: four_stones.folder)
    default_tables._opened.cache_clear()
    free_choice = replace(STANDARD, paika_while_capture=Paika.ALLOWED)
    won_where_captures_are_obligatory = "1WB6/9/9/3BW4/9 W"
    assert forced_win(Position.parse(won_where_captures_are_obligatory)).value is Value.WIN
    position = Position.parse(won_where_captures_are_obligatory, free_choice)
    assert forced_win(position).value is Value.DRAW
    default_tables._opened.cache_clear()


@pytest.mark.slow
def test_ten_thousand_positions_without_tables_contradict_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = Tablebase.build(5, tmp_path)
    met = check_sample(tables, 5, 10_000, 20_000)
    decided = sum(number for key, number in met.items() if key.endswith(" decided"))
    with capsys.disabled():
        sys.stdout.write(f"\n{decided / 10_000:.1%} decided: {dict(sorted(met.items()))}\n")
