"""The order in which a search tries turns: what refuted others before comes early."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from fanorona.solver.kernel import cython_shim as cython

if cython.compiled:
    from cython.cimports.fanorona.solver.kernel.bits import count, lowest
    from cython.cimports.fanorona.solver.kernel.evaluation import Evaluation
    from cython.cimports.fanorona.solver.kernel.game import Game
    from cython.cimports.fanorona.solver.kernel.horizon import Horizon
    from cython.cimports.fanorona.solver.kernel.stop import Stop
    from cython.cimports.fanorona.solver.kernel.tables import Tables
else:
    from fanorona.solver.kernel.bits import count, lowest
    from fanorona.solver.kernel.evaluation import Evaluation
    from fanorona.solver.kernel.game import Game
    from fanorona.solver.kernel.horizon import Horizon
    from fanorona.solver.kernel.stop import Stop
    from fanorona.solver.kernel.tables import Tables

# One row per ply: the root, and as many plies as extensions may reach.
ROWS = cython.declare(cython.int, 110)
ROUTES = cython.declare(cython.int, 4096)

# Keys by which turns are ordered: captures, killers, the others by history.
CAPTURE = cython.declare(cython.ulonglong, 1 << 40)
KILLER = cython.declare(cython.ulonglong, 1 << 39)
# Captures are ordered by what they lead to, evaluated, or near the horizon by the stones they win.
BY_VALUE_DEPTH = cython.declare(cython.int, 3)
LARGEST = cython.declare(cython.int, 32_000)
# History is kept as a number above 0, this one for a paika of which nothing is known.
MIDDLE = cython.declare(cython.longlong, 1 << 20)

ORDERING_WORDS = 2 * ROWS + 2 * ROUTES


@cython.cclass
class Ordering(Horizon):
    """A horizon that learns which paikas refute."""

    def __init__(
        self,
        game: Game,
        tables: Tables | None,
        stop: Stop | None = None,
        evaluation: Evaluation | None = None,
    ) -> None:
        at: cython.int
        super().__init__(game, tables, stop, evaluation)
        self.killers = self.memory.words(2 * ROWS)
        self.history = self.memory.words(2 * ROUTES)
        for at in range(2 * ROUTES):
            self.history[at] = MIDDLE

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def order(
        self,
        start: cython.size_t,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        ply: cython.int,
        depth: cython.int,
    ) -> cython.void:
        """Say how promising each turn from `start` on is."""
        at: cython.size_t
        moved: cython.ulonglong
        gain: cython.ulonglong
        # Above 0 whatever a turn loses.
        before: cython.ulonglong = 128 + count(enemy) - count(own)
        by_value: cython.bint = depth >= BY_VALUE_DEPTH
        for at in range(start, self.turns.size):
            if by_value and self.turns.words[4 * at] != enemy:
                self.keys[at] = (
                    CAPTURE
                    + 32_000
                    - self.evaluation.value(
                        self.turns.words[4 * at],
                        self.turns.words[4 * at + 1],
                        self.turns.words[4 * at + 2],
                        self.turns.words[4 * at + 3],
                    )
                )
                continue
            if self.turns.words[4 * at] != enemy:
                gain = before + count(self.turns.words[4 * at + 1])
                gain -= count(self.turns.words[4 * at])
                self.keys[at] = CAPTURE + gain
                continue
            moved = own ^ self.turns.words[4 * at + 1]
            if moved == self.killers[2 * ply]:
                self.keys[at] = KILLER + 1
            elif moved == self.killers[2 * ply + 1]:
                self.keys[at] = KILLER
            else:
                self.keys[at] = self.history[(ply & 1) * ROUTES + route(own, moved)]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def number_turns(self, start: cython.size_t, first: cython.ulonglong) -> cython.bint:
        """Number the turns from `start` on; `first`, if there is one of that number, comes first.

        Says whether that settles which turn is the first: the others may never be tried, so their
        order is left for later.
        """
        at: cython.size_t
        found: cython.size_t = self.turns.size - start
        numbers = self.numbers
        for at in range(found):
            numbers[start + at] = at
        if first < found:
            if first:
                self.swap(start + first, start)
            return True
        return found == 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def refuted(
        self,
        start: cython.size_t,
        at: cython.size_t,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        depth: cython.int,
        ply: cython.int,
    ) -> cython.void:
        """The turn was too good to be allowed: if it is a paika, try it early elsewhere.

        The paikas that were tried before it, from `start` on, are tried later.
        """
        moved: cython.ulonglong = own ^ self.turns.words[4 * at + 1]
        other: cython.size_t
        side: cython.int = (ply & 1) * ROUTES
        amount: cython.int = depth * depth
        if self.turns.words[4 * at] != enemy:
            return
        if self.killers[2 * ply] != moved:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = moved
        if amount > 400:
            amount = 400
        self.credit(side + route(own, moved), 4 * amount)
        for other in range(start, at):
            if self.turns.words[4 * other] == enemy:
                moved = own ^ self.turns.words[4 * other + 1]
                self.credit(side + route(own, moved), -4 * amount)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def credit(self, place: cython.int, amount: cython.int) -> cython.void:
        """Move a paika's history towards MIDDLE + or - 2**14."""
        now: cython.longlong = self.history[place]
        size: cython.longlong = amount if amount > 0 else -amount
        now -= MIDDLE
        # Shifts round towards minus infinity, compiled or not.
        now += amount - ((now * size) >> 14)
        self.history[place] = now + MIDDLE

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def forget_some(self) -> cython.void:
        """Let the next search overrule this one's experience."""
        at: cython.int
        now: cython.longlong
        for at in range(2 * ROUTES):
            now = self.history[at]
            now -= MIDDLE
            self.history[at] = MIDDLE + (now >> 1)
        for at in range(2 * ROWS):
            self.killers[at] = 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def route(own: cython.ulonglong, moved: cython.ulonglong) -> cython.int:
    """A number for the origin and the destination of a paika; a placed stone has only the one."""
    to: cython.int = lowest(moved & ~own)
    return 65 * to if moved & own == 0 else 64 * lowest(moved & own) + to
