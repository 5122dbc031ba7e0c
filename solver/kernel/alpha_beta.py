"""Principal variation search: the best lines of play, as deep as a budget allows.

A score is in hundredths of a stone, seen by the side to move. `AlphaBeta.look`, asked about a
window alpha < beta, answers

    alpha < score < beta    exact: what a search of that depth finds
    score <= alpha          an upper bound of it
    score >= beta           a lower bound of it

WIN - n is a win n plies from the root, n - WIN a loss. A lower bound beyond PROVEN is a claim, won
within n plies; an upper bound below -PROVEN likewise, lost. Claims are made of finished games, of
endgame tables and of smaller claims, never of an evaluation or of a repetition: they hold whatever
happened before, and at any depth. That there is no shorter win is not claimed.

The search is selective. Reductions leave claims true, since they hold at any depth. Turns that are
skipped do not: a loss is claimed only if every turn was searched, and whoever cuts off by an
evaluation or by passing answers within the limits of what is not proven.
"""

from __future__ import annotations

from math import log

try:
    import cython
except ImportError:
    from fanorona.solver.kernel import cython_shim as cython

if cython.compiled:
    from cython.cimports.fanorona.solver.kernel.bits import count
    from cython.cimports.fanorona.solver.kernel.evaluation import Evaluation
    from cython.cimports.fanorona.solver.kernel.game import Game
    from cython.cimports.fanorona.solver.kernel.horizon import BEST_FIRST, INFINITE, WIN
    from cython.cimports.fanorona.solver.kernel.score_table import NO_NUMBER, ScoreTable
    from cython.cimports.fanorona.solver.kernel.stop import Stop
    from cython.cimports.fanorona.solver.kernel.tables import Tables
    from cython.cimports.fanorona.solver.kernel.variation import PAST, Variation
else:
    from fanorona.solver.kernel.bits import count
    from fanorona.solver.kernel.evaluation import Evaluation
    from fanorona.solver.kernel.game import Game
    from fanorona.solver.kernel.horizon import BEST_FIRST, INFINITE, WIN
    from fanorona.solver.kernel.score_table import NO_NUMBER, ScoreTable
    from fanorona.solver.kernel.stop import Stop
    from fanorona.solver.kernel.tables import Tables
    from fanorona.solver.kernel.variation import PAST, Variation

from fanorona.solver.kernel.variation import VARIATION_WORDS

MOST_DEPTH = 99
"""No iteration is deeper."""
WON = 32_000
"""A win in n plies has the score WON - n, a loss n - WON."""
PROVEN = 30_000
"""Scores further from 0 are proven."""

NOT_PROVEN = cython.declare(cython.int, 30_000)
# At depth 1, generating the turns again is quicker than waiting for memory.
LEAST_KEPT = cython.declare(cython.int, 2)
# How many turns of a position are looked up in the table before any is tried.
MOST_EXPECTED = cython.declare(cython.size_t, 24)
# Beyond this ply a position is evaluated whatever it is: the rows end.
LAST_PLY = cython.declare(cython.int, 104)
# The first iteration gets this long, whatever the clock says.
PATIENCE = cython.declare(cython.ulonglong, 16_384)

FIXED_BYTES = 8 * VARIATION_WORDS

