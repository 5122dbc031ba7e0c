"""Perft and reachable positions against the checked figures in tests/data/*.perft."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from fanorona.solver import Position
from fanorona.solver.kernel.listing import Listing
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.turn import Words, text_ranks

FILES = sorted(Path(__file__).parents[1].joinpath("data").glob("*.perft"))
MANY_NODES = 50_000_000
MANY_POSITIONS = 200_000
MANY_WITHOUT_COMPILER = 100_000


@dataclass(frozen=True)
class Figure:
    """One known number: a perft of some depth, or with depth None the reachable positions."""

    name: str
    position: Position
    depth: int | None
    number: int

    @property
    def is_slow(self) -> bool:
        return self.number > (MANY_POSITIONS if self.depth is None else MANY_NODES)


def figures() -> Iterator[Figure]:
    """Every figure of every file. A line gives a value to a key until the key comes again."""
    for file in FILES:
        now: dict[str, str] = {}
        for line in file.read_text(encoding="utf-8").splitlines():
            key, _, value = line.partition(" ")
            if key == "perft":
                depth, number = value.split()
                yield _figure(now, int(depth), number)
            elif key == "reachable":
                yield _figure(now, None, value)
            elif key in {"rules", "id", "position"}:
                now[key] = value
            elif key not in {"", "#"}:
                raise ValueError(f"{file.name}: a line cannot begin with {key}")


def _figure(now: dict[str, str], depth: int | None, number: str) -> Figure:
    what = "reachable" if depth is None else f"perft-{depth}"
    position = Position.parse(now["position"], now["rules"])
    return Figure(f"{now['rules']}-{now['id']}-{what}", position, depth, int(number))


def cases(wanted: list[Figure]) -> list[object]:
    """As parameters of a test, the ones that take long marked so."""
    slow = [pytest.mark.slow]
    return [pytest.param(one, id=one.name, marks=slow if one.is_slow else []) for one in wanted]


def skip_what_takes_long_uncompiled(figure: Figure, compiled: bool) -> None:
    if not compiled and figure.number > MANY_WITHOUT_COMPILER:
        pytest.skip("the uncompiled kernel takes too long for this many")


PERFTS = [figure for figure in figures() if figure.depth is not None]
REACHABLE = [figure for figure in figures() if figure.depth is None]


def divide(position: Position, depth: int) -> str:
    """The perft turn by turn, to compare with another program's."""
    return "\n".join(
        f"{turn}: {position.after(turn).perft(depth - 1)}" for turn in position.turns()
    )


def reachable(position: Position) -> int:
    """How many positions games from here can come to, with the side to move, this one included."""
    listing = Listing(position.game(), Stop(), text_ranks(position.board))

    def results(words: Words) -> set[Words]:
        assert listing.fill(*words)
        return {listing.after(number) for number in range(len(listing))}

    fresh = {position.words()}
    reached, reached_by_mover = fresh.copy(), set[Words]()
    while fresh:
        found = {after for words in fresh for after in results(words)}
        reached, reached_by_mover = reached_by_mover, reached
        fresh = found - reached
        reached |= fresh
    return len(reached) + len(reached_by_mover)


@pytest.mark.parametrize("figure", cases(PERFTS))
def test_perft_is_the_checked_figure(figure: Figure, compiled: bool) -> None:
    skip_what_takes_long_uncompiled(figure, compiled)
    assert figure.depth
    nodes = figure.position.perft(figure.depth)
    if nodes != figure.number:
        pytest.fail(
            f"perft {figure.depth} of {figure.position} under {figure.position.rules} "
            f"is {nodes}, not {figure.number}:\n{divide(figure.position, figure.depth)}"
        )


@pytest.mark.parametrize("figure", cases(REACHABLE))
def test_as_many_positions_are_reachable_as_was_checked(figure: Figure, compiled: bool) -> None:
    skip_what_takes_long_uncompiled(figure, compiled)
    assert reachable(figure.position) == figure.number


@pytest.mark.parametrize("figure", cases([one for one in PERFTS if one.depth == 1]))
def test_as_many_turns_are_listed_as_are_counted(figure: Figure) -> None:
    assert len(figure.position.turns()) == figure.number


def test_perft_of_depth_0_is_1() -> None:
    assert Position.start().perft(0) == 1


def test_perft_of_a_finished_game_is_0() -> None:
    assert Position.parse("3/1W1/3 B").perft(3) == 0


@pytest.mark.parametrize("depth", [-1, 101, 10**6, 10**12])
def test_perft_of_an_impossible_depth_is_refused(depth: int) -> None:
    with pytest.raises(ValueError, match="use a depth from 0 to 100"):
        Position.start().perft(depth)
