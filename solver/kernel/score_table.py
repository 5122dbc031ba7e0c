"""The table of a best-line search: scores of positions searched before, and their best turns.

An entry is four words:

    0 own   1 enemy   2 liable
    3 bits 0-23 state, 24-39 score + SCORE_SHIFT, 40-47 depth, 48-49 kind, 50-61 number of the turn,
      62-63 the search that wrote it, counted round

Whole positions are compared, no hash stands for one: two are never taken for each other. Wins and
losses are counted from the position, not from the root.

Several threads share a table without locks. The first three words are kept combined with a hash of
the fourth: an entry of which two threads wrote a part each fits no position.

A table starts small and is doubled, up to its limit, as it fills: a short search need not wait for
the system to hand out memory that it never uses.
"""

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:
    from fanorona.solver.kernel import cython_shim as cython

if cython.compiled:
    from cython.cimports.fanorona.solver.kernel.bits import (
        expect_word,
        free_words,
        mixed,
        new_table,
    )
    from cython.cimports.fanorona.solver.kernel.state import STATE
else:
    from fanorona.solver.kernel.bits import expect_word, free_words, mixed, new_table
    from fanorona.solver.kernel.state import STATE

ENTRY = cython.declare(cython.ulonglong, 4)
WAYS = cython.declare(cython.ulonglong, 2)
BUCKET_BYTES = 64
SCORE_SHIFT = cython.declare(cython.int, 0x8000)
DEPTH_UNIT = cython.declare(cython.ulonglong, 1 << 40)
NO_NUMBER = cython.declare(cython.ulonglong, 0xFFF)
NO_ENTRY = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
DECIDED = cython.declare(cython.int, 30_000)
FIRST_BYTES = 1 << 20
"""A table begins with this much."""
SCRAMBLE = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
SECONDS_PER_BYTE = 2e-9
"""How long it may take to grow, by the size of the larger table; a fifth of that if the system has
memory at hand."""
# An entry of an older search is worth this many plies less.
AGE = cython.declare(cython.int, 4)

UPPER = cython.declare(cython.ulonglong, 1)
LOWER = cython.declare(cython.ulonglong, 2)
EXACT = cython.declare(cython.ulonglong, 3)


@cython.final
@cython.cclass
class ScoreTable:
    """A table of fixed size; questions and answers are as in `AlphaBeta.look`."""

    def __init__(
        self, memory_bytes: int, whole: bool = False, shared: ScoreTable | None = None
    ) -> None:
        """A table of at most that many bytes; all of them at once if it is `whole`.

        Given another table, this one is a second view of it, for another thread: neither grows.
        """
        self.score = 0
        self.number = NO_NUMBER
        self.packed = 0
        self.search = 0
        self.filled = 0
        self.skew = 0
        self.owner = shared
        self.most: int = max(memory_bytes // BUCKET_BYTES - 1, 1)
        self.buckets: int = self.most if whole else min(self.most, FIRST_BYTES // BUCKET_BYTES)
        if shared is not None:
            self.buckets = shared.settle()
            self.most = self.buckets
            self.skew = shared.skew
            self.search = shared.search
            self.table: Any = shared.table
            return
        self.table = new_table((self.buckets + 1) * WAYS * ENTRY)
        if not self.table:
            raise MemoryError("no memory for the table of the search")
        self.align()

    def __dealloc__(self) -> None:
        if self.owner is None:
            free_words(self.table)

    @property
    def memory_bytes(self) -> int:
        """What the table may come to take."""
        return (self.most + 1) * BUCKET_BYTES

    def settle(self) -> int:
        """Grow no more: another thread looks at the same memory."""
        self.most = self.buckets
        return int(self.buckets)

    def renew(self) -> None:
        """Begin another search: what older ones left may stay, but gives way to what is new."""
        self.search = (self.search + 1) & 3

    @cython.cfunc
    @cython.exceptval(check=False)
    def align(self) -> cython.void:
        """Let the first bucket begin on a cache line."""
        if cython.compiled:
            self.skew = (64 - cython.cast(cython.size_t, self.table) % 64) % 64 // 8

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_crowded(self) -> cython.bint:
        """Would a larger table help?"""
        return self.buckets < self.most and self.filled > self.buckets

    def seconds_to_grow(self) -> float:
        """How long doubling the table may take."""
        return 2 * BUCKET_BYTES * SECONDS_PER_BYTE * float(self.buckets)

    def grow(self) -> None:
        """Double the table, up to its limit; what it holds stays. For one thread only."""
        at: cython.ulonglong
        mix: cython.ulonglong
        packed: cython.ulonglong
        old = self.table
        before: cython.ulonglong = self.buckets * WAYS
        skew: cython.ulonglong = self.skew
        buckets: cython.ulonglong = min(self.most, 2 * self.buckets + 1)
        larger = new_table((buckets + 1) * WAYS * ENTRY)
        if not larger:
            self.most = self.buckets
            return
        self.table = larger
        self.buckets = buckets
        self.filled = 0
        self.align()
        for at in range(before):
            packed = old[skew + at * ENTRY + 3]
            if packed:
                mix = (packed * SCRAMBLE) & WORD
                self.move(
                    old[skew + at * ENTRY] ^ mix,
                    old[skew + at * ENTRY + 1] ^ mix,
                    old[skew + at * ENTRY + 2] ^ mix,
                    packed,
                )
        free_words(old)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def move(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        packed: cython.ulonglong,
    ) -> cython.void:
        """Put an entry of the smaller table into this one."""
        at: cython.ulonglong = self.bucket(own, enemy, liable, packed & STATE)
        if self.table[at + 3]:
            at += ENTRY
        self.write(at, own, enemy, liable, packed)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def write(
        self,
        at: cython.ulonglong,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        packed: cython.ulonglong,
    ) -> cython.void:
        mix: cython.ulonglong = (packed * SCRAMBLE) & WORD
        if self.table[at + 3] == 0:
            self.filled += 1
        self.table[at] = own ^ mix
        self.table[at + 1] = enemy ^ mix
        self.table[at + 2] = liable ^ mix
        self.table[at + 3] = packed

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
        packed = self.packed
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
            if self.table[at + 3] >> 62 != self.search:
                deep -= AGE
            if deep > depth:
                at += ENTRY
        elif number == NO_NUMBER:
            number = (self.packed >> 50) & NO_NUMBER
        if number > NO_NUMBER:
            number = NO_NUMBER
        packed = score + SCORE_SHIFT
        packed = state | (packed << 24) | (kind << 48) | (number << 50) | (self.search << 62)
        self.write(at, own, enemy, liable, packed | (DEPTH_UNIT * depth))

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
    def expect(
        self, turns: cython.p_ulonglong, start: cython.size_t, end: cython.size_t
    ) -> cython.void:
        """These positions will be looked up soon: let the memory fetch their buckets meanwhile."""
        at: cython.size_t
        for at in range(start, end):
            expect_word(
                self.table,
                self.bucket(turns[4 * at], turns[4 * at + 1], turns[4 * at + 2], turns[4 * at + 3]),
            )

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
        packed: cython.ulonglong
        mix: cython.ulonglong
        for _way in range(WAYS):
            packed = self.table[at + 3]
            mix = (packed * SCRAMBLE) & WORD
            if (
                self.table[at] ^ mix == own
                and self.table[at + 1] ^ mix == enemy
                and self.table[at + 2] ^ mix == liable
                and packed & STATE == state
            ):
                self.packed = packed
                return at
            at += ENTRY
        return NO_ENTRY
