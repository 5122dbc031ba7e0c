"""Endgame tables: the exact value and distance of every position with few stones."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Set
from contextlib import closing
from dataclasses import dataclass
from mmap import mmap
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fanorona.solver.answers import Head, head_fields
from fanorona.solver.board import Board, board, board_of
from fanorona.solver.budget import Budget
from fanorona.solver.errors import FanoronaError
from fanorona.solver.kernel import is_compiled
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.kernel.tables import CheckedFile
from fanorona.solver.kernel.tables import Tables as Tables
from fanorona.solver.position import Position
from fanorona.solver.rules import STANDARD, Captured, Paika, RuleSet, Stopping, rule_set
from fanorona.solver.stopping import end_of_work
from fanorona.solver.tables.pairs import Pair, both_sides, pairs_up_to, tables_up_to
from fanorona.solver.tables.table_files import (
    SUFFIX,
    DamagedTable,
    Series,
    TableInfo,
    read_table,
    remove_unfinished,
    write_table,
)
from fanorona.solver.tables.table_place import UnusableTables, cache_folder, is_url
from fanorona.solver.value import Distance, Value, ValuedTurn
from fanorona.words import Message

if TYPE_CHECKING:
    from fanorona.solver.spreading.spread import Spread
    from fanorona.solver.tables.building import OnProgress
    from fanorona.solver.tables.pair_at_work import Built

SMALL = 4
"""Tables of the standard game with up to this many stones are built on first use, in a second."""

MOST_IN_MEMORY = 192 << 20
"""Bytes of a game's tables that are kept in memory; the others are read block by block."""
MOST_AT_ONCE = 16 << 20
"""How many of these bytes are unpacked when the tables are opened; the others when needed."""

USUAL_BOARD = board(9, 5)

_FILE = rf"([a-z]+(?:_[a-z]+=[a-z]+)*)-([0-9]{{1,2}}x[0-9]{{1,2}})-[0-9]+v[0-9]+{re.escape(SUFFIX)}"


class NoTables(FanoronaError):  # noqa: N818 - reads as what it says
    """A rule set for which there are no tables."""


class NotCovered(FanoronaError):  # noqa: N818 - reads as what it says
    """A position that is in no available table; `stones` is how many the missing table has."""

    def __init__(self, message: Message, stones: int | None = None) -> None:
        self.stones = stones
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class TableValue:
    """What a table says: the value for the side to move and how far the end is."""

    value: Value
    distance: Distance | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnValue:
    """A turn, its value for the side that plays it, and how far the end is with it."""

    turn: str
    value: Value
    distance: Distance | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableAnswer(Head):
    """Value and distance of a position and of each of its turns, the best turn first."""

    value: Value
    distance: Distance | None
    turns: tuple[TurnValue, ...]


