"""Forced wins: is a position won, lost or drawn by force, how fast, and by which first turns?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from fanorona.solver.answers import Head, head_fields
from fanorona.solver.budget import DEFAULT_MEMORY_MB, FORCED_WIN_NODES, Budget, check_number
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.kernel.tables import Tables
from fanorona.solver.position import Position
from fanorona.solver.search.proof_lines import NO_LINE, ProofLine, best_line
from fanorona.solver.search.proof_threads import Team
from fanorona.solver.search.prover import (
    LONGEST_WIN,
    Attack,
    FirstTurn,
    Prover,
    first_turns,
    require_listable,
    value_of,
)
from fanorona.solver.search.threads import MOST_THREADS
from fanorona.solver.tables.default_tables import TablesWanted, chosen_tables
from fanorona.solver.turns_by_result import MOST_ROUTES
from fanorona.solver.value import Distance, Proof, SearchInfo, StoppedBy, Value
from fanorona.solver.version import __version__

MOST_TURNS = LONGEST_WIN // 2
MANY_TURNS = 5_000
"""First turns above which no progress is shown."""


@dataclass(frozen=True, slots=True)
class WinningTurn:
    """A first turn that wins; `routes` are the turns to the same position, itself first."""

    turn: str
    distance: Distance
    distance_exact: bool
    routes: tuple[str, ...]
    routes_count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ForcedWin(Head):
    """The answer. A value other than unknown is always proven."""

    value: Value
    proof: Proof | None
    distance: Distance | None
    distance_exact: bool
    winning_turns: tuple[WinningTurn, ...]
    undecided_turns: tuple[str, ...]
    no_win_within: int | None
    never: bool
    """Proven that the side to move has no win, at any distance; `no_win_within` is None then."""
    line: tuple[str, ...]
    search: SearchInfo


OnProgress = Callable[[ForcedWin], None]


def forced_win(
    position: Position,
    max_turns: int | None = None,
    nodes: int = FORCED_WIN_NODES,
    time_ms: int | None = None,
    *,
    memory_mb: int = DEFAULT_MEMORY_MB,
    budget: Budget | None = None,
    tables: TablesWanted = "default",
    stop: Stop | None = None,
    on_progress: OnProgress | None = None,
    threads: int = 1,
) -> ForcedWin:
    """Prove the value of a position, or with `max_turns` whether it is won within that many turns.

    A `budget` replaces `nodes`, `time_ms` and `memory_mb`. A stop flag has its own deadline, so it
    cannot be combined with `time_ms`. Ctrl-C ends the search with what is known so far. Stopped is
    raised if not even the first turns could be listed. With one thread and no time limit, the same
    question has the same answer.

    Examples:
        >>> from fanorona import Position
        >>> found = forced_win(Position.start(width=3, height=3))
        >>> str(found.value), found.distance.turns
        ('win', 6)
    """
    budget = budget or Budget(nodes=nodes, time_ms=time_ms, memory_mb=memory_mb)
    prover, _ = prover_for(position, max_turns, budget, tables, stop, threads)
    return prove(position, max_turns, prover, on_progress)


def prover_for(
    position: Position,
    max_turns: int | None,
    budget: Budget,
    tables: TablesWanted,
    stop: Stop | None,
    threads: int,
) -> tuple[Prover, Tables | None]:
    """Check a question of `forced_win`; returns what proves it, and the tables that it uses."""
    position.require_legal()
    check_number("max_turns", max_turns, MOST_TURNS)
    check_number("threads", threads, MOST_THREADS)
    stop = budget.stop_or(stop)
    require_listable(position, budget, stop)
    chosen = chosen_tables(position, tables)
    prover = Prover.of(position, chosen, budget, FORCED_WIN_NODES, stop, threads=threads)
    return prover, chosen


def prove(
    position: Position,
    max_turns: int | None,
    prover: Prover,
    on_progress: OnProgress | None = None,
) -> ForcedWin:
    """As `forced_win`, with a prover that later questions about the position can go on with."""
    answer = _Search(position, max_turns, prover, on_progress).answer()
    raise_from_handler(prover.stop)
    return answer


def raise_from_handler(stop: Stop) -> None:
    """Raise what a signal handler raised during the search; Ctrl-C has done its work by then."""
    raised = stop.handler_raised
    if raised is not None and not isinstance(raised, KeyboardInterrupt):
        raise raised


@dataclass(slots=True)
class _Search:
    """One question on its way to its answer."""

    position: Position
    max_turns: int | None
    prover: Prover
    on_progress: OnProgress | None
    win: Attack = field(init=False)
    loss: Attack = field(init=False)
    children: list[FirstTurn] = field(init=False)
    line: ProofLine = NO_LINE

    def __post_init__(self) -> None:
        words = self.position.words()
        self.win = Attack(words, True)
        self.loss = Attack(words, False)
        self.children = first_turns(self.position, self.prover)

    @property
    def stop(self) -> Stop:
        return self.prover.stop

    @property
    def most_plies(self) -> int:
        return LONGEST_WIN if self.max_turns is None else 2 * self.max_turns - 1

    def answer(self) -> ForcedWin:
        if self.position.outcome() is not None:
            return self._finished()
        limit, budget = self.prover.limit, self.prover.left
        self.prover.limit = limit - budget // 10
        self._settle_root(distance_limit=limit - budget // 2)
        self.prover.limit = limit - budget // 10
        self._settle_first_turns()
        self.prover.limit = limit
        self._find_line()
        return self._report()

    def _settle_root(self, distance_limit: int) -> None:
        """Find the value, and the distance of a win within `distance_limit` nodes."""
        if self.max_turns is not None:
            self._look_within_turns()
            self._look_up()
            return
        self._look_up()
        for nodes in self.prover.rounds():
            if self._root_is_settled():
                return
            if self.prover.team is not None and self.win.is_open and self.loss.is_open:
                self._look_for_both(self.prover.team, nodes)
            else:
                self._look_for_one_by_one(nodes, distance_limit)

    def _look_for_one_by_one(self, nodes: int, distance_limit: int) -> None:
        self.win.at_all(self.prover, nodes)
        self._show_progress()
        if self.win.within is not None:
            self.prover.limit = distance_limit
        else:
            self.loss.at_all(self.prover, nodes)
            self._show_progress()
        if self.loss.within is None:
            self.win.shortest(self.prover, nodes)
            self._show_progress()
        if self.win.within is None:
            self.loss.shortest(self.prover, nodes)
            self._show_progress()

    def _look_for_both(self, team: Team, nodes: int) -> None:
        """Half of the threads look for a win, the others for a loss; who finds it ends the rest."""
        provers = self.prover.halves()

        def look(number: int) -> None:
            attack, other = (self.win, self.loss)[number], provers[1 - number].team
            assert other is not None
            attack.at_all(provers[number], nodes)
            if attack.is_open:
                attack.shortest(provers[number], nodes)
            if attack.within is not None:
                other.end()

        team.side_by_side(look, 2)
        self._show_progress()

    def _look_within_turns(self) -> None:
        for plies in range(1, self.most_plies + 1, 2):
            self.win.shortest(self.prover, self.prover.left, plies)
            self._show_progress()
            if self.win.not_within < plies:
                return

    def _look_up(self) -> None:
        """What is known without a search; with `max_turns`, a later win is not what was asked."""
        known = replace(self.win)
        for attack in (known, self.loss):
            attack.at_all(self.prover, 0)
            if attack.within is not None:
                attack.shortest(self.prover, 0)
        if self.max_turns is None or known.never:
            self.win = known

    def _root_is_settled(self) -> bool:
        if self.win.exact is not None or self.loss.exact is not None:
            return True
        return self.win.never and self.loss.never

    def _settle_first_turns(self) -> None:
        """Which first turns win? If none is known to, only what is known without a search."""
        if self.stop.was_requested and self.win.within is None:
            # The moment after the stop flag is for the line of a win.
            return
        for child in self.children:
            child.win.not_within = max(child.win.not_within, self.win.not_within - 1)
        self._settle_all(self.children, 0)
        unsettled = self._unsettled(self.children)
        for nodes in self.prover.rounds():
            if not unsettled or self.win.within is None:
                break
            self._settle_all(unsettled, nodes)
            unsettled = self._unsettled(unsettled)
            self._learn_from_first_turns()
            self._show_progress()
        self._learn_from_first_turns()

    def _settle_all(self, children: Sequence[FirstTurn], nodes: int) -> None:
        for child in children:
            if self.prover.is_out_of_time():
                return
            self._settle_first_turn(child, nodes)

    def _settle_first_turn(self, child: FirstTurn, nodes: int) -> None:
        child.win.shortest(self.prover, nodes, self.most_plies - 1)
        if self.max_turns is None:
            child.win.at_all(self.prover, nodes)
        if child.win.within is None:
            child.loss.at_all(self.prover, nodes if self.max_turns is None else 0)

    def _unsettled(self, children: Sequence[FirstTurn]) -> list[FirstTurn]:
        return [child for child in children if not self._is_settled(child)]

    def _is_settled(self, child: FirstTurn) -> bool:
        if child.win.exact is not None or child.hopeless:
            return True
        return self.max_turns is not None and child.win.not_within >= self.most_plies - 1

    def _learn_from_first_turns(self) -> None:
        """The position's win is that of its best first turn."""
        hopeful = [child.win for child in self.children if not child.hopeless]
        if not hopeful:
            self.win.never = True
            return
        least = min(attack.not_within for attack in hopeful)
        if least >= 0:
            self.win.not_within = max(self.win.not_within, least + 1)
        found = [attack.within + 1 for attack in hopeful if attack.within is not None]
        if self.win.within is not None:
            found.append(self.win.within)
        self.win.within = min(found, default=None)

    def _find_line(self) -> None:
        """The main line; a win begins with the first of the winning turns."""
        decided = self.win if self.win.within is not None else self.loss
        best = next(iter(self._by_rank()), None)
        if best is None or best.valued().plies != decided.within:
            self.line = self._line_of(decided, self.position)
            return
        line = self._line_of(best.win, self.position.after(best.turns[0]))
        certain = line.certain and not self._unsettled(self.children)
        self.line = ProofLine((best.turns[0], *line.played), certain)

    def _line_of(self, decided: Attack, position: Position) -> ProofLine:
        if decided.within is None:
            return NO_LINE
        exact = decided.exact is not None
        return best_line(self.prover, position, decided.within, decided.attacking, exact=exact)

    def _by_rank(self) -> list[FirstTurn]:
        """The first turns that are known to win, best first."""
        winning = [child for child in self.children if child.win.within is not None]
        return sorted(winning, key=lambda child: child.valued().rank())

    def _winning_turns(self) -> Iterator[WinningTurn]:
        for child in self._by_rank():
            valued = child.valued()
            assert valued.distance is not None
            yield WinningTurn(
                turn=valued.turn,
                distance=valued.distance,
                distance_exact=valued.exact,
                routes=tuple(map(str, child.turns[:MOST_ROUTES])),
                routes_count=len(child.turns),
            )

    def _undecided_turns(self) -> tuple[str, ...]:
        if self._has_no_win() or self._nothing_within():
            return ()
        return tuple(
            child.text for child in self._unsettled(self.children) if child.win.within is None
        )

    def _has_no_win(self) -> bool:
        """Proven that the side to move has no win, at any distance."""
        return self.win.never or self.loss.within is not None

    def _nothing_within(self) -> bool:
        """Proven that the wins asked for do not exist."""
        if self.max_turns is None or self.win.within is not None:
            return False
        return self._has_no_win() or self.win.not_within >= self.most_plies

    def _value(self) -> Value:
        return value_of(self.win, self.loss)

    def _no_win_within(self) -> int | None:
        turns = (self.win.not_within + 1) // 2
        return turns if turns > 0 and not self._has_no_win() else None

    def _report(self) -> ForcedWin:
        value = self._value()
        decided = self.win if value is Value.WIN else self.loss
        undecided = self._undecided_turns()
        exact = value is Value.DRAW or decided.exact is not None
        return ForcedWin(
            **head_fields(self.position),
            value=value,
            proof=None if value is Value.UNKNOWN else Proof.PROVEN,
            distance=None if decided.within is None else Distance.of(decided.within),
            distance_exact=exact,
            winning_turns=tuple(self._winning_turns()),
            undecided_turns=undecided,
            no_win_within=self._no_win_within(),
            never=self._has_no_win(),
            line=self.line.turns,
            search=SearchInfo(
                nodes=self.prover.spent,
                depth=max(self.win.not_within, self.win.within or 0, self.loss.not_within, 0),
                stopped_by=self._stopped_by(exact and not undecided),
                engine=__version__,
            ),
        )

    def _stopped_by(self, settled: bool) -> StoppedBy:
        if settled and (self.line.certain or self._value() is Value.DRAW):
            return StoppedBy.SOLVED
        if self._nothing_within():
            return StoppedBy.MAX_TURNS
        if self.stop.was_interrupted:
            return StoppedBy.INTERRUPTED
        if self.prover.over_memory:
            return StoppedBy.MEMORY
        return StoppedBy.TIME if self.stop.was_requested else StoppedBy.NODES

    def _finished(self) -> ForcedWin:
        """A game that is over: who has no stones or no turn has lost, 0 plies from here."""
        enemy_left = self.position.words()[1]
        over = self.win if not enemy_left else self.loss
        over.within = 0
        self.line = ProofLine((), certain=True)
        return self._report()

    def _show_progress(self) -> None:
        """A report on many first turns would take longer than the search between two reports."""
        if self.on_progress is not None and len(self.children) <= MANY_TURNS:
            self.on_progress(self._report())
