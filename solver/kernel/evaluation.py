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
    )
    from cython.cimports.fanorona.solver.kernel.game import Game
    from cython.cimports.fanorona.solver.kernel.memory import Memory
    from cython.cimports.fanorona.solver.kernel.state import (
        ENEMY_HAND,
        ENEMY_HAND_SHIFT,
        FIRST,
        OWN_HAND,
        OWN_HAND_SHIFT,
    )
    from cython.cimports.fanorona.solver.kernel.windows import LANE, RANK, ROW, SIZE
else:
    from fanorona.solver.kernel.bits import (
        count,
    )
    from fanorona.solver.kernel.game import Game
    from fanorona.solver.kernel.memory import Memory
    from fanorona.solver.kernel.state import (
        ENEMY_HAND,
        ENEMY_HAND_SHIFT,
        FIRST,
        OWN_HAND,
        OWN_HAND_SHIFT,
    )
    from fanorona.solver.kernel.windows import LANE, RANK, ROW, SIZE

PATTERN_POINTS = 45
"""Points of the 9x5 board, for which there are weights."""
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
        self.memory = Memory("the weights of the evaluation")
        self.weights = self.memory.shorts(len(weights or ()) + 1)
        self.by_stones = self.memory.shorts(SIDE * SIDE)
        self.phases = self.memory.small(SIDE)
        self.left = self.memory.words(512)
        self.right = self.memory.words(512)
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
        if self.learned and state <= FIRST:
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
        if state & (OWN_HAND | ENEMY_HAND):
            own_hand = (state & OWN_HAND) >> OWN_HAND_SHIFT
            enemy_hand = (state & ENEMY_HAND) >> ENEMY_HAND_SHIFT
            value += STONE * (own_hand - enemy_hand)
        return value

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def patterns(self, own: cython.ulonglong, enemy: cython.ulonglong) -> cython.int:
        """The sum of all windows."""
        base: cython.size_t = self.phases[count(own | enemy)]
        value: cython.int = self.by_stones[ROW * count(own) + count(enemy)]
        l0: cython.ulonglong = codes(self.left, own, enemy, 0)
        l1: cython.ulonglong = codes(self.left, own, enemy, 9)
        l2: cython.ulonglong = codes(self.left, own, enemy, 18)
        l3: cython.ulonglong = codes(self.left, own, enemy, 27)
        l4: cython.ulonglong = codes(self.left, own, enemy, 36)
        r0: cython.ulonglong = codes(self.right, own, enemy, 0)
        r1: cython.ulonglong = codes(self.right, own, enemy, 9)
        r2: cython.ulonglong = codes(self.right, own, enemy, 18)
        r3: cython.ulonglong = codes(self.right, own, enemy, 27)
        r4: cython.ulonglong = codes(self.right, own, enemy, 36)
        w = self.weights
        base *= 11 * SIZE
        value += w[base + 8 * SIZE + (r0 >> 48)] + w[base + 8 * SIZE + (r4 >> 48)]
        value += w[base + 9 * SIZE + (r1 >> 48)] + w[base + 9 * SIZE + (r3 >> 48)]
        value += w[base + 10 * SIZE + (r2 >> 48)]
        # The lowest ranks, then the highest, turned over.
        value += row_of_windows(w, base, l0 + 27 * l1 + 729 * l2, r0 + 27 * r1 + 729 * r2)
        value += row_of_windows(w, base, l4 + 27 * l3 + 729 * l2, r4 + 27 * r3 + 729 * r2)
        base += 4 * SIZE
        value += row_of_windows(w, base, l1 + 27 * l2 + 729 * l3, r1 + 27 * r2 + 729 * r3)
        if value > LARGEST:
            return LARGEST
        return -LARGEST if value < -LARGEST else value


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def codes(
    table: cython.p_ulonglong, own: cython.ulonglong, enemy: cython.ulonglong, shift: cython.int
) -> cython.ulonglong:
    """The codes of what stands on one rank, `shift` points from the lowest one."""
    return table[(own >> shift) & RANK] + 2 * table[(enemy >> shift) & RANK]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def row_of_windows(
    w: cython.p_short, base: cython.size_t, left: cython.ulonglong, right: cython.ulonglong
) -> cython.int:
    """The weights of the seven windows of three ranks; those at the right are mirrored."""
    return (
        w[base + (left & LANE)]
        + w[base + SIZE + ((left >> 16) & LANE)]
        + w[base + 2 * SIZE + ((left >> 32) & LANE)]
        + w[base + 3 * SIZE + (left >> 48)]
        + w[base + 2 * SIZE + (right & LANE)]
        + w[base + SIZE + ((right >> 16) & LANE)]
        + w[base + ((right >> 32) & LANE)]
    )
