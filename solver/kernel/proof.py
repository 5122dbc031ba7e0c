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
    disproven, unbounded only if the disproof never relies on a repetition ("clean"); all other
                         disproofs steer the search and are never claimed
"""

from __future__ import annotations

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
    from cython.cimports.fanorona.solver.kernel.proof_table import (
        FOREVER,
        ProofTable,
    )
    from cython.cimports.fanorona.solver.kernel.state import ENEMY_HAND
    from cython.cimports.fanorona.solver.kernel.steps import shifted
    from cython.cimports.fanorona.solver.kernel.stop import Stop
    from cython.cimports.fanorona.solver.kernel.tables import Tables
    from cython.cimports.fanorona.solver.kernel.turns import Generator, has_turn
else:
    from fanorona.solver.kernel.bits import (
        count,
    )
    from fanorona.solver.kernel.game import Game
    from fanorona.solver.kernel.memory import Memory
    from fanorona.solver.kernel.proof_table import FOREVER, ProofTable
    from fanorona.solver.kernel.state import ENEMY_HAND
    from fanorona.solver.kernel.steps import shifted
    from fanorona.solver.kernel.stop import Stop
    from fanorona.solver.kernel.tables import Tables
    from fanorona.solver.kernel.turns import Generator, has_turn

PROVEN = 1
DISPROVEN = -1
UNDECIDED = 0

UNBOUNDED = cython.declare(cython.ulonglong, 0x3FF)
"""Remaining plies if there is no bound."""
HALF = cython.declare(cython.ulonglong, 0xFFFFFFFF)
INFINITE = cython.declare(cython.ulonglong, 0x7FFFFFFF)
LARGEST = cython.declare(cython.ulonglong, 0x7FFFFFFE)
MOBILITY = cython.declare(cython.ulonglong, 2)
"""What each step of the side to move adds to the first guess of delta."""
AHEAD = cython.declare(cython.size_t, 8)
"""The entries of this many turns are fetched ahead: often one turn decides."""
LOOK_AGAIN = cython.declare(cython.ulonglong, 64)
"""After this many nodes below a turn, other threads may have found out more about the others."""
LONGEST_PATH = cython.declare(cython.int, 320)
PATH = cython.declare(cython.int, 5)
"""Words of a position on the path: its own four, and how many stones it has."""
MOST_PLIES = 320
"""No search goes deeper: no line worth following is longer, and the stack can hold it."""


@cython.final
@cython.cclass
class ProofSearch:
    """A search with a table of fixed size, which later questions find filled; one thread.

    Searches of several threads may share a table. Each shows the others which positions it works
    below; of two turns that are about as good, it takes the one that nobody works at.
    """

    def __init__(
        self,
        game: Game,
        tables: Tables | None,
        memory: int | ProofTable,
        stop: Stop | None = None,
        beside: ProofSearch | None = None,
    ) -> None:
        """`memory`: bytes for its table, or a table, which forgets what it knows.

        `beside`: a search of another thread, ready to share its table; `memory` are bytes for this
        one's lists of turns then.
        """
        self.game = game
        self.stop = Stop() if stop is None else stop
        self.halted = False
        if beside is None:
            self.table = memory if isinstance(memory, ProofTable) else ProofTable(memory)
            self.table.clear()
            self.turns = Generator(game, self.stop, self.table.memory_bytes // 2)
        else:
            self.table = ProofTable(0, beside.table)
            self.turns = Generator(game, self.stop, memory)
        self.tables = Tables([range(game.points)]) if tables is None else tables
        self.visited = 0
        self.node_limit = 0
        self.memory = Memory("the search")
        self.room = 256
        self.phi = self.memory.words(self.room)
        self.delta = self.memory.words(self.room)
        self.plies = self.memory.words(self.room)
        self.path = self.memory.words(PATH * (LONGEST_PATH + 1))
        self.length = 0

    @property
    def nodes(self) -> int:
        """Positions whose turns were generated (very long lists count more), in all searches."""
        return self.visited

    @property
    def over_memory(self) -> bool:
        """Whether a list of turns did not fit in memory, which ended all searches."""
        return self.turns.over_memory

    def share(self, threads: int) -> None:
        """Get ready for that many threads, this one included, before anything is searched."""
        self.table.open_to(threads)

    def halt(self) -> None:
        """End the search that runs in another thread as if its nodes were spent, and later ones."""
        self.halted = True

    def resume(self) -> None:
        """Let searches begin again."""
        self.halted = False

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
        known: cython.bint = False
        self.out_none = 0
        if enemy == 0 and state & ENEMY_HAND == 0:
            self.settle(attacking, attacking, 0 if attacking else FOREVER)
            return
        if remaining:
            known = self.table.find(own, enemy, liable, state, attacking)
        if known:
            self.recall(own, enemy, liable, state, attacking, remaining)
        elif not has_turn(self.game, own, enemy, liable, state):
            self.settle(not attacking, attacking, FOREVER if attacking else 0)
        elif not self.decided_at_once(own, enemy, liable, state, attacking, remaining):
            self.guess(own, enemy, attacking and remaining == 1 and liable | state == 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def guess(
        self, own: cython.ulonglong, enemy: cython.ulonglong, now: cython.bint
    ) -> cython.void:
        """First numbers of an open position: the more the side to move can do, the better for it.

        A side that must capture can do nothing else. `now`: the attacker has only this turn,
        which cannot win if it takes nothing and the enemy has two points to go to.
        """
        empty: cython.ulonglong = self.game.everywhere & ~(own | enemy)
        ahead: cython.ulonglong
        behind: cython.ulonglong
        movers: cython.ulonglong
        near: cython.ulonglong = 0
        steps: cython.ulonglong = 0
        captures: cython.ulonglong = 0
        d: cython.int
        for d in range(0, 8, 2):
            # As `touching` says, for both directions of a line at once.
            ahead = shifted(self.game, enemy, d)
            behind = shifted(self.game, enemy, d + 1)
            near |= ahead | behind
            movers = own & shifted(self.game, empty, d + 1)
            steps += count(movers)
            captures += count(movers & (ahead | shifted(self.game, behind, d + 1)))
            movers = own & shifted(self.game, empty, d)
            steps += count(movers)
            captures += count(movers & (behind | shifted(self.game, ahead, d)))
        if now and captures == 0 and count(near & empty) > 1:
            self.settle(False, True, FOREVER)
            return
        if captures:
            steps = captures if self.game.must_capture else steps + captures
        self.out_plies = 0
        self.out_phi = 1
        self.out_delta = 1 + MOBILITY * steps

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def recall(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        attacking: cython.bint,
        remaining: cython.ulonglong,
    ) -> cython.void:
        """What the table's entry says of a position."""
        wins_within: cython.ulonglong = self.table.wins_within()
        if wins_within != FOREVER and wins_within <= remaining:
            self.settle(True, attacking, wins_within)
            return
        self.out_none = self.table.none_within()
        if self.out_none >= remaining:
            self.settle(False, attacking, FOREVER)
            return
        if remaining == UNBOUNDED and self.repeats(own, enemy, liable, state):
            self.settle(False, attacking, 0)
            return
        self.out_plies = 0
        self.out_phi = self.table.numbers & HALF
        self.out_delta = self.table.numbers >> 32
        if self.table.purpose() != remaining:
            self.guess(own, enemy, attacking and remaining == 1 and liable | state == 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def decided_at_once(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        attacking: cython.bint,
        remaining: cython.ulonglong,
    ) -> cython.bint:
        """Decided by the bound, by the endgame tables or by a repetition."""
        known: cython.int = -1
        if remaining == 0:
            self.settle(False, attacking, FOREVER)
            return True
        if liable == 0 and state == 0:
            known = self.tables.probe(own, enemy)
        if known >= 0:
            self.settle_known(known, attacking, remaining)
            return True
        if remaining == UNBOUNDED and self.repeats(own, enemy, liable, state):
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
    def repeats(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
    ) -> cython.bint:
        """Has this position, with the same side to move, occurred before on the path?

        Also true if the path is as long as it may be. No position comes back once the number of
        stones has changed, so only the latest ones with the same number are compared.
        """
        at: cython.int = self.length - 2
        stones: cython.ulonglong = count(own | enemy)
        if self.length >= LONGEST_PATH:
            return True
        while at >= 0 and self.path[PATH * at + 4] == stones:
            if (
                self.path[PATH * at] == own
                and self.path[PATH * at + 1] == enemy
                and self.path[PATH * at + 2] == liable
                and self.path[PATH * at + 3] == state
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
        work: cython.ulonglong
        going: cython.bint = True
        if not self.list_turns(own, enemy, liable, state):
            self.turns.size = start
            return False
        self.step_to(own, enemy, liable, state)
        if self.table.is_shared:
            self.table.show_work(own, enemy, liable, state, attacking, 1)
        end = self.look_at_turns(start, attacking, below)
        while True:
            self.weigh(start, end)
            if (
                not going
                or self.low >= phi_limit
                or self.total >= delta_limit
                or self.low == 0
                or self.total == 0
            ):
                break
            if self.table.is_shared:
                self.make_way(start, end, attacking, phi_limit)
            best = self.best
            limit = self.second + (self.second >> 2) + 1
            work = self.visited
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
                if self.table.is_shared and self.visited - work >= LOOK_AGAIN:
                    self.look_again(start, end, attacking, below)
        if self.table.is_shared:
            self.table.show_work(own, enemy, liable, state, attacking, -1)
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
    def step_to(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
    ) -> cython.void:
        """Add a position to the path."""
        self.path[PATH * self.length] = own
        self.path[PATH * self.length + 1] = enemy
        self.path[PATH * self.length + 2] = liable
        self.path[PATH * self.length + 3] = state
        self.path[PATH * self.length + 4] = count(own | enemy)
        self.length += 1

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
        """List the turns, one per result, and pay for them; False: no budget left, or stopped.

        A list that costs more than is left takes all that is left, and no more.
        """
        left: cython.ulonglong = 0
        cost: cython.ulonglong
        if self.visited < self.node_limit and not self.halted:
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
        """Note what is known after each turn; ends early if one turn decides."""
        at: cython.size_t
        ahead: cython.size_t = min(start + AHEAD, self.turns.size)
        if below:
            self.table.expect(self.turns.words, start, ahead, not attacking)
        for at in range(start, self.turns.size):
            if below and ahead < self.turns.size:
                self.table.expect(self.turns.words, ahead, ahead + 1, not attacking)
                ahead += 1
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
    def make_way(
        self,
        start: cython.size_t,
        end: cython.size_t,
        attacking: cython.bint,
        phi_limit: cython.ulonglong,
    ) -> cython.void:
        """If another thread works at the best turn, take the next, if it is about as good."""
        at: cython.size_t
        reach: cython.ulonglong = self.low + (self.low >> 1) + 1
        if self.second > reach or self.second >= phi_limit:
            return
        if not self.table.others_work(self.turns.words, self.best, not attacking):
            return
        for at in range(start, end):
            if at != self.best and self.delta[at] == self.second:
                if not self.table.others_work(self.turns.words, at, not attacking):
                    self.best = at
                    self.second = reach
                return

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def look_again(
        self,
        start: cython.size_t,
        end: cython.size_t,
        attacking: cython.bint,
        below: cython.ulonglong,
    ) -> cython.void:
        """Take over what other threads have found out about the turns."""
        at: cython.size_t
        own: cython.ulonglong
        enemy: cython.ulonglong
        liable: cython.ulonglong
        state: cython.ulonglong
        if below == 0:
            return
        self.table.expect(self.turns.words, start, end, not attacking)
        for at in range(start, end):
            own = self.turns.words[4 * at]
            enemy = self.turns.words[4 * at + 1]
            liable = self.turns.words[4 * at + 2]
            state = self.turns.words[4 * at + 3]
            if not self.table.find(own, enemy, liable, state, not attacking):
                continue
            self.recall(own, enemy, liable, state, not attacking, below)
            if self.out_phi == 0 or self.out_delta == 0 or self.table.purpose() == below:
                self.phi[at] = self.out_phi
                self.delta[at] = self.out_delta
                self.plies[at] = self.out_plies

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
        """Keep a position's numbers, or its result if that holds whatever happened before."""
        decided: cython.bint = self.out_phi == 0 or self.out_delta == 0
        proven: cython.bint = (self.out_phi == 0) if attacking else (self.out_delta == 0)
        if decided and proven:
            self.table.keep_result(own, enemy, liable, state, attacking, True, self.out_plies, work)
        elif decided and (remaining != UNBOUNDED or self.out_plies == FOREVER):
            self.table.keep_result(own, enemy, liable, state, attacking, False, remaining, work)
        else:
            self.table.keep_numbers(
                own,
                enemy,
                liable,
                state,
                attacking,
                remaining,
                self.out_phi,
                self.out_delta,
                work,
            )

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
