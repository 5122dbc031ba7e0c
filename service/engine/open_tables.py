"""The endgame tables that the service has at hand, opened once and shared by its workers."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from fanorona.solver import Position
from fanorona.solver.tables.tablebase import NotCovered, Tablebase, Tables, games_in
from fanorona.words import Message

Game = tuple[str, str]
"""A rule set and the size of a board."""


class OpenTables:
    """The tables of every game that has some."""

    def __init__(self, tablebases: Iterable[Tablebase]) -> None:
        self._tablebases = {(one.rules.id, one.board.size): one for one in tablebases}

    @staticmethod
    def open(folder: str) -> OpenTables:
        """The tables in a folder; without one, in the user's, where the small ones are built."""
        usual = Tablebase.open(folder or None)
        if usual.folder is None:
            return OpenTables([usual])
        games = games_in(usual.folder).keys() - {(usual.rules.id, usual.board.size)}
        return OpenTables(
            [usual, *(Tablebase.open(folder or None, *game) for game in sorted(games))]
        )

    @property
    def warnings(self) -> list[Message]:
        return [warning for one in self._tablebases.values() for warning in one.warnings]

    def lost(self) -> tuple[str, ...]:
        """The files that have changed since they were opened; they are not used any more."""
        return tuple(
            str(one.series.path(one.folder, *pair))
            for one in self._tablebases.values()
            if one.folder is not None
            for pair in one.lost
        )

    def fingerprint(self) -> str:
        """Changes when other tables are at hand, because answers may then differ."""
        held = [(game, one.info()) for game, one in sorted(self._tablebases.items())]
        return hashlib.sha256(repr(held).encode()).hexdigest()[:16]

    def stones(self) -> dict[Game, int]:
        """Up to how many stones each game has tables."""
        held = sorted(self._tablebases.items())
        return {game: one.most_stones for game, one in held if one.most_stones}

    def of(self, position: Position) -> Tablebase:
        """The tables of the position's game."""
        found = self.at_hand(position)
        if found is None:
            raise NotCovered(Message("tables.no-game"))
        return found

    def at_hand(self, position: Position) -> Tablebase | None:
        """As `of`, but None where there are none."""
        return self._tablebases.get((position.rules.id, position.board.size))

    def kernel_tables(self, position: Position) -> Tables | None:
        """The tables as the check of a puzzle uses them."""
        found = self.at_hand(position)
        return None if found is None else found.kernel_tables()
