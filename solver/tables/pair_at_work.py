"""The tables of a pair in the making, with either side to move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from mmap import mmap

from fanorona.solver.kernel.game import Game
from fanorona.solver.kernel.retro import MOST_PLIES, Retrograde
from fanorona.solver.kernel.tables import Combinations, Tables
from fanorona.solver.tables.crew import Crew, Piece
from fanorona.solver.tables.pairs import Pair, both_sides
from fanorona.solver.tables.table_files import Series, TableInfo
from fanorona.solver.tables.work_file import WorkFile, WorkInMemory

PIECE = 1 << 16
"""The least number of positions that is worth a thread."""

PIECES = 64
"""A table has about this many pieces, so that no thread waits long for the others,"""

LARGE_PIECE = 4 << 20
"""or more, so that a piece touches little memory and is soon safe on the disk,"""

MOST_PIECES = 4096
"""but no more than this: whatever is kept of each must fit a note."""

SETTLING = 0.4
"""About this share of a pair's time goes before its first level."""

DECIDED = 0.8
"""About this share of a pair's positions is decided, each in its level."""

OnShare = Callable[[float], None]


@dataclass(frozen=True)
class Built:
    """A finished table."""

    info: TableInfo
    values: bytearray | mmap


def piece_size(size: int) -> int:
    """How many positions of a table are a piece."""
    return max(PIECE, min(-(-size // PIECES), LARGE_PIECE), -(-size // MOST_PIECES))


def piece_count(size: int) -> int:
    return -(-size // piece_size(size))


class PairAtWork:
    """Goes on with what the work has; new work is at its beginning."""

    def __init__(
        self,
        series: Series,
        game: Game,
        tables: Tables,
        pair: Pair,
        work: WorkFile | WorkInMemory,
        crew: Crew,
        on_share: OnShare,
        on_resume: OnShare,
    ) -> None:
        """`on_share` hears an estimate of the share done, `on_resume` the share done before."""
        self.size = series.size(*pair)
        self.sides = both_sides(*pair)
        self.work = work
        self.crew = crew
        self.on_share = on_share
        self.on_resume = on_resume
        self.told = 0
        self.was_begun = not work.progress.is_new
        step = piece_size(self.size)
        self.pieces = [(at, min(at + step, self.size)) for at in range(0, self.size, step)]
        columns = Combinations(max(pair), series.columns(*pair))
        values = dict(zip(self.sides, work.tables, strict=True))
        self.new_tool = {
            side: partial(
                Retrograde,
                game,
                tables,
                columns,
                *side,
                values[side],
                values[side[::-1]],
                crew.stop,
            )
            for side in self.sides
        }
        self.tools = self._new_tools()

    def build(self) -> list[Built]:
        """Settle, then spread level by level until nothing is decided any more, then count."""
        if self.was_begun:
            self._resume()
        else:
            self._settle()
        self._spread()
        return [self._finished(number) for number in range(len(self.sides))]

    def share(self) -> float:
        """An estimate of the share that is done."""
        settled = sum(self.work.progress.settled) / len(self.work.progress.settled)
        told = min(1.0, self.told / (DECIDED * self.size * len(self.sides)))
        return SETTLING * settled + (1 - SETTLING) * told

    def look_up(self) -> None:
        """What has to be done now and then."""
        self.on_share(self.share())
        self.work.keep()

    def _new_tools(self) -> list[list[Retrograde]]:
        return [[new() for _ in range(self.crew.jobs)] for new in self.new_tool.values()]

    def _settle(self) -> None:
        for number, tools in enumerate(self.tools):
            flags = {piece: number * len(self.pieces) + at for at, piece in enumerate(self.pieces)}
            left = [piece for piece, flag in flags.items() if not self.work.progress.settled[flag]]
            self._share(tools, partial(self._settle_piece, flags), left)

    def _settle_piece(
        self, flags: dict[Piece, int], tool: Retrograde, first: int, last: int
    ) -> None:
        tool.settle(first, last)
        # One that was stopped ends early.
        if not self.crew.stop.was_requested:
            self.work.progress.settled[flags[first, last]] = True

    def _resume(self) -> None:
        """Settle what is left, and make what is there consistent; its bytes are counted anew."""
        if not self.work.progress.levels:
            self.on_resume(self.share())
            self._settle()
            self.tools = self._new_tools()
        for tools in self.tools:
            self._share(tools, Retrograde.mend, self.pieces)
        if self.work.progress.levels:
            self.told = sum(self._found()[1 : self.work.progress.levels + 1])
            self.on_resume(self.share())

    def _spread(self) -> None:
        for level in range(self.work.progress.levels, MOST_PLIES + 1):
            decided = self._found()[level + 1]
            if decided:
                for tools in self.tools:
                    self._share(tools, partial(spread, level), self.pieces)
            self.told += decided
            self.work.progress.levels = level + 1
            if decided:
                self.look_up()
        # The last count makes draws of what cannot lose: no level may be spread after that.
        self.work.keep_now()

    def _found(self) -> list[int]:
        """For each byte, how often it was written."""
        written = [tool.written() for tools in self.tools for tool in tools]
        return [sum(column) for column in zip(*written, strict=True)]

    def _share(
        self,
        tools: list[Retrograde],
        work: Callable[[Retrograde, int, int], None],
        pieces: list[Piece],
    ) -> None:
        def labour(thread: int, first: int, last: int) -> None:
            work(tools[thread], first, last)
            self.work.give_back()

        self.crew.share(labour, pieces, self.look_up)

    def _finished(self, number: int) -> Built:
        tallies: list[list[int]] = []
        self._share(
            self.tools[number],
            lambda tool, first, last: tallies.append(tool.tally(first, last)),
            self.pieces,
        )
        tally = [sum(column) for column in zip(*tallies, strict=True)]
        return Built(_info(self.sides[number], tally), self.work.tables[number])


def spread(level: int, tool: Retrograde, first: int, last: int) -> None:
    """`Retrograde.spread` in the order of arguments that the others have."""
    tool.spread(level, first, last)


def _info(side: Pair, tally: list[int]) -> TableInfo:
    """`tally`: how many positions have each byte."""
    decided = [byte - 1 for byte in range(1, 256) if tally[byte]]
    return TableInfo(
        own=side[0],
        enemy=side[1],
        positions=sum(tally),
        win=sum(tally[2::2]),
        loss=sum(tally[1::2]),
        draw=tally[0],
        longest_win_plies=max((plies for plies in decided if plies % 2), default=None),
        longest_loss_plies=max((plies for plies in decided if plies % 2 == 0), default=None),
    )
