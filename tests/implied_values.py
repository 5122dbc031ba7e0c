"""What the reference makes of table values: a position follows from those after its turns."""

from __future__ import annotations

from fanorona.solver.kernel.tables import Tables
from tests import reference
from tests.reference import ENEMY_OF


def words(position: reference.Position) -> tuple[int, int]:
    """The stones of the side to move and of the other side, as the tables number the points."""
    own, enemy = (
        sum(1 << rank * position.width + file for file, rank in position.stones_of(colour))
        for colour in (position.side, ENEMY_OF[position.side])
    )
    return own, enemy


def value(tables: Tables, position: reference.Position) -> int:
    """As in a table: 0 is a draw, n is decided in n - 1 plies."""
    own, enemy = words(position)
    return 1 if not own else tables.value(own, enemy)


def implied_value(tables: Tables, position: reference.Position) -> int:
    """What the values after each turn make of a position.

    Where this holds everywhere the tables are right: a win leads to a shorter loss, a loss to
    shorter wins only, and a draw to no loss and to another draw, on and on.
    """
    after = [value(tables, one) for one in position.turns().values()]
    lost = [one for one in after if one % 2]
    if lost:
        return min(lost) + 1
    return 0 if 0 in after else max(after, default=0) + 1
