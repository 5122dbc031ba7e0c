"""The end of a search's depth: evaluate, but follow captures a little further.

A score is in hundredths of a stone, seen by the side to move; see alpha_beta.py for what it means.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from fanorona.solver.kernel import cython_shim as cython

if cython.compiled:
    from cython.cimports.fanorona.solver.kernel.bits import (
        count,
        highest,
        lowest,
    )
    from cython.cimports.fanorona.solver.kernel.evaluation import Evaluation
    from cython.cimports.fanorona.solver.kernel.game import Game
    from cython.cimports.fanorona.solver.kernel.memory import Memory
    from cython.cimports.fanorona.solver.kernel.state import ENEMY_HAND, OWN_GIVES, OWN_HAND
    from cython.cimports.fanorona.solver.kernel.steps import shifted, touching, whole_line
    from cython.cimports.fanorona.solver.kernel.stop import Stop
    from cython.cimports.fanorona.solver.kernel.tables import Tables
    from cython.cimports.fanorona.solver.kernel.turns import Generator
else:
    from fanorona.solver.kernel.bits import count, highest, lowest
    from fanorona.solver.kernel.evaluation import Evaluation
    from fanorona.solver.kernel.game import Game
    from fanorona.solver.kernel.memory import Memory
    from fanorona.solver.kernel.state import ENEMY_HAND, OWN_GIVES, OWN_HAND
    from fanorona.solver.kernel.steps import shifted, touching, whole_line
    from fanorona.solver.kernel.stop import Stop
    from fanorona.solver.kernel.tables import Tables
    from fanorona.solver.kernel.turns import Generator

WIN = cython.declare(cython.int, 32_000)
INFINITE = cython.declare(cython.int, 32_500)
STONE = cython.declare(cython.int, 100)
# Scores further from 0 are not evaluations.
LARGEST = cython.declare(cython.int, 20_000)

# How many plies captures are followed beyond the depth. More costs depth and plays weaker; with
# captures that flip, whose lists can have thousands of turns, a single ply is worth its time.
BEYOND = cython.declare(cython.int, 2)
BEYOND_FLIPS = cython.declare(cython.int, 1)

# This far above beta a side may rest although it must capture: no bad capture costs more.
SPARE = cython.declare(cython.int, 100)

# Of a long list, only this many turns are sorted; the rest are tried in their order.
BEST_FIRST = cython.declare(cython.size_t, 32)

POLL_MASK = cython.declare(cython.ulonglong, 0xFFF)


@cython.cclass
class Horizon:
    """What a search does without its table: list turns, settle a position, count nodes."""

    def __init__(
        self,
        game: Game,
        tables: Tables | None,
        stop: Stop | None = None,
        evaluation: Evaluation | None = None,
    ) -> None:
        self.game = game
        self.stop = Stop() if stop is None else stop
        self.turns = Generator(game, self.stop)
        self.tables = Tables([range(game.points)]) if tables is None else tables
        self.evaluation = Evaluation(game) if evaluation is None else evaluation
        self.ended = False
        self.visited = 0
        self.node_limit = 0
        self.patience = 0
        self.beyond = BEYOND_FLIPS if game.flips else BEYOND
        self.out_score = 0
        self.room = 256
        self.memory = Memory("the search")
        self.keys = self.memory.words(self.room)
        self.numbers = self.memory.words(self.room)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def settle(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        left: cython.int,
    ) -> cython.int:
        """At the end of the depth: evaluate, but follow captures for `left` more plies.

        A side that must capture cannot rest on the evaluation; one that may capture can, and one
        that would be huffed can for the price of a stone.
        """
        best: cython.int
        lively: cython.int
        self.visit()
        if self.ended:
            return 0
        if self.over(own, enemy, liable, state, ply):
            return self.out_score
        lively = self.liveliness(own, enemy, state)
        if lively == 0 and liable == 0:
            return ply - WIN
        if lively < 2 or left == 0:
            return self.evaluation.value(own, enemy, liable, state)
        best = self.resting(own, enemy, liable, state, beta)
        if best >= beta:
            return best
        if left == 1 and self.game.plain and state == 0:
            return self.last_captures(own, enemy, best, beta, ply)
        return self.captures(own, enemy, liable, state, best, alpha, beta, ply, left)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def resting(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        beta: cython.int,
    ) -> cython.int:
        """The score of a side that can capture if it does not.

        It has none if it must capture, unless it is so far ahead that a bad capture hardly matters.
        """
        value: cython.int
        value = self.evaluation.value(own, enemy, liable, state)
        if not self.game.must_capture:
            return value - STONE if self.game.huffs else value
        return value if value - SPARE >= beta and beta > -LARGEST else -INFINITE

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def captures(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        best: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        left: cython.int,
    ) -> cython.int:
        """The best capture, settled in turn; `best` is the score without any."""
        start: cython.size_t = self.turns.size
        end: cython.size_t
        at: cython.size_t
        score: cython.int
        if not self.list_turns(own, enemy, liable, state, False):
            return 0
        end = self.turns.size
        self.order_captures(start, own, enemy)
        for at in range(start, end):
            if at - start < BEST_FIRST:
                self.pick(at, end)
            if self.turns.words[4 * at] == enemy:
                continue
            score = -self.settle(
                self.turns.words[4 * at],
                self.turns.words[4 * at + 1],
                self.turns.words[4 * at + 2],
                self.turns.words[4 * at + 3],
                -beta,
                -(alpha if alpha > best else best),
                ply + 1,
                left - 1,
            )
            if score > best:
                best = score
            if best >= beta or self.ended:
                break
        self.turns.size = start
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def last_captures(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        best: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """As `captures` for the last ply of plain rules, without making lists.

        Most positions of a search are of this kind, so this is what its speed depends on.
        """
        one: cython.ulonglong = 1
        empty: cython.ulonglong = self.game.everywhere & ~(own | enemy)
        movers: cython.ulonglong
        starters: cython.ulonglong = 0
        d: cython.int
        point: cython.int
        for d in range(8):
            movers = own & shifted(self.game, empty, d ^ 1)
            if movers:
                starters |= movers & touching(self.game, enemy, d)
        while starters and best < beta:
            point = lowest(starters)
            starters &= starters - 1
            best = self.last_steps(
                point,
                self.game.joined[point] & empty,
                own ^ (one << point),
                one << point,
                enemy,
                best,
                beta,
                ply,
            )
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def last_steps(
        self,
        point: cython.int,
        free: cython.ulonglong,
        rest: cython.ulonglong,
        barred: cython.ulonglong,
        enemy: cython.ulonglong,
        best: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """The best capture of the stone on `point` that steps to one of the `free` points.

        `rest` and `barred` as in the generator.
        """
        one: cython.ulonglong = 1
        taken: cython.ulonglong
        d: cython.int
        to: cython.int
        while free and best < beta:
            to = lowest(free)
            free &= free - 1
            d = self.game.toward[to - point + 31]
            taken = whole_line(self.game, one << to, d, enemy)
            if taken:
                best = self.last_chain(to, d, rest, barred, enemy ^ taken, best, beta, ply)
            taken = whole_line(self.game, one << point, d ^ 1, enemy)
            if taken:
                best = self.last_chain(to, d, rest, barred, enemy ^ taken, best, beta, ply)
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def last_chain(
        self,
        point: cython.int,
        last: cython.int,
        rest: cython.ulonglong,
        barred: cython.ulonglong,
        enemy: cython.ulonglong,
        best: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """End the turn here, or go on."""
        one: cython.ulonglong = 1
        own: cython.ulonglong = rest | (one << point)
        score: cython.int
        if best >= beta or self.ended:
            return best
        self.visit()
        if self.over(enemy, own, 0, 0, ply + 1):
            score = -self.out_score
        else:
            score = -self.evaluation.value(enemy, own, 0, 0)
        if score > best:
            best = score
        barred |= own
        return self.last_steps(
            point,
            self.game.turning[point * 8 + last] & ~(barred | enemy),
            rest,
            barred,
            enemy,
            best,
            beta,
            ply,
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def over(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        ply: cython.int,
    ) -> cython.bint:
        """Is the game over, or its end known from the endgame tables?"""
        known: cython.int
        if enemy == 0 and state & ENEMY_HAND == 0:
            self.out_score = WIN - ply
            return True
        if own == 0 and state & OWN_HAND == 0:
            self.out_score = ply - WIN
            return True
        if liable or state:
            return False
        if count(own | enemy) > self.tables.most:
            return False
        known = self.tables.probe(own, enemy)
        if known < 0:
            return False
        self.out_score = 0
        if known:
            known += ply - 1
            self.out_score = WIN - known if (known ^ ply) & 1 else known - WIN
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def liveliness(
        self, own: cython.ulonglong, enemy: cython.ulonglong, state: cython.ulonglong
    ) -> cython.int:
        """2: the side to move can capture; 1: it can play; 0: there is no step, huffs left out."""
        empty: cython.ulonglong = self.game.everywhere & ~(own | enemy)
        movers: cython.ulonglong
        back: cython.ulonglong
        ahead: cython.ulonglong
        behind: cython.ulonglong
        found: cython.ulonglong = 0
        d: cython.int
        if state & OWN_HAND:
            return 1
        for d in range(0, 8, 2):
            # Both ways along one line: what a step takes is one step off, or two the other way.
            ahead = shifted(self.game, enemy, d ^ 1)
            behind = shifted(self.game, enemy, d)
            movers = own & shifted(self.game, empty, d ^ 1)
            back = own & shifted(self.game, empty, d)
            if movers & (behind | shifted(self.game, ahead, d ^ 1)) or back & (
                ahead | shifted(self.game, behind, d)
            ):
                return 1 if state & OWN_GIVES else 2
            found |= movers | back
        return 1 if found else 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def list_turns(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        quiet: cython.bint,
    ) -> cython.bint:
        """Generate the turns, one per result; False: the search has ended instead.

        `quiet`: it is known that nothing can be captured.
        """
        start: cython.size_t = self.turns.size
        if quiet and self.game.plain:
            self.turns.list_quiet(own, enemy)
        else:
            self.turns.list_results(own, enemy, liable, state)
        if self.turns.stopped or (self.turns.size > self.room and not self.make_room()):
            self.ended = True
            self.turns.size = start
            return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def order_captures(
        self, start: cython.size_t, own: cython.ulonglong, enemy: cython.ulonglong
    ) -> cython.void:
        """Say how promising each capture is: by the stones that it wins."""
        at: cython.size_t
        # Above 0 whatever a turn loses.
        before: cython.ulonglong = 128 + count(enemy) - count(own)
        for at in range(start, self.turns.size):
            self.keys[at] = before + count(self.turns.words[4 * at + 1])
            self.keys[at] -= count(self.turns.words[4 * at])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def pick(self, at: cython.size_t, end: cython.size_t) -> cython.void:
        """Bring the most promising of the turns from `at` on to this place."""
        best: cython.size_t = highest(self.keys, at, end)
        if best != at:
            self.swap(best, at)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def swap(self, one: cython.size_t, other: cython.size_t) -> cython.void:
        kept: cython.ulonglong
        k: cython.size_t
        for k in range(4):
            kept = self.turns.words[4 * one + k]
            self.turns.words[4 * one + k] = self.turns.words[4 * other + k]
            self.turns.words[4 * other + k] = kept
        kept = self.keys[one]
        self.keys[one] = self.keys[other]
        self.keys[other] = kept
        kept = self.numbers[one]
        self.numbers[one] = self.numbers[other]
        self.numbers[other] = kept

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def visit(self) -> cython.void:
        """Count a node, if the budget has one left."""
        if self.visited >= self.node_limit:
            self.ended = True
            return
        self.visited += 1
        if self.visited & POLL_MASK == 0 and self.visited >= self.patience and self.stop.now():
            self.ended = True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def make_room(self) -> cython.bint:
        """Make the arrays of keys and numbers as long as the generator's list of turns."""
        larger: cython.size_t = self.turns.room
        if not self.turns.claim(2 * (larger - self.room)):
            return False
        keys = self.memory.grown(self.keys, self.room, larger)
        if keys:
            self.keys = keys
        numbers = self.memory.grown(self.numbers, self.room, larger)
        if numbers:
            self.numbers = numbers
        if not (keys and numbers):
            self.turns.out_of_memory = True
            return False
        self.room = larger
        return True
