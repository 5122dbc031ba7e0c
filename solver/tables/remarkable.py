"""The most remarkable positions of tables: the longest wins and reciprocal zugzwangs of a pair."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from fanorona.solver.board import Colour
from fanorona.solver.kernel.pair_walk import PairWalk
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.position import Position
from fanorona.solver.tables.crew import Crew
from fanorona.solver.tables.pairs import Pair, both_sides, pairs_up_to
from fanorona.solver.tables.table_files import DamagedTable
from fanorona.solver.tables.tablebase import Tablebase
from fanorona.solver.value import Distance
from fanorona.words import Message

PIECE = 1 << 22
"""Positions between two looks at the stop flag, at least a row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LongestWin:
    """A position, White to move, that takes longest to win of all with that side to move."""

    own: int
    enemy: int
    position: str
    distance: Distance


@dataclass(frozen=True, slots=True, kw_only=True)
class Zugzwang:
    """A position in which whoever is to move loses; White is the side with fewer stones."""

    position: str
    white_loses: Distance
    black_loses: Distance


@dataclass(frozen=True, slots=True, kw_only=True)
class RemarkablePair:
    """What stands out in the tables of a pair; `zugzwangs` counts mirror images, too."""

    smaller: int
    larger: int
    longest_wins: tuple[LongestWin, ...]
    zugzwangs: int
    deepest_zugzwang: Zugzwang | None


@dataclass(frozen=True, slots=True)
class WalkProgress:
    """The pair that is looked at, and the share done of everything."""

    own: int
    enemy: int
    done: float


def remarkable_positions(
    tables: Tablebase,
    stones: int,
    *,
    jobs: int = 1,
    stop: Stop | None = None,
    on_progress: Callable[[WalkProgress], None] | None = None,
) -> Iterator[RemarkablePair]:
    """Of each pair with at most that many stones for which there are both tables.

    Stopped if `stop` ends it; DamagedTable if a file changes meanwhile.
    """
    known = {(one.own, one.enemy) for one in tables.info()}
    pairs = [pair for pair in pairs_up_to(stones) if known.issuperset(both_sides(*pair))]
    total = sum(tables.series.size(*pair) for pair in pairs)
    done = 0
    crew = Crew(jobs, stop or Stop())
    try:
        for pair in pairs:

            def report(share: int, pair: Pair = pair, before: int = done) -> None:
                if on_progress is not None:
                    on_progress(WalkProgress(*pair, (before + share) / total))

            yield _walked(tables, pair, crew, report)
            done += tables.series.size(*pair)
    finally:
        crew.close()


def _walked(
    tables: Tablebase, pair: Pair, crew: Crew, report: Callable[[int], None]
) -> RemarkablePair:
    kernel = tables.kernel_tables()
    infos = {(one.own, one.enemy): one for one in tables.info()}
    longest = [infos[side].longest_win_plies for side in (pair, pair[::-1])]
    wanted = [-1 if plies is None else plies for plies in longest]
    walks = [PairWalk(kernel, *pair, *wanted) for _ in range(crew.jobs)]
    height, width = kernel.height(*pair), kernel.width(*pair)
    step = max(1, PIECE // width)
    seen = [0] * crew.jobs

    def walk(thread: int, first: int, last: int) -> None:
        walks[thread].walk(first, last)
        seen[thread] += (last - first) * width

    pieces = [(row, min(row + step, height)) for row in range(0, height, step)]
    crew.share(walk, pieces, lambda: report(sum(seen)))
    if any(one.has_lost_a_file for one in walks):
        raise _changed(tables)
    wins = (
        _longest_win(tables, walks, side, number) for number, side in enumerate(both_sides(*pair))
    )
    return RemarkablePair(
        smaller=pair[0],
        larger=pair[1],
        longest_wins=tuple(one for one in wins if one is not None),
        zugzwangs=sum(one.zugzwangs for one in walks),
        deepest_zugzwang=_deepest(tables, walks, pair),
    )


def _longest_win(
    tables: Tablebase, walks: list[PairWalk], side: Pair, number: int
) -> LongestWin | None:
    places = [at for walk in walks if (at := walk.longest_win(number)) is not None]
    if not places:
        return None
    position = _position(tables, side, min(places))
    distance = _distance(tables, position)
    return LongestWin(own=side[0], enemy=side[1], position=position.fen(), distance=distance)


def _deepest(tables: Tablebase, walks: list[PairWalk], pair: Pair) -> Zugzwang | None:
    """The first of the deepest, however the threads have shared the work."""
    found = [
        (-walk.quicker, -walk.slower, at)
        for walk in walks
        if (at := walk.deepest_zugzwang()) is not None
    ]
    if not found:
        return None
    position = _position(tables, pair, min(found)[2])
    own, enemy, liable, state = position.words()
    other = position.with_words((enemy, own, liable, state), Colour.BLACK)
    return Zugzwang(
        position=position.fen(),
        white_loses=_distance(tables, position),
        black_loses=_distance(tables, other),
    )


def _distance(tables: Tablebase, position: Position) -> Distance:
    """How far the end is, in a position that the walk has found to be decided."""
    found = tables.probe(position)
    if found is None:
        raise _changed(tables)
    assert found.distance is not None
    return found.distance


def _changed(tables: Tablebase) -> DamagedTable:
    files = tuple(f"{own}v{enemy}" for own, enemy in tables.lost)
    return DamagedTable(Message("tables.changed-meanwhile", files=files))


def _position(tables: Tablebase, side: Pair, at: int) -> Position:
    """The position at that place of a table, White to move."""
    own, enemy = tables.kernel_tables().position_at(*side, at)
    board = tables.board
    start = Position.start(tables.rules, board.width, board.height)
    return start.with_words((own, enemy, 0, 0), Colour.WHITE)
