"""Principal variation search: the best lines of play, as deep as a budget allows.

A score is in hundredths of a stone, seen by the side to move. `AlphaBeta.look`, asked about a
window alpha < beta, answers

    alpha < score < beta    exact: what a search of that depth finds
    score <= alpha          an upper bound of it
    score >= beta           a lower bound of it

WIN - n is a win n plies from the root, n - WIN a loss. A lower bound beyond PROVEN is a claim, won
within n plies; an upper bound below -PROVEN likewise, lost. Claims are made of finished games, of
endgame tables and of smaller claims, never of an evaluation or of a repetition, which is worth 0:
they hold whatever happened before, and at any depth. That there is no shorter win is not claimed.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from fanorona.solver.kernel import cython_shim as cython

if cython.compiled:
    from cython.cimports.fanorona.solver.kernel.bits import (
        count,
        free_words,
        grown_words,
        lowest,
        new_words,
    )
    from cython.cimports.fanorona.solver.kernel.game import Game
    from cython.cimports.fanorona.solver.kernel.score_table import NO_NUMBER, ScoreTable
    from cython.cimports.fanorona.solver.kernel.steps import shifted, touching, whole_line
    from cython.cimports.fanorona.solver.kernel.stop import Stop
    from cython.cimports.fanorona.solver.kernel.tables import Tables
    from cython.cimports.fanorona.solver.kernel.turns import Generator
else:
    from fanorona.solver.kernel.bits import count, free_words, grown_words, lowest, new_words
    from fanorona.solver.kernel.game import Game
    from fanorona.solver.kernel.score_table import NO_NUMBER, ScoreTable
    from fanorona.solver.kernel.steps import shifted, touching, whole_line
    from fanorona.solver.kernel.stop import Stop
    from fanorona.solver.kernel.tables import Tables
    from fanorona.solver.kernel.turns import Generator

MOST_DEPTH = 99
"""No iteration is deeper."""
WON = 32_000
"""A win in n plies has the score WON - n, a loss n - WON."""
PROVEN = 30_000
"""Scores further from 0 are proven."""

WIN = cython.declare(cython.int, 32_000)
INFINITE = cython.declare(cython.int, 32_500)
STONE = cython.declare(cython.int, 100)
# A stone away from the edge. Any small reward for it plays about 90 Elo stronger than stones
# alone; mobility, strong points and the phase of the game add nothing that could be measured.
INNER = cython.declare(cython.int, 4)

# How many plies captures are followed beyond the depth. More costs depth and plays weaker; with
# captures that flip, whose lists can have thousands of turns, a single ply is worth its time.
BEYOND = cython.declare(cython.int, 2)
BEYOND_FLIPS = cython.declare(cython.int, 1)

# At depth 1, to make the turns anew is quicker than to wait for the memory.
LEAST_KEPT = cython.declare(cython.int, 2)

# Keys by which turns are ordered: the table's turn, captures, killers, the others by history.
FROM_TABLE = cython.declare(cython.ulonglong, 1 << 62)
CAPTURE = cython.declare(cython.ulonglong, 1 << 40)
KILLER = cython.declare(cython.ulonglong, 1 << 39)
MOST_HISTORY = cython.declare(cython.ulonglong, 1 << 32)
# Of a long list, only so many turns are brought forward; the rest is tried as it comes.
BEST_FIRST = cython.declare(cython.size_t, 32)

POLL_MASK = cython.declare(cython.ulonglong, 0xFFF)
ROUTES = cython.declare(cython.int, 4096)
# A row a ply: MOST_DEPTH plies, BEYOND more, and the root.
ROWS = cython.declare(cython.int, 102)
FIXED_WORDS = 4 * ROWS + ROWS + 2 * ROWS + 2 * ROUTES + 4 * ROWS * (ROWS + 1) // 2 + ROWS
"""In the order of `AlphaBeta.__init__`: path, calm, killers, history, lines, lengths."""


@cython.final
@cython.cclass
class AlphaBeta:
    """A search with a table of fixed size from one root; one thread."""

    def __init__(
        self, game: Game, tables: Tables | None, memory_bytes: int, stop: Stop | None = None
    ) -> None:
        point: cython.int
        one: cython.ulonglong = 1
        self.game = game
        self.stop = Stop() if stop is None else stop
        self.turns = Generator(game, self.stop)
        self.tables = Tables([range(game.points)]) if tables is None else tables
        self.ended = False
        self.visited = 0
        self.node_limit = 0
        self.beyond = BEYOND_FLIPS if game.flips else BEYOND
        self.inner = 0
        for point in range(game.points):
            if count(game.joined[point]) in (4, 8):
                self.inner |= one << point
        self.scores = ScoreTable(memory_bytes - 8 * FIXED_WORDS)
        self.room = 256
        self.keys = new_words(self.room)
        self.numbers = new_words(self.room)
        self.path = new_words(4 * ROWS)
        self.calm = new_words(ROWS)
        self.killers = new_words(2 * ROWS)
        self.history = new_words(2 * ROUTES)
        self.lines = new_words(4 * ROWS * (ROWS + 1) // 2)
        self.lengths = new_words(ROWS)
        self.out_score = 0
        self.out_number = NO_NUMBER
        if not (
            self.keys
            and self.numbers
            and self.path
            and self.calm
            and self.killers
            and self.history
            and self.lines
            and self.lengths
        ):
            raise MemoryError("no memory for the table of the search")

    def __dealloc__(self) -> None:
        free_words(self.keys)
        free_words(self.numbers)
        free_words(self.path)
        free_words(self.calm)
        free_words(self.killers)
        free_words(self.history)
        free_words(self.lines)
        free_words(self.lengths)

    @property
    def nodes(self) -> int:
        """Positions whose turns were generated, or that were evaluated, so far."""
        return self.visited

    @property
    def was_stopped(self) -> bool:
        """Whether the last call of `deepen` ended before its end."""
        return self.ended

    @property
    def memory_bytes(self) -> int:
        """What the search allocates, lists of turns left out."""
        return self.scores.memory_bytes + 8 * FIXED_WORDS

    def begin(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        turns: list[tuple[int, int, int, int]],
    ) -> None:
        """Set the root: a position, and what its turns lead to, in the order to try them."""
        at: cython.size_t
        k: cython.size_t
        self.path[0] = own
        self.path[1] = enemy
        self.path[2] = liable
        self.path[3] = state
        self.calm[0] = 0
        while self.turns.room < len(turns) and self.turns.grow():
            pass
        if self.room < self.turns.room:
            self.make_room()
        self.turns.check_memory()
        # Below the lists of all other positions, which begin where this one ends.
        self.turns.size = len(turns)
        for at in range(self.turns.size):
            for k in range(4):
                self.turns.words[4 * at + k] = turns[at][k]

    def deepen(
        self, depth: cython.int, lines: int, nodes: int
    ) -> list[tuple[int, list[tuple[int, int, int, int]]]]:
        """One iteration: the best lines with different first turns, and their scores, best first.

        Fewer lines where the node budget, for all iterations together, or the stop flag ended it.
        A line is the positions after its turns. The next iteration tries its first turns first.
        """
        found = []
        first: cython.size_t
        best: cython.int
        at: cython.int
        self.node_limit = nodes
        self.turns.stopped = self.stop.now()
        self.ended = self.turns.stopped
        for at in range(2 * ROUTES):
            self.history[at] >>= 2
        for first in range(min(lines, self.turns.size)):
            with cython.nogil:
                best = self.best_from(first, depth)
            self.turns.check_memory()
            if best > -INFINITE:
                found.append((best, self.line()))
            if self.ended:
                break
        return found

    def line(self) -> list[tuple[int, int, int, int]]:
        """The positions along the best line from the root."""
        return [
            (
                self.lines[4 * at],
                self.lines[4 * at + 1],
                self.lines[4 * at + 2],
                self.lines[4 * at + 3],
            )
            for at in range(self.lengths[0])
        ]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def best_from(self, first: cython.size_t, depth: cython.int) -> cython.int:
        """The best of the root's turns from `first` on, which is then at `first`; its score.

        -INFINITE: ended before any was searched. Ended later, it is the best so far; the best of
        the iteration before is the first that is searched.
        """
        at: cython.size_t
        best: cython.int = -INFINITE
        score: cython.int
        for at in range(first, self.turns.size):
            self.calm[1] = self.turns.words[4 * at] == self.path[1]
            score = self.try_turn(at, at == first, depth, best, INFINITE, 0)
            if self.ended:
                break
            if score > best:
                best = score
                self.follow(at, 0)
                self.bring(at, first)
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
    ) -> cython.int:
        """Search a position to a depth; the answer means nothing once the search has ended."""
        start: cython.size_t = self.turns.size
        score: cython.int
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
        if self.ended or not self.list_turns(own, enemy, liable, state):
            return 0
        if self.turns.size == start:
            return ply - WIN
        self.path[4 * ply] = own
        self.path[4 * ply + 1] = enemy
        self.path[4 * ply + 2] = liable
        self.path[4 * ply + 3] = state
        self.order(start, own, enemy, ply, number)
        score = self.best_turn(start, own, enemy, depth, alpha, beta, ply)
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
    ) -> cython.int:
        """Try the turns from `start` on; leaves the number of the best in `out_number`."""
        end: cython.size_t = self.turns.size
        at: cython.size_t
        best: cython.int = -INFINITE
        score: cython.int
        number: cython.ulonglong = NO_NUMBER
        for at in range(start, end):
            if at - start < BEST_FIRST:
                self.pick(at, end)
            self.calm[ply + 1] = self.calm[ply] + 1 if self.turns.words[4 * at] == enemy else 0
            score = self.try_turn(at, at == start, depth, alpha, beta, ply)
            if self.ended:
                return 0
            if score > best:
                best = score
            if score > alpha:
                alpha = score
                number = self.numbers[at]
                self.follow(at, ply)
            if score >= beta:
                self.refuted(at, own, enemy, depth, ply)
                break
        self.out_number = number
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def try_turn(
        self,
        at: cython.size_t,
        first: cython.bint,
        depth: cython.int,
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
        if not first:
            score = -self.look(own, enemy, liable, state, depth - 1, -alpha - 1, -alpha, ply + 1)
        if first or (alpha < score < beta and not self.ended):
            score = -self.look(own, enemy, liable, state, depth - 1, -beta, -alpha, ply + 1)
        return score

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

        Who must capture cannot rest on the evaluation; who may, can; who is huffed, for a stone.
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
        best = self.evaluate(own, enemy, liable, state)
        if lively < 2 or left == 0:
            return best
        if self.game.must_capture:
            best = -INFINITE
        elif self.game.huffs:
            best -= STONE
        if best >= beta:
            return best
        if left == 1 and self.game.plain and state == 0:
            return self.last_captures(own, enemy, best, beta, ply)
        return self.captures(own, enemy, liable, state, best, alpha, beta, ply, left)

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
        if not self.list_turns(own, enemy, liable, state):
            return 0
        end = self.turns.size
        self.order(start, own, enemy, ply, NO_NUMBER)
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
            score = self.evaluate(own, enemy, 0, 0)
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
        if enemy == 0 and state & 0xFF0000 == 0:
            self.out_score = WIN - ply
            return True
        if own == 0 and state & 0xFF00 == 0:
            self.out_score = ply - WIN
            return True
        if liable or state:
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
    def repeated(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        ply: cython.int,
    ) -> cython.bint:
        """Did the same side have the same position to move before, on the way here?"""
        at: cython.int = ply - 4
        calm: cython.int = self.calm[ply]
        while at >= ply - calm:
            if (
                self.path[4 * at] == own
                and self.path[4 * at + 1] == enemy
                and self.path[4 * at + 2] == liable
                and self.path[4 * at + 3] == state
            ):
                self.out_score = 0
                return True
            at -= 2
        return False

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def evaluate(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
    ) -> cython.int:
        """Stones on the board and in hand, and a little for those away from the edge."""
        value: cython.int = STONE * (count(own) - count(enemy)) + INNER * (
            count(own & self.inner) - count(enemy & self.inner)
        )
        own_hand: cython.int
        enemy_hand: cython.int
        if liable:
            value += STONE
        if state > 0xFF:
            own_hand = (state >> 8) & 0xFF
            enemy_hand = (state >> 16) & 0xFF
            value += STONE * (own_hand - enemy_hand)
        return value

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def liveliness(
        self, own: cython.ulonglong, enemy: cython.ulonglong, state: cython.ulonglong
    ) -> cython.int:
        """2: the side to move can capture; 1: it can play; 0: there is no step, huffs left out."""
        empty: cython.ulonglong = self.game.everywhere & ~(own | enemy)
        movers: cython.ulonglong
        found: cython.int = 0
        d: cython.int
        if state & 0xFF00:
            return 1
        for d in range(8):
            movers = own & shifted(self.game, empty, d ^ 1)
            if movers:
                found = 1
                if movers & touching(self.game, enemy, d):
                    return 1 if state & 4 else 2
        return found

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
        """Generate the turns, one a result; False: the search has ended instead."""
        start: cython.size_t = self.turns.size
        self.turns.generate(own, enemy, liable, state)
        # Captures come first, and paikas never lead to the same position.
        if self.turns.size > start and self.turns.words[4 * start] != enemy:
            self.turns.merge(start)
        if self.turns.stopped or (self.turns.size > self.room and not self.make_room()):
            self.ended = True
            self.turns.size = start
            return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def order(
        self,
        start: cython.size_t,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        ply: cython.int,
        first: cython.ulonglong,
    ) -> cython.void:
        """Number the turns and say how promising each is; `first` is the number of the first."""
        at: cython.size_t
        moved: cython.ulonglong
        gain: cython.ulonglong
        # Above 0 whatever a turn loses.
        before: cython.ulonglong = 128 + count(enemy) - count(own)
        for at in range(start, self.turns.size):
            self.numbers[at] = at - start
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
        if first < self.turns.size - start:
            self.keys[start + first] = FROM_TABLE

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def pick(self, at: cython.size_t, end: cython.size_t) -> cython.void:
        """Bring the most promising of the turns from `at` on to this place."""
        other: cython.size_t
        best: cython.size_t = at
        for other in range(at + 1, end):
            if self.keys[other] > self.keys[best]:
                best = other
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
    @cython.nogil
    @cython.exceptval(check=False)
    def refuted(
        self,
        at: cython.size_t,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        depth: cython.int,
        ply: cython.int,
    ) -> cython.void:
        """The turn was too good to be allowed: if it is a paika, try it early elsewhere."""
        moved: cython.ulonglong = own ^ self.turns.words[4 * at + 1]
        place: cython.int
        if self.turns.words[4 * at] != enemy:
            return
        if self.killers[2 * ply] != moved:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = moved
        place = (ply & 1) * ROUTES + route(own, moved)
        if self.history[place] < MOST_HISTORY:
            self.history[place] += depth * depth

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def follow(self, at: cython.size_t, ply: cython.int) -> cython.void:
        """The best line from here begins with the turn, and goes on as the one below."""
        row: cython.int = row_of(ply)
        below: cython.int = row_of(ply + 1)
        length: cython.int = self.lengths[ply + 1]
        k: cython.int
        for k in range(4):
            self.lines[row + k] = self.turns.words[4 * at + k]
        for k in range(4 * length):
            self.lines[row + 4 + k] = self.lines[below + k]
        self.lengths[ply] = length + 1

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
        if self.visited & POLL_MASK == 0 and self.stop.now():
            self.ended = True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def make_room(self) -> cython.bint:
        """Make the arrays of keys and numbers as long as the generator's list of turns."""
        larger: cython.size_t = self.turns.room
        keys = grown_words(self.keys, self.room, larger)
        if keys:
            self.keys = keys
        numbers = grown_words(self.numbers, self.room, larger)
        if numbers:
            self.numbers = numbers
        if not (keys and numbers):
            self.turns.out_of_memory = True
            return False
        self.room = larger
        return True


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def row_of(ply: cython.int) -> cython.int:
    """Where the best line from a ply on begins; each row is one position shorter."""
    return 4 * (ply * ROWS - (ply * (ply - 1) >> 1))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def route(own: cython.ulonglong, moved: cython.ulonglong) -> cython.int:
    """A number for the origin and the destination of a paika; a placed stone has only the one."""
    to: cython.int = lowest(moved & ~own)
    return 65 * to if moved & own == 0 else 64 * lowest(moved & own) + to
