"""The endgame tables that a question uses unless it is told otherwise."""

from __future__ import annotations

from functools import cache

from solver.board import Board
from solver.kernel.tables import Tables
from solver.position import Position
from solver.rules import RuleSet


def tables_for(position: Position) -> Tables | None:
    """The tables at hand for a position's board and rule set; None where there are none.

    They are opened once a process; the small ones of the usual game are built if need be.
    """
    return _tables(position.rules, position.board)


@cache
def _tables(rules: RuleSet, board: Board) -> Tables | None:
    from solver.tablebase import NoTables, Tablebase

    try:
        return Tablebase.open(rules=rules, board=board).kernel_tables()
    except NoTables:
        return None
