"""What a position is worth at the end of a search, in hundredths of a stone, for the side to move.

With learned weights, on 9x5: a value by both numbers of stones, and what the network of network.py
makes of 26 windows of nine points, the twenty-one of 3x3 and the five ranks. A window is a number
of nine digits in base 3: 0 empty, 1 own, 2 enemy. Windows that a symmetry of the board takes to
each other share their weights: eleven classes,

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
from collections.abc import Iterable
from dataclasses import dataclass
from operator import mul

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
    from cython.cimports.fanorona.solver.kernel.network import network
    from cython.cimports.fanorona.solver.kernel.state import (
        ENEMY_HAND,
        ENEMY_HAND_SHIFT,
        FIRST,
        OWN_HAND,
        OWN_HAND_SHIFT,
    )
    from cython.cimports.fanorona.solver.kernel.windows import RANK, ROW
else:
    from fanorona.solver.kernel.bits import (
        count,
    )
    from fanorona.solver.kernel.game import Game
    from fanorona.solver.kernel.memory import Memory
    from fanorona.solver.kernel.network import network
    from fanorona.solver.kernel.state import (
        ENEMY_HAND,
        ENEMY_HAND_SHIFT,
        FIRST,
        OWN_HAND,
        OWN_HAND_SHIFT,
    )
    from fanorona.solver.kernel.windows import RANK, ROW

from fanorona.solver.kernel.network import (
    HIDDEN,
    HIDDEN_SHIFT,
    INPUTS,
    LANES,
    MOST_HIDDEN,
    MOST_WEIGHT,
    VALUE_SHIFT,
    hidden_units,
)

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


@dataclass(frozen=True)
class LearnedWeights:
    """What an evaluation has learned; 16-bit numbers, and biases of 32 bits."""

    windows: array[int]
    """By class, window and lane."""
    by_stones: array[int]
    first: array[int]
    """By input, lanes first, and hidden unit."""
    second: array[int]
    """By phase: of the lanes' sums, then of the hidden units."""
    first_bias: array[int]
    second_bias: array[int]
    phases: list[int]
    """By the number of stones on the board."""

    def check(self) -> None:
        """ValueError if they are not the weights of a network, or too large for its numbers.

        Except for the weights of windows, of which there are too many for a loop in Python.
        """
        phases = len(self.second_bias)
        sizes = (CLASSES * CLASS_SIZE * LANES, SIDE * SIDE, INPUTS * HIDDEN, HIDDEN)
        parts = (self.windows, self.by_stones, self.first, self.first_bias)
        if [len(part) for part in parts] != list(sizes):
            raise ValueError("not the weights of an evaluation")
        if len(self.second) != phases * (LANES + HIDDEN) or len(self.phases) != SIDE:
            raise ValueError("not the weights of an evaluation")
        most = [26 * MOST_WEIGHT] * LANES + [MOST_STONES] * 2
        for unit in range(HIDDEN):
            weights = self.first[unit::HIDDEN]
            _require_32_bits(self.first_bias[unit], weights, most)
        most = [26 * MOST_WEIGHT] * LANES + [MOST_HIDDEN] * HIDDEN
        for phase in range(phases):
            begin = phase * (LANES + HIDDEN)
            weights = self.second[begin : begin + LANES + HIDDEN]
            _require_32_bits(self.second_bias[phase], weights, most)


def _require_32_bits(bias: int, weights: Iterable[int], most: list[int]) -> None:
    if abs(bias) + sum(map(mul, map(abs, weights), most)) >= 1 << 31:
        raise ValueError("weights are too large for sums of 32 bits")


