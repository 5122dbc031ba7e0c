"""Safety: a defender's fortress, proven by a set of positions that the attacker cannot leave.

The defender is safe from a position for ever if the position belongs to a set in which

    where the attacker moves    every turn stays in the set, or is known not to win
    where the defender moves    at least one turn does

Such a set holds whatever happened before, repetitions included. It is grown from the root: the
defender's turns are chosen one at a time; a position whose turns all fail leaves the set, and those
that relied on it choose again. If the root leaves it, the attacker wins, because every failure
stems from a proven win.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from fanorona.solver.kernel import cython_shim as cython

from fanorona.solver.kernel.proof import DISPROVEN, PROVEN, UNDECIDED

if cython.compiled:
    from cython.cimports.fanorona.solver.kernel.bits import (
        free_words,
        mixed,
        new_words,
        unset_words,
    )
    from cython.cimports.fanorona.solver.kernel.proof import ProofSearch
else:
    from fanorona.solver.kernel.bits import free_words, mixed, new_words, unset_words
    from fanorona.solver.kernel.proof import ProofSearch

# A node: 0 own, 1 enemy, 2 liable, 3 state, 4 the attacker moves,
#         5 status, 6 first link, 7 the defender's choice, 8 plies of the win once it is lost,
#         9 its slot
NODE = cython.declare(cython.size_t, 10)
WAITING = cython.declare(cython.ulonglong, 0)
HELD = cython.declare(cython.ulonglong, 1)
LOST = cython.declare(cython.ulonglong, 2)
NONE_SHIFT = cython.declare(cython.int, 32)
RELIED_ON = cython.declare(cython.ulonglong, 1 << 62)
NOTHING = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
UNBOUNDED = cython.declare(cython.ulonglong, 0x3FF)
MOST_AHEAD = cython.declare(cython.size_t, 16)
"""The entries of this many turns are fetched ahead."""
LINKS_A_NODE = 8
FEW_SLOTS = cython.declare(cython.size_t, 1024)
WORDS_A_NODE = 10 + 2 + 2 + 2 * LINKS_A_NODE
"""The node, two slots of the hash table, two lists, and its links."""


@cython.final
@cython.cclass
class Safety:
    """One question at a time; takes as much memory as it is given, in words of 8 bytes."""

    def __init__(self, proof: ProofSearch, memory_bytes: int) -> None:
        most = max(memory_bytes // (8 * WORDS_A_NODE), 64)
        slots = 64
        while slots <= most:
            slots *= 2
        self.proof = proof
        # One at a time of the two lists turns.
        self.turns = proof.turns
        # A quarter of the slots stays free: a fuller hash table is slow.
        self.most_nodes = min(most, slots // 4 * 3)
        self.most_links = most * LINKS_A_NODE
        self.size = 0
        self.nodes = unset_words(self.most_nodes * NODE)
        self.slots = new_words(FEW_SLOTS)
        self.slot_mask = FEW_SLOTS - 1
        self.links = unset_words(self.most_links * 2)
        self.waiting = unset_words(self.most_nodes)
        self.lost = unset_words(self.most_nodes)
        if not (self.nodes and self.slots and self.links and self.waiting and self.lost):
            raise MemoryError("no memory for the positions of a safety proof")

    def __dealloc__(self) -> None:
        free_words(self.nodes)
        free_words(self.slots)
        free_words(self.links)
        free_words(self.waiting)
        free_words(self.lost)

    def decide(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        attacking: cython.bint,
        nodes: cython.ulonglong,
    ) -> tuple[int, int]:
        """PROVEN with plies that are enough for the attacker's win; DISPROVEN: none, ever.

        UNDECIDED within the nodes and the memory. What is found is kept in the table of the
        proof-number search.
        """
        at: cython.size_t
        for at in range(self.size):
            self.slots[self.nodes[at * NODE + 9]] = 0
        self.size = 0
        self.link_count = 0
        self.waiting_count = 0
        self.lost_count = 0
        self.full = False
        with cython.nogil:
            self.node_of(own, enemy, liable, state, attacking)
            self.run(nodes)
        self.turns.check_memory()
        if self.nodes[5] == LOST:
            return PROVEN, self.nodes[8]
        if self.full or self.waiting_count or self.turns.was_stopped():
            return UNDECIDED, 0
        return DISPROVEN, 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def run(self, node_limit: cython.ulonglong) -> cython.void:
        at: cython.size_t
        self.node_limit = self.proof.visited + node_limit
        while self.waiting_count and self.nodes[5] != LOST:
            if self.full or self.turns.stopped or self.proof.halted:
                return
            if self.proof.visited >= self.node_limit:
                return
            self.waiting_count -= 1
            at = self.waiting[self.waiting_count]
            if self.nodes[at * NODE + 5] == LOST:
                continue
            self.nodes[at * NODE + 5] = HELD
            if self.nodes[at * NODE + 4]:
                self.attack(at)
            else:
                self.defend(at)
            while self.lost_count:
                self.lost_count -= 1
                self.spread(self.lost[self.lost_count])
        if self.nodes[5] != LOST and not self.full and not self.turns.stopped:
            self.keep_held()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def generate(self, at: cython.size_t) -> cython.bint:
        """The turns of a node; False: stopped, or too costly; the list then means nothing."""
        left: cython.ulonglong = self.node_limit - self.proof.visited
        cost: cython.ulonglong
        self.turns.size = 0
        cost = self.turns.list_within(
            self.nodes[at * NODE],
            self.nodes[at * NODE + 1],
            self.nodes[at * NODE + 2],
            self.nodes[at * NODE + 3],
            left,
        )
        if cost == 0:
            if not self.turns.stopped:
                self.proof.visited += left
                self.full = True
            return False
        self.proof.visited += cost
        self.proof.table.expect(
            self.turns.words, 0, min(self.turns.size, MOST_AHEAD), not self.nodes[at * NODE + 4]
        )
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def look_after(self, turn: cython.size_t, attacking: cython.bint) -> cython.void:
        """What the proof-number search knows of the position after a turn."""
        self.proof.length = 0
        self.proof.look(
            self.turns.words[4 * turn],
            self.turns.words[4 * turn + 1],
            self.turns.words[4 * turn + 2],
            self.turns.words[4 * turn + 3],
            attacking,
            UNBOUNDED,
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def attack(self, at: cython.size_t) -> cython.void:
        """Every turn of the attacker must be held."""
        turn: cython.size_t
        child: cython.size_t
        if not self.generate(at):
            return
        for turn in range(self.turns.size):
            self.look_after(turn, False)
            if self.proof.out_delta == 0:
                self.lose(at, self.proof.out_plies + 1)
                return
            if self.proof.out_phi == 0 and self.proof.out_plies == UNBOUNDED:
                continue
            child = self.node_of(
                self.turns.words[4 * turn],
                self.turns.words[4 * turn + 1],
                self.turns.words[4 * turn + 2],
                self.turns.words[4 * turn + 3],
                False,
            )
            if self.full:
                return
            if self.nodes[child * NODE + 5] == LOST:
                self.lose(at, self.nodes[child * NODE + 8] + 1)
                return
            self.depend(child, at)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def defend(self, at: cython.size_t) -> cython.void:
        """One turn of the defender must hold: a safe one, one already relied on, or the likeliest.

        The likeliest is the one after which no win is known within most plies, then the one that
        the attacker's proof-number search found hardest to win.
        """
        turn: cython.size_t
        child: cython.size_t
        best: cython.ulonglong = NOTHING
        hardest: cython.ulonglong = 0
        plies: cython.ulonglong = 0
        rating: cython.ulonglong
        if not self.generate(at):
            return
        for turn in range(self.turns.size):
            self.look_after(turn, True)
            if self.proof.out_delta == 0 and self.proof.out_plies == UNBOUNDED:
                return
            rating = self.rating_after(turn)
            if rating == 0:
                if self.proof.out_plies > plies:
                    plies = self.proof.out_plies
            elif rating > hardest:
                best = turn
                hardest = rating
        if best == NOTHING:
            self.lose(at, plies + 1)
            return
        child = self.node_of(
            self.turns.words[4 * best],
            self.turns.words[4 * best + 1],
            self.turns.words[4 * best + 2],
            self.turns.words[4 * best + 3],
            True,
        )
        if not self.full:
            self.nodes[at * NODE + 7] = child
            self.depend(child, at)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def rating_after(self, turn: cython.size_t) -> cython.ulonglong:
        """How good a turn looks for the defender; 0: it loses within proof.out_plies."""
        child: cython.size_t
        if self.proof.out_phi == 0:
            return 0
        rating: cython.ulonglong = (self.proof.out_none << NONE_SHIFT) | self.proof.out_phi
        child = self.find(turn, True)
        if child == 0:
            return rating
        if self.nodes[(child - 1) * NODE + 5] == LOST:
            self.proof.out_plies = self.nodes[(child - 1) * NODE + 8]
            return 0
        return rating | RELIED_ON

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def lose(self, at: cython.size_t, plies: cython.ulonglong) -> cython.void:
        """The attacker wins here, within `plies`."""
        self.nodes[at * NODE + 5] = LOST
        self.nodes[at * NODE + 8] = plies
        self.lost[self.lost_count] = at
        self.lost_count += 1
        self.keep_result(at, True, plies)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def spread(self, lost: cython.size_t) -> cython.void:
        """Let the positions that relied on a lost one choose again, or lose as well."""
        link: cython.ulonglong = self.nodes[lost * NODE + 6]
        at: cython.size_t
        while link:
            at = self.links[2 * link]
            link = self.links[2 * link + 1]
            if self.nodes[at * NODE + 5] != HELD:
                continue
            if self.nodes[at * NODE + 4]:
                self.lose(at, self.nodes[lost * NODE + 8] + 1)
            elif self.nodes[at * NODE + 7] == lost:
                self.nodes[at * NODE + 5] = WAITING
                self.waiting[self.waiting_count] = at
                self.waiting_count += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find(self, turn: cython.size_t, attacking: cython.bint) -> cython.size_t:
        """1 + the node of the position after a turn, or 0."""
        return self.slots[
            self.slot_of(
                self.turns.words[4 * turn],
                self.turns.words[4 * turn + 1],
                self.turns.words[4 * turn + 2],
                self.turns.words[4 * turn + 3],
                attacking,
            )
        ]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def slot_of(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        attacking: cython.bint,
    ) -> cython.size_t:
        """The slot of the hash table that holds the position, or the free one for it."""
        flag: cython.ulonglong = 1 if attacking else 0
        slot: cython.size_t = mixed(own, enemy, liable, (state << 1) | flag) & self.slot_mask
        at: cython.size_t
        while self.slots[slot]:
            at = (self.slots[slot] - 1) * NODE
            if (
                self.nodes[at] == own
                and self.nodes[at + 1] == enemy
                and self.nodes[at + 2] == liable
                and self.nodes[at + 3] == state
                and self.nodes[at + 4] == flag
            ):
                break
            slot = (slot + 1) & self.slot_mask
        return slot

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def node_of(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        attacking: cython.bint,
    ) -> cython.size_t:
        """The node of a position; a new one waits to be looked at."""
        slot: cython.size_t = self.slot_of(own, enemy, liable, state, attacking)
        at: cython.size_t = self.size
        if self.slots[slot]:
            return self.slots[slot] - 1
        if at >= self.most_nodes:
            self.full = True
            return 0
        if at > self.slot_mask // 4 * 3:
            if not self.grow_slots():
                self.full = True
                return 0
            slot = self.slot_of(own, enemy, liable, state, attacking)
        self.size += 1
        self.slots[slot] = at + 1
        self.nodes[at * NODE + 9] = slot
        self.nodes[at * NODE] = own
        self.nodes[at * NODE + 1] = enemy
        self.nodes[at * NODE + 2] = liable
        self.nodes[at * NODE + 3] = state
        self.nodes[at * NODE + 4] = 1 if attacking else 0
        self.nodes[at * NODE + 5] = WAITING
        self.nodes[at * NODE + 6] = 0
        self.nodes[at * NODE + 7] = NOTHING
        self.nodes[at * NODE + 8] = 0
        self.waiting[self.waiting_count] = at
        self.waiting_count += 1
        return at

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def grow_slots(self) -> cython.bint:
        """Twice the slots, with the same nodes in them; False: no memory.

        A table that grows with its positions stays in the processor's cache longer.
        """
        at: cython.size_t
        slot: cython.size_t
        larger = new_words(2 * (self.slot_mask + 1))
        if not larger:
            return False
        free_words(self.slots)
        self.slots = larger
        self.slot_mask = 2 * self.slot_mask + 1
        for at in range(self.size):
            slot = self.slot_of(
                self.nodes[at * NODE],
                self.nodes[at * NODE + 1],
                self.nodes[at * NODE + 2],
                self.nodes[at * NODE + 3],
                self.nodes[at * NODE + 4] != 0,
            )
            self.slots[slot] = at + 1
            self.nodes[at * NODE + 9] = slot
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def depend(self, on: cython.size_t, dependent: cython.size_t) -> cython.void:
        self.link_count += 1
        if self.link_count >= self.most_links:
            self.full = True
            return
        self.links[2 * self.link_count] = dependent
        self.links[2 * self.link_count + 1] = self.nodes[on * NODE + 6]
        self.nodes[on * NODE + 6] = self.link_count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def keep_held(self) -> cython.void:
        """Every position that is still held is safe for ever."""
        at: cython.size_t
        for at in range(self.size):
            if self.nodes[at * NODE + 5] == HELD:
                self.keep_result(at, False, UNBOUNDED)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def keep_result(
        self, at: cython.size_t, wins: cython.bint, plies: cython.ulonglong
    ) -> cython.void:
        """Let the table of the proof-number search remember what a node came to."""
        self.proof.table.keep_result(
            self.nodes[at * NODE],
            self.nodes[at * NODE + 1],
            self.nodes[at * NODE + 2],
            self.nodes[at * NODE + 3],
            self.nodes[at * NODE + 4] != 0,
            wins,
            plies,
            0,
        )
