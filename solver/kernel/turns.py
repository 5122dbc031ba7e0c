"""Turn generation: every legal turn of a position, as 64-bit words.

A position is four words, sets of points as in game.py, seen by the side to move:

    own, enemy    where the stones stand
    liable        enemy stones, one of which this turn must take off first (huff)
    state         bit 0: own first turn is still to come; bit 1: the enemy's
                  bits 2-3: who gives Vela and still has more than 5 stones: 1 own side, 2 enemy
                  bits 8-15: own stones in hand; bits 16-23: the enemy's
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from fanorona.solver.kernel import cython_shim as cython

if cython.compiled:
    from cython.cimports.fanorona.solver.kernel.bits import (
        count,
        free_small,
        free_words,
        grown_words,
        lowest,
        mixed,
        new_small,
        new_words,
    )
    from cython.cimports.fanorona.solver.kernel.counting import count_plain
    from cython.cimports.fanorona.solver.kernel.game import Game
    from cython.cimports.fanorona.solver.kernel.state import (
        ENEMY_GIVES,
        ONE_IN_HAND,
        OWN_FIRST,
        OWN_GIVES,
        OWN_HAND,
    )
    from cython.cimports.fanorona.solver.kernel.steps import shifted, touching, whole_line
    from cython.cimports.fanorona.solver.kernel.stop import Stop
else:
    from fanorona.solver.kernel.bits import (
        count,
        free_small,
        free_words,
        grown_words,
        lowest,
        mixed,
        new_small,
        new_words,
    )
    from fanorona.solver.kernel.counting import count_plain
    from fanorona.solver.kernel.game import Game
    from fanorona.solver.kernel.state import (
        ENEMY_GIVES,
        ONE_IN_HAND,
        OWN_FIRST,
        OWN_GIVES,
        OWN_HAND,
    )
    from fanorona.solver.kernel.steps import shifted, touching, whole_line
    from fanorona.solver.kernel.stop import Stop

# Kinds of step.
PAIKA = cython.declare(cython.int, 0)
APPROACH = cython.declare(cython.int, 1)
WITHDRAWAL = cython.declare(cython.int, 2)

NOWHERE = cython.declare(cython.int, 64)
NO_POINT = 64
"""In the place of a point in what `Listing.found` answers: none."""

VELA_ENDS_AT = cython.declare(cython.int, 5)
POLL_MASK = cython.declare(cython.ulonglong, 0xFFF)
MOST_STEPS = 64
TURNS_A_NODE_SHIFT = cython.declare(cython.int, 5)
"""Every 32 turns of a list count as a node more: Fliporona has lists of tens of thousands."""
NO_LIMIT = cython.declare(cython.size_t, 1 << 62)
MERGE_BY_COMPARING = cython.declare(cython.size_t, 32)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def passed_on(state: cython.ulonglong) -> cython.ulonglong:
    """The state after a turn, as the other side sees it: the mover's first turn is behind it."""
    return (
        ((state >> 1) & OWN_FIRST)
        | ((state & OWN_GIVES) << 1)
        | ((state & ENEMY_GIVES) >> 1)
        | ((state >> 8) & OWN_HAND)
        | ((state & OWN_HAND) << 8)
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def has_turn(
    game: Game,
    own: cython.ulonglong,
    enemy: cython.ulonglong,
    liable: cython.ulonglong,
    state: cython.ulonglong,
) -> cython.bint:
    """Does the side to move have a turn? A stone beside an empty point always does."""
    one: cython.ulonglong = 1
    empty: cython.ulonglong = game.everywhere & ~(own | enemy)
    huffed: cython.ulonglong
    if state & OWN_HAND:
        return empty & ~(one << game.centre) != 0
    if own == 0 or enemy == 0:
        return False
    if liable == 0:
        return can_step(game, own, empty)
    if liable == enemy and liable & (liable - 1) == 0:
        return True
    while liable:
        huffed = liable & (~liable + 1)
        liable ^= huffed
        if can_step(game, own, empty | huffed):
            return True
    return False


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def can_step(game: Game, own: cython.ulonglong, empty: cython.ulonglong) -> cython.bint:
    d: cython.int
    for d in range(8):
        if own & shifted(game, empty, d):
            return True
    return False


@cython.final
@cython.cclass
class Generator:
    """Generates the turns of a game's positions into arrays that grow; one object per thread."""

    def __init__(
        self, game: Game, stop: Stop | None = None, memory_bytes: int | None = None
    ) -> None:
        """`memory_bytes` are for the lists; without them a list may have any length."""
        self.game = game
        self.stop = Stop() if stop is None else stop
        self.stopped = False
        self.ticks = 0
        self.out_of_memory = False
        self.over_memory = False
        self.most_bytes = NO_LIMIT if memory_bytes is None else memory_bytes
        self.bytes_held = 0
        self.size = 0
        self.room = 256
        self.most = NO_LIMIT
        self.ceiling = self.room
        self.crowded = False
        self.words = new_words(4 * self.room)
        self.merging = False
        self.start = 0
        self.dropped = 0
        self.counting = False
        self.recording = False
        self.trail_size = 0
        self.trail_room = 0
        self.trail = new_words(1)
        self.places_room = 0
        self.places = new_words(1)
        self.path = new_words(2 * MOST_STEPS)
        self.slots = new_words(1)
        self.slots_room = 1
        self.slots_used = 1
        self.guided = False
        self.guide = new_small(MOST_STEPS)
        self.guide_size = 0
        self.guide_origin = NOWHERE
        self.huffed = NOWHERE
        self.origin = NOWHERE

    def __dealloc__(self) -> None:
        free_words(self.words)
        free_words(self.trail)
        free_words(self.places)
        free_words(self.path)
        free_words(self.slots)
        free_small(self.guide)

    def perft(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        depth: cython.int,
    ) -> int | None:
        """How many sequences of `depth` turns there are. None: stopped before the end."""
        nodes: cython.ulonglong
        self.stopped = self.stop.now()
        with cython.nogil:
            nodes = self.count_below(own, enemy, liable, state, depth)
        self.check_memory()
        return None if self.stopped else nodes

    def results(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
    ) -> list[tuple[int, int, int, int]] | None:
        """The positions that the turns lead to, each once. None: stopped before the end."""
        self.size = 0
        self.stopped = self.stop.now()
        with cython.nogil:
            self.list_results(own, enemy, liable, state)
        self.check_memory()
        if self.stopped:
            return None
        return [
            (
                self.words[4 * at],
                self.words[4 * at + 1],
                self.words[4 * at + 2],
                self.words[4 * at + 3],
            )
            for at in range(self.size)
        ]

    def count_up_to(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        most: int,
    ) -> int | None:
        """How many turns there are; counts no further than `most`. None: stopped before the end."""
        found: cython.size_t
        self.stopped = self.stop.now()
        self.limit_to(most)
        with cython.nogil:
            found = self.count_turns(own, enemy, liable, state)
        self.limit_to(NO_LIMIT)
        if self.crowded:
            self.crowded = False
            self.stopped = False
            return most
        return None if self.stopped else min(found, most)

    def can_turn(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
    ) -> bool:
        """Is there any turn?"""
        return has_turn(self.game, own, enemy, liable, state)

    def was_stopped(self) -> bool:
        return self.stopped

    def check_memory(self) -> None:
        if self.out_of_memory:
            raise MemoryError("no memory left for a list of turns")

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def claim(self, words: cython.size_t) -> cython.bint:
        """Count more words against the memory; False: it is used up, which ends the work."""
        if self.bytes_held + 8 * words > self.most_bytes:
            self.over_memory = True
            self.stopped = True
            return False
        self.bytes_held += 8 * words
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def count_below(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        depth: cython.int,
    ) -> cython.ulonglong:
        start: cython.size_t = self.size
        end: cython.size_t
        at: cython.size_t
        total: cython.ulonglong = 0
        if depth <= 0:
            return 1
        if depth == 1:
            return self.count_turns(own, enemy, liable, state)
        self.generate(own, enemy, liable, state)
        end = self.size
        for at in range(start, end):
            if self.stopped:
                break
            total += self.count_below(
                self.words[4 * at],
                self.words[4 * at + 1],
                self.words[4 * at + 2],
                self.words[4 * at + 3],
                depth - 1,
            )
        self.size = start
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def count_turns(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
    ) -> cython.ulonglong:
        start: cython.size_t = self.size
        total: cython.ulonglong
        if self.game.plain and state == 0:
            self.tick()
            return count_plain(self.game, own, enemy)
        self.counting = True
        self.generate(own, enemy, liable, state)
        self.counting = False
        total = self.size - start
        self.size = start
        return total

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def tick(self) -> cython.void:
        """Look at the stop flag now and then."""
        self.ticks += 1
        if self.ticks & POLL_MASK == 0 and self.stop.now():
            self.stopped = True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def generate(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
    ) -> cython.void:
        """Append every legal turn of the position; none where the game is over."""
        one: cython.ulonglong = 1
        self.state = passed_on(state)
        self.huffed = NOWHERE
        self.origin = NOWHERE
        if state & OWN_HAND:
            self.place(own, enemy, state)
            return
        if own == 0 or enemy == 0:
            return
        self.harmless = state & OWN_GIVES != 0
        self.contact = state & ENEMY_GIVES != 0
        self.chains = not (self.contact or (self.game.single_first and state & OWN_FIRST))
        self.forfeiting = self.chains and self.game.forfeits
        if liable == 0:
            self.move(own, enemy)
            return
        while liable:
            self.huffed = lowest(liable)
            liable &= liable - 1
            if enemy == one << self.huffed:
                self.origin = NOWHERE
                if not self.guided:
                    self.emit(own, 0, 0, 0)
            else:
                self.move(own, enemy ^ (one << self.huffed))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def list_within(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        nodes: cython.ulonglong,
    ) -> cython.ulonglong:
        """Append the turns, one per result, if that costs at most `nodes`; what it costs.

        0: it costs more, which is found out before all are listed, or the work has ended.
        """
        left: cython.size_t = NO_LIMIT
        if nodes == 0:
            return 0
        if self.stop.requested:
            self.stopped = True
            return 0
        if nodes < NO_LIMIT >> TURNS_A_NODE_SHIFT:
            left = (nodes << TURNS_A_NODE_SHIFT) - 1
        self.dropped = 0
        self.limit_to(self.size + left)
        self.list_results(own, enemy, liable, state)
        self.limit_to(NO_LIMIT)
        if self.crowded:
            self.crowded = False
            self.stopped = False
            self.size = self.start
            return 0
        if self.stopped:
            return 0
        return 1 + ((self.size - self.start + self.dropped) >> TURNS_A_NODE_SHIFT)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def list_results(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
    ) -> cython.void:
        """Append the first turn to each resulting position; `dropped` counts the others."""
        self.start = self.size
        self.dropped = 0
        self.merging = True
        if self.game.plain and state == 0:
            self.list_plain(own, enemy)
        else:
            self.generate(own, enemy, liable, state)
        self.merging = False
        # Captures come first, and paikas never lead to the same position.
        if self.size > self.start and self.words[4 * self.start] != enemy and not self.stopped:
            self.merge_all()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def list_plain(self, own: cython.ulonglong, enemy: cython.ulonglong) -> cython.void:
        """As `generate`, in the same order, where only `must_capture` may be switched on.

        A search lists the turns of a quarter of its positions: with nothing to ask about other
        rules that takes half the time.
        """
        one: cython.ulonglong = 1
        empty: cython.ulonglong = self.game.everywhere & ~(own | enemy)
        starters: cython.ulonglong = 0
        hits: cython.ulonglong
        movers: cython.ulonglong
        point: cython.int
        d: cython.int
        self.tick()
        if own == 0 or enemy == 0:
            return
        for d in range(8):
            movers = own & shifted(self.game, empty, d ^ 1)
            if movers == 0:
                continue
            hits = movers & touching(self.game, enemy, d)
            starters |= hits
            while hits:
                point = lowest(hits)
                hits &= hits - 1
                self.plain_step(
                    point,
                    self.game.beside[point * 8 + d],
                    d,
                    own ^ (one << point),
                    enemy,
                    one << point,
                )
        if starters == 0 or not self.game.must_capture:
            self.plain_paikas(own, enemy, starters != 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def list_quiet(self, own: cython.ulonglong, enemy: cython.ulonglong) -> cython.void:
        """As `list_results` for plain rules, where it is known that nothing can be captured."""
        self.start = self.size
        self.dropped = 0
        self.tick()
        self.plain_paikas(own, enemy, False)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def plain_paikas(
        self, own: cython.ulonglong, enemy: cython.ulonglong, lively: cython.bint
    ) -> cython.void:
        """Every step that captures nothing; `lively`: others do."""
        empty: cython.ulonglong = self.game.everywhere & ~(own | enemy)
        movers: cython.ulonglong
        targets: cython.ulonglong
        origin: cython.ulonglong
        d: cython.int
        for d in range(8):
            movers = own & shifted(self.game, empty, d ^ 1)
            if lively:
                movers &= ~touching(self.game, enemy, d)
            # A step keeps the order of the points, so the lowest goes to the lowest.
            targets = shifted(self.game, movers, d)
            while movers:
                origin = movers & (~movers + 1)
                movers ^= origin
                self.put(own ^ origin ^ (targets & (~targets + 1)), enemy)
                targets &= targets - 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def plain_step(
        self,
        point: cython.int,
        to: cython.int,
        direction: cython.int,
        rest: cython.ulonglong,
        enemy: cython.ulonglong,
        barred: cython.ulonglong,
    ) -> cython.void:
        """Every capture that begins with the step; see `step` for `rest` and `barred`."""
        one: cython.ulonglong = 1
        taken: cython.ulonglong = whole_line(self.game, one << to, direction, enemy)
        if taken:
            self.plain_chain(to, direction, rest, enemy ^ taken, barred)
        taken = whole_line(self.game, one << point, direction ^ 1, enemy)
        if taken:
            self.plain_chain(to, direction, rest, enemy ^ taken, barred)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def plain_chain(
        self,
        point: cython.int,
        last: cython.int,
        rest: cython.ulonglong,
        enemy: cython.ulonglong,
        barred: cython.ulonglong,
    ) -> cython.void:
        """Every way to go on from `point`, then the turn that ends there."""
        one: cython.ulonglong = 1
        stone: cython.ulonglong = one << point
        free: cython.ulonglong
        to: cython.int
        barred |= stone
        if enemy:
            free = self.game.turning[point * 8 + last] & ~(rest | enemy | barred)
            while free and not self.stopped:
                to = lowest(free)
                free &= free - 1
                self.plain_step(point, to, self.game.toward[to - point + 31], rest, enemy, barred)
        self.put(rest | stone, enemy)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def put(self, own: cython.ulonglong, enemy: cython.ulonglong) -> cython.void:
        """One more turn of plain rules: the mover now stands on `own`."""
        at: cython.size_t
        if self.stopped or (self.size >= self.ceiling and not self.make_place()):
            return
        at = self.size
        self.size = at + 1
        self.words[4 * at] = enemy
        self.words[4 * at + 1] = own
        self.words[4 * at + 2] = 0
        self.words[4 * at + 3] = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def merge_all(self) -> cython.void:
        before: cython.size_t = self.size
        self.merge(self.start)
        self.dropped += before - self.size

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def limit_to(self, most: cython.size_t) -> cython.void:
        """No list may grow beyond this size, turns that were dropped included."""
        self.most = most
        self.ceiling = most - self.dropped
        if self.room < self.ceiling:
            self.ceiling = self.room

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def place(
        self, own: cython.ulonglong, enemy: cython.ulonglong, state: cython.ulonglong
    ) -> cython.void:
        one: cython.ulonglong = 1
        free: cython.ulonglong = self.game.everywhere & ~(own | enemy | (one << self.game.centre))
        to: cython.int
        # A first turn is the first after placing.
        self.state = passed_on(state - ONE_IN_HAND) | ((state & OWN_FIRST) << 1)
        while free:
            to = lowest(free)
            free &= free - 1
            if self.guided and (
                self.guide_origin != NOWHERE or self.guide_size != 1 or self.guide[0] != to
            ):
                continue
            self.path[0] = 4 * to + PAIKA
            self.path[1] = 0
            self.emit(own | (one << to), enemy, 0, 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def move(self, own: cython.ulonglong, enemy: cython.ulonglong) -> cython.void:
        """Every turn of one stone, huffing done."""
        one: cython.ulonglong = 1
        empty: cython.ulonglong = self.game.everywhere & ~(own | enemy)
        starters: cython.ulonglong = 0
        hits: cython.ulonglong
        movers: cython.ulonglong
        d: cython.int
        if not self.harmless:
            for d in range(8):
                movers = own & shifted(self.game, empty, d ^ 1)
                if movers == 0:
                    continue
                hits = movers & touching(self.game, enemy, d)
                starters |= hits
                while hits:
                    self.origin = lowest(hits)
                    hits &= hits - 1
                    if self.guided and self.origin != self.guide_origin:
                        continue
                    self.step(
                        self.origin,
                        d,
                        own ^ (one << self.origin),
                        enemy,
                        one << self.origin,
                        0,
                    )
        if starters == 0 or not self.game.must_capture:
            self.paikas(own, enemy, starters)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def paikas(
        self, own: cython.ulonglong, enemy: cython.ulonglong, starters: cython.ulonglong
    ) -> cython.void:
        """Every step that captures nothing; `starters` are the stones that could have captured."""
        one: cython.ulonglong = 1
        empty: cython.ulonglong = self.game.everywhere & ~(own | enemy)
        movers: cython.ulonglong
        origin: cython.ulonglong
        liable: cython.ulonglong = 0
        d: cython.int
        to: cython.int
        for d in range(8):
            movers = own & shifted(self.game, empty, d ^ 1)
            if starters:
                movers &= ~touching(self.game, enemy, d)
            while movers:
                self.origin = lowest(movers)
                movers &= movers - 1
                to = self.game.beside[self.origin * 8 + d]
                if self.guided and (
                    self.origin != self.guide_origin or self.guide_size != 1 or self.guide[0] != to
                ):
                    continue
                origin = one << self.origin
                if self.game.huffs:
                    liable = starters
                    if starters & origin:
                        liable ^= origin | (one << to)
                self.path[0] = 4 * to + PAIKA
                self.path[1] = 0
                self.emit(own ^ origin ^ (one << to), enemy, liable, 1)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def line(
        self, point: cython.int, direction: cython.int, enemy: cython.ulonglong
    ) -> cython.ulonglong:
        """What a step takes on one side: the whole line, or under Vela the stone in contact."""
        one: cython.ulonglong = 1
        if self.contact:
            return enemy & shifted(self.game, one << point, direction)
        return whole_line(self.game, one << point, direction, enemy)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def step(
        self,
        point: cython.int,
        direction: cython.int,
        rest: cython.ulonglong,
        enemy: cython.ulonglong,
        barred: cython.ulonglong,
        depth: cython.int,
    ) -> cython.bint:
        """Take the step if it captures, and go on from there; says whether it captures.

        `rest` are the own stones that stand still; `barred` the points that the stone has been on.
        """
        to: cython.int = self.game.beside[point * 8 + direction]
        approach: cython.ulonglong = self.line(to, direction, enemy)
        withdrawal: cython.ulonglong = self.line(point, direction ^ 1, enemy)
        if approach == 0 and withdrawal == 0:
            return False
        if self.guided and (depth >= self.guide_size or self.guide[depth] != to):
            return True
        if self.game.larger_line and approach and withdrawal:
            if count(approach) > count(withdrawal):
                withdrawal = 0
            elif count(approach) < count(withdrawal):
                approach = 0
        if approach:
            self.capture(to, direction, APPROACH, approach, rest, enemy, barred, depth)
        if withdrawal:
            self.capture(to, direction, WITHDRAWAL, withdrawal, rest, enemy, barred, depth)
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def capture(
        self,
        to: cython.int,
        direction: cython.int,
        kind: cython.int,
        taken: cython.ulonglong,
        rest: cython.ulonglong,
        enemy: cython.ulonglong,
        barred: cython.ulonglong,
        depth: cython.int,
    ) -> cython.void:
        """Make one capturing step, end the turn there, and try to go on."""
        one: cython.ulonglong = 1
        stone: cython.ulonglong = one << to
        goes_on: cython.bint = False
        if self.recording:
            self.path[2 * depth] = 4 * to + kind
            self.path[2 * depth + 1] = taken
        enemy ^= taken
        barred |= stone
        if self.game.flips:
            rest |= taken
        if self.chains and enemy:
            goes_on = self.chain(to, direction, rest, enemy, barred, depth + 1)
        if self.guided and depth + 1 != self.guide_size:
            self.tick()
            return
        if self.game.leaves or (goes_on and self.forfeiting):
            stone = 0
        self.emit(rest | stone, enemy, 0, depth + 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def chain(
        self,
        point: cython.int,
        last: cython.int,
        rest: cython.ulonglong,
        enemy: cython.ulonglong,
        barred: cython.ulonglong,
        depth: cython.int,
    ) -> cython.bint:
        """Every further capturing step of the stone on `point`; says whether there is one."""
        goes_on: cython.bint = False
        d: cython.int
        to: cython.int
        free: cython.ulonglong = self.game.turning[point * 8 + last] & ~(rest | enemy)
        if not self.game.off_axis:
            free &= ~barred
        while free:
            to = lowest(free)
            free &= free - 1
            d = self.game.toward[to - point + 31]
            if self.step(point, d, rest, enemy, barred, depth):
                goes_on = True
            if self.stopped:
                break
        return goes_on

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def emit(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        depth: cython.int,
    ) -> cython.void:
        """One more turn found: the mover now stands on `own`."""
        at: cython.size_t
        self.tick()
        if self.stopped:
            return
        if self.counting:
            if self.size >= self.most:
                self.crowded = True
                self.stopped = True
            self.size += 1
            return
        if self.size >= self.ceiling and not self.make_place():
            return
        at = self.size
        self.size = at + 1
        self.words[4 * at] = enemy
        self.words[4 * at + 1] = own
        self.words[4 * at + 2] = liable
        self.words[4 * at + 3] = self.state
        if self.state & OWN_GIVES and count(enemy) <= VELA_ENDS_AT:
            self.words[4 * at + 3] = self.state ^ OWN_GIVES
        if self.recording:
            self.record(at, depth)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def record(self, at: cython.size_t, depth: cython.int) -> cython.void:
        """Keep the path of the turn just found, eight bytes per word, the first one highest.

        1 + the huffed point, or 0; 1 + the origin; 1 + 4 * destination + kind of each step; 0.
        """
        word: cython.ulonglong = 0
        place: cython.size_t = self.trail_size
        k: cython.int
        if not self.room_to_record(at, place + ((depth + 2) >> 3) + 1):
            self.size = at
            return
        if self.huffed != NOWHERE:
            word = self.huffed + 1
        # A placed stone has no origin, and comes after those that have one.
        word = (word << 8) | (self.origin + 1)
        for k in range(depth):
            if (k + 2) & 7 == 0:
                self.trail[place] = word
                place += 1
                word = 0
            word = (word << 8) | (self.path[2 * k] + 1)
        if (depth + 2) & 7 == 0:
            self.trail[place] = word
            place += 1
            word = 0
        self.trail[place] = word << (8 * (8 - ((depth + 2) & 7))) if (depth + 2) & 7 else 0
        self.places[at] = self.trail_size
        self.trail_size = place + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def room_to_record(self, at: cython.size_t, end: cython.size_t) -> cython.bint:
        larger: cython.size_t
        if end > self.trail_room:
            larger = 2 * end + 1024
            if not self.claim(larger - self.trail_room):
                return False
            trail = grown_words(self.trail, self.trail_room, larger)
            if not trail:
                return self.fail()
            self.trail = trail
            self.trail_room = larger
        if at >= self.places_room:
            if not self.claim(self.room - self.places_room):
                return False
            places = grown_words(self.places, self.places_room, self.room)
            if not places:
                return self.fail()
            self.places = places
            self.places_room = self.room
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fail(self) -> cython.bint:
        """The system has no memory."""
        self.out_of_memory = True
        self.stopped = True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def merge(self, start: cython.size_t) -> cython.void:
        """Of the turns from `start` on, keep the first to each resulting position."""
        at: cython.size_t
        kept: cython.size_t = start
        found: cython.size_t = self.size - start
        if found > MERGE_BY_COMPARING and not self.ready_to_merge(found):
            return
        for at in range(start, self.size):
            if found > MERGE_BY_COMPARING:
                if self.seen_before(at, kept, start):
                    continue
            elif self.among(at, start, kept):
                continue
            if at != kept:
                self.words[4 * kept] = self.words[4 * at]
                self.words[4 * kept + 1] = self.words[4 * at + 1]
                self.words[4 * kept + 2] = self.words[4 * at + 2]
                self.words[4 * kept + 3] = self.words[4 * at + 3]
            kept += 1
        self.size = kept

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def same(self, one: cython.size_t, other: cython.size_t) -> cython.bint:
        return (
            self.words[4 * one] == self.words[4 * other]
            and self.words[4 * one + 1] == self.words[4 * other + 1]
            and self.words[4 * one + 2] == self.words[4 * other + 2]
            and self.words[4 * one + 3] == self.words[4 * other + 3]
        )

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def among(self, at: cython.size_t, start: cython.size_t, end: cython.size_t) -> cython.bint:
        other: cython.size_t
        for other in range(start, end):
            if self.same(at, other):
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def ready_to_merge(self, found: cython.size_t) -> cython.bint:
        """An empty hash table of at least twice as many slots as there are turns."""
        slots: cython.size_t = 64
        at: cython.size_t
        while slots < 2 * found:
            slots *= 2
        if slots > self.slots_room:
            if not self.claim(slots - self.slots_room):
                return False
            slots_array = grown_words(self.slots, self.slots_room, slots)
            if not slots_array:
                return self.fail()
            self.slots = slots_array
            self.slots_room = slots
        for at in range(slots):
            self.slots[at] = 0
        self.slots_used = slots
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def seen_before(
        self, at: cython.size_t, kept: cython.size_t, start: cython.size_t
    ) -> cython.bint:
        """Is the turn's result in the hash table? If not, it is now, as the turn `kept`."""
        mix: cython.ulonglong = mixed(
            self.words[4 * at],
            self.words[4 * at + 1],
            self.words[4 * at + 2],
            self.words[4 * at + 3],
        )
        slot: cython.size_t = mix & (self.slots_used - 1)
        while self.slots[slot]:
            if self.same(at, start + self.slots[slot] - 1):
                return True
            slot = (slot + 1) & (self.slots_used - 1)
        self.slots[slot] = kept - start + 1
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def make_place(self) -> cython.bint:
        """Make a place for one more turn, unless the list is as long as it may be."""
        if self.size + self.dropped >= self.most:
            self.crowded = True
            self.stopped = True
            return False
        if self.merging and self.size - self.start > MERGE_BY_COMPARING:
            # Few of many turns are different: merged now and then, a crowd stays small.
            self.merge_all()
            if self.stopped:
                return False
        if self.size > self.room - (self.room >> 2):
            return self.grow()
        self.limit_to(self.most)
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def grow(self) -> cython.bint:
        larger: cython.size_t = 2 * self.room
        if not self.claim(4 * (larger - self.room)):
            return False
        words = grown_words(self.words, 4 * self.room, 4 * larger)
        if not words:
            return self.fail()
        self.words = words
        self.room = larger
        self.limit_to(self.most)
        return True
