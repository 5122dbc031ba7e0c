"""Retrograde analysis: the endgame table of a pair of stone counts, level by level.

While it is built, a table's byte is

    0          not known yet; the side to move may still win, draw or lose
    1 … 254    as in a finished table: decided in one ply less
    255        cannot lose, by a capture; where capturing is optional a paika may still win

First every position is settled as far as captures settle it: they lead to smaller tables, which
are complete. Then come the levels, 0, 1, 2 … plies. Whatever is decided in exactly that many plies
tells its predecessors, which are found by taking back a paika: they are in the table with the
other side to move.

    a loss      the predecessor wins one ply later, unless it has a quicker win
    a win       the predecessor has one way out fewer; if none is left, it has lost

All of a level writes the same byte into any one place, so threads may share a level, and a
position's byte is final once its level is reached.

After settling, a byte changes once at most, to its final value. So any mixture of settled and final
bytes in which the levels before some level are complete leads to the same table, if the levels from
there on are spread again: what is final already tells nobody anything else. Only positions that
share a row with their image are written together, and must be made alike first: see `mend`.
"""

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:
    from fanorona.solver.kernel import cython_shim as cython

if cython.compiled:
    from cython.cimports.fanorona.solver.kernel.bits import (
        free_small,
        free_words,
        lowest,
        new_small,
        new_words,
    )
    from cython.cimports.fanorona.solver.kernel.buffers import expect, find, writable
    from cython.cimports.fanorona.solver.kernel.game import Game
    from cython.cimports.fanorona.solver.kernel.steps import shifted, touching
    from cython.cimports.fanorona.solver.kernel.stop import Stop
    from cython.cimports.fanorona.solver.kernel.tables import Combinations, Tables, spread, squeezed
    from cython.cimports.fanorona.solver.kernel.turns import Generator
else:
    from fanorona.solver.kernel.bits import free_small, free_words, lowest, new_small, new_words
    from fanorona.solver.kernel.buffers import expect, find, writable
    from fanorona.solver.kernel.game import Game
    from fanorona.solver.kernel.steps import shifted, touching
    from fanorona.solver.kernel.stop import Stop
    from fanorona.solver.kernel.tables import Combinations, Tables, spread, squeezed
    from fanorona.solver.kernel.turns import Generator

UNKNOWN = cython.declare(cython.int, 0)
LOST_NOW = cython.declare(cython.int, 1)
WON_IN_ONE = cython.declare(cython.int, 2)
NO_LOSS = cython.declare(cython.int, 255)
MOST_PLIES = 253
"""The longest distance that a byte holds beside the marks of a table in the making."""


