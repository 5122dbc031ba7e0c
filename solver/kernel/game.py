"""A game as tables: the lines of a board, and the switches of a rule set.

A set of points is a word, point by point, rank by rank from White's side:

    9x5    36 37 38 39 40 41 42 43 44
           27 28 29 30 31 32 33 34 35
           18 19 20 21 22 23 24 25 26      a step right is +1, a step up is +width
            9 10 11 12 13 14 15 16 17
            0  1  2  3  4  5  6  7  8
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from fanorona.solver.kernel import cython_shim as cython

if cython.compiled:
    from cython.cimports.fanorona.solver.kernel.bits import (
        free_small,
        free_words,
        new_small,
        new_words,
    )
else:
    from fanorona.solver.kernel.bits import free_small, free_words, new_small, new_words

# The switches of a rule set.
MUST_CAPTURE = 1
HUFFS = 2
FORFEITS = 4
LARGER_LINE = 8
SINGLE_FIRST = 16
FLIPS = 32
LEAVES = 64
TURNS_OFF_AXIS = 128

# Directions: the opposite of d is d ^ 1, its axis d >> 1; even ones go to higher points.
DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (-1, 1), (1, -1))


@cython.final
@cython.cclass
class Game:
    """A board's lines and a rule set's switches, as tables; made once, shared by all threads."""

    def __init__(self, width: cython.int, height: cython.int, switches: cython.int) -> None:
        d: cython.int
        file: cython.int
        rank: cython.int
        point: cython.int
        to: cython.int
        barred: cython.ulonglong
        one: cython.ulonglong = 1
        self.points = width * height
        self.centre = self.points // 2
        self.everywhere = (one << self.points) - 1
        self.must_capture = switches & MUST_CAPTURE != 0
        self.huffs = switches & HUFFS != 0
        self.forfeits = switches & FORFEITS != 0
        self.larger_line = switches & LARGER_LINE != 0
        self.single_first = switches & SINGLE_FIRST != 0
        self.flips = switches & FLIPS != 0
        self.leaves = switches & LEAVES != 0
        self.off_axis = switches & TURNS_OFF_AXIS != 0
        # Stones flip and none leaves: what was captured can be captured back.
        self.reversible = self.flips and not self.leaves
        self.plain = not switches & ~MUST_CAPTURE
        self.beside = new_small(self.points * 8)
        self.toward = new_small(64)
        self.joined = new_words(self.points)
        self.turning = new_words(self.points * 8)
        self.open_to = new_words(8)
        self.rotation = new_small(8)
        for d in range(8):
            right, up = DIRECTIONS[d]
            self.rotation[d] = (right + up * width) % 64
            self.toward[right + up * width + 31] = d
            for point in range(self.points):
                file = point % width + right
                rank = point // width + up
                to = -1
                strong = (point % width + point // width) % 2 == 0
                if 0 <= file < width and 0 <= rank < height and (strong or not right or not up):
                    to = rank * width + file
                    self.joined[point] |= one << to
                    self.open_to[d] |= one << point
                self.beside[point * 8 + d] = to
        for point in range(self.points):
            for d in range(8):
                barred = self.step_from(point, d)
                if self.off_axis:
                    barred |= self.step_from(point, d ^ 1)
                self.turning[point * 8 + d] = self.joined[point] & ~barred

    def __dealloc__(self) -> None:
        free_small(self.beside)
        free_small(self.toward)
        free_words(self.joined)
        free_words(self.turning)
        free_words(self.open_to)
        free_small(self.rotation)

    @cython.cfunc
    @cython.exceptval(check=False)
    def step_from(self, point: cython.int, direction: cython.int) -> cython.ulonglong:
        """The point that one step leads to, as a set; empty where there is no line."""
        one: cython.ulonglong = 1
        to: cython.int = self.beside[point * 8 + direction]
        return 0 if to < 0 else one << to
