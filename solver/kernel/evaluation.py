"""What a position is worth at the end of a search, in hundredths of a stone, for the side to move.

With learned weights, on 9x5: the sum of a value by both numbers of stones and of what stands in
each of 26 windows of nine points, the twenty-one of 3x3 and the five ranks. A window is a number of
nine digits in base 3: 0 empty, 1 own, 2 enemy. Windows that a symmetry of the board takes to each
other share their weights: eleven classes, for each phase of the game,

    3x3, by file of the nearer corner     0 1 2 3     on the ranks of an edge
                                          4 5 6 7     on the middle ranks
    whole ranks                           8 9 10      from the edge to the middle

The digits of a rank are looked up for all its windows at once, in lanes of 16 bits: the windows of
the left half in one word, and in another those of the right half, mirrored, with the whole rank in
the highest lane. Three ranks together, times 1, 27 and 729, are the numbers of the 3x3 windows; the
highest lane overflows there, and nobody reads it.

Without weights: stones, and a little for those away from the edge.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from fanorona.solver.kernel import cython_shim as cython

if cython.compiled:
    from cython.cimports.fanorona.solver.kernel.bits import (
        count,
        free_shorts,
        free_small,
        free_words,
        new_shorts,
        new_small,
        new_words,
    )
    from cython.cimports.fanorona.solver.kernel.game import Game
else:
    from fanorona.solver.kernel.bits import (
        count,
        free_shorts,
        free_small,
        free_words,
        new_shorts,
        new_small,
        new_words,
    )
    from fanorona.solver.kernel.game import Game

PATTERN_POINTS = 45
"""The weights are those of the board with so many points, 9x5."""
CLASSES = 11
CLASS_SIZE = 3**9
MOST_STONES = 45
SIDE = MOST_STONES + 1
"""Values by stones: SIDE rows, by own stones, of SIDE values, by enemy stones."""

STONE = cython.declare(cython.int, 100)
# A stone away from the edge. Any small reward for it plays about 90 Elo stronger than stones alone.
INNER = cython.declare(cython.int, 4)
LARGEST = cython.declare(cython.int, 20_000)
"""No value is larger, so that none is taken for proven."""

SIZE = cython.declare(cython.size_t, 19_683)
ROW = cython.declare(cython.int, 46)
RANK = cython.declare(cython.ulonglong, 0x1FF)
LANE = cython.declare(cython.ulonglong, 0xFFFF)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)


@cython.final
@cython.cclass
class Evaluation:
    """The evaluation of a game's positions; made once, shared by all threads."""

    def __init__(
        self,
        game: Game,
        weights: array[int] | None = None,
        by_stones: array[int] | None = None,
        phases: list[int] | None = None,
    ) -> None:
        """`weights` by phase, class and window; `phases` by the number of stones on the board."""
        point: cython.int
        at: cython.size_t
        numbers: cython.short[::1]
        one: cython.ulonglong = 1
        self.game = game
        self.inner = 0
        for point in range(game.points):
            if count(game.joined[point]) in (4, 8):
                self.inner |= one << point
        self.learned = weights is not None and game.points == PATTERN_POINTS
        self.weights = new_shorts(len(weights or ()) + 1)
        self.by_stones = new_shorts(SIDE * SIDE)
        self.phases = new_small(SIDE)
        self.left = new_words(512)
        self.right = new_words(512)
        if not (self.weights and self.by_stones and self.phases and self.left and self.right):
            raise MemoryError("no memory for the weights of the evaluation")
        if weights is not None and by_stones is not None and phases is not None:
            numbers = weights
            for at in range(len(weights)):
                self.weights[at] = numbers[at]
            numbers = by_stones
            for at in range(len(by_stones)):
                self.by_stones[at] = numbers[at]
            for at in range(len(phases)):
                self.phases[at] = phases[at]
        self.encode()

    def __dealloc__(self) -> None:
        free_shorts(self.weights)
        free_shorts(self.by_stones)
        free_small(self.phases)
        free_words(self.left)
        free_words(self.right)

    @property
    def is_learned(self) -> bool:
        """Whether there are weights for the game's board."""
        return self.learned

    def of(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
    ) -> int:
        """The value of a position."""
        return self.value(own, enemy, liable, state)

    def parts(self, own: cython.ulonglong, enemy: cython.ulonglong) -> tuple[int, list[int]]:
        """What a learned value is made of: the stones' part, and that of each window.

        Windows of 3x3 by rank, then by file of their lower left corner; then the ranks.
        """
        found = [0] * 26
        weights = self.weights
        base = CLASSES * CLASS_SIZE * self.phases[count(own | enemy)]
        left, right = self.lanes(own, enemy)
        for row, (near, middle, far) in enumerate(((0, 1, 2), (1, 2, 3), (4, 3, 2))):
            for lane in range(7):
                side, shift = (left, lane) if lane < 4 else (right, lane - 4)
                index = (side[near] + 27 * side[middle] + 729 * side[far]) >> (16 * shift) & 0xFFFF
                kind = min(lane, 6 - lane) + 4 * (row == 1)
                found[7 * row + lane] = weights[base + kind * CLASS_SIZE + index]
        for row in range(5):
            index = right[row] >> 48
            kind = 8 + min(row, 4 - row)
            found[21 + row] = weights[base + kind * CLASS_SIZE + index]
        return self.by_stones[SIDE * count(own) + count(enemy)], found

    def lanes(self, own: int, enemy: int) -> tuple[list[int], list[int]]:
        """The codes of each rank, as Python's integers."""
        ranks = [((own >> 9 * rank) & 0x1FF, (enemy >> 9 * rank) & 0x1FF) for rank in range(5)]
        left = [int(self.left[a]) + 2 * int(self.left[b]) for a, b in ranks]
        right = [int(self.right[a]) + 2 * int(self.right[b]) for a, b in ranks]
        return left, right

    @cython.cfunc
    @cython.exceptval(check=False)
    def encode(self) -> cython.void:
        """Fill the tables of lanes."""
        for stones in range(512):
            digits = [stones >> file & 1 for file in range(9)]
            left = right = 0
            for file in range(4):
                code = digits[file] + 3 * digits[file + 1] + 9 * digits[file + 2]
                left |= code << (16 * file)
            for file in range(4, 7):
                code = digits[file + 2] + 3 * digits[file + 1] + 9 * digits[file]
                right |= code << (16 * (file - 4))
            right |= sum(digit * 3**file for file, digit in enumerate(digits)) << 48
            self.left[stones] = left
            self.right[stones] = right

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def value(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
    ) -> cython.int:
        if self.learned and state <= 3:
            return self.patterns(own, enemy) + (STONE if liable else 0)
        return self.stones(own, enemy, liable, state)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def stones(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
    ) -> cython.int:
        """Stones on the board and in hand, and a little for those away from the edge."""
        value: cython.int = STONE * (count(own) - count(enemy)) + INNER * (
            count(own & self.inner) - count(enemy & self.inner)
        )
        own_hand: cython.int
        enemy_hand: cython.int
        if liable:
            value += STONE
        if state > 0xFF:
            own_hand = (state >> 8) & 0xFF
            enemy_hand = (state >> 16) & 0xFF
            value += STONE * (own_hand - enemy_hand)
        return value

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def patterns(self, own: cython.ulonglong, enemy: cython.ulonglong) -> cython.int:
        """The sum of all windows."""
        base: cython.size_t = self.phases[count(own | enemy)]
        value: cython.int = self.by_stones[ROW * count(own) + count(enemy)]
        a: cython.ulonglong
        b: cython.ulonglong
        l0: cython.ulonglong
        l1: cython.ulonglong
        l2: cython.ulonglong
        l3: cython.ulonglong
        l4: cython.ulonglong
        r0: cython.ulonglong
        r1: cython.ulonglong
        r2: cython.ulonglong
        r3: cython.ulonglong
        r4: cython.ulonglong
        w = self.weights
        base *= 11 * SIZE
        a = own & RANK
        b = enemy & RANK
        l0 = self.left[a] + 2 * self.left[b]
        r0 = self.right[a] + 2 * self.right[b]
        a = (own >> 9) & RANK
        b = (enemy >> 9) & RANK
        l1 = self.left[a] + 2 * self.left[b]
        r1 = self.right[a] + 2 * self.right[b]
        a = (own >> 18) & RANK
        b = (enemy >> 18) & RANK
        l2 = self.left[a] + 2 * self.left[b]
        r2 = self.right[a] + 2 * self.right[b]
        a = (own >> 27) & RANK
        b = (enemy >> 27) & RANK
        l3 = self.left[a] + 2 * self.left[b]
        r3 = self.right[a] + 2 * self.right[b]
        a = (own >> 36) & RANK
        b = (enemy >> 36) & RANK
        l4 = self.left[a] + 2 * self.left[b]
        r4 = self.right[a] + 2 * self.right[b]
        value += w[base + 8 * SIZE + (r0 >> 48)] + w[base + 8 * SIZE + (r4 >> 48)]
        value += w[base + 9 * SIZE + (r1 >> 48)] + w[base + 9 * SIZE + (r3 >> 48)]
        value += w[base + 10 * SIZE + (r2 >> 48)]
        # The lowest ranks, then the highest, turned over.
        a = l0 + 27 * l1 + 729 * l2
        b = r0 + 27 * r1 + 729 * r2
        value += w[base + (a & LANE)] + w[base + SIZE + ((a >> 16) & LANE)]
        value += w[base + 2 * SIZE + ((a >> 32) & LANE)] + w[base + 3 * SIZE + (a >> 48)]
        value += w[base + 2 * SIZE + (b & LANE)] + w[base + SIZE + ((b >> 16) & LANE)]
        value += w[base + ((b >> 32) & LANE)]
        a = l4 + 27 * l3 + 729 * l2
        b = r4 + 27 * r3 + 729 * r2
        value += w[base + (a & LANE)] + w[base + SIZE + ((a >> 16) & LANE)]
        value += w[base + 2 * SIZE + ((a >> 32) & LANE)] + w[base + 3 * SIZE + (a >> 48)]
        value += w[base + 2 * SIZE + (b & LANE)] + w[base + SIZE + ((b >> 16) & LANE)]
        value += w[base + ((b >> 32) & LANE)]
        base += 4 * SIZE
        a = l1 + 27 * l2 + 729 * l3
        b = r1 + 27 * r2 + 729 * r3
        value += w[base + (a & LANE)] + w[base + SIZE + ((a >> 16) & LANE)]
        value += w[base + 2 * SIZE + ((a >> 32) & LANE)] + w[base + 3 * SIZE + (a >> 48)]
        value += w[base + 2 * SIZE + (b & LANE)] + w[base + SIZE + ((b >> 16) & LANE)]
        value += w[base + ((b >> 32) & LANE)]
        if value > LARGEST:
            return LARGEST
        return -LARGEST if value < -LARGEST else value
