"""The table of the proof-number search: what is known of each position that it has met.

An entry is four words:

    0 own, and the liable stones of the enemy; bit 63: the attacker moves
    1 enemy; bit 63: in use
    2 phi, delta << 32
    3 bits 0-23 state, 24-33 plies within which the attacker wins, 34-43 plies within which it does
      not, 44-53 what phi and delta are for, 54-63 the effort spent below

Whole positions are compared, never hashes, so two cannot be mistaken for each other. A stone in
both of the first two words is a liable one, so that no position needs a third.

Phi and delta are for a number of remaining plies, or for a game without bound. Those for another
number are a first guess. What is decided for good is kept beside them, whatever they are for.

A bucket is four entries, two cache lines. It fills from its first entry on; a new entry takes the
place of the one with the least effort behind it. The table starts small and is doubled, up to its
limit, as it fills: memory that is not needed is never touched, and clearing a table makes it small
again.

Several threads can share a table, each with a view of its own; it is large from the start then.
Buckets have versions, odd while one is written. Who reads while it is written finds nothing, and
who would write then does not: an entry may be missed or lost, but is never read half written. The
threads also show each other where they work, so that they do not all work in the same place.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from fanorona.solver.kernel import cython_shim as cython

if cython.compiled:
    from cython.cimports.fanorona.solver.kernel.bits import (
        begin_write,
        clear_words,
        end_write,
        expect_word,
        in_large_pages,
        mixed_pair,
        version,
        version_after,
    )
    from cython.cimports.fanorona.solver.kernel.memory import Memory
else:
    from fanorona.solver.kernel.bits import (
        begin_write,
        clear_words,
        end_write,
        expect_word,
        in_large_pages,
        mixed_pair,
        version,
        version_after,
    )
    from fanorona.solver.kernel.memory import Memory

ENTRY = cython.declare(cython.ulonglong, 4)
WAYS = cython.declare(cython.ulonglong, 4)
BUCKET = cython.declare(cython.ulonglong, 16)
BUCKET_BYTES = 128
LINE = cython.declare(cython.ulonglong, 8)
"""Words of a cache line."""
FIRST_BUCKETS = 512
"""A table begins with 64 kB."""
MOST_BUCKETS = 1 << 34
NO_ENTRY = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
TOP = cython.declare(cython.ulonglong, 0x8000000000000000)

# Fields of the fourth word.
STATE = cython.declare(cython.ulonglong, 0xFFFFFF)
WINS_SHIFT = cython.declare(cython.int, 24)
NONE_SHIFT = cython.declare(cython.int, 34)
PURPOSE_SHIFT = cython.declare(cython.int, 44)
EFFORT_SHIFT = cython.declare(cython.int, 54)
FOREVER = cython.declare(cython.ulonglong, 0x3FF)
"""Plies of a win: none is known. Plies without one: any number. As a purpose: no bound.

