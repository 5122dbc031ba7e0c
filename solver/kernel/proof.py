"""Proof-number search: can one side force a win, within a number of plies or at all?

The question is always put for one side, the attacker. A position has two numbers (Kishimoto and
Müller's notation), seen by the side to move:

    phi      how far that side still is from what it wants (0: it has it)
    delta    how far the other side is from preventing that (0: prevented)

    phi(position) = min over its turns of delta(after the turn)
    delta(position) = sum over its turns of phi(after the turn)

The attacker wants a win, the defender wants anything else. What `ProofSearch.search` may claim:

    proven               the attacker wins within `plies`, whatever happened before: a win is made
                         of finished games and of smaller wins only, never of a repetition
    disproven, bounded   no win within `remaining` plies: a bounded game tree has no cycles
    disproven, unbounded only where the disproof nowhere leans on a repetition ("clean"); all other
                         disproofs steer the search and are never claimed
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from fanorona.solver.kernel import cython_shim as cython

if cython.compiled:
    from cython.cimports.fanorona.solver.kernel.bits import (
        clear_words,
        expect_number,
        expect_word,
        mixed,
    )
    from cython.cimports.fanorona.solver.kernel.game import Game
    from cython.cimports.fanorona.solver.kernel.memory import Memory
    from cython.cimports.fanorona.solver.kernel.state import ENEMY_HAND
    from cython.cimports.fanorona.solver.kernel.stop import Stop
    from cython.cimports.fanorona.solver.kernel.tables import Tables
    from cython.cimports.fanorona.solver.kernel.turns import Generator, has_turn
else:
    from fanorona.solver.kernel.bits import (
        clear_words,
        expect_number,
        expect_word,
        mixed,
    )
    from fanorona.solver.kernel.game import Game
    from fanorona.solver.kernel.memory import Memory
    from fanorona.solver.kernel.state import ENEMY_HAND
    from fanorona.solver.kernel.stop import Stop
    from fanorona.solver.kernel.tables import Tables
    from fanorona.solver.kernel.turns import Generator, has_turn

PROVEN = 1
DISPROVEN = -1
UNDECIDED = 0

# An entry of the table:
#   0 tag: the state, bit 32 the attacker moves, bits 40-55 what the numbers are for, bit 63 in use
#   1 own   2 enemy   3 liable
#   4 phi, delta << 32; in a BOUNDS entry: wins within, << 16 no win within
#   5 work spent below, which keeps the entry alive
# Whole positions are compared, no hash stands for one: no position is taken for another.
# A bucket fills from its first entry on; so the first tag that is 0 ends it.
ENTRY = cython.declare(cython.ulonglong, 6)
WAYS = cython.declare(cython.ulonglong, 4)
BUCKET_BYTES = 4 * 48 + 4
"""Its entries, and its number."""
MOST_BUCKETS = 1 << 31
LINE = cython.declare(cython.ulonglong, 8)
"""Words of a cache line."""
NO_ENTRY = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
HALF = cython.declare(cython.ulonglong, 0xFFFFFFFF)
SHORT = cython.declare(cython.ulonglong, 0xFFFF)
IN_USE = cython.declare(cython.ulonglong, 0x8000000000000000)
ATTACKING = cython.declare(cython.ulonglong, 0x100000000)

# What an entry's numbers are for: a number of remaining plies, or one of these.
UNBOUNDED = cython.declare(cython.ulonglong, 0xFFFF)
BOUNDS = cython.declare(cython.ulonglong, 0xFFFE)

FOREVER = cython.declare(cython.ulonglong, 0xFFFF)
INFINITE = cython.declare(cython.ulonglong, 0x7FFFFFFF)
LARGEST = cython.declare(cython.ulonglong, 0x7FFFFFFE)
KEPT_WORK = cython.declare(cython.ulonglong, 16)
"""What is decided for good outlives numbers that less work went into."""
AT_A_TIME = cython.declare(cython.size_t, 8)
"""Turns whose entries are fetched together: a list often ends early, where one turn decides."""
LONGEST_PATH = cython.declare(cython.int, 320)
MOST_PLIES = 320
"""As deep as any search goes: deeper than any line worth following, and the stack holds it."""


@cython.final
@cython.cclass
class ProofSearch:
    """A search with a table of fixed size, which later questions find filled; one thread."""

    def __init__(
        self, game: Game, tables: Tables | None, memory_bytes: int, stop: Stop | None = None
    ) -> None:
        buckets = 1
        while 2 * buckets * BUCKET_BYTES <= memory_bytes and buckets < MOST_BUCKETS:
            buckets *= 2
        self.game = game
        self.stop = Stop() if stop is None else stop
        self.turns = Generator(game, self.stop, memory_bytes // 2)
        self.tables = Tables([range(game.points)]) if tables is None else tables
        self.visited = 0
        self.node_limit = 0
        self.buckets = buckets
        self.used = 0
        self.memory = Memory("the table of the search")
        self.table = self.memory.unset(buckets * WAYS * ENTRY + LINE)
        self.numbers = self.memory.numbers(buckets)
        self.room = 256
        self.phi = self.memory.words(self.room)
        self.delta = self.memory.words(self.room)
        self.plies = self.memory.words(self.room)
        self.path = self.memory.words(4 * (LONGEST_PATH + 1))
        self.length = 0
        self.skew = 0
        if cython.compiled:
            # The first bucket begins on a cache line.
            self.skew = (64 - cython.cast(cython.size_t, self.table) % 64) % 64 // 8

    @property
    def nodes(self) -> int:
        """Positions whose turns were generated (very long lists count more), in all searches."""
        return self.visited

    @property
    def over_memory(self) -> bool:
        """Whether a list of turns did not fit the memory, which ended all searches."""
        return self.turns.over_memory

    def search(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        attacking: cython.bint,
        remaining: int | None,
        nodes: int,
    ) -> tuple[int, int]:
        """PROVEN with a number of plies that is enough, DISPROVEN, or UNDECIDED within the nodes.

        `remaining` plies, or None for a win at any distance. `attacking`: the side to move is the
        attacker. The plies are an upper bound of the distance.
        """
        if remaining is not None and remaining > MOST_PLIES:
            raise ValueError(f"{remaining} plies: no search goes deeper than {MOST_PLIES}")
        left: cython.ulonglong = UNBOUNDED if remaining is None else remaining
        self.node_limit = self.visited + nodes
        with cython.nogil:
            self.ask(own, enemy, liable, state, attacking, left)
        self.turns.check_memory()
        proven = self.out_phi == 0 if attacking else self.out_delta == 0
        if proven:
            return PROVEN, self.out_plies
        settled = self.out_phi == 0 or self.out_delta == 0
        if settled and (left != UNBOUNDED or self.out_plies == FOREVER):
            return DISPROVEN, 0
        return UNDECIDED, 0

    def shortest(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        attacking: cython.bint,
        plies: cython.ulonglong,
        enough: cython.ulonglong,
        most: cython.ulonglong,
        nodes: int,
    ) -> tuple[int, int]:
        """Look for a win within `plies`, then within more of them, up to `most`.

        PROVEN with the first number of plies that is enough; DISPROVEN with the last for which
        there is no win; UNDECIDED with the first that could not be settled within the nodes.
        From 0 plies it goes on to those in which the attacker moves last, then in steps of 2, until
        there is known to be no win within `enough`.
        """
        if most > MOST_PLIES:
            raise ValueError(f"{most} plies: no search goes deeper than {MOST_PLIES}")
        asked: cython.ulonglong = plies
        proven: cython.bint = False
        refuted: cython.bint = True
        self.node_limit = self.visited + nodes
        with cython.nogil:
            while plies <= most:
                asked = plies
                self.ask(own, enemy, liable, state, attacking, asked)
                proven = self.out_phi == 0 if attacking else self.out_delta == 0
                refuted = self.out_delta == 0 if attacking else self.out_phi == 0
                if not refuted or asked >= enough:
                    break
                plies += 1 if plies == 0 and attacking else 2
        self.turns.check_memory()
        if proven:
            return PROVEN, asked
        return (DISPROVEN if refuted else UNDECIDED), asked

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def ask(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        attacking: cython.bint,
        remaining: cython.ulonglong,
    ) -> cython.void:
        """Search one question from its root; the answer is in out_phi, out_delta, out_plies."""
        self.length = 0
        self.turns.size = 0
        self.look(own, enemy, liable, state, attacking, remaining)
        if self.out_phi and self.out_delta:
            self.expand(own, enemy, liable, state, attacking, remaining, INFINITE, INFINITE)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def settle(
        self, proven: cython.bint, attacking: cython.bint, plies: cython.ulonglong
    ) -> cython.void:
        """The numbers of a decided position. `plies`: enough for the win; or FOREVER: clean."""
        self.out_plies = plies
        if proven == attacking:
            self.out_phi = 0
            self.out_delta = INFINITE
        else:
            self.out_phi = INFINITE
            self.out_delta = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def look(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        attacking: cython.bint,
        remaining: cython.ulonglong,
    ) -> cython.void:
        """What is known of a position without expanding it."""
        at: cython.ulonglong
        if enemy == 0 and state & ENEMY_HAND == 0:
            self.settle(attacking, attacking, 0 if attacking else FOREVER)
        elif not has_turn(self.game, own, enemy, liable, state):
            self.settle(not attacking, attacking, FOREVER if attacking else 0)
        elif not self.decided_before(own, enemy, liable, state, attacking, remaining):
            at = self.find(own, enemy, liable, tagged(state, attacking, remaining))
            self.out_plies = 0
            self.out_phi = 1
            self.out_delta = 1
            if at != NO_ENTRY:
                self.out_phi = self.table[at + 4] & HALF
                self.out_delta = self.table[at + 4] >> 32

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def decided_before(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        attacking: cython.bint,
        remaining: cython.ulonglong,
    ) -> cython.bint:
        """Decided by the endgame tables, by an earlier search, by the bound or by a repetition."""
        at: cython.ulonglong
        wins_within: cython.ulonglong
        known: cython.int = -1
        if remaining == 0:
            self.settle(False, attacking, FOREVER)
            return True
        if liable == 0 and state == 0:
            known = self.tables.probe(own, enemy)
        if known >= 0:
            self.settle_known(known, attacking, remaining)
            return True
        at = self.find(own, enemy, liable, tagged(state, attacking, BOUNDS))
        if at != NO_ENTRY:
            wins_within = self.table[at + 4] & SHORT
            if wins_within != FOREVER and wins_within <= remaining:
                self.settle(True, attacking, wins_within)
                return True
            if (self.table[at + 4] >> 16) & SHORT >= remaining:
                self.settle(False, attacking, FOREVER)
                return True
        if remaining == UNBOUNDED and (
            self.length >= LONGEST_PATH or self.on_path(own, enemy, liable, state)
        ):
            self.settle(False, attacking, 0)
            return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def settle_known(
        self, known: cython.int, attacking: cython.bint, remaining: cython.ulonglong
    ) -> cython.void:
        """Settle a position by the value that the endgame tables gave."""
        plies: cython.ulonglong = 0
        mover_wins: cython.bint = known > 0 and known & 1 == 0
        if known > 0:
            plies = known - 1
        if known > 0 and mover_wins == attacking and plies <= remaining:
            self.settle(True, attacking, plies)
        else:
            self.settle(False, attacking, FOREVER)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def on_path(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
    ) -> cython.bint:
        """Did the same side have the same position to move before, on the way here?"""
        at: cython.int = self.length - 2
        while at >= 0:
            if (
                self.path[4 * at] == own
                and self.path[4 * at + 1] == enemy
                and self.path[4 * at + 2] == liable
                and self.path[4 * at + 3] == state
            ):
                return True
            at -= 2
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def expand(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        attacking: cython.bint,
        remaining: cython.ulonglong,
        phi_limit: cython.ulonglong,
        delta_limit: cython.ulonglong,
    ) -> cython.bint:
        """Work below a position until a limit is reached or it is decided; False: stopped.

        Leaves the position's numbers in out_phi, out_delta, out_plies, and in the table.
        """
        start: cython.size_t = self.turns.size
        end: cython.size_t
        best: cython.size_t
        limit: cython.ulonglong
        before: cython.ulonglong = self.visited
        below: cython.ulonglong = remaining if remaining == UNBOUNDED else remaining - 1
        going: cython.bint = True
        if not self.list_turns(own, enemy, liable, state):
            self.turns.size = start
            return False
        self.path[4 * self.length] = own
        self.path[4 * self.length + 1] = enemy
        self.path[4 * self.length + 2] = liable
        self.path[4 * self.length + 3] = state
        self.length += 1
        end = self.look_at_turns(start, attacking, below)
        while True:
            self.weigh(start, end)
            best = self.best
            if (
                not going
                or self.low >= phi_limit
                or self.total >= delta_limit
                or self.low == 0
                or self.total == 0
            ):
                break
            limit = self.second + (self.second >> 2) + 1
            going = self.expand(
                self.turns.words[4 * best],
                self.turns.words[4 * best + 1],
                self.turns.words[4 * best + 2],
                self.turns.words[4 * best + 3],
                not attacking,
                below,
                delta_limit - (self.total - self.phi[best]),
                limit if limit < phi_limit else phi_limit,
            )
            if going:
                self.phi[best] = self.out_phi
                self.delta[best] = self.out_delta
                self.plies[best] = self.out_plies
        self.length -= 1
        self.turns.size = start
        self.out_phi = self.low
        self.out_delta = self.total
        self.out_plies = self.plies_of(start, end, attacking)
        self.store(own, enemy, liable, state, attacking, remaining, self.visited - before)
        return going

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def list_turns(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
    ) -> cython.bint:
        """The turns, one a result, paid for; False: the budget or the stop flag does not allow it.

        A list that costs more than is left takes all that is left, and no more.
        """
        left: cython.ulonglong = 0
        cost: cython.ulonglong
        if self.visited < self.node_limit:
            left = self.node_limit - self.visited
        cost = self.turns.list_within(own, enemy, liable, state, left)
        if cost == 0:
            if not self.turns.stopped:
                self.visited += left
            return False
        self.visited += cost
        return self.turns.size <= self.room or self.make_room()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def look_at_turns(
        self, start: cython.size_t, attacking: cython.bint, below: cython.ulonglong
    ) -> cython.size_t:
        """Note what is known after each turn; ends early where one turn decides."""
        at: cython.size_t
        for at in range(start, self.turns.size):
            if below and (at - start) % AT_A_TIME == 0:
                self.expect(at, min(at + AT_A_TIME, self.turns.size), attacking, below)
            self.look(
                self.turns.words[4 * at],
                self.turns.words[4 * at + 1],
                self.turns.words[4 * at + 2],
                self.turns.words[4 * at + 3],
                not attacking,
                below,
            )
            self.phi[at] = self.out_phi
            self.delta[at] = self.out_delta
            self.plies[at] = self.out_plies
            if self.out_delta == 0:
                return at + 1
        return self.turns.size

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def expect(
        self,
        start: cython.size_t,
        end: cython.size_t,
        attacking: cython.bint,
        below: cython.ulonglong,
    ) -> cython.void:
        """Have the processor fetch what the table has on some turns, all at the same time.

        Where `look` will read is noted in phi and delta, which it overwrites.
        """
        at: cython.size_t
        state: cython.ulonglong
        for at in range(start, end):
            state = self.turns.words[4 * at + 3]
            self.phi[at] = self.hashed(
                self.turns.words[4 * at],
                self.turns.words[4 * at + 1],
                self.turns.words[4 * at + 2],
                tagged(state, not attacking, BOUNDS),
            )
            self.delta[at] = self.hashed(
                self.turns.words[4 * at],
                self.turns.words[4 * at + 1],
                self.turns.words[4 * at + 2],
                tagged(state, not attacking, below),
            )
            expect_number(self.numbers, self.phi[at])
            expect_number(self.numbers, self.delta[at])
        for at in range(start, end):
            self.expect_bucket(self.numbers[self.phi[at]])
            self.expect_bucket(self.numbers[self.delta[at]])

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def expect_bucket(self, number: cython.ulonglong) -> cython.void:
        if number:
            expect_word(self.table, (number - 1) * WAYS * ENTRY + self.skew)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def hashed(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        tag: cython.ulonglong,
    ) -> cython.ulonglong:
        """Which bucket an entry belongs to."""
        return mixed(own, enemy, liable, tag) & (self.buckets - 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def weigh(self, start: cython.size_t, end: cython.size_t) -> cython.void:
        """Sum up the turns: `low` is phi, `total` is delta, `best` the turn to look into next."""
        at: cython.size_t
        low: cython.ulonglong = INFINITE
        second: cython.ulonglong = INFINITE
        total: cython.ulonglong = 0
        best: cython.size_t = start
        for at in range(start, end):
            if self.delta[at] < low:
                second = low
                low = self.delta[at]
                best = at
            elif self.delta[at] < second:
                second = self.delta[at]
            total += self.phi[at]
        if low == 0:
            total = INFINITE
        elif total == 0:
            low = INFINITE
        elif total > LARGEST:
            total = LARGEST
        self.low = low
        self.second = second
        self.total = total
        self.best = best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def plies_of(
        self, start: cython.size_t, end: cython.size_t, attacking: cython.bint
    ) -> cython.ulonglong:
        """The plies of a decided position: enough for a win; else FOREVER if cleanly disproven."""
        at: cython.size_t
        most: cython.ulonglong = 0
        least: cython.ulonglong = FOREVER
        if self.low == 0:
            if attacking:
                return self.plies[self.best] + 1
            return self.plies[self.best]
        if self.total != 0:
            return 0
        for at in range(start, end):
            if self.plies[at] > most:
                most = self.plies[at]
            if self.plies[at] < least:
                least = self.plies[at]
        return least if attacking else most + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def store(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        attacking: cython.bint,
        remaining: cython.ulonglong,
        work: cython.ulonglong,
    ) -> cython.void:
        """Keep a position's numbers, or for good what holds whatever happened before."""
        at: cython.ulonglong
        decided: cython.bint = self.out_phi == 0 or self.out_delta == 0
        proven: cython.bint = (self.out_phi == 0) if attacking else (self.out_delta == 0)
        if decided and proven:
            self.keep(own, enemy, liable, state, attacking, True, self.out_plies)
        elif decided and (remaining != UNBOUNDED or self.out_plies == FOREVER):
            self.keep(own, enemy, liable, state, attacking, False, remaining)
        else:
            at = self.place_for(own, enemy, liable, tagged(state, attacking, remaining), work)
            self.table[at + 4] = self.out_phi | (self.out_delta << 32)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def keep(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        attacking: cython.bint,
        proven: cython.bint,
        plies: cython.ulonglong,
    ) -> cython.void:
        """Remember that the attacker wins within `plies`, or that it does not."""
        at: cython.ulonglong = self.place_for(
            own, enemy, liable, tagged(state, attacking, BOUNDS), KEPT_WORK
        )
        wins_within: cython.ulonglong
        none_within: cython.ulonglong
        if self.table[at + 4] == 0:
            self.table[at + 4] = FOREVER
        wins_within = self.table[at + 4] & SHORT
        none_within = self.table[at + 4] >> 16
        if proven and plies < wins_within:
            wins_within = plies
        if not proven and plies > none_within:
            none_within = plies
        self.table[at + 4] = wins_within | (none_within << 16)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        tag: cython.ulonglong,
    ) -> cython.ulonglong:
        """Where the table has the entry, or NO_ENTRY."""
        at: cython.ulonglong = self.numbers[self.hashed(own, enemy, liable, tag)]
        end: cython.ulonglong = at * WAYS * ENTRY
        if at == 0:
            return NO_ENTRY
        end += self.skew
        at = end - WAYS * ENTRY
        while at < end:
            if self.table[at] == 0:
                return NO_ENTRY
            if (
                self.table[at] == tag
                and self.table[at + 1] == own
                and self.table[at + 2] == enemy
                and self.table[at + 3] == liable
            ):
                return at
            at += ENTRY
        return NO_ENTRY

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def place_for(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        tag: cython.ulonglong,
        work: cython.ulonglong,
    ) -> cython.ulonglong:
        """The entry's place; a new one takes that of the entry with the least work behind it."""
        at: cython.ulonglong = self.find(own, enemy, liable, tag)
        other: cython.ulonglong
        end: cython.ulonglong
        if at != NO_ENTRY:
            self.table[at + 5] += work
            return at
        other = self.bucket_of(self.hashed(own, enemy, liable, tag))
        at = other
        end = other + WAYS * ENTRY
        while other < end:
            if self.table[other + 5] < self.table[at + 5]:
                at = other
            other += ENTRY
        self.table[at] = tag
        self.table[at + 1] = own
        self.table[at + 2] = enemy
        self.table[at + 3] = liable
        self.table[at + 4] = 0
        self.table[at + 5] = work
        return at

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def bucket_of(self, hashed: cython.ulonglong) -> cython.ulonglong:
        """Where the bucket of a hash begins; one that is used for the first time is cleared."""
        if self.numbers[hashed] == 0:
            clear_words(self.table, self.used * WAYS * ENTRY + self.skew, WAYS * ENTRY)
            self.used += 1
            self.numbers[hashed] = self.used
        return (self.numbers[hashed] - 1) * WAYS * ENTRY + self.skew

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def make_room(self) -> cython.bint:
        """Make the arrays of numbers as long as the generator's list of turns."""
        larger: cython.size_t = self.turns.room
        if not self.turns.claim(3 * (larger - self.room)):
            return False
        phi = self.memory.grown(self.phi, self.room, larger)
        if phi:
            self.phi = phi
        delta = self.memory.grown(self.delta, self.room, larger)
        if delta:
            self.delta = delta
        plies = self.memory.grown(self.plies, self.room, larger)
        if plies:
            self.plies = plies
        if not (phi and delta and plies):
            self.turns.out_of_memory = True
            return False
        self.room = larger
        return True


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def tagged(
    state: cython.ulonglong, attacking: cython.bint, purpose: cython.ulonglong
) -> cython.ulonglong:
    """An entry's tag."""
    tag: cython.ulonglong = IN_USE | state | (purpose << 40)
    return tag | ATTACKING if attacking else tag