@cython.final
@cython.cclass
class Evaluation:
    """The evaluation of a game's positions; made once, shared by all threads."""

    def __init__(self, game: Game, weights: LearnedWeights | None = None) -> None:
        point: cython.int
        one: cython.ulonglong = 1
        self.game = game
        self.inner = 0
        for point in range(game.points):
            if count(game.joined[point]) in (4, 8):
                self.inner |= one << point
        self.memory = Memory("the weights of the evaluation")
        self.learned = False
        if weights is not None and game.points == PATTERN_POINTS:
            weights.check()
            self.take_windows(weights)
            self.take_layers(weights)
            self.encode()
            self.learned = True

    def take_windows(self, weights: LearnedWeights) -> None:
        """Have the weights of windows and by numbers of stones in C's arrays."""
        at: cython.size_t
        most: cython.int = MOST_WEIGHT
        size: cython.size_t = len(weights.windows)
        numbers: cython.short[::1] = weights.windows
        self.windows = self.memory.shorts(size)
        for at in range(size):
            if not -most <= numbers[at] <= most:
                raise ValueError("weights of windows are too large")
            self.windows[at] = numbers[at]
        self.by_stones = self.memory.shorts(SIDE * SIDE)
        self.phases = self.memory.small(SIDE)
        numbers = weights.by_stones
        for at in range(SIDE * SIDE):
            self.by_stones[at] = numbers[at]
        for at in range(SIDE):
            self.phases[at] = weights.phases[at]

    def take_layers(self, weights: LearnedWeights) -> None:
        """Have the layers in the order in which `network` reads them."""
        self.first = self.memory.shorts(INPUTS * HIDDEN)
        self.first_bias = self.memory.numbers(HIDDEN)
        self.second = self.memory.shorts(len(weights.second))
        self.second_bias = self.memory.numbers(len(weights.second_bias))
        for at, weight in enumerate(weights.first):
            # Two inputs side by side, which are multiplied and added in one go.
            entry, unit = divmod(at, HIDDEN)
            self.first[2 * (HIDDEN * (entry // 2) + unit) + entry % 2] = weight
        for at, weight in enumerate(weights.second):
            self.second[at] = weight
        for at, bias in enumerate(weights.first_bias):
            self.first_bias[at] = bias & 0xFFFFFFFF
        for at, bias in enumerate(weights.second_bias):
            self.second_bias[at] = bias & 0xFFFFFFFF

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
        """What a learned value is made of: the part of each window, and before that the rest.

        As long as no hidden unit rises above 0 or falls back, a value is a weighted sum of what the
        windows have in their lanes: so each has a part in it. Windows of 3x3 by rank, then by file
        of their lower left corner; then the ranks.
        """
        rows = self.rows(own, enemy)
        lanes = [[self.windows[LANES * row + lane] for lane in range(LANES)] for row in rows]
        inputs = [sum(column) for column in zip(*lanes, strict=True)]
        first = [self.first[at] for at in range(INPUTS * HIDDEN)]
        biases = [self.first_bias[at] for at in range(HIDDEN)]
        units = hidden_units([*inputs, count(own), count(enemy)], first, biases)
        begin = (LANES + HIDDEN) * self.phases[count(own | enemy)]
        slopes = []
        for lane in range(LANES):
            slope = float(self.second[begin + lane])
            for unit, value in enumerate(units):
                if 0 < value < MOST_HIDDEN:
                    weight = first[2 * (HIDDEN * (lane // 2) + unit) + lane % 2]
                    slope += weight * self.second[begin + LANES + unit] / (1 << HIDDEN_SHIFT)
            slopes.append(slope / (1 << VALUE_SHIFT))
        found = [round(sum(map(mul, one, slopes))) for one in lanes]
        return self.patterns(own, enemy) - sum(found), found

    def rows(self, own: int, enemy: int) -> list[int]:
        """Where the weights of each window are."""
        left, right = self.lanes(own, enemy)
        found = []
        for row, (near, middle, far) in enumerate(((0, 1, 2), (1, 2, 3), (4, 3, 2))):
            for lane in range(7):
                side, shift = (left, lane) if lane < 4 else (right, lane - 4)
                index = (side[near] + 27 * side[middle] + 729 * side[far]) >> (16 * shift) & 0xFFFF
                found.append((min(lane, 6 - lane) + 4 * (row == 1)) * CLASS_SIZE + index)
        return found + [
            (8 + min(row, 4 - row)) * CLASS_SIZE + (right[row] >> 48) for row in range(5)
        ]

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
        self.left = self.memory.words(512)
        self.right = self.memory.words(512)
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
        """By the numbers of stones and by all windows."""
        own_count: cython.int = count(own)
        enemy_count: cython.int = count(enemy)
        value: cython.int = self.by_stones[ROW * own_count + enemy_count] + network(
            self.windows,
            self.first,
            self.first_bias,
            self.second,
            self.second_bias,
            self.phases[own_count + enemy_count],
            codes(self.left, own, enemy, 0),
            codes(self.left, own, enemy, 9),
            codes(self.left, own, enemy, 18),
            codes(self.left, own, enemy, 27),
            codes(self.left, own, enemy, 36),
            codes(self.right, own, enemy, 0),
            codes(self.right, own, enemy, 9),
            codes(self.right, own, enemy, 18),
            codes(self.right, own, enemy, 27),
            codes(self.right, own, enemy, 36),
            own_count,
            enemy_count,
        )
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
