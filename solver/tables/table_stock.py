"""The tables that a command has at hand: its workers elsewhere must use the same ones.

An answer for a budget in nodes depends on the tables that the search looks into. A worker that has
fewer of them, or damaged ones, says so instead of giving another answer; those that it has beyond
them it leaves alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from platform import node

from fanorona.solver.board import Board
from fanorona.solver.rules import STANDARD, RuleSet
from fanorona.solver.tables.pairs import tables_up_to
from fanorona.solver.tables.table_files import SUFFIX, Series, checksum_in
from fanorona.solver.tables.table_place import TablePlace, UnusableTables, cache_folder, is_url
from fanorona.solver.tables.tablebase import SMALL, USUAL_BOARD, Tablebase
from fanorona.words import Message


@dataclass(frozen=True, slots=True)
class TableStock:
    """Where the tables are, and which."""

    place: TablePlace | None
    """As it was asked for; None: in the user's folder."""
    folder: Path | None = None
    """The whole path of a place that is a folder."""
    files: tuple[tuple[str, int], ...] = ()
    """Name and checksum of each; empty for a URL, which has its own list."""

    def open(self, rules: RuleSet, board: Board) -> Tablebase:
        """Those for a game; UnusableTables if this machine does not have them."""
        if is_url(self.place):
            return Tablebase.open(self.place, rules, board)
        series = Series(rules, board)
        wanted = {name: checksum for name, checksum in self.files if series.has(name)}
        folder, missing = self._folder_with(wanted)
        if missing:
            raise UnusableTables(
                Message("stock.missing", host=node(), file=missing, place=self._place_in_words())
            )
        only = wanted.keys() | (_small(series) if self.place is None else set())
        found = Tablebase.open(folder, rules, board, only=only)
        if found.warnings:
            raise UnusableTables(Message("stock.damaged", host=node(), reason=found.warnings[0]))
        return found

    def _folder_with(self, wanted: dict[str, int]) -> tuple[Path | None, str | None]:
        """The folder that has all of them, None being the user's; or one that none has."""
        missing = None
        for place in dict.fromkeys((self.folder, None)):
            folder = place or cache_folder()
            lacking = [
                name
                for name, checksum in wanted.items()
                if folder is None or checksum_in(folder / name) != checksum
            ]
            if not lacking:
                return place, None
            missing = missing or lacking[0]
        return None, missing

    def _place_in_words(self) -> Message:
        if self.folder is None:
            return Message("stock.users-folder")
        return Message("stock.folder", folder=str(self.folder))


def stock_of(place: TablePlace | None) -> TableStock:
    """What there is at a place, here and now."""
    if is_url(place):
        return TableStock(place)
    named = None if place is None else Path(place).absolute()
    folder = named or cache_folder()
    if folder is None:
        return TableStock(place)
    found = ((path.name, checksum_in(path)) for path in sorted(folder.glob(f"*{SUFFIX}")))
    files = tuple((name, checksum) for name, checksum in found if checksum is not None)
    return TableStock(place, named, files)


def _small(series: Series) -> set[str]:
    """Those that everybody builds on first use."""
    if series != Series(STANDARD, USUAL_BOARD):
        return set()
    return {series.path(Path(), *pair).name for pair in tables_up_to(SMALL)}