class Tablebase:
    """The available tables of one board under one rule set.

    `Tablebase.open` reads what a folder has, `Tablebase.build` builds what is missing.

    Examples:
        >>> from tempfile import TemporaryDirectory
        >>> from fanorona import Position
        >>> with TemporaryDirectory() as folder:
        ...     tables = Tablebase.build(3, folder, board="3x3")
        ...     found = tables.answer(Position.parse("1B1/3/W1W W"))
        >>> str(found.value), found.distance.plies
        ('win', 7)
    """

    def __init__(
        self, series: Series, folder: Path | None, most_in_memory: int | None = None
    ) -> None:
        """Without a folder, what is built stays in memory.

        `most_in_memory`: bytes of tables from files that are kept in memory, if not the usual; they
        are unpacked at once then.
        """
        self.series = series
        self.folder = folder
        self._most_in_memory = MOST_IN_MEMORY if most_in_memory is None else most_in_memory
        self._most_at_once = MOST_AT_ONCE if most_in_memory is None else most_in_memory
        self._warnings: list[Message] = []
        self._infos: dict[Pair, TableInfo] = {}
        self._tables = Tables(series.board.symmetries)
        self._bytes_in_memory = 0
        self._has_checked_files = False

    @staticmethod
    def open(
        folder: str | os.PathLike[str] | None = None,
        rules: str | RuleSet = "standard",
        board: str | Board = USUAL_BOARD,
        *,
        build_small: bool = True,
        only: Set[str] | None = None,
        most_in_memory: int | None = None,
        stop: Stop | None = None,
    ) -> Tablebase:
        """The tables in a folder or at a URL; without one, in the user's cache folder.

        In the cache folder, the small tables of the usual game are built if they are missing,
        unless `build_small` says no or the kernel is not compiled. With `only`, files of other
        names are left alone. `most_in_memory`: bytes of tables that are kept in memory; the others
        are read block by block.
        """
        series = _series(rules, board)
        found = Tablebase(series, _local(folder, series), most_in_memory)
        found._read(only)
        if is_url(folder) and found.warnings:
            raise UnusableTables(found.warnings[0])
        usual = found.series == Series(STANDARD, USUAL_BOARD)
        if folder is None and usual and build_small and is_compiled():
            found._build_small(stop)
        return found

    @staticmethod
    def build(
        stones: int,
        folder: str | os.PathLike[str] | None = None,
        rules: str | RuleSet = "standard",
        board: str | Board = USUAL_BOARD,
        *,
        jobs: int = 1,
        budget: Budget | None = None,
        stop: Stop | None = None,
        on_progress: OnProgress | None = None,
        spread: Spread | None = None,
    ) -> Tablebase:
        """Open the tables and build those with at most `stones` stones that are missing or damaged.

        The budget limits memory and time. Stopped if it or `stop` ends the work; finished tables
        are kept, and large ones at work, too. With a `spread`, the pairs of one total are built
        side by side, each by one thread of a machine that sees the folder, too, and within the
        memory of the budget; the work then ends when the next pair is finished.
        """
        from fanorona.solver.tables.memory_needed import room_for_finished

        series = _series(rules, board)
        _check_stones(stones, series.board)
        room = None if budget is None else room_for_finished(series, stones, budget)
        found = Tablebase.open(folder, rules, board, build_small=False, most_in_memory=room)
        if found.folder is None:
            raise FanoronaError(Message("tables.no-home"))
        found.folder.mkdir(parents=True, exist_ok=True)
        if budget is not None:
            stop = budget.stop_or(stop)
        missing = found._missing(stones, budget)
        found._clear_away(stones, missing)
        if spread is None:
            found.build_pairs(missing, budget, jobs=jobs, stop=stop, on_progress=on_progress)
        else:
            found._have_built(missing, spread, budget, stop, on_progress)
        return found

    @property
    def rules(self) -> RuleSet:
        return self.series.rules

    @property
    def board(self) -> Board:
        return self.series.board

    @property
    def warnings(self) -> tuple[Message, ...]:
        """Problems with the files found, or with the folder."""
        return tuple(self._warnings)

    @property
    def lost(self) -> tuple[Pair, ...]:
        """The pairs whose files have changed since opening; nothing more of them is read."""
        return self._tables.lost if self._has_checked_files else ()

    def info(self) -> tuple[TableInfo, ...]:
        """What each table holds, fewest stones first."""
        return tuple(sorted(self._infos.values(), key=lambda one: (one.own + one.enemy, one.own)))

    @property
    def most_stones(self) -> int:
        """The most stones that the tables cover; 0 if there are none."""
        return max((sum(pair) for pair in self._infos.keys() - set(self.lost)), default=0)

    def size_up_to(self, stones: int) -> int:
        """Total size in bytes of the tables with at most that many stones, unpacked."""
        return sum(self.series.size(*pair) for pair in tables_up_to(stones))

    def bytes_on_disk(self, stones: int) -> int:
        """Total size in bytes of the files with at most that many stones; 0 without a folder."""
        if self.folder is None:
            return 0
        pairs = [pair for pair in self.series.pairs(self.folder) if sum(pair) <= stones]
        return sum(self.series.path(self.folder, *pair).stat().st_size for pair in pairs)

    def kernel_tables(self) -> Tables:
        """The tables as searches use them."""
        return self._tables

    def probe(self, position: Position) -> TableValue | None:
        """The value of a position, or None if no table has it."""
        own, enemy, liable, state = position.words()
        if liable or state or (position.rules, position.board) != (self.rules, self.board):
            return None
        if not own or not enemy:
            return TableValue(Value.WIN if own else Value.LOSS, Distance.of(0))
        plies_and_one = self._tables.value(own, enemy)
        return None if plies_and_one < 0 else _value(plies_and_one)

    def answer(self, position: Position, stop: Stop | None = None) -> TableAnswer:
        """Value and distance of the position and of each turn; NotCovered if it is in no table.

        Quick wins come first, then draws, then losses, long ones first.
        """
        position.require_legal()
        found = self._require(position)
        turns = [
            _valued(str(turn), self._require(position.after(turn)))
            for turn in position.listing(stop)
        ]
        return TableAnswer(
            **head_fields(position),
            value=found.value,
            distance=found.distance,
            turns=tuple(
                TurnValue(turn=one.turn, value=one.value, distance=one.distance)
                for one in sorted(turns, key=ValuedTurn.rank)
            ),
        )

    def _require(self, position: Position) -> TableValue:
        found = self.probe(position)
        if found is None:
            raise NotCovered(*self._why_not(position))
        return found

    def _why_not(self, position: Position) -> tuple[Message, int | None]:
        if (position.rules, position.board) != (self.rules, self.board):
            return Message("tables.others", rules=self.rules.id, size=self.board.size), None
        own, enemy, liable, state = position.words()
        if liable or state:
            return Message("tables.state"), None
        counts = own.bit_count(), enemy.bit_count()
        missing = Message(
            "tables.missing",
            rules=self.rules.id,
            size=self.board.size,
            own=counts[0],
            enemy=counts[1],
            folder=str(self.folder) if self.folder else Message("table.memory"),
        )
        return missing, sum(counts)

    def _read(self, only: Set[str] | None) -> None:
        if self.folder is None:
            return
        for pair in self.series.pairs(self.folder):
            if only is not None and self.series.path(self.folder, *pair).name not in only:
                continue
            try:
                self._add(*self._from_file(*pair))
            except DamagedTable as fault:
                self._warnings.append(Message("tables.not-used", reason=fault.message))
            except OSError as fault:
                reason = Message("tables.damaged", file=fault.filename, reason=fault.strerror)
                self._warnings.append(Message("tables.not-used", reason=reason))

    def _from_file(self, own: int, enemy: int) -> tuple[TableInfo, bytearray | CheckedFile]:
        """A table that is at hand in a file; small ones are kept in memory.

        If that would take a while, a table's parts are unpacked as they are needed.
        """
        assert self.folder is not None
        needed = self._bytes_in_memory + self.series.size(own, enemy)
        fits = needed <= self._most_in_memory
        at_once = fits and needed <= self._most_at_once
        found = read_table(self.series, self.folder, own, enemy, in_memory=at_once)
        if fits:
            self._bytes_in_memory = needed
            if isinstance(found[1], CheckedFile):
                found[1].remember()
        return found

    def _add(self, info: TableInfo, values: bytearray | mmap | CheckedFile) -> None:
        if isinstance(values, CheckedFile):
            self._tables.add_file(info.own, info.enemy, values)
            self._has_checked_files = True
        else:
            self._tables.add(info.own, info.enemy, values)
        self._infos[info.own, info.enemy] = info

    def _missing(self, stones: int, budget: Budget | None = None) -> list[Pair]:
        """The pairs to build, each after those that it needs."""
        from fanorona.solver.tables.memory_needed import require_memory

        missing = [
            pair
            for pair in pairs_up_to(stones)
            if any(side not in self._infos for side in both_sides(*pair))
        ]
        require_memory(self.series, missing, budget)
        return missing

    def _clear_away(self, stones: int, missing: list[Pair]) -> None:
        """Remove what builders that were killed have left, if nobody can go on with it."""
        from fanorona.solver.tables.work_file import remove_if_free, work_path

        assert self.folder is not None
        remove_unfinished(self.folder)
        for pair in set(pairs_up_to(stones)) - set(missing):
            remove_if_free(work_path(self.series.path(self.folder, *pair)))

    def build_pairs(
        self,
        missing: list[Pair],
        budget: Budget | None = None,
        *,
        jobs: int = 1,
        **how: Any,
    ) -> None:
        """Build pairs for which those with fewer stones are here, within the budget's memory."""
        from fanorona.solver.tables.building import Builder
        from fanorona.solver.tables.memory_bound import MemoryBound

        game = Position.start(self.rules, self.board.width, self.board.height).game()
        memory = MemoryBound(None if budget is None else budget.memory_mb << 20)
        builder = Builder(
            self.series, game, self._tables, folder=self.folder, memory=memory, jobs=jobs, **how
        )
        try:
            with closing(builder.build(missing)) as built:
                for pair, tables in built:
                    self._keep(pair, tables, builder.check, jobs)
        except LookupError:
            # The builder misses a table that was there when it began.
            self._require_unchanged()
            raise

    def _have_built(
        self,
        missing: list[Pair],
        spread: Spread,
        budget: Budget | None,
        stop: Stop | None,
        on_progress: OnProgress | None,
    ) -> None:
        """As `build_pairs`, by whoever the tasks are spread over; every file is checked here."""
        from fanorona.solver.tables.shared_building import build_side_by_side

        assert self.folder is not None
        folder = self.folder.absolute()
        building = build_side_by_side(self.series, folder, missing, spread, budget, on_progress)
        with closing(building) as built:
            for pair in built:
                for side in both_sides(*pair):
                    self._add(*self._from_file(*side))
                if stop is not None and stop.is_over():
                    raise end_of_work(stop)

    def _keep(self, pair: Pair, built: list[Built], check: Callable[[], None], jobs: int) -> None:
        """Write tables, and use them from then on: from the disk, so that memory gets free."""
        if self.folder is None:
            for one in built:
                self._add(one.info, one.values)
            return
        self._require_unchanged()
        while built:
            one = built.pop()
            if (one.info.own, one.info.enemy) not in self._infos:
                write_table(self.series, self.folder, one.info, one.values, check, jobs)
        for side in both_sides(*pair):
            if side not in self._infos:
                self._add(*self._from_file(*side))

    def _require_unchanged(self) -> None:
        """Nothing may be built from a table that somebody has changed meanwhile."""
        if self.folder is None or not self.lost:
            return
        changed = tuple(str(self.series.path(self.folder, *pair)) for pair in self.lost)
        raise DamagedTable(Message("tables.changed", files=changed))

    def _build_small(self, stop: Stop | None) -> None:
        if set(tables_up_to(SMALL)) <= self._infos.keys():
            # The usual case, for which nothing of the builder has to be loaded.
            return
        try:
            if self.folder is not None:
                self.folder.mkdir(parents=True, exist_ok=True)
            self.build_pairs(self._missing(SMALL), stop=stop)
        except OSError as fault:
            folder, reason = str(self.folder), fault.strerror
            self._warnings.append(Message("tables.cannot-write", folder=folder, fault=reason))
            self.folder = None
            self.build_pairs(self._missing(SMALL), stop=stop)