It is also the largest number that a field holds; a win that takes longer is not kept."""
NEW = cython.declare(cython.ulonglong, 0x3FF000000)
"""The fourth word of an entry of which nothing is known."""
BELOW_EFFORT = cython.declare(cython.ulonglong, 0x3FFFFFFFFFFFFF)
VERSIONS = cython.declare(cython.ulonglong, 1 << 13)
"""Buckets of a shared table have one of these each, many the same."""
BUCKET_SHIFT = cython.declare(cython.int, 4)
ROW = cython.declare(cython.ulonglong, 1 << 12)
"""Places in which a thread shows the positions that it works below."""
KEPT_EFFORT = cython.declare(cython.ulonglong, 16)
"""Added to the effort of a result, so that it outlives numbers that cost as much."""


@cython.final
@cython.cclass
class ProofTable:
    """Entries within a number of bytes, or one thread's view of another table."""

    def __init__(self, memory_bytes: int, shared: ProofTable | None = None) -> None:
        """Given another table, which must have been shared, this one is another view of it."""
        self.owner = shared
        self.is_shared = shared is not None
        self.rows = 1
        self.row = 0
        self.numbers = 0
        self.packed = NEW
        if shared is not None:
            self.view(shared)
            return
        most = 1
        while 2 * most * BUCKET_BYTES <= memory_bytes and most < MOST_BUCKETS:
            most *= 2
        self.most = most
        self.memory_bytes = memory_bytes
        self.memory = Memory("the table of the search")
        self.words = self.memory.unset(most * BUCKET + LINE)
        in_large_pages(self.words, most * BUCKET + LINE)
        self.skew = 0
        if cython.compiled:
            # The first bucket begins on a cache line.
            self.skew = (64 - cython.cast(cython.size_t, self.words) % 64) % 64 // 8
        self.clear()

    def open_to(self, threads: int) -> None:
        """Get ready for the views of other threads, before anything is searched."""
        self.versions = self.memory.numbers(VERSIONS)
        self.busy = self.memory.small(threads * ROW)
        self.rows = threads
        self.taken = 0
        self.is_shared = True
        self.clear()

    def clear(self) -> None:
        """Forget everything, for another game. Touches only as much memory as a small table has."""
        self.buckets = self.most if self.is_shared else min(self.most, FIRST_BUCKETS)
        self.filled = 0
        clear_words(self.words, self.skew, self.buckets * BUCKET)

    @cython.cfunc
    def view(self, shared: ProofTable) -> cython.void:
        """See what another table holds, and work in the next row."""
        self.memory_bytes = shared.memory_bytes
        self.most = shared.most
        self.buckets = shared.buckets
        self.filled = 0
        self.words = shared.words
        self.skew = shared.skew
        self.versions = shared.versions
        self.busy = shared.busy
        self.rows = shared.rows
        shared.taken += 1
        self.row = shared.taken

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def bucket_of(
        self, first: cython.ulonglong, second: cython.ulonglong, state: cython.ulonglong
    ) -> cython.ulonglong:
        """Where the bucket of a position begins."""
        return (mixed_pair(first, second ^ state) & (self.buckets - 1)) * BUCKET + self.skew

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def expect(
        self,
        turns: cython.p_ulonglong,
        start: cython.size_t,
        end: cython.size_t,
        attacking: cython.bint,
    ) -> cython.void:
        """Have the processor fetch what the table has of the positions after some turns."""
        at: cython.size_t
        bucket: cython.ulonglong
        for at in range(start, end):
            bucket = self.bucket_of(
                first_word(turns[4 * at], turns[4 * at + 2], attacking),
                turns[4 * at + 1] | TOP,
                turns[4 * at + 3],
            )
            expect_word(self.words, bucket)
            expect_word(self.words, bucket + LINE)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        attacking: cython.bint,
    ) -> cython.bint:
        """Is anything known of the position? It is in `numbers` and `packed` then."""
        first: cython.ulonglong = first_word(own, liable, attacking)
        second: cython.ulonglong = enemy | TOP
        bucket: cython.ulonglong = self.bucket_of(first, second, state)
        place: cython.ulonglong
        seen: cython.uint
        found: cython.bint
        if not self.is_shared:
            return self.scan(bucket, first, second, state) != NO_ENTRY
        place = (bucket >> BUCKET_SHIFT) & (VERSIONS - 1)
        seen = version(self.versions, place)
        if seen & 1:
            return False
        found = self.scan(bucket, first, second, state) != NO_ENTRY
        return found and version_after(self.versions, place) == seen

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def scan(
        self,
        bucket: cython.ulonglong,
        first: cython.ulonglong,
        second: cython.ulonglong,
        state: cython.ulonglong,
    ) -> cython.ulonglong:
        """Where the entry is in its bucket, or NO_ENTRY; what it says is copied."""
        at: cython.ulonglong = bucket
        end: cython.ulonglong = bucket + BUCKET
        while at < end:
            if (
                self.words[at] == first
                and self.words[at + 1] == second
                and self.words[at + 3] & STATE == state
            ):
                self.numbers = self.words[at + 2]
                self.packed = self.words[at + 3]
                return at
            if self.words[at + 1] == 0:
                return NO_ENTRY
            at += ENTRY
        return NO_ENTRY

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def wins_within(self) -> cython.ulonglong:
        """Plies within which the attacker wins in the entry found; FOREVER: no win is known."""
        return (self.packed >> WINS_SHIFT) & FOREVER

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def none_within(self) -> cython.ulonglong:
        """Plies within which the attacker does not win; FOREVER: at no distance."""
        return (self.packed >> NONE_SHIFT) & FOREVER

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def purpose(self) -> cython.ulonglong:
        """The remaining plies that phi and delta are for."""
        return (self.packed >> PURPOSE_SHIFT) & FOREVER

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def keep_numbers(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        attacking: cython.bint,
        remaining: cython.ulonglong,
        phi: cython.ulonglong,
        delta: cython.ulonglong,
        work: cython.ulonglong,
    ) -> cython.void:
        """Remember phi and delta for a number of remaining plies."""
        first: cython.ulonglong = first_word(own, liable, attacking)
        bucket: cython.ulonglong = self.bucket_of(first, enemy | TOP, state)
        at: cython.ulonglong
        if not self.may_write(bucket):
            return
        at = self.place_for(bucket, first, enemy | TOP, state, work)
        self.words[at + 2] = phi | (delta << 32)
        self.write_plies(at, PURPOSE_SHIFT, remaining)
        self.written(bucket)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def keep_result(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        attacking: cython.bint,
        wins: cython.bint,
        plies: cython.ulonglong,
        work: cython.ulonglong,
    ) -> cython.void:
        """Remember that the attacker wins within `plies`, or that it does not (FOREVER: ever)."""
        first: cython.ulonglong = first_word(own, liable, attacking)
        bucket: cython.ulonglong = self.bucket_of(first, enemy | TOP, state)
        at: cython.ulonglong
        if not self.may_write(bucket):
            return
        at = self.place_for(bucket, first, enemy | TOP, state, work + KEPT_EFFORT)
        self.packed = self.words[at + 3]
        if wins:
            if plies < self.wins_within():
                self.write_plies(at, WINS_SHIFT, plies)
        elif plies > self.none_within():
            self.write_plies(at, NONE_SHIFT, plies)
        self.written(bucket)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def may_write(self, bucket: cython.ulonglong) -> cython.bint:
        """Does no other thread write there? Until `written`, none will."""
        if self.is_shared:
            return begin_write(self.versions, (bucket >> BUCKET_SHIFT) & (VERSIONS - 1))
        return True

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def written(self, bucket: cython.ulonglong) -> cython.void:
        """Let other threads see what was written."""
        if self.is_shared:
            end_write(self.versions, (bucket >> BUCKET_SHIFT) & (VERSIONS - 1))

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def write_plies(
        self, at: cython.ulonglong, shift: cython.int, plies: cython.ulonglong
    ) -> cython.void:
        """Set one of an entry's three numbers of plies."""
        self.words[at + 3] &= ~(FOREVER << shift)
        self.words[at + 3] |= plies << shift

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def place_for(
        self,
        bucket: cython.ulonglong,
        first: cython.ulonglong,
        second: cython.ulonglong,
        state: cython.ulonglong,
        work: cython.ulonglong,
    ) -> cython.ulonglong:
        """The position's entry, with `work` added; a new one has no numbers and no result."""
        at: cython.ulonglong = self.scan(bucket, first, second, state)
        effort: cython.ulonglong
        if at != NO_ENTRY:
            effort = effort_of(work_of(self.words[at + 3] >> EFFORT_SHIFT) + work)
            self.words[at + 3] &= BELOW_EFFORT
            self.words[at + 3] |= effort << EFFORT_SHIFT
            return at
        if 8 * self.filled >= 5 * WAYS * self.buckets and self.buckets < self.most:
            self.grow()
            bucket = self.bucket_of(first, second, state)
        at = self.least_of(bucket)
        if self.words[at + 1] == 0:
            self.filled += 1
        self.words[at] = first
        self.words[at + 1] = second
        self.words[at + 2] = 0
        self.words[at + 3] = NEW | state | (effort_of(work) << EFFORT_SHIFT)
        return at

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def show_work(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        attacking: cython.bint,
        more: cython.int,
    ) -> cython.void:
        """Show the other threads that this one begins (1) or ends (-1) to work below a position."""
        place: cython.ulonglong = self.place_of_work(own, enemy, liable, state, attacking)
        self.busy[self.row * ROW + place] += more

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def others_work(
        self, turns: cython.p_ulonglong, at: cython.size_t, attacking: cython.bint
    ) -> cython.bint:
        """Does another thread work below the position after a turn?

        It is a guess: two positions may share a place.
        """
        place: cython.ulonglong = self.place_of_work(
            turns[4 * at], turns[4 * at + 1], turns[4 * at + 2], turns[4 * at + 3], attacking
        )
        row: cython.ulonglong
        for row in range(self.rows):
            if row != self.row and self.busy[row * ROW + place] > 0:
                return True
        return False

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def place_of_work(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        attacking: cython.bint,
    ) -> cython.ulonglong:
        first: cython.ulonglong = first_word(own, liable, attacking)
        return mixed_pair(first, (enemy | TOP) ^ state) & (ROW - 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def least_of(self, bucket: cython.ulonglong) -> cython.ulonglong:
        """The first free entry of a bucket, or the one with the least effort behind it."""
        at: cython.ulonglong = bucket
        other: cython.ulonglong = bucket
        while other < bucket + BUCKET:
            if self.words[other + 1] == 0:
                return other
            if self.words[other + 3] >> EFFORT_SHIFT < self.words[at + 3] >> EFFORT_SHIFT:
                at = other
            other += ENTRY
        return at

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def grow(self) -> cython.void:
        """Double the number of buckets: each shares its entries with a new one."""
        before: cython.ulonglong = self.buckets
        bucket: cython.ulonglong
        clear_words(self.words, before * BUCKET + self.skew, before * BUCKET)
        self.buckets = 2 * before
        for bucket in range(before):
            self.share(bucket * BUCKET + self.skew)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def share(self, bucket: cython.ulonglong) -> cython.void:
        """Move out the entries that no longer belong in this bucket."""
        k: cython.ulonglong
        kept: cython.ulonglong = bucket
        moved: cython.ulonglong = 0
        to: cython.ulonglong
        at: cython.ulonglong = bucket
        while at < bucket + BUCKET and self.words[at + 1]:
            to = self.bucket_of(self.words[at], self.words[at + 1], self.words[at + 3] & STATE)
            if to == bucket:
                to = kept
                kept += ENTRY
            else:
                to += moved
                moved += ENTRY
            if to != at:
                for k in range(ENTRY):
                    self.words[to + k] = self.words[at + k]
            at += ENTRY
        clear_words(self.words, kept, bucket + BUCKET - kept)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def first_word(
    own: cython.ulonglong, liable: cython.ulonglong, attacking: cython.bint
) -> cython.ulonglong:
    return own | liable | (TOP if attacking else 0)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def effort_of(work: cython.ulonglong) -> cython.ulonglong:
    """A number of nodes in ten bits: the four highest bits, and how many follow."""
    follow: cython.ulonglong = 0
    while work >= 16:
        work >>= 1
        follow += 8
    return work + follow


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def work_of(effort: cython.ulonglong) -> cython.ulonglong:
    """The smallest number of nodes with this effort."""
    return effort if effort < 16 else (8 | (effort & 7)) << ((effort >> 3) - 1)
