"""Turns that are made when they are asked for: in order, by result, within time and memory."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fanorona.solver import Position, Stop, Stopped, TooManyTurns
from fanorona.solver.search.analysis import analyse
from fanorona.solver.search.forced_win import forced_win
from fanorona.solver.turns_by_result import by_result

CROWDS = Path(__file__).parents[1] / "data" / "crowds.txt"
CHAINS = "BBBBBB1BB/BBBBW4/BWBW1B1BW/WWWW1WW1W/WWWWWWWW1 B"
TALL = "B2/1BB/BB1/1B1/B1B/1B1/WBW/1B1/B1B/1BB/BB1/1W1/BWB W"
"""Thirteen ranks: a1 begins a10."""


def crowds() -> Iterator[tuple[str, int, int, str]]:
    for line in CROWDS.read_text().splitlines():
        if not line.startswith("#"):
            rules, turns, results, fen = line.split(" ", 3)
            yield rules, int(turns), int(results), fen


@pytest.mark.parametrize(
    ("fen", "rules"),
    [
        (CHAINS, "standard"),
        (TALL, "escale"),
        (TALL, "fliporona"),
        ("3/W1W/2B B huff:a2,c2", "livret"),
        ("9/9/9/9/9 W hand:22,22", "fliporona"),
        ("BBBBBBB/WWB3W/BBW2BB/WWWWBBB/WBWWBWW B", "fliporona"),
    ],
)
def test_turns_are_sorted_by_their_text_and_grouped_by_their_result(fen: str, rules: str) -> None:
    position = Position.parse(fen, rules)
    turns = position.turns()
    assert [str(turn) for turn in turns] == sorted(str(turn) for turn in turns)
    listing = position.listing()
    assert tuple(listing) == turns
    assert listing[-1] == turns[-1]
    assert listing[1:3] == turns[1:3]
    groups = by_result(turns)
    assert [tuple(routes) for routes in listing.results()] == groups
    assert [routes.after for routes in listing.results()] == [group[0].after for group in groups]
    assert [routes[:2] for routes in listing.results()] == [group[:2] for group in groups]


@pytest.mark.parametrize(("rules", "turns", "results", "fen"), list(crowds())[:8])
def test_a_crowd_is_counted_listed_and_grouped(
    rules: str, turns: int, results: int, fen: str, compiled: bool
) -> None:
    if not compiled:
        pytest.skip("takes long uncompiled")
    position = Position.parse(fen, rules)
    assert position.count_turns() == turns
    assert position.count_turns(most=1_000) == 1_000
    listing = position.listing()
    assert len(listing) == turns
    assert len(listing.results()) == results


def test_a_stop_ends_the_walk_through_a_crowd() -> None:
    stop = Stop()
    rules, _, _, fen = next(crowds())
    walk = iter(Position.parse(fen, rules).listing(stop))
    next(walk)
    stop.request()
    with pytest.raises(Stopped):
        list(walk)


@pytest.mark.parametrize("ask", [analyse, forced_win])
def test_a_list_of_turns_counts_against_the_memory(ask: object) -> None:
    assert callable(ask)
    rules, _, _, fen = next(crowds())
    with pytest.raises(TooManyTurns):
        ask(Position.parse(fen, rules), nodes=10, memory_mb=1, tables="off")
