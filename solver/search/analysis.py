"""The best lines of a position, as deep as a budget allows, and proven where that is possible.

What the fields of an answer, and of each of its lines, say together:

    value               proof        distance, score
    win, loss           proven       a distance, no score
    draw                proven       neither
    unknown             heuristic    no distance, a score: the search's estimate
    unknown             None         neither: the budget ended before the first estimate

Two searches share the budget. The best-line search deepens until it claims a win or a loss; between
its iterations, never before the first ones, the prover tries with a small part of the nodes. With
what is left it looks for the exact distance, and for the best turns to the end of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from fanorona.solver.answers import Head, head_fields
from fanorona.solver.budget import ANALYSIS_NODES, DEFAULT_MEMORY_MB, Budget, check_number
from fanorona.solver.kernel.alpha_beta import MOST_DEPTH as MOST_DEPTH
from fanorona.solver.kernel.alpha_beta import AlphaBeta
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.kernel.tables import Tables
from fanorona.solver.position import Position
from fanorona.solver.search.forced_win import raise_from_handler
from fanorona.solver.search.found_lines import FoundLine, RatedLine, TurnNames
from fanorona.solver.search.history import calm_past
from fanorona.solver.search.learned import evaluation_of
from fanorona.solver.search.proof_lines import best_line
from fanorona.solver.search.prover import (
    LONGEST_WIN,
    Attack,
    FirstTurn,
    Prover,
    first_turns,
    no_memory,
    require_listable,
    value_of,
)
from fanorona.solver.search.threads import MOST_THREADS, Companions, companions_of
from fanorona.solver.search.turn_values import turn_values
from fanorona.solver.tables.default_tables import TablesWanted, chosen_tables
from fanorona.solver.turn import Words
from fanorona.solver.value import Distance, Proof, SearchInfo, StoppedBy, Value
from fanorona.solver.version import __version__

MOST_LINES = 1_000
PART_TO_PROVE = 10
"""The prover may use this part of the nodes, a tenth,"""
MOST_TO_PROVE = 50_000
"""but no more than this: what it has not proven by then, it seldom does."""
SEARCHED_PER_PROVER_NODE = 64
"""The prover gets one node for this many of the search: a sixth of the time."""
LEAST_TO_PROVE = 500
FIRST_TO_PROVE = 4
"""It does not try before this depth is reached."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis(Head):
    """The answer, for the side to move."""

    value: Value
    proof: Proof | None
    distance: Distance | None
    distance_exact: bool
    """Proven that no shorter win exists, or no longer defence."""
    score: float | None
    """In stones."""
    lines: tuple[RatedLine, ...]
    """With different first turns, best first; turns to the same position count as one."""
    search: SearchInfo


OnProgress = Callable[[Analysis], None]


def analyse(
    position: Position,
    nodes: int = ANALYSIS_NODES,
    depth: int | None = None,
    time_ms: int | None = None,
    lines: int = 1,
    on_progress: OnProgress | None = None,
    *,
    memory_mb: int = DEFAULT_MEMORY_MB,
    budget: Budget | None = None,
    tables: TablesWanted = "default",
    stop: Stop | None = None,
    history: Sequence[Position] = (),
    threads: int = 1,
) -> Analysis:
    """Find the best lines; the first limit that is reached ends the search.

    With one thread, without `time_ms` and `stop`, the same question has the same answer. A `budget`
    replaces `nodes`, `depth`, `time_ms` and `memory_mb`. A stop flag has its own deadline, so it
    cannot be combined with `time_ms`. Ctrl-C ends the search with the best lines so far. `history`
    are the positions of the game before this one, the latest last: the search treats repeating one
    of them as a draw. Stopped is raised if not even the first turns could be listed.

    Examples:
        >>> from fanorona import Position
        >>> found = analyse(Position.parse("5/W1BB1/5 W"))
        >>> str(found.value), found.distance.plies, found.lines[0].turns
        ('win', 1, ('a2-b2A',))
    """
    position.require_legal()
    budget = budget or Budget(nodes=nodes, depth=depth, time_ms=time_ms, memory_mb=memory_mb)
    check_number("depth", budget.depth, MOST_DEPTH)
    check_number("lines", lines, MOST_LINES)
    check_number("threads", threads, MOST_THREADS)
    stop = budget.stop_or(stop)
    require_listable(position, budget, stop)
    used = chosen_tables(position, tables)
    past = calm_past(position, history)
    answer = _Question(position, budget, lines, stop, used, on_progress, past, threads).answer()
    raise_from_handler(stop)
    return answer