@cython.final
@cython.cclass
class Retrograde:
    """One thread's work on one table; the threads share the bytes."""

    def __init__(
        self,
        game: Game,
        tables: Tables,
        columns: Combinations,
        own_count: cython.int,
        enemy_count: cython.int,
        values: Any,
        others: Any,
        stop: Stop,
    ) -> None:
        """`others`: the bytes of the table with the other side to move, maybe the same."""
        size: cython.Py_ssize_t = tables.size(own_count, enemy_count)
        if len(values) != size or len(others) != size:
            raise ValueError(f"the tables of {own_count} and {enemy_count} have {size} bytes each")
        self.game = game
        self.generator = Generator(game, stop)
        self.tables = tables
        self.columns = columns
        self.own_count = own_count
        self.enemy_count = enemy_count
        self.values = writable(values)
        self.others = writable(others)
        self.kept = (values, others)
        self.found = new_words(256)
        self.optional = not game.must_capture
        self.gap = False
        self.too_far = False
        self.smaller = 0
        self.row_start = 0
        self.row_end = 0
        self.slots = new_small(64)
        self.before = new_words(2 * 8 * 64)

    def __dealloc__(self) -> None:
        free_words(self.found)
        free_small(self.slots)
        free_words(self.before)

    def settle(self, first: cython.ulonglong, last: cython.ulonglong) -> None:
        """Settle the positions from `first` up to `last` as far as captures do."""
        with cython.nogil:
            self.settle_range(first, last)
        self.check()

    def spread(self, level: cython.int, first: cython.ulonglong, last: cython.ulonglong) -> None:
        """Tell the predecessors of the positions there that are decided in `level` plies."""
        with cython.nogil:
            self.spread_range(level, first, last)
        self.check()

    def mend(self, first: cython.ulonglong, last: cython.ulonglong) -> None:
        """Count the bytes there that another process has left, as if this thread had written them.

        One that was killed may have written a position and not its images: they are now.
        """
        with cython.nogil:
            self.mend_range(first, last)

    def tally(self, first: cython.ulonglong, last: cython.ulonglong) -> list[int]:
        """Finish the bytes there; how many positions have each of them, unfolded."""
        totals = new_words(256)
        with cython.nogil:
            self.tally_range(first, last, totals)
        tallied = [totals[value] for value in range(256)]
        free_words(totals)
        return tallied

    def written(self) -> list[int]:
        """For each byte, how often this thread has written it."""
        return [self.found[value] for value in range(256)]

    def check(self) -> None:
        """Raise what has gone wrong, now that the GIL is held again."""
        if self.generator.out_of_memory:
            raise MemoryError("no memory left for a list of turns")
        if self.gap:
            raise LookupError("a smaller table that this one needs is missing")
        if self.too_far:
            raise OverflowError(f"a win takes more than {MOST_PLIES} plies: tables hold no more")

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def ready(self) -> cython.bint:
        """May the work go on? Asked before each position."""
        self.generator.tick()
        return not (self.generator.stopped or self.gap or self.too_far)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def enter_row(self, at: cython.ulonglong) -> cython.void:
        """Go to the row of that place."""
        columns: cython.ulonglong = self.columns.size
        row: cython.ulonglong = at // columns
        point: cython.int
        slot: cython.int = 0
        self.row_start = row * columns
        self.row_end = self.row_start + columns
        self.smaller = self.tables.rows[min(self.own_count, self.enemy_count)][row]
        for point in range(self.game.points):
            self.slots[point] = slot
            if not self.smaller >> point & 1:
                slot += 1

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def column(self, larger: cython.ulonglong) -> cython.ulonglong:
        """Where a larger set is in the row at work."""
        total: cython.ulonglong = self.row_start
        chosen: cython.int = 64
        while larger:
            total += self.tables.binomials[chosen + self.slots[lowest(larger)]]
            larger &= larger - 1
            chosen += 64
        return total

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def place(self, own: cython.ulonglong, enemy: cython.ulonglong) -> cython.ulonglong:
        """Where a position of this table is; `own` is that of the row at work, if it is smaller.

        So it is after the enemy has taken back a paika and made another one.
        """
        if self.own_count <= self.enemy_count:
            return self.column(enemy)
        return self.tables.index(own, enemy, self.own_count, self.enemy_count)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def place_before(self, own: cython.ulonglong, enemy: cython.ulonglong) -> cython.ulonglong:
        """Where a position of the other table is; `enemy` is that of the row, if it is smaller."""
        if self.own_count < self.enemy_count:
            return self.column(own)
        return self.tables.index(own, enemy, self.enemy_count, self.own_count)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def settle_range(self, first: cython.ulonglong, last: cython.ulonglong) -> cython.void:
        at: cython.ulonglong
        larger: cython.ulonglong
        value: cython.int
        for at in range(first, last):
            if not self.ready():
                return
            if at < self.row_start or at >= self.row_end:
                self.enter_row(at)
            larger = spread(self.columns.words[at - self.row_start], self.smaller)
            if self.own_count <= self.enemy_count:
                value = self.settled(self.smaller, larger)
            else:
                value = self.settled(larger, self.smaller)
            if self.generator.stopped:
                return
            self.values[at] = value
            self.found[value] += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def spread_range(
        self, level: cython.int, first: cython.ulonglong, last: cython.ulonglong
    ) -> cython.void:
        larger: cython.ulonglong
        at: cython.ulonglong = find(self.values, level + 1, first, last)
        while at < last:
            if not self.ready():
                return
            if at < self.row_start or at >= self.row_end:
                self.enter_row(at)
            larger = spread(self.columns.words[at - self.row_start], self.smaller)
            if self.own_count <= self.enemy_count:
                self.unmove(self.smaller, larger, level)
            else:
                self.unmove(larger, self.smaller, level)
            at = find(self.values, level + 1, at + 1, last)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def mend_range(self, first: cython.ulonglong, last: cython.ulonglong) -> cython.void:
        at: cython.ulonglong
        value: cython.int
        stones: cython.int = min(self.own_count, self.enemy_count)
        for at in range(first, last):
            if at < self.row_start or at >= self.row_end:
                self.enter_row(at)
            value = self.values[at]
            if self.tables.weights[stones][at // self.columns.size] != self.tables.symmetries:
                value = self.mended(at, value)
                self.values[at] = value
            self.found[value] += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def mended(self, at: cython.ulonglong, value: cython.int) -> cython.int:
        """The later one of the bytes that a position and its images in the same row have.

        What comes later is known, and no longer than what was known before.
        """
        larger: cython.ulonglong = spread(self.columns.words[at - self.row_start], self.smaller)
        other: cython.int
        symmetry: cython.int
        for symmetry in range(1, self.tables.symmetries):
            if self.tables.moved(self.smaller, symmetry) == self.smaller:
                other = self.values[self.column(self.tables.moved(larger, symmetry))]
                if value == UNKNOWN or (other != UNKNOWN and other < value):
                    value = other
        return value

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def tally_range(
        self, first: cython.ulonglong, last: cython.ulonglong, totals: cython.p_ulonglong
    ) -> cython.void:
        at: cython.ulonglong
        value: cython.int
        columns: cython.ulonglong = self.columns.size
        row: cython.ulonglong = first // columns
        end: cython.ulonglong = (row + 1) * columns
        weights = self.tables.weights[min(self.own_count, self.enemy_count)]
        for at in range(first, last):
            if at == end:
                row += 1
                end += columns
            value = self.values[at]
            if value == NO_LOSS:
                value = 0
                self.values[at] = 0
            totals[value] += weights[row]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def settled(self, own: cython.ulonglong, enemy: cython.ulonglong) -> cython.int:
        """The byte of a position as far as captures and the lack of any turn settle it."""
        empty: cython.ulonglong = self.game.everywhere & ~(own | enemy)
        movers: cython.ulonglong
        d: cython.int
        can_step: cython.bint = False
        for d in range(8):
            movers = own & shifted(self.game, empty, d ^ 1)
            if movers == 0:
                continue
            can_step = True
            if movers & touching(self.game, enemy, d):
                return self.by_captures(own, enemy)
        return UNKNOWN if can_step else LOST_NOW

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def by_captures(self, own: cython.ulonglong, enemy: cython.ulonglong) -> cython.int:
        """What the best capture leads to; UNKNOWN if all of them lose and there are paikas."""
        at: cython.size_t
        left: cython.ulonglong
        value: cython.int
        win: cython.int = NO_LOSS
        loss: cython.int = 0
        draw: cython.bint = False
        paika: cython.bint = False
        self.generator.size = 0
        self.generator.generate(own, enemy, 0, 0)
        for at in range(self.generator.size):
            left = self.generator.words[4 * at]
            if left == 0:
                return WON_IN_ONE
            if left == enemy:
                paika = True
                continue
            value = self.tables.probe(left, self.generator.words[4 * at + 1])
            if value < 0:
                self.gap = True
            elif value == 0:
                draw = True
            elif value & 1:
                win = min(win, value + 1)
            else:
                loss = max(loss, value + 1)
        if draw or win != NO_LOSS:
            return win
        if paika:
            return UNKNOWN
        if loss >= NO_LOSS:
            self.too_far = True
        return loss

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def unmove(
        self, own: cython.ulonglong, enemy: cython.ulonglong, level: cython.int
    ) -> cython.void:
        """Tell every position from which a paika of the enemy leads here.

        All are found first, so that the processor fetches their bytes side by side.
        """
        empty: cython.ulonglong = self.game.everywhere & ~(own | enemy)
        stones: cython.ulonglong = enemy
        stone: cython.ulonglong
        origins: cython.ulonglong
        origin: cython.ulonglong
        before: cython.ulonglong
        at: cython.ulonglong
        number: cython.int = 0
        k: cython.int
        while stones:
            stone = stones & (~stones + 1)
            stones ^= stone
            origins = self.game.joined[lowest(stone)] & empty
            while origins:
                origin = origins & (~origins + 1)
                origins ^= origin
                if self.optional and self.touches(origin, stone, own):
                    continue
                before = enemy ^ stone ^ origin
                at = self.place_before(before, own)
                expect(self.others, at)
                self.before[2 * number] = before
                self.before[2 * number + 1] = at
                number += 1
        for k in range(number):
            self.tell(self.before[2 * k + 1], self.before[2 * k], own, level)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def touches(
        self, origin: cython.ulonglong, to: cython.ulonglong, enemy: cython.ulonglong
    ) -> cython.bint:
        """Does that step capture? Where captures are obligatory, a table knows it already."""
        d: cython.int = self.game.toward[lowest(to) - lowest(origin) + 31]
        return (shifted(self.game, to, d) | shifted(self.game, origin, d ^ 1)) & enemy != 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def tell(
        self,
        at: cython.ulonglong,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        level: cython.int,
    ) -> cython.void:
        """A paika of the position in that place leads to one decided in `level` plies."""
        value: cython.int = self.others[at]
        if level & 1:
            if value != UNKNOWN:
                return
            value = self.lost(own, enemy, level)
            if value == UNKNOWN:
                return
        elif value == UNKNOWN or (self.optional and value > level + 2):
            value = level + 2
        else:
            return
        self.found[value] += 1
        self.write(at, value)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def write(self, at: cython.ulonglong, value: cython.int) -> cython.void:
        """Write the byte, also to the images of the position that have the same smaller set.

        Such a set is its own mirror image, or its own half turn; a table does not fold those.
        """
        stones: cython.int = min(self.own_count, self.enemy_count)
        row: cython.ulonglong = at // self.columns.size
        smaller: cython.ulonglong
        larger: cython.ulonglong
        images: cython.int = self.tables.weights[stones][row]
        symmetry: cython.int
        self.others[at] = value
        if images == self.tables.symmetries:
            return
        smaller = self.tables.rows[stones][row]
        larger = spread(self.columns.words[at % self.columns.size], smaller)
        for symmetry in range(1, self.tables.symmetries):
            if self.tables.moved(smaller, symmetry) == smaller:
                at = self.tables.rank(squeezed(self.tables.moved(larger, symmetry), smaller))
                self.others[row * self.columns.size + at] = value

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def lost(self, own: cython.ulonglong, enemy: cython.ulonglong, level: cython.int) -> cython.int:
        """The byte of a position whose captures all lose, if its paikas do too; else UNKNOWN."""
        empty: cython.ulonglong = self.game.everywhere & ~(own | enemy)
        stones: cython.ulonglong = own
        stone: cython.ulonglong
        ends: cython.ulonglong
        to: cython.ulonglong
        value: cython.int
        while stones:
            stone = stones & (~stones + 1)
            stones ^= stone
            ends = self.game.joined[lowest(stone)] & empty
            while ends:
                to = ends & (~ends + 1)
                ends ^= to
                if self.optional and self.touches(stone, to, enemy):
                    continue
                value = self.values[self.place(enemy, own ^ stone ^ to)]
                if value == UNKNOWN or value & 1 or value > level + 1:
                    return UNKNOWN
        value = level + 2
        if self.optional:
            value = max(value, self.lost_by_captures(own, enemy))
        if value >= NO_LOSS:
            self.too_far = True
        return value

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def lost_by_captures(self, own: cython.ulonglong, enemy: cython.ulonglong) -> cython.int:
        """The byte that the longest defence by a capture gives; all captures are known to lose."""
        at: cython.size_t
        left: cython.ulonglong
        loss: cython.int = 0
        self.generator.size = 0
        self.generator.generate(own, enemy, 0, 0)
        for at in range(self.generator.size):
            left = self.generator.words[4 * at]
            if left != enemy:
                loss = max(loss, self.tables.probe(left, self.generator.words[4 * at + 1]) + 1)
        return loss