def _check_stones(stones: int, board: Board) -> None:
    if not 2 <= stones <= board.points:
        raise FanoronaError(
            Message("tables.stones", number=stones, size=board.size, most=board.points)
        )


def has_tables(rules: RuleSet) -> bool:
    """Whether retrograde analysis can settle the rule set's positions."""
    return _why_no_tables(rules) is None


def _why_no_tables(rules: RuleSet) -> Message | None:
    flips = rules.captured_stones is Captured.FLIP
    if rules.paika_while_capture is Paika.HUFFED:
        return Message("tables.none.huffing")
    if rules.stopping_chain is Stopping.FORFEIT:
        return Message("tables.none.forfeit")
    if flips and not rules.capturing_stone_leaves:
        return Message("tables.none.flipping")
    return None


def games_in(folder: Path) -> dict[tuple[str, str], int]:
    """The games of which a folder has files, by rule set and board size, and how many of each."""
    named = (re.fullmatch(_FILE, path.name) for path in folder.glob(f"*{SUFFIX}"))
    games = Counter((one[1].replace("_", " "), one[2]) for one in named if one)
    return {game: files for game, files in sorted(games.items()) if _may_have_tables(*game)}


def _may_have_tables(rules: str, size: str) -> bool:
    try:
        series = _series(rules, size)
    except FanoronaError:
        return False
    return (series.rules.id, series.board.size) == (rules, size)


