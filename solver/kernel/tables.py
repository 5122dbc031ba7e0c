"""Endgame tables as the searches see them: a position's exact value, where a table has it.

A table holds the positions of one pair of stone counts, side to move first, a byte each:

    0        a draw
    n > 0    decided in n - 1 plies; odd plies are a win of the side to move, even ones a loss

The smaller set of stones (own, if equal) chooses the row, the larger one the column:

    row      the smaller set is moved by a symmetry of the board onto its least image,
             the one that is the smallest number; rows are these images in rising order
    column   the larger set is moved along; its rank over the points that are left

               column  0    1    2   …  C(points - smaller, larger) - 1
    row 0   a1 b1 c1   .    .    .
    row 1   a1 b1 d1   .    .    .      a position's byte is at row * columns + column
    …

A set's rank is its place when sets of that size are sorted as numbers: C(p0, 1) + C(p1, 2) + …
for the points p0 < p1 < … Rows by the smaller set keep what a build looks at close together, and
the list that finds a set's row short.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

try:
    import cython
except ImportError:
    from fanorona.solver.kernel import cython_shim as cython

if cython.compiled:
    from cython.cimports.fanorona.solver.kernel.bits import (
        count,
        free_small,
        free_words,
        lowest,
        new_small,
        new_words,
    )
    from cython.cimports.fanorona.solver.kernel.blocks import (
        free_checked,
        free_file_pointers,
        held,
        is_lost,
        learn,
        length_in,
        let_go,
        needs,
        new_checked,
        new_file_pointers,
        note,
        packed_in,
        recalled,
        remember_all,
        values_in,
    )
    from cython.cimports.fanorona.solver.kernel.buffers import (
        free_byte_arrays,
        free_number_arrays,
        free_word_arrays,
        new_byte_arrays,
        new_number_arrays,
        new_word_arrays,
        readable,
    )
    from cython.cimports.fanorona.solver.kernel.packing import (
        PackingCode,
        block_length,
        unpack_part,
    )
else:
    from fanorona.solver.kernel.bits import (
        count,
        free_small,
        free_words,
        lowest,
        new_small,
        new_words,
    )
    from fanorona.solver.kernel.blocks import (
        free_checked,
        free_file_pointers,
        held,
        is_lost,
        learn,
        length_in,
        let_go,
        needs,
        new_checked,
        new_file_pointers,
        note,
        packed_in,
        recalled,
        remember_all,
        values_in,
    )
    from fanorona.solver.kernel.buffers import (
        free_byte_arrays,
        free_number_arrays,
        free_word_arrays,
        new_byte_arrays,
        new_number_arrays,
        new_word_arrays,
        readable,
    )
    from fanorona.solver.kernel.packing import PackingCode, block_length, unpack_part

PAIRS = cython.declare(cython.int, 64 * 64)
BLOCK = cython.declare(cython.int, 4096)
PART = cython.declare(cython.int, 256)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def squeezed(points: cython.ulonglong, gone: cython.ulonglong) -> cython.ulonglong:
    """The set when the points of `gone`, none of them in it, are cut out of the board."""
    below: cython.ulonglong
    while gone:
        below = (gone & (~gone + 1)) - 1
        points = (points & below) | ((points >> 1) & ~below)
        gone = (gone & (gone - 1)) >> 1
    return points


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def spread(points: cython.ulonglong, back: cython.ulonglong) -> cython.ulonglong:
    """The opposite of `squeezed`."""
    below: cython.ulonglong
    while back:
        below = (back & (~back + 1)) - 1
        points = (points & below) | ((points & ~below) << 1)
        back &= back - 1
    return points


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def following(points: cython.ulonglong) -> cython.ulonglong:
    """The next larger number with as many bits."""
    low: cython.ulonglong = points & (~points + 1)
    carried: cython.ulonglong = points + low
    return carried | (((points ^ carried) >> 2) >> lowest(low))


@cython.final
@cython.cclass
class CheckedFile:
    """A table in a file, read by blocks that must be what they were when it was opened."""

    def __init__(
        self,
        descriptor: cython.int,
        first: cython.ulonglong,
        size: cython.ulonglong,
        code: PackingCode,
    ) -> None:
        """The table has `size` values, in blocks from `first` on; `take` must then get all."""
        self.size = size
        self.done = 0
        self.code = code
        self.file = new_checked(descriptor, first, size)
        if not self.file:
            raise MemoryError("no memory to check a table of that size")

    def __dealloc__(self) -> None:
        free_checked(self.file)

    def take(self, blocks: Any) -> int:
        """Note what the next whole blocks are; returns how many of the bytes those are."""
        begin: cython.ulonglong = 0
        length: cython.ulonglong
        left: cython.ulonglong = len(blocks)
        if not left:
            return 0
        source = readable(blocks)
        with cython.nogil:
            while self.done < self.size:
                length = block_length(source, begin, left)
                if not length or not learn(self.file, self.done // BLOCK, source, begin, length):
                    break
                self.done += BLOCK if self.size - self.done > BLOCK else self.size - self.done
                begin += length
                left -= length
        return begin

    def remember(self) -> None:
        """Keep in memory whatever is unpacked from now on, if there is room for all of it."""
        remember_all(self.file)

    @property
    def is_lost(self) -> bool:
        """Whether the file was found to have changed; nothing more of it is read."""
        return is_lost(self.file)


@cython.final
@cython.cclass
class Tables:
    """The tables of one game. Add them all before a search is given the object."""

    def __init__(self, symmetries: Sequence[Sequence[int]]) -> None:
        """`symmetries`: the maps of the board onto itself, the identity first."""
        n: cython.int
        k: cython.int
        self.points = len(symmetries[0])
        self.symmetries = len(symmetries)
        self.most = 0
        self.kept: dict[tuple[int, int], Any] = {}
        self.binomials = new_words(64 * 64)
        self.maps = new_small(8 * 64)
        self.folds = new_word_arrays(64)
        self.rows = new_word_arrays(64)
        self.weights = new_word_arrays(64)
        self.row_counts = new_words(64)
        self.values = new_byte_arrays(PAIRS)
        self.files = new_file_pointers(PAIRS)
        self.codes = new_number_arrays(PAIRS)
        self.sizes = new_words(PAIRS)
        for n in range(64):
            self.binomials[n] = 1
            for k in range(1, n + 1):
                self.binomials[64 * k + n] = (
                    self.binomials[64 * (k - 1) + n - 1] + self.binomials[64 * k + n - 1]
                )
        for k in range(self.symmetries):
            for n in range(self.points):
                self.maps[64 * k + n] = symmetries[k][n]

    def __dealloc__(self) -> None:
        free_words(self.binomials)
        free_small(self.maps)
        free_word_arrays(self.folds, 64)
        free_word_arrays(self.rows, 64)
        free_word_arrays(self.weights, 64)
        free_words(self.row_counts)
        free_byte_arrays(self.values)
        free_file_pointers(self.files)
        free_number_arrays(self.codes)
        free_words(self.sizes)

    def add(self, own: cython.int, enemy: cython.int, values: Any) -> None:
        """Use these bytes for the pair from now on; they are kept alive, and must not change."""
        if len(values) != self.size(own, enemy):
            raise ValueError(f"{len(values)} bytes do not fit the table {own} against {enemy}")
        self.kept[own, enemy] = values
        self.values[64 * own + enemy] = readable(values)
        self.most = max(self.most, own + enemy)

    def add_file(self, own: cython.int, enemy: cython.int, file: CheckedFile) -> None:
        """Use a file for the pair from now on."""
        if not file.done == file.size == self.size(own, enemy):
            raise ValueError(f"{file.done} values do not fit the table {own} against {enemy}")
        self.kept[own, enemy] = file
        self.files[64 * own + enemy] = file.file
        self.codes[64 * own + enemy] = file.code.entries
        self.sizes[64 * own + enemy] = file.size
        self.most = max(self.most, own + enemy)

    @property
    def lost(self) -> tuple[tuple[int, int], ...]:
        """The pairs whose files have changed: nothing more of them is read."""
        kept = sorted(self.kept.items(), key=lambda one: one[0])
        return tuple(pair for pair, one in kept if isinstance(one, CheckedFile) and one.is_lost)

    def size(self, own: cython.int, enemy: cython.int) -> int:
        """How many bytes the table of a pair has."""
        return self.height(own, enemy) * self.width(own, enemy)

    def height(self, own: cython.int, enemy: cython.int) -> int:
        """How many rows the table of a pair has."""
        smaller: cython.int = min(own, enemy)
        if smaller < 1 or own + enemy > self.points:
            raise ValueError(f"no table {own} against {enemy} on {self.points} points")
        if not self.row_counts[smaller] and not self.fold_sets(smaller):
            raise MemoryError(f"no memory to number the sets of {smaller} stones")
        return self.row_counts[smaller]

    def width(self, own: cython.int, enemy: cython.int) -> int:
        """How many columns the table of a pair has."""
        smaller: cython.int = min(own, enemy)
        return self.binomials[64 * max(own, enemy) + self.points - smaller]

    def value(self, own: cython.ulonglong, enemy: cython.ulonglong) -> int:
        """As `probe`, but of any sets: -1 if they are not a position."""
        if own & enemy or (own | enemy) >> self.points or own == 0 or enemy == 0:
            return -1
        return self.probe(own, enemy)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def probe(self, own: cython.ulonglong, enemy: cython.ulonglong) -> cython.int:
        """-1: not covered; 0: draw; n > 0: decided in n - 1 plies.

        Odd plies are a win of the side to move, even ones a loss. The position has nothing
        liable and no state, and neither side is without stones.
        """
        own_count: cython.int
        enemy_count: cython.int
        pair: cython.int
        if count(own | enemy) > self.most:
            return -1
        own_count = count(own)
        enemy_count = count(enemy)
        pair = 64 * own_count + enemy_count
        if self.values[pair]:
            return self.values[pair][self.index(own, enemy, own_count, enemy_count)]
        if self.files[pair]:
            return self.from_file(pair, self.index(own, enemy, own_count, enemy_count))
        return -1

    def position_at(self, own: cython.int, enemy: cython.int, at: int) -> tuple[int, int]:
        """The stones of the position at that place of a pair's table: own and enemy ones."""
        smaller: cython.int = min(own, enemy)
        larger: cython.int = max(own, enemy)
        if not 0 <= at < self.size(own, enemy):
            raise ValueError(f"no position {at} in the table {own} against {enemy}")
        row, column = divmod(at, self.width(own, enemy))
        points: list[int] = []
        for stones in range(larger, 0, -1):
            point = max(n for n in range(self.points) if self.binomials[64 * stones + n] <= column)
            column -= self.binomials[64 * stones + point]
            points.append(point)
        small: int = self.rows[smaller][row]
        large: int = spread(sum(1 << point for point in points), small)
        return (small, large) if own <= enemy else (large, small)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def byte_at(self, pair: cython.int, at: cython.ulonglong) -> cython.int:
        """As `probe`, of the position at a place of a pair's table."""
        if self.values[pair]:
            return self.values[pair][at]
        if self.files[pair]:
            return self.from_file(pair, at)
        return -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def from_file(self, pair: cython.int, at: cython.ulonglong) -> cython.int:
        """The byte at that place of the pair's file; -1 if the file is not what it was."""
        block: cython.ulonglong = at // BLOCK
        part: cython.int = at % BLOCK // PART
        first: cython.ulonglong = part * PART
        last: cython.ulonglong = self.sizes[pair] - block * BLOCK
        value: cython.int = recalled(self.files[pair], at)
        if value >= 0:
            return value
        slot = held(self.files[pair], block)
        if not slot:
            return -1
        if needs(slot, part):
            if last > first + PART:
                last = first + PART
            unpack_part(
                self.codes[pair],
                packed_in(slot),
                0,
                length_in(slot),
                part,
                values_in(slot),
                first,
                last,
            )
            note(self.files[pair], block * BLOCK + first, values_in(slot), first, last - first)
        value = values_in(slot)[at % BLOCK]
        let_go(slot)
        return value

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def index(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        own_count: cython.int,
        enemy_count: cython.int,
    ) -> cython.ulonglong:
        """Where the position is in its table."""
        fold: cython.ulonglong
        row: cython.ulonglong
        larger: cython.ulonglong
        if own_count <= enemy_count:
            fold = self.folds[own_count][self.rank(own)]
            row = fold >> 3
            larger = self.moved(enemy, fold & 7)
            larger = self.rank(squeezed(larger, self.rows[own_count][row]))
            return row * self.binomials[64 * enemy_count + self.points - own_count] + larger
        fold = self.folds[enemy_count][self.rank(enemy)]
        row = fold >> 3
        larger = self.moved(own, fold & 7)
        larger = self.rank(squeezed(larger, self.rows[enemy_count][row]))
        return row * self.binomials[64 * own_count + self.points - enemy_count] + larger

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def rank(self, points: cython.ulonglong) -> cython.ulonglong:
        """The set's place among the sets of its size."""
        total: cython.ulonglong = 0
        column: cython.int = 64
        while points:
            total += self.binomials[column + lowest(points)]
            points &= points - 1
            column += 64
        return total

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def moved(self, points: cython.ulonglong, symmetry: cython.int) -> cython.ulonglong:
        """Where a symmetry takes the set."""
        one: cython.ulonglong = 1
        image: cython.ulonglong = 0
        if symmetry == 0:
            return points
        while points:
            image |= one << self.maps[64 * symmetry + lowest(points)]
            points &= points - 1
        return image

    @cython.cfunc
    @cython.exceptval(check=False)
    def fold_sets(self, stones: cython.int) -> cython.bint:
        """Number the least images of the sets of that size; says whether memory was left.

        A set's fold is 8 * row + the symmetry that takes it to its least image.
        """
        one: cython.ulonglong = 1
        place: cython.ulonglong
        points: cython.ulonglong = (one << stones) - 1
        least: cython.ulonglong
        image: cython.ulonglong
        symmetry: cython.int
        by: cython.int
        row: cython.ulonglong = 0
        total: cython.ulonglong = self.binomials[64 * stones + self.points]
        self.folds[stones] = new_words(total)
        self.rows[stones] = new_words(total)
        self.weights[stones] = new_words(total)
        if not self.folds[stones] or not self.rows[stones] or not self.weights[stones]:
            return False
        for place in range(total):
            least = points
            by = 0
            for symmetry in range(1, self.symmetries):
                image = self.moved(points, symmetry)
                if image < least:
                    least = image
                    by = symmetry
            if by == 0:
                self.folds[stones][place] = 8 * row
                self.rows[stones][row] = points
                self.weights[stones][row] = 1
                row += 1
            else:
                # The least image is the smaller number, so it has its row already.
                image = self.folds[stones][self.rank(least)] >> 3
                self.folds[stones][place] = 8 * image + by
                self.weights[stones][image] += 1
            points = following(points)
        self.row_counts[stones] = row
        return True


@cython.final
@cython.cclass
class Combinations:
    """The sets of a given number of points, by rank: turns column numbers back into sets."""

    def __init__(self, stones: cython.int, size: cython.ulonglong) -> None:
        one: cython.ulonglong = 1
        at: cython.ulonglong
        combination: cython.ulonglong = (one << stones) - 1
        self.size = size
        self.words = new_words(size)
        if not self.words:
            raise MemoryError(f"no memory for a list of {size} sets")
        with cython.nogil:
            for at in range(size):
                self.words[at] = combination
                combination = following(combination)

    def __dealloc__(self) -> None:
        free_words(self.words)
