"""Forced wins: is a position won, lost or drawn by force, how fast, and by which first turns?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from solver.answers import Head, head_fields
from solver.errors import FanoronaError
from solver.kernel.stop import Stop
from solver.kernel.tables import Tables
from solver.lines import main_line
from solver.position import Position
from solver.prover import LONGEST_WIN, Attack, FirstTurn, Prover, first_turns
from solver.routes import MOST_ROUTES
from solver.verdict import Distance, Proof, SearchInfo, StoppedBy, Value
from solver.version import __version__

DEFAULT_NODES = 1_000_000
DEFAULT_MEMORY_MB = 64
FIRST_SLICE = 1_000
"""Nodes that each way of settling a position gets in the first round; doubled every round."""


class BadBudget(FanoronaError):  # noqa: N818 - reads as what it says
    """A budget that no search can keep."""


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
    line: tuple[str, ...]
    search: SearchInfo


Progress = Callable[[ForcedWin], None]


def forced_win(
    position: Position,
    max_turns: int | None = None,
    nodes: int = DEFAULT_NODES,
    time_ms: int | None = None,
    *,
    memory_mb: int = DEFAULT_MEMORY_MB,
    tables: Tables | None = None,
    stop: Stop | None = None,
    on_progress: Progress | None = None,
) -> ForcedWin:
    """Prove the value of a position, or with `max_turns` whether it is won within so many turns."""
    position.require_legal()
    _check_budget(max_turns, nodes, time_ms, memory_mb)
    if stop is None:
        stop = Stop(None if time_ms is None else time_ms / 1000)
    prover = Prover.of(position, tables, nodes, memory_mb, stop)
    return prove(position, max_turns, prover, stop, on_progress)


def prove(
    position: Position,
    max_turns: int | None,
    prover: Prover,
    stop: Stop,
    on_progress: Progress | None = None,
) -> ForcedWin:
    """As `forced_win`, with a prover that later questions about the position can go on with."""
    return _Search(position, max_turns, prover, stop, on_progress).answer()


def _check_budget(max_turns: int | None, nodes: int, time_ms: int | None, memory_mb: int) -> None:
    for name, number in (
        ("max_turns", max_turns),
        ("nodes", nodes),
        ("time_ms", time_ms),
        ("memory_mb", memory_mb),
    ):
        if number is not None and number < 1:
            raise BadBudget(f"{name} is {number}: give 1 or more")
    if max_turns is not None and 2 * max_turns > LONGEST_WIN:
        raise BadBudget(f"max_turns is {max_turns}: the most is {LONGEST_WIN // 2}")


@dataclass(slots=True)
class _Search:
    """One question on its way to its answer."""

    position: Position
    max_turns: int | None
    prover: Prover
    stop: Stop
    on_progress: Progress | None
    win: Attack = field(init=False)
    loss: Attack = field(init=False)
    children: list[FirstTurn] = field(init=False)
    total: int = field(init=False)

    def __post_init__(self) -> None:
        words = self.position.words()
        self.win = Attack(words, True)
        self.loss = Attack(words, False)
        self.children = first_turns(self.position)
        self.total = self.prover.limit

    @property
    def most_plies(self) -> int:
        return LONGEST_WIN if self.max_turns is None else 2 * self.max_turns - 1

    def answer(self) -> ForcedWin:
        if self.position.outcome() is not None:
            return self._finished()
        self.prover.limit = self.total // 2
        self._settle_root()
        self.prover.limit = self.total - self.total // 10
        if self.win.within is not None:
            self._settle_first_turns()
        self.prover.limit = self.total
        return self._report(self._line())

    def _settle_root(self) -> None:
        nodes = FIRST_SLICE
        if self.max_turns is not None:
            self.prover.limit = self.total - self.total // 10
            self.win.shortest(self.prover, self.prover.left, self.most_plies)
            return
        spent = -1
        while self._goes_on(self.children, spent):
            spent = self.prover.spent
            self.win.at_all(self.prover, nodes)
            if self.win.within is None:
                self.loss.at_all(self.prover, nodes)
            if self.loss.within is None:
                self.win.shortest(self.prover, nodes)
            if self.win.within is None:
                self.loss.shortest(self.prover, nodes)
            if self._root_is_settled():
                return
            self._show_progress()
            nodes *= 2

    def _goes_on(self, unsettled: Sequence[FirstTurn], spent: int) -> bool:
        """Is there work left, and a budget, and did the last round get anywhere?"""
        if not unsettled or not self.prover.left or self.stop.was_requested:
            return False
        return self.prover.spent > spent

    def _root_is_settled(self) -> bool:
        if self.win.exact is not None or self.loss.exact is not None:
            return True
        return self.win.never and self.loss.never

    def _settle_first_turns(self) -> None:
        nodes = FIRST_SLICE
        unsettled = self.children
        spent = -1
        while self._goes_on(unsettled, spent):
            spent = self.prover.spent
            for child in unsettled:
                self._settle_first_turn(child, nodes)
            unsettled = [child for child in unsettled if not self._is_settled(child)]
            self._show_progress()
            nodes *= 2
        found = [child.win.exact for child in self.children if child.win.exact is not None]
        if found and not unsettled:
            self.win.within = min(found) + 1
            self.win.not_within = self.win.within - 2

    def _settle_first_turn(self, child: FirstTurn, nodes: int) -> None:
        child.win.shortest(self.prover, nodes, self.most_plies - 1)
        if self.max_turns is None:
            child.win.at_all(self.prover, nodes)
            if child.win.within is None:
                child.loss.at_all(self.prover, nodes)

    def _is_settled(self, child: FirstTurn) -> bool:
        if child.win.exact is not None or child.hopeless:
            return True
        return self.max_turns is not None and child.win.not_within >= self.most_plies - 1

    def _winning_turns(self) -> tuple[WinningTurn, ...]:
        winning = sorted(
            (child.win.within, child.win.exact is None, child.text, child)
            for child in self.children
            if child.win.within is not None
        )
        return tuple(
            WinningTurn(
                turn=text,
                distance=Distance.of(within + 1),
                distance_exact=not bound,
                routes=tuple(map(str, child.turns[:MOST_ROUTES])),
                routes_count=len(child.turns),
            )
            for within, bound, text, child in winning
        )

    def _undecided_turns(self, value: Value) -> tuple[str, ...]:
        if value in (Value.LOSS, Value.DRAW) or self._nothing_within():
            return ()
        return tuple(
            child.text
            for child in self.children
            if child.win.within is None and not self._is_settled(child)
        )

    def _nothing_within(self) -> bool:
        """Proven that the wins asked for do not exist."""
        return self.max_turns is not None and self.win.not_within >= self.most_plies

    def _value(self) -> Value:
        if self.win.within is not None:
            return Value.WIN
        if self.loss.within is not None:
            return Value.LOSS
        return Value.DRAW if self.win.never and self.loss.never else Value.UNKNOWN

    def _report(self, line: Sequence[str]) -> ForcedWin:
        value = self._value()
        decided = self.win if value is Value.WIN else self.loss
        undecided = self._undecided_turns(value)
        exact = decided.exact is not None or value is Value.DRAW
        no_win_within = (self.win.not_within + 1) // 2
        return ForcedWin(
            **head_fields(self.position),
            value=value,
            proof=None if value is Value.UNKNOWN else Proof.PROVEN,
            distance=None if decided.within is None else Distance.of(decided.within),
            distance_exact=value is not Value.UNKNOWN and exact,
            winning_turns=self._winning_turns(),
            undecided_turns=undecided,
            no_win_within=no_win_within if no_win_within > 0 else None,
            line=tuple(line),
            search=SearchInfo(
                nodes=self.prover.spent,
                depth=max(self.win.not_within, self.win.within or 0, self.loss.not_within, 0),
                stopped_by=self._stopped_by(bool(not undecided and exact)),
                engine=__version__,
            ),
        )

    def _stopped_by(self, complete: bool) -> StoppedBy:
        if complete and self._value() is not Value.UNKNOWN:
            return StoppedBy.SOLVED
        if self._nothing_within():
            return StoppedBy.MAX_TURNS
        if self.stop.was_interrupted:
            return StoppedBy.INTERRUPTED
        return StoppedBy.TIME if self.stop.was_requested else StoppedBy.NODES

    def _finished(self) -> ForcedWin:
        """A game that is over: who has no stones or no turn has lost, 0 plies from here."""
        enemy_left = self.position.words()[1]
        over = self.win if not enemy_left else self.loss
        over.within = 0
        return self._report(())

    def _show_progress(self) -> None:
        if self.on_progress is not None:
            self.on_progress(self._report(()))

    def _line(self) -> list[str]:
        decided = self.win if self.win.within is not None else self.loss
        return main_line(self.prover, self.position, decided.within or 0, decided.attacking)