# Each of these was kept because matches said so; see docs/engine.md.
# The first window of an iteration, on both sides of the last score, and from which depth on.
ASPIRATION = cython.declare(cython.int, 30)
ASPIRATION_DEPTH = cython.declare(cython.int, 4)
# A side this far ahead per ply of depth need not search: without captures, and with.
REVERSE_DEPTH = cython.declare(cython.int, 4)
REVERSE_MARGIN = cython.declare(cython.int, 80)
LIVELY_DEPTH = cython.declare(cython.int, 6)
LIVELY_MARGIN = cython.declare(cython.int, 100)
# Nor one that could even pass; with few stones, having to move may be what loses.
NULL_DEPTH = cython.declare(cython.int, 3)
NULL_STONES = cython.declare(cython.int, 6)
NULL_REDUCTION = cython.declare(cython.int, 2)
# The first turns are searched in full.
REDUCE_DEPTH = cython.declare(cython.int, 3)
REDUCE_AFTER = cython.declare(cython.size_t, 3)
# Near the horizon, without captures: after this many turns the others are skipped; or all but the
# first, if the side is so far behind, per ply of depth, that a paika does not help.
LATE_DEPTH = cython.declare(cython.int, 3)
LATE_AFTER = cython.declare(cython.int, 6)
FUTILE_DEPTH = cython.declare(cython.int, 3)
FUTILE_MARGIN = cython.declare(cython.int, 80)
# Without a turn from the table a position is searched less deep: it is not on a good line.
INTERNAL_DEPTH = cython.declare(cython.int, 4)