def _local(place: str | os.PathLike[str] | None, series: Series) -> Path | None:
    """The folder with the tables of a place; what is at a URL is fetched first."""
    users = cache_folder()
    if place is None:
        return users
    if not is_url(place):
        return Path(place)
    from fanorona.solver.tables.fetched_tables import fetched

    return fetched(str(place), series, None if users is None else users.parent / "fetched")


def _series(rules: str | RuleSet, where: str | Board) -> Series:
    chosen = rule_set(rules)
    reason = _why_no_tables(chosen)
    if reason is not None:
        raise NoTables(Message("tables.none-for-rules", rules=chosen.id, reason=reason))
    return Series(chosen, where if isinstance(where, Board) else board_of(where))


def _value(plies_and_one: int) -> TableValue:
    """What a table's byte says."""
    if plies_and_one == 0:
        return TableValue(Value.DRAW, None)
    plies = plies_and_one - 1
    return TableValue(Value.WIN if plies % 2 else Value.LOSS, Distance.of(plies))


def _valued(turn: str, after: TableValue) -> ValuedTurn:
    """The value of a turn, from that of the position after it, which the other side sees."""
    if after.distance is None:
        return ValuedTurn(turn, after.value)
    value = Value.LOSS if after.value is Value.WIN else Value.WIN
    return ValuedTurn(turn, value, after.distance.plies + 1, exact=True)
