"""A walk over the tables of a pair, for the most remarkable of its positions.

The tables of a pair with either side to move number the same stones alike. With equal counts there
is one table, which numbers the stones anew when the colours change places.

In a reciprocal zugzwang whoever is to move loses. The deepest is the one in which the quicker of
the two losses takes longest; among these, the one in which the other takes longest.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from fanorona.solver.kernel import cython_shim as cython

if cython.compiled:
    from cython.cimports.fanorona.solver.kernel.tables import Tables, following, spread
else:
    from fanorona.solver.kernel.tables import Tables, following, spread


@cython.final
@cython.cclass
class PairWalk:
    """One thread's walk. A place in a table is given as the place in the list of its positions."""

    def __init__(
        self,
        tables: Tables,
        smaller: cython.int,
        larger: cython.int,
        longest: cython.int,
        others_longest: cython.int,
    ) -> None:
        """`longest`: plies of the longest win of the smaller side to move, -1 for none."""
        self.tables = tables
        self.smaller = smaller
        self.larger = larger
        self.width = tables.width(smaller, larger)
        self.pairs = [64 * smaller + larger, 64 * larger + smaller]
        self.wanted = [longest + 1, others_longest + 1]
        self.found = [0, 0]
        self.zugzwangs = 0
        self.quicker = -1
        self.slower = -1
        self.deepest = 0
        self.has_lost_a_file = False

    def walk(self, first: cython.ulonglong, last: cython.ulonglong) -> None:
        """Look at all positions of the rows from `first` up to `last`."""
        row: cython.ulonglong
        if not first <= last <= self.tables.height(self.smaller, self.larger):
            raise ValueError("there are no such rows")
        with cython.nogil:
            for row in range(first, last):
                self.walk_row(row)

    def longest_win(self, side: cython.int) -> int | None:
        """Where a longest win was found: with the smaller side to move (0) or the larger one."""
        return self.found[side] - 1 if self.found[side] else None

    def deepest_zugzwang(self) -> int | None:
        """Where the deepest zugzwang is, the smaller side being the one to move."""
        return self.deepest - 1 if self.deepest else None

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def walk_row(self, row: cython.ulonglong) -> cython.void:
        one: cython.ulonglong = 1
        larger: cython.ulonglong = (one << self.larger) - 1
        smaller: cython.ulonglong = self.tables.rows[self.smaller][row]
        weight: cython.ulonglong = self.tables.weights[self.smaller][row]
        at: cython.ulonglong
        mine: cython.int
        theirs: cython.int
        for at in range(row * self.width, (row + 1) * self.width):
            mine = self.tables.byte_at(self.pairs[0], at)
            theirs = mine
            if self.smaller != self.larger:
                theirs = self.tables.byte_at(self.pairs[1], at)
            elif mine & 1:
                theirs = self.tables.probe(spread(larger, smaller), smaller)
            if mine < 0 or theirs < 0:
                self.has_lost_a_file = True
                return
            if mine == self.wanted[0] and mine and not self.found[0]:
                self.found[0] = at + 1
            if theirs == self.wanted[1] and theirs and not self.found[1]:
                self.found[1] = at + 1
            if mine & theirs & 1:
                self.note_zugzwang(mine - 1, theirs - 1, at, weight)
            larger = following(larger)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def note_zugzwang(
        self, one: cython.int, other: cython.int, at: cython.ulonglong, weight: cython.ulonglong
    ) -> cython.void:
        quicker: cython.int = one if one < other else other
        slower: cython.int = one + other - quicker
        self.zugzwangs += weight
        if quicker > self.quicker or (quicker == self.quicker and slower > self.slower):
            self.quicker = quicker
            self.slower = slower
            self.deepest = at + 1
