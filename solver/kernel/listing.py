"""A position's turns, sorted by their text and by what they lead to; made into objects on demand.

A crowd of 100,000 turns is found in milliseconds, and as Python's objects it takes a second: so it
stays here, and whoever wants one of them asks for it.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from fanorona.solver.kernel import cython_shim as cython

if cython.compiled:
    from cython.cimports.fanorona.solver.kernel.bits import (
        free_words,
        grown_words,
        mixed,
        new_words,
    )
    from cython.cimports.fanorona.solver.kernel.game import Game
    from cython.cimports.fanorona.solver.kernel.turns import Generator
else:
    from fanorona.solver.kernel.bits import free_words, grown_words, mixed, new_words
    from fanorona.solver.kernel.game import Game
    from fanorona.solver.kernel.turns import Generator

from fanorona.solver.kernel.stop import Stop
from fanorona.solver.kernel.turns import NO_POINT

Found = tuple[int, int, bytes, tuple[int, ...], tuple[int, int, int, int]]

# Kinds of step, as the generator records them.
PAIKA = cython.declare(cython.int, 0)
APPROACH = cython.declare(cython.int, 1)
# The tables of ranks: the huffed point, the origin, the steps.
TABLES = cython.declare(cython.size_t, 3)
BYTES = cython.declare(cython.size_t, 256)
MOST_STEPS = 64


@cython.final
@cython.cclass
class Listing:
    """The turns of one position; `found(n)` is the nth by its text."""

    def __init__(
        self,
        game: Game,
        stop: Stop,
        ranks: tuple[bytes, bytes, bytes],
        memory_bytes: int | None = None,
    ) -> None:
        """`ranks` sort turns by their text: byte for byte of what the generator records."""
        table: cython.size_t
        byte: cython.size_t
        rank: cython.size_t
        self.turns = Generator(game, stop, memory_bytes)
        self.size = 0
        self.grouped = False
        self.groups = 0
        self.ranks = new_words(TABLES * BYTES)
        self.bytes_of = new_words(TABLES * BYTES)
        self.order = new_words(1)
        self.nexts = new_words(1)
        self.firsts = new_words(1)
        self.sizes = new_words(1)
        self.lasts = new_words(1)
        if not (
            self.ranks
            and self.bytes_of
            and self.order
            and self.nexts
            and self.firsts
            and self.sizes
            and self.lasts
        ):
            raise MemoryError("no memory left for a list of turns")
        row: bytes
        for table in range(TABLES):
            row = ranks[table]
            for byte in range(BYTES):
                rank = row[byte]
                self.ranks[table * BYTES + byte] = rank
                self.bytes_of[table * BYTES + rank] = byte

    def __dealloc__(self) -> None:
        free_words(self.ranks)
        free_words(self.bytes_of)
        free_words(self.order)
        free_words(self.nexts)
        free_words(self.firsts)
        free_words(self.sizes)
        free_words(self.lasts)

    def fill(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
    ) -> bool:
        """List every turn of a position. False: ended before all were found."""
        sorted_all: cython.bint = False
        self.size = 0
        self.grouped = False
        self.enemy = enemy
        self.turns.size = 0
        self.turns.trail_size = 0
        self.turns.recording = True
        self.turns.stopped = self.turns.stop.now()
        with cython.nogil:
            self.turns.generate(own, enemy, liable, state)
            if not self.turns.stopped and self.reserve(self.turns.size):
                self.size = self.turns.size
                self.rank()
                sorted_all = self.sort()
        self.turns.recording = False
        self.turns.check_memory()
        return sorted_all

    def fill_along(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        origin: cython.int,
        destinations: bytes,
    ) -> bool:
        """As `fill`, but only turns of the stone on `origin` with exactly these destinations."""
        if len(destinations) > MOST_STEPS:
            self.size = 0
            return True
        self.turns.guided = True
        self.turns.guide_origin = origin
        self.turns.guide_size = len(destinations)
        for index, to in enumerate(destinations):
            self.turns.guide[index] = to
        filled = self.fill(own, enemy, liable, state)
        self.turns.guided = False
        return filled

    @property
    def over_memory(self) -> bool:
        """Whether the list was longer than its memory."""
        return self.turns.over_memory

    def __len__(self) -> int:
        return self.size

    def found(self, number: cython.size_t) -> Found:
        """A turn: huffed, origin, a byte per step, what each step takes, the next position's words.

        A step's byte is 4 * destination + kind. Huffed and origin are NO_POINT where there is none.
        """
        if number >= self.size:
            raise IndexError(number)
        turn: cython.size_t = self.order[number]
        huffed: cython.int = self.byte_at(turn, 0)
        origin: cython.int = self.byte_at(turn, 1) - 1
        at: cython.int = 2
        point: cython.int = origin
        to: cython.int
        code: cython.int = self.byte_at(turn, at)
        one: cython.ulonglong = 1
        enemy: cython.ulonglong = self.enemy
        taken: cython.ulonglong
        codes = []
        lines = []
        if huffed:
            enemy &= ~(one << (huffed - 1))
        while code:
            code -= 1
            to = code >> 2
            taken = self.line(point, to, code & 3, enemy)
            enemy &= ~taken
            codes.append(code)
            lines.append(taken)
            point = to
            at += 1
            code = self.byte_at(turn, at)
        return (
            huffed - 1 if huffed else NO_POINT,
            origin,
            bytes(codes),
            tuple(lines),
            self.after(number),
        )

    def after(self, number: cython.size_t) -> tuple[int, int, int, int]:
        """The words of the position that a turn leads to."""
        at: cython.size_t = 4 * self.order[number]
        return (
            self.turns.words[at],
            self.turns.words[at + 1],
            self.turns.words[at + 2],
            self.turns.words[at + 3],
        )

    def results(self) -> list[tuple[int, int]] | None:
        """The first turn, by its text, to each position, and how many lead there; in their order.

        None: stopped before the end.
        """
        if not self.grouped:
            with cython.nogil:
                self.grouped = self.group()
            self.turns.check_memory()
        if not self.grouped:
            return None
        return [(self.firsts[at], self.sizes[at]) for at in range(self.groups)]

    def next_route(self, number: cython.size_t) -> int:
        """The next turn to the same position as a turn that has one."""
        return self.nexts[number]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def reserve(self, size: cython.size_t) -> cython.bint:
        """Room for the order, and for what sorting and grouping need."""
        if size == 0:
            return True
        if not self.turns.claim(5 * size):
            return False
        order = grown_words(self.order, 1, size)
        if order:
            self.order = order
        nexts = grown_words(self.nexts, 1, size)
        if nexts:
            self.nexts = nexts
        firsts = grown_words(self.firsts, 1, size)
        if firsts:
            self.firsts = firsts
        sizes = grown_words(self.sizes, 1, size)
        if sizes:
            self.sizes = sizes
        lasts = grown_words(self.lasts, 1, size)
        if lasts:
            self.lasts = lasts
        if not (order and nexts and firsts and sizes and lasts):
            return self.turns.fail()
        return True

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def byte_at(self, turn: cython.size_t, at: cython.int) -> cython.ulonglong:
        """What the generator recorded, out of its rank."""
        word: cython.ulonglong = self.turns.trail[self.turns.places[turn] + (at >> 3)]
        table: cython.size_t = at if at < 2 else 2
        return self.bytes_of[table * BYTES + ((word >> (56 - 8 * (at & 7))) & 0xFF)]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def line(
        self, point: cython.int, to: cython.int, kind: cython.int, enemy: cython.ulonglong
    ) -> cython.ulonglong:
        """What a step takes."""
        direction: cython.int
        if kind == PAIKA:
            return 0
        direction = self.turns.game.toward[to - point + 31]
        if kind == APPROACH:
            return self.turns.line(to, direction, enemy)
        return self.turns.line(point, direction ^ 1, enemy)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def rank(self) -> cython.void:
        """Put ranks in the place of the recorded bytes: then words sort as texts do."""
        turn: cython.size_t
        place: cython.size_t
        table: cython.size_t
        word: cython.ulonglong
        ranked: cython.ulonglong
        shift: cython.int
        for turn in range(self.size):
            place = self.turns.places[turn]
            table = 0
            word = 1
            while word & 0xFF:
                word = self.turns.trail[place]
                ranked = 0
                for shift in range(56, -8, -8):
                    ranked = (ranked << 8) | self.ranks[table * BYTES + ((word >> shift) & 0xFF)]
                    if table < 2:
                        table += 1
                self.turns.trail[place] = ranked
                place += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def sort(self) -> cython.bint:
        """Sort by merging ever longer runs; False: stopped."""
        at: cython.size_t
        width: cython.size_t = 1
        for at in range(self.size):
            self.order[at] = at
        while width < self.size:
            at = 0
            while at + width < self.size and not self.turns.stopped:
                self.merge_runs(at, at + width, min(at + 2 * width, self.size))
                at += 2 * width
            width *= 2
        return not self.turns.stopped

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def merge_runs(
        self, low: cython.size_t, middle: cython.size_t, high: cython.size_t
    ) -> cython.void:
        """Merge two runs that stand one after the other, through `nexts`."""
        one: cython.size_t = low
        other: cython.size_t = middle
        at: cython.size_t
        if not self.precedes(self.order[middle], self.order[middle - 1]):
            return
        for at in range(low, high):
            self.turns.tick()
            if other >= high or (
                one < middle and not self.precedes(self.order[other], self.order[one])
            ):
                self.nexts[at] = self.order[one]
                one += 1
            else:
                self.nexts[at] = self.order[other]
                other += 1
        for at in range(low, high):
            self.order[at] = self.nexts[at]

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def precedes(self, one: cython.size_t, other: cython.size_t) -> cython.bint:
        """Does a turn's text come before another's? Their last words end with a 0."""
        mine: cython.size_t = self.turns.places[one]
        its: cython.size_t = self.turns.places[other]
        while self.turns.trail[mine] == self.turns.trail[its]:
            if self.turns.trail[mine] & 0xFF == 0:
                return False
            mine += 1
            its += 1
        return self.turns.trail[mine] < self.turns.trail[its]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def group(self) -> cython.bint:
        """Put turns of one result together; False: stopped."""
        number: cython.size_t
        turn: cython.size_t
        slot: cython.size_t
        group: cython.size_t
        self.groups = 0
        if self.size == 0:
            return True
        if not self.turns.ready_to_merge(self.size):
            return False
        for number in range(self.size):
            self.turns.tick()
            if self.turns.stopped:
                return False
            turn = self.order[number]
            slot = self.slot_of(turn)
            if self.turns.slots[slot] == 0:
                group = self.groups
                self.groups += 1
                self.turns.slots[slot] = group + 1
                self.firsts[group] = number
                self.sizes[group] = 1
            else:
                group = self.turns.slots[slot] - 1
                self.nexts[self.lasts[group]] = number
                self.sizes[group] += 1
            self.lasts[group] = number
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def slot_of(self, turn: cython.size_t) -> cython.size_t:
        """The slot of the generator's hash table for what a turn leads to."""
        mask: cython.size_t = self.turns.slots_used - 1
        slot: cython.size_t = mask & mixed(
            self.turns.words[4 * turn],
            self.turns.words[4 * turn + 1],
            self.turns.words[4 * turn + 2],
            self.turns.words[4 * turn + 3],
        )
        while self.turns.slots[slot]:
            if self.turns.same(turn, self.order[self.firsts[self.turns.slots[slot] - 1]]):
                break
            slot = (slot + 1) & mask
        return slot