@cython.final
@cython.cclass
class AlphaBeta(Variation):
    """A search with a table; one thread. One object serves the turns of a whole game."""

    def __init__(
        self,
        game: Game,
        tables: Tables | None,
        memory_bytes: int,
        stop: Stop | None = None,
        evaluation: Evaluation | None = None,
        shared: ScoreTable | None = None,
        whole: bool = False,
    ) -> None:
        super().__init__(game, tables, stop, evaluation)
        self.turns.most_bytes = memory_bytes // 2
        self.scores = ScoreTable(memory_bytes - FIXED_BYTES, whole, shared)
        self.reductions = self.memory.small(64 * 64)
        self.out_number = NO_NUMBER
        self.previous = 0
        self.root_depth = 0
        for depth in range(1, 64):
            for turn in range(1, 64):
                self.reductions[64 * depth + turn] = int(0.4 + log(depth) * log(turn) / 2.2)

    @property
    def nodes(self) -> int:
        """Positions whose turns were generated, or that were evaluated, since `begin`."""
        return self.visited

    @property
    def was_stopped(self) -> bool:
        """Whether the last call of `deepen` ended before its end."""
        return self.ended

    @property
    def table(self) -> ScoreTable:
        """The table, for another thread to share."""
        return self.scores

    @property
    def over_memory(self) -> bool:
        """Whether a list of turns did not fit in memory, which ended the search."""
        return self.turns.over_memory

    @property
    def memory_bytes(self) -> int:
        """What the search allocates at most, lists of turns left out."""
        return self.scores.memory_bytes + FIXED_BYTES

    def begin(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        turns: list[tuple[int, int, int, int]],
        past: list[tuple[int, int, int, int]] | None = None,
        stop: Stop | None = None,
        contempt: int = 0,
    ) -> None:
        """Set the root: a position, and what its turns lead to.

        `past` are the positions before it since something was last taken, the latest last.
        `contempt` is what a repetition costs the side to move.
        """
        at: cython.size_t
        k: cython.size_t
        if stop is not None:
            self.stop = stop
            self.turns.stop = stop
        self.visited = 0
        self.scores.renew()
        self.forget_some()
        self.start_from([*(past or []), (own, enemy, liable, state)])
        self.turns.size = 0
        self.turns.stopped = False
        while self.turns.room < len(turns) and self.turns.grow():
            pass
        if self.room < self.turns.room:
            self.make_room()
        self.turns.check_memory()
        if self.room < len(turns):
            raise MemoryError("no memory for the turns of the root")
        # Below the lists of all other positions, which begin where this one ends.
        self.turns.size = len(turns)
        for at in range(self.turns.size):
            for k in range(4):
                self.turns.words[4 * at + k] = turns[at][k]
        self.contempt = contempt
        self.sort_root()

    @cython.cfunc
    @cython.exceptval(check=False)
    def sort_root(self) -> cython.void:
        """Bring the turns into the order of what they lead to, evaluated as it stands."""
        at: cython.size_t
        value: cython.int
        for at in range(self.turns.size):
            if self.over(
                self.turns.words[4 * at],
                self.turns.words[4 * at + 1],
                self.turns.words[4 * at + 2],
                self.turns.words[4 * at + 3],
                1,
            ):
                value = self.out_score
            else:
                value = self.evaluation.value(
                    self.turns.words[4 * at],
                    self.turns.words[4 * at + 1],
                    self.turns.words[4 * at + 2],
                    self.turns.words[4 * at + 3],
                )
            self.keys[at] = INFINITE - value
            self.numbers[at] = at
        for at in range(self.turns.size):
            if at < BEST_FIRST:
                self.pick(at, self.turns.size)

    def request_stop(self) -> None:
        """End the search that runs in another thread."""
        self.stop.request()

    def first_turn(self) -> tuple[int, int, int, int]:
        """What the turn leads to that is the best so far, be it only by its looks."""
        return (
            self.turns.words[0],
            self.turns.words[1],
            self.turns.words[2],
            self.turns.words[3],
        )

    def deepen(
        self, depth: cython.int, lines: int, nodes: int
    ) -> list[tuple[int, list[tuple[int, int, int, int]]]]:
        """One iteration: the best lines with different first turns, and their scores, best first.

        Fewer lines if the node budget, for all iterations together, or the stop flag ended it.
        A line is the positions after its turns. The next iteration tries its first turns first.
        """
        found = []
        first: cython.size_t
        best: cython.int
        narrow: cython.bint = lines == 1
        self.node_limit = nodes
        self.root_depth = depth
        self.patience = PATIENCE if depth == 1 else 0
        self.turns.stopped = False
        self.ended = depth > 1 and self.stop.now()
        if self.scores.is_crowded() and not self.stop.ends_within(self.scores.seconds_to_grow()):
            self.scores.grow()
        for first in range(min(lines, self.turns.size)):
            if self.ended:
                break
            self.lengths[0] = 0
            with cython.nogil:
                best = (
                    self.widened(depth)
                    if narrow
                    else self.best_from(first, depth, -INFINITE, INFINITE)
                )
            self.turns.check_memory()
            if self.lengths[0]:
                found.append((best, self.line()))
        if found:
            self.previous = found[0][0]
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def widened(self, depth: cython.int) -> cython.int:
        """The best of all turns, searched first with a window about the last iteration's score."""
        width: cython.int = ASPIRATION
        alpha: cython.int = self.previous - width
        beta: cython.int = self.previous + width
        best: cython.int
        if depth < ASPIRATION_DEPTH or not -NOT_PROVEN < self.previous < NOT_PROVEN:
            return self.best_from(0, depth, -INFINITE, INFINITE)
        while True:
            best = self.best_from(0, depth, alpha, beta)
            if self.ended or alpha < best < beta:
                return best
            width *= 4
            if best <= alpha:
                alpha = -INFINITE if width > 1000 else best - width
            else:
                beta = INFINITE if width > 1000 else best + width

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def best_from(
        self, first: cython.size_t, depth: cython.int, alpha: cython.int, beta: cython.int
    ) -> cython.int:
        """The best of the root's turns from `first` on, which is then at `first`; its score.

        Ended before its end, it is the best so far; the best of the iteration before is the first
        that is searched. The line is that of the last turn that was better than alpha.
        """
        at: cython.size_t
        best: cython.int = -INFINITE
        score: cython.int
        for at in range(first, self.turns.size):
            self.calm[1] = 0
            if self.game.reversible or self.turns.words[4 * at] == self.path[4 * PAST + 1]:
                self.calm[1] = self.calm[0] + 1
            score = self.try_turn(at, at == first, depth - 1, 0, alpha, beta, 0)
            if self.ended:
                break
            if score > best:
                best = score
            if score > alpha:
                alpha = score
                self.follow(at, 0)
                self.bring(at, first)
            if score >= beta:
                break
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def bring(self, at: cython.size_t, first: cython.size_t) -> cython.void:
        """Bring a turn of the root forward; those that it passes keep their order."""
        while at > first:
            self.swap(at, at - 1)
            at -= 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def look(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        passed: cython.bint,
    ) -> cython.int:
        """Search a position to a depth; the answer means nothing once the search has ended.

        `passed`: the other side has just passed.
        """
        number: cython.ulonglong = NO_NUMBER
        self.lengths[ply] = 0
        if depth <= 0:
            return self.settle(own, enemy, liable, state, alpha, beta, ply, self.beyond)
        if self.over(own, enemy, liable, state, ply) or self.repeated(
            own, enemy, liable, state, ply
        ):
            return self.out_score
        if depth >= LEAST_KEPT:
            if self.scores.answers(own, enemy, liable, state, depth, alpha, beta, ply):
                return self.scores.score
            number = self.scores.number
        self.visit()
        if self.ended:
            return 0
        if ply >= LAST_PLY:
            return self.evaluation.value(own, enemy, liable, state)
        self.pass_by(own, enemy, liable, state, ply)
        self.out_static = -INFINITE
        if (
            beta - alpha == 1
            and liable == 0
            and state == 0
            and self.cut_off(own, enemy, depth, beta, ply, passed)
        ):
            return self.out_score
        if number == NO_NUMBER and depth >= INTERNAL_DEPTH:
            depth -= 1
        return self.expand(own, enemy, liable, state, depth, alpha, beta, ply, number)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def cut_off(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        depth: cython.int,
        beta: cython.int,
        ply: cython.int,
        passed: cython.bint,
    ) -> cython.bint:
        """Is a position too good already, or would it be if its side passed?

        Leaves its value in `out_static`, if there are no captures.
        Forced captures are a tactic of this game that a side which passes would not see: where
        there are any, nobody passes.
        """
        lively: cython.int = self.liveliness(own, enemy, 0)
        static: cython.int
        reduced: cython.int
        if lively == 2:
            return self.cut_off_lively(own, enemy, depth, beta)
        if lively == 0:
            self.out_score = ply - WIN
            return True
        static = self.evaluation.value(own, enemy, 0, 0)
        self.out_static = static
        if static < beta or not -NOT_PROVEN < beta < NOT_PROVEN:
            return False
        if depth <= REVERSE_DEPTH and static - depth * REVERSE_MARGIN >= beta:
            self.out_score = static
            return True
        if passed or depth < NULL_DEPTH or count(own) < NULL_STONES:
            return False
        reduced = depth - 1 - NULL_REDUCTION - (depth >> 2)
        self.calm[ply + 1] = 0
        if -self.look(enemy, own, 0, 0, reduced, -beta, 1 - beta, ply + 1, True) < beta:
            self.out_static = static
            return False
        self.out_score = beta
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def cut_off_lively(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        depth: cython.int,
        beta: cython.int,
    ) -> cython.bint:
        """Is a position with captures far too good already?"""
        static: cython.int
        if depth > LIVELY_DEPTH or not -NOT_PROVEN < beta < NOT_PROVEN:
            return False
        static = self.evaluation.value(own, enemy, 0, 0)
        if static - depth * LIVELY_MARGIN < beta:
            return False
        self.out_score = static
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def expand(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        number: cython.ulonglong,
    ) -> cython.int:
        """List the turns, try them, and keep what was found; `number` is that of the first."""
        start: cython.size_t = self.turns.size
        score: cython.int
        static: cython.int = self.out_static
        if self.ended or not self.list_turns(own, enemy, liable, state, static != -INFINITE):
            return 0
        if self.turns.size == start:
            return ply - WIN
        score = self.best_turn(start, own, enemy, depth, alpha, beta, ply, static, number)
        self.turns.size = start
        if self.ended:
            return 0
        if depth >= LEAST_KEPT:
            number = self.out_number
            self.scores.keep(own, enemy, liable, state, depth, score, alpha, beta, ply, number)
        return score

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def best_turn(
        self,
        start: cython.size_t,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        static: cython.int,
        number: cython.ulonglong,
    ) -> cython.int:
        """Try the turns from `start` on; leaves the number of the best in `out_number`.

        `static` is the value of the position, if it has no captures and its window is narrow;
        `number` is that of the turn to try first.
        """
        end: cython.size_t = self.turns.size
        at: cython.size_t
        best: cython.int = -INFINITE
        score: cython.int
        below: cython.int = depth - 1
        calm: cython.bint
        ordered: cython.size_t = start + 1 if self.number_turns(start, number) else start
        number = NO_NUMBER
        if end - start == 1 and ply < 2 * self.root_depth:
            below = depth
        for at in range(start, end):
            if best > -NOT_PROVEN and self.is_late(at - start, depth, static, alpha):
                break
            if at == ordered:
                self.prepare(at, own, enemy, ply, depth)
            if ordered <= at < start + BEST_FIRST:
                self.pick(at, end)
            calm = self.turns.words[4 * at] == enemy or self.game.reversible
            self.calm[ply + 1] = self.calm[ply] + 1 if calm else 0
            score = self.try_turn(
                at, at == start, below, self.reduction(at - start, depth), alpha, beta, ply
            )
            if self.ended:
                return 0
            if score > best:
                best = score
            if score > alpha:
                alpha = score
                number = self.numbers[at]
                self.follow(at, ply)
            if score >= beta:
                self.refuted(start, at, own, enemy, depth, ply)
                break
        self.out_number = number
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def prepare(
        self,
        start: cython.size_t,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        ply: cython.int,
        depth: cython.int,
    ) -> cython.void:
        """The turns from `start` on will be tried: have the table look for them, order them."""
        end: cython.size_t = self.turns.size
        if depth > LEAST_KEPT:
            if end > start + MOST_EXPECTED:
                end = start + MOST_EXPECTED
            self.scores.expect(self.turns.words, start, end)
        self.order(start, own, enemy, ply, depth)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def is_late(
        self, tried: cython.size_t, depth: cython.int, static: cython.int, alpha: cython.int
    ) -> cython.bint:
        """May the remaining paikas be skipped after that many?

        Only after one that is not proven to lose, so that no loss is claimed without them.
        """
        late: cython.size_t = LATE_AFTER + 2 * depth * depth
        if static == -INFINITE or tried == 0:
            return False
        if depth <= LATE_DEPTH and tried >= late:
            return True
        return depth <= FUTILE_DEPTH and static + depth * FUTILE_MARGIN <= alpha

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def reduction(self, tried: cython.size_t, depth: cython.int) -> cython.int:
        """How many plies shallower a turn is searched at first, after that many others."""
        if depth < REDUCE_DEPTH or tried < REDUCE_AFTER:
            return 0
        if depth > 63:
            depth = 63
        if tried > 63:
            tried = 63
        return self.reductions[64 * depth + tried]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def try_turn(
        self,
        at: cython.size_t,
        first: cython.bint,
        depth: cython.int,
        reduction: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """The score of a turn; after the first, only better ones are worth an exact score."""
        own: cython.ulonglong = self.turns.words[4 * at]
        enemy: cython.ulonglong = self.turns.words[4 * at + 1]
        liable: cython.ulonglong = self.turns.words[4 * at + 2]
        state: cython.ulonglong = self.turns.words[4 * at + 3]
        score: cython.int = alpha + 1
        if reduction > 0:
            score = -self.look(
                own, enemy, liable, state, depth - reduction, -alpha - 1, -alpha, ply + 1, False
            )
        if not first and score > alpha and not self.ended:
            score = -self.look(own, enemy, liable, state, depth, -alpha - 1, -alpha, ply + 1, False)
        if first or (alpha < score < beta and not self.ended):
            score = -self.look(own, enemy, liable, state, depth, -beta, -alpha, ply + 1, False)
        return score
