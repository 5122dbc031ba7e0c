"""The endgame tables that a question uses by default."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Literal, TypeAlias, Union

from fanorona.solver.board import Board
from fanorona.solver.errors import FanoronaError
from fanorona.solver.kernel.tables import Tables
from fanorona.solver.position import Position
from fanorona.solver.rules import RuleSet
from fanorona.solver.tables.table_place import TablePlace
from fanorona.words import Message

if TYPE_CHECKING:
    from fanorona.solver.tables.table_stock import TableStock
    from fanorona.solver.tables.tablebase import Tablebase

TablesWanted: TypeAlias = Union["Tablebase", Literal["default", "off"], None]
"""Which tables a search uses: the default ones, open ones, or none ("off")."""


def chosen_tables(
    position: Position, wanted: TablesWanted, place: TablePlace | None = None
) -> Tables | None:
    """The tables that a search of the position uses; FanoronaError if they do not fit it.

    The default ones are those at the place.
    """
    if wanted == "default":
        return tables_for(position, place)
    if wanted is None or wanted == "off":
        return None
    from fanorona.solver.tables.tablebase import Tablebase

    if not isinstance(wanted, Tablebase):
        raise FanoronaError(Message("tables.wanted", text=repr(wanted)))
    if (wanted.rules, wanted.board) != (position.rules, position.board):
        raise FanoronaError(
            Message(
                "tables.do-not-fit",
                rules=wanted.rules.id,
                size=wanted.board.size,
                other=position.rules.id,
                board=position.board.size,
            )
        )
    return wanted.kernel_tables()


def tables_for(position: Position, place: TablePlace | None = None) -> Tables | None:
    """The tables at hand for a position's board and rule set; None if there are none.

    They are opened once per process. Without a place they are the user's; the small ones of the
    usual game are built if need be.
    """
    found = tablebase_for(position, place)
    return None if found is None else found.kernel_tables()


def tablebase_for(position: Position, place: TablePlace | None = None) -> Tablebase | None:
    """As `tables_for`, with all that is known of the tables."""
    return _opened(position.rules, position.board, place)


def use_stock(stock: TableStock) -> None:
    """From now on, this process uses the tables of another one, whatever else it has."""
    if _stocks.get(stock.place) != stock:
        _stocks[stock.place] = stock
        _opened.cache_clear()


_stocks: dict[TablePlace | None, TableStock] = {}
"""Of a process that works for another one: what that one has at each place."""


@cache
def _opened(rules: RuleSet, board: Board, place: TablePlace | None) -> Tablebase | None:
    from fanorona.solver.tables.tablebase import Tablebase, has_tables

    if not has_tables(rules):
        return None
    stock = _stocks.get(place)
    return Tablebase.open(place, rules, board) if stock is None else stock.open(rules, board)