@dataclass(slots=True)
class _Question:
    """A question on its way to its answer."""

    position: Position
    budget: Budget
    most_lines: int
    stop: Stop
    tables: Tables | None
    on_progress: OnProgress | None
    past: list[Words]
    threads: int
    win: Attack = field(init=False)
    loss: Attack = field(init=False)
    turns: list[FirstTurn] = field(default_factory=list)
    names: TurnNames = field(init=False)
    found: list[FoundLine] = field(default_factory=list)
    nodes: int = field(init=False)
    """All that may be searched."""
    spent: int = 0
    over_memory: bool = False
    reached: int = 0
    solved: bool = False

    def __post_init__(self) -> None:
        words = self.position.words()
        self.win = Attack(words, True)
        self.loss = Attack(words, False)
        self.names = TurnNames(self.stop)
        self.nodes = self.budget.nodes_or(ANALYSIS_NODES)

    def answer(self) -> Analysis:
        prover = self._prover(part=4)
        self.turns = first_turns(self.position, prover)
        if not self.turns:
            return self._finished()
        self._ask(prover, 0)
        if self._is_decided() and self._read_tables(prover):
            return self._report()
        self._search(prover)
        if self.found[0].value is Value.UNKNOWN and self._is_decided():
            # Its table knows the way.
            prover.limit = prover.spent + self._left
        else:
            # Both searches may use all of the memory, one after the other.
            prover = self._prover()
        before = self.spent - prover.spent
        self._refine(prover)
        self.over_memory |= prover.over_memory
        self.spent = before + prover.spent
        return self._report()

    @property
    def _left(self) -> int:
        return self.nodes - self.spent

    @property
    def _deepest(self) -> int:
        return self.budget.depth or MOST_DEPTH

    def _prover(self, part: int = 1) -> Prover:
        """The prover, with a part of the memory."""
        made = Prover.of(
            self.position, self.tables, self.budget, ANALYSIS_NODES, self.stop, part=part
        )
        made.limit = self._left
        return made

    def _ask(self, prover: Prover, nodes: int) -> None:
        """Look for a win and for a loss; with 0 nodes, only in the endgame tables."""
        for attack, other in ((self.win, self.loss), (self.loss, self.win)):
            if other.within is None:
                attack.at_all(prover, nodes // 2)

    def _is_decided(self) -> bool:
        return self._value() is not Value.UNKNOWN

    def _value(self) -> Value:
        return value_of(self.win, self.loss)

    def _decided(self) -> Attack:
        return self.win if self._value() is Value.WIN else self.loss

    def _read_tables(self, prover: Prover) -> bool:
        """Whatever a turn of a position in the tables leads to is in the tables, too.

        False: a table is missing, and the budget does not make up for it.
        """
        self._decided().shortest(prover, 0)
        values = turn_values(self.position, prover)
        if not all(one.settled for one in values):
            return False
        self.solved = True
        for one in values[: self.most_lines]:
            rest: tuple[str, ...] = ()
            if one.plies is not None:
                after = self.position.play(one.turn)
                line = best_line(prover, after, one.plies - 1, one.value is Value.LOSS)
                rest = line.turns
                self.solved = self.solved and line.certain
            self.found.append(FoundLine(one.turn, one.value, one.plies, one.exact, rest=rest))
        self.spent += prover.spent
        return True

    def _search(self, prover: Prover) -> None:
        """Deepen until every line is proven, or a budget runs out."""
        reserve = min(self.nodes // PART_TO_PROVE, MOST_TO_PROVE)
        kernel, companions = self._searches()
        with companions:
            self._deepen(kernel, prover, reserve)
        if not self.found:
            self.found = [FoundLine(self._texts([kernel.first_turn()])[0])]
        if not self._is_decided():
            prover.limit = reserve
            self._ask(prover, prover.left)
        self.spent = prover.spent + kernel.nodes

    def _deepen(self, kernel: AlphaBeta, prover: Prover, reserve: int) -> None:
        for depth in range(1, self._deepest + 1):
            lines = kernel.deepen(depth, self.most_lines, self.nodes - max(reserve, prover.spent))
            self.spent = prover.spent + kernel.nodes
            found = [FoundLine.with_score(self._texts(line), score) for score, line in lines]
            if kernel.was_stopped:
                self.over_memory = kernel.over_memory
                # A turn that loses is the best so far, and others are still to be searched.
                self._take([one for one in found if one.value is not Value.LOSS])
                break
            self._take(found)
            self.reached = depth
            self._show_progress()
            if all(one.value is not Value.UNKNOWN for one in self.found):
                break
            if depth >= FIRST_TO_PROVE:
                self._try_to_prove(prover, min(reserve, kernel.nodes // SEARCHED_PER_PROVER_NODE))
                if self._is_decided() and self.most_lines == 1:
                    break

    def _searches(self) -> tuple[AlphaBeta, Companions]:
        """The search, with three quarters of the memory: the prover beside it has the rest."""
        position = self.position
        game, evaluation = position.game(), evaluation_of(position.rules, position.board)
        memory, others = 3 * self.budget.memory_mb << 18, self.threads - 1
        words, results = position.words(), [turn.win.words for turn in self.turns]
        try:
            first = AlphaBeta(
                game, self.tables, memory, self.stop, evaluation, whole=self.threads > 1
            )
            first.begin(*words, results, self.past)
            companions = Companions(companions_of(first, others, game, self.tables, evaluation))
            companions.begin(words, results, self.past)
        except MemoryError:
            raise no_memory(self.budget) from None
        return first, companions

    def _try_to_prove(self, prover: Prover, nodes: int) -> None:
        """Ask the prover, if it may use twice as many nodes in all as it has used already."""
        if nodes - prover.spent >= max(prover.spent, LEAST_TO_PROVE):
            prover.limit = nodes
            self._ask(prover, prover.left)

    def _texts(self, line: Sequence[Words]) -> tuple[str, ...]:
        first = next(turn for turn in self.turns if turn.win.words == line[0])
        after = self.position.after(first.turns[0])
        return (first.text, *self.names.along(after, line[1:]))

    def _take(self, deeper: list[FoundLine]) -> None:
        """Lines of a deeper iteration replace the older ones, as many as there are."""
        first = {one.turn for one in deeper}
        older = [one for one in self.found if one.turn not in first]
        self.found = sorted((deeper + older)[: self.most_lines], key=FoundLine.rank)
        self._learn()

    def _learn(self) -> None:
        """What is proven of the best first turn is proven of the position."""
        for best in self.found[:1]:
            for attack, value in ((self.win, Value.WIN), (self.loss, Value.LOSS)):
                if best.value is value and best.plies is not None:
                    attack.within = min(best.plies, attack.within or best.plies)

    def _refine(self, prover: Prover) -> None:
        """Find the exact distance, and the lines that the proof plays."""
        if self._value() is Value.DRAW:
            self._find_drawing_turn(prover)
        elif self._is_decided():
            limit = prover.limit
            prover.limit -= prover.left // PART_TO_PROVE
            self._decided().shortest(prover, prover.left)
            prover.limit = limit
            self._find_line(prover)
        self._refine_others(prover)
        if self.solved and self.most_lines > 1:
            self._list_the_best(prover)

    def _find_line(self, prover: Prover) -> None:
        value, decided = self._value(), self._decided()
        assert decided.within is not None
        exact = decided.exact is not None
        line = best_line(prover, self.position, decided.within, decided.attacking, exact=exact)
        known = self.found[0]
        if line.turns and (line.certain or known.plies is None or known.plies > decided.within):
            first, rest = line.turns[0], line.turns[1:]
            self._put_first(FoundLine(first, value, decided.within, exact, rest=rest))
            self.solved = exact and line.certain
        elif value is Value.LOSS and known.plies is not None:
            # No turn holds longer. A win that is quicker than the known one begins with another.
            self._put_first(replace(known, plies=decided.within))

    def _refine_others(self, prover: Prover) -> None:
        """The same for the lines after the first, each with a part of what is left."""
        for number, line in enumerate(self.found[1:], 1):
            if line.plies is None:
                continue
            part = prover.left // (len(self.found) - number)
            turn = self._first_turn(line.turn)
            attack = turn.win if line.value is Value.WIN else turn.loss
            attack.within = line.plies - 1
            attack.shortest(prover, part)
            after = self.position.after(turn.turns[0])
            rest = best_line(prover, after, attack.within, attack.attacking)
            plies, exact = attack.within + 1, attack.exact is not None
            # A longer line is better to read, but not one that takes longer than is claimed.
            longer = plies < line.plies or len(rest.turns) >= len(line.rest)
            turns = rest.turns if longer else line.rest
            self.found[number] = replace(line, plies=plies, exact=exact, rest=turns)
            self.solved = self.solved and exact and rest.certain
        if self._value() is Value.WIN:
            self.found.sort(key=FoundLine.rank)
            self._learn()

    def _list_the_best(self, prover: Prover) -> None:
        """Make sure that no turn is left out that is better than the last line's, or is as good and
        comes first by text; else nothing is solved."""
        listed = [one.turn for one in self.found]
        self._add_as_good(prover, self.found[-1], listed)
        self.found = sorted(self.found, key=FoundLine.rank)[: self.most_lines]
        for number, line in enumerate(self.found):
            if line.turn not in listed and line.plies is not None:
                after = self.position.play(line.turn)
                rest = best_line(prover, after, line.plies - 1, line.value is Value.LOSS)
                self.found[number] = replace(line, rest=rest.turns)
                self.solved = self.solved and rest.certain
        if len(self.found) < min(self.most_lines, len(self.turns)):
            self.solved = False

    def _add_as_good(self, prover: Prover, last: FoundLine, listed: Sequence[str]) -> None:
        """Add the other first turns that are at least as good as the last line's."""
        if last.plies is None:
            return
        wins = last.value is Value.WIN
        most = last.plies - 1 if wins else LONGEST_WIN
        others = [turn for turn in self.turns if turn.text not in listed]
        for number, turn in enumerate(others):
            attack = turn.win if wins else turn.loss
            attack.shortest(prover, prover.left // (len(others) - number), most)
            if attack.exact is not None:
                self.found.append(FoundLine(turn.text, last.value, attack.exact + 1, exact=True))
            elif not wins or attack.not_within < most:
                self.solved = False

    def _find_drawing_turn(self, prover: Prover) -> None:
        """The first turn by text after which the opponent cannot win."""
        certain = True
        for number, turn in enumerate(self.turns):
            turn.loss.at_all(prover, prover.left // (len(self.turns) - number))
            if turn.loss.never:
                known = [one.rest for one in self.found if one.turn == turn.text]
                rest = known[0] if known else ()
                self._put_first(FoundLine(turn.text, Value.DRAW, rest=rest))
                self.solved = certain
                return
            certain = certain and turn.loss.within is not None

    def _first_turn(self, text: str) -> FirstTurn:
        return next(turn for turn in self.turns if turn.text == text)

    def _put_first(self, line: FoundLine) -> None:
        others = [one for one in self.found if one.turn != line.turn]
        self.found = [line, *others][: self.most_lines]

    def _finished(self) -> Analysis:
        """A game that is over: who has no stones or no turn has lost, 0 plies from here."""
        enemy = self.position.words()[1]
        over = self.loss if enemy else self.win
        over.within = 0
        self.solved = True
        return self._report()

    def _show_progress(self) -> None:
        if self.on_progress is not None:
            self.on_progress(self._report())

    def _report(self) -> Analysis:
        value, decided = self._value(), self._decided()
        best = self.found[0].rated() if self.found else None
        score = best.score if best and value is Value.UNKNOWN else None
        proof = Proof.HEURISTIC if score is not None else None
        return Analysis(
            **head_fields(self.position),
            value=value,
            proof=proof if value is Value.UNKNOWN else Proof.PROVEN,
            distance=None if decided.within is None else Distance.of(decided.within),
            distance_exact=value is Value.DRAW or decided.exact is not None,
            score=score,
            lines=tuple(one.rated(self.win.exact) for one in self.found),
            search=SearchInfo(
                nodes=self.spent,
                depth=self.reached,
                stopped_by=self._stopped_by(),
                engine=__version__,
            ),
        )

    def _stopped_by(self) -> StoppedBy:
        if self.solved and all(one.value is not Value.UNKNOWN for one in self.found):
            return StoppedBy.SOLVED
        if self.stop.was_interrupted:
            return StoppedBy.INTERRUPTED
        if self.stop.was_requested:
            return StoppedBy.TIME
        if self.over_memory:
            return StoppedBy.MEMORY
        return StoppedBy.DEPTH if self.reached == self._deepest else StoppedBy.NODES
