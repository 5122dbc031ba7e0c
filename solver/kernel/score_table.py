"""The table of a best-line search: scores of positions searched before, and their best turns.

An entry is four words:

    0 own   1 enemy   2 liable
    3 bits 0-23 state, 24-39 score + SCORE_SHIFT, 40-47 depth, 48-49 kind, 50-61 number of the turn

Whole positions are compared, no hash stands for one: two are never taken for each other. Wins and
losses are counted from the position, not from the root.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from fanorona.solver.kernel import cython_shim as cython

if cython.compiled:
    from cython.cimports.fanorona.solver.kernel.bits import free_words, mixed, new_words
else:
    from fanorona.solver.kernel.bits import free_words, mixed, new_words

ENTRY = cython.declare(cython.ulonglong, 4)
WAYS = cython.declare(cython.ulonglong, 2)
BUCKET_BYTES = 64
STATE = cython.declare(cython.ulonglong, 0xFFFFFF)
SCORE_SHIFT = cython.declare(cython.int, 0x8000)
DEPTH_UNIT = cython.declare(cython.ulonglong, 1 << 40)
NO_NUMBER = cython.declare(cython.ulonglong, 0xFFF)
NO_ENTRY = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
DECIDED = cython.declare(cython.int, 30_000)

UPPER = cython.declare(cython.ulonglong, 1)
LOWER = cython.declare(cython.ulonglong, 2)
EXACT = cython.declare(cython.ulonglong, 3)


@cython.final
@cython.cclass
class ScoreTable:
    """A table of fixed size; what it is asked and told is as in `Search.look`."""

    def __init__(self, memory_bytes: int) -> None:
        self.buckets = max(memory_bytes // BUCKET_BYTES - 1, 1)
        self.table = new_words((self.buckets + 1) * WAYS * ENTRY)
        self.skew = 0
        self.score = 0
        self.number = NO_NUMBER
        if not self.table:
            raise MemoryError("no memory for the table of the search")
        if cython.compiled:
            self.skew = (64 - cython.cast(cython.size_t, self.table) % 64) % 64 // 8

    def __dealloc__(self) -> None:
        free_words(self.table)

    @property
    def memory_bytes(self) -> int:
        return (self.buckets + 1) * BUCKET_BYTES

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def answers(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.bint:
        """Leaves the score, if the table answers the question, and the number of the best turn."""
        at: cython.ulonglong
        packed: cython.ulonglong
        score: cython.int
        deep: cython.int
        claimed: cython.bint = False
        self.number = NO_NUMBER
        at = self.find(own, enemy, liable, state)
        if at == NO_ENTRY:
            return False
        packed = self.table[at + 3]
        self.number = (packed >> 50) & NO_NUMBER
        if beta - alpha > 1:
            # On the principal line: the answer would be right, but the line cut short.
            return False
        score = (packed >> 24) & 0xFFFF
        score -= SCORE_SHIFT
        deep = (packed >> 40) & 0xFF
        if score > DECIDED:
            score -= ply
            claimed = score >= beta
        elif score < -DECIDED:
            score += ply
            claimed = score <= alpha
        if deep < depth and not claimed:
            return False
        self.score = score
        return (packed >> 48) & (LOWER if score >= beta else UPPER) != 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def keep(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        depth: cython.int,
        score: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        number: cython.ulonglong,
    ) -> cython.void:
        """Keep a score, wins and losses counted from here; a bucket's first entry is the deeper."""
        at: cython.ulonglong
        deep: cython.int
        packed: cython.ulonglong
        kind: cython.ulonglong = EXACT
        if score <= alpha:
            kind = UPPER
        elif score >= beta:
            kind = LOWER
        if score > DECIDED:
            score += ply
        elif score < -DECIDED:
            score -= ply
        at = self.find(own, enemy, liable, state)
        if at == NO_ENTRY:
            at = self.bucket(own, enemy, liable, state)
            deep = (self.table[at + 3] >> 40) & 0xFF
            if deep > depth:
                at += ENTRY
        elif number == NO_NUMBER:
            number = (self.table[at + 3] >> 50) & NO_NUMBER
        if number > NO_NUMBER:
            number = NO_NUMBER
        packed = score + SCORE_SHIFT
        packed = state | (packed << 24) | (kind << 48) | (number << 50)
        self.table[at] = own
        self.table[at + 1] = enemy
        self.table[at + 2] = liable
        self.table[at + 3] = packed | (DEPTH_UNIT * depth)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def bucket(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
    ) -> cython.ulonglong:
        """Where the position's bucket begins."""
        mix: cython.ulonglong = mixed(own, enemy, liable, state) >> 32
        return ((mix * self.buckets) >> 32) * WAYS * ENTRY + self.skew

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
    ) -> cython.ulonglong:
        """Where the table has the position, or NO_ENTRY."""
        at: cython.ulonglong = self.bucket(own, enemy, liable, state)
        _way: cython.ulonglong
        for _way in range(WAYS):
            if (
                self.table[at] == own
                and self.table[at + 1] == enemy
                and self.table[at + 2] == liable
                and self.table[at + 3] & STATE == state
            ):
                return at
            at += ENTRY
        return NO_ENTRY
