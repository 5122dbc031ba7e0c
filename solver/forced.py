"""Forced wins: is a position won, lost or drawn by force, how fast, and by which first turns?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum

from solver.answers import Head, head_fields
from solver.errors import FanoronaError
from solver.kernel.proof import DISPROVEN, PROVEN
from solver.kernel.proof import Proof as Kernel
from solver.kernel.safety import Safety
from solver.kernel.stop import Stop
from solver.kernel.tables import Tables
from solver.position import Position
from solver.routes import MOST_ROUTES, by_result
from solver.turn import Turn, Words
from solver.verdict import Distance, Proof, SearchInfo, StoppedBy, Value
from solver.version import __version__

DEFAULT_NODES = 1_000_000
DEFAULT_MEMORY_MB = 64
FIRST_SLICE = 1_000
"""Nodes that each way of settling a position gets in the first round; doubled every round."""
LONGEST_WIN = 1_000
"""No search looks for a win further away than this many plies."""


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
    half = memory_mb << 19
    kernel = Kernel(position.game(), tables, half, stop)
    prover = _Prover(kernel, Safety(kernel, half), nodes)
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


class _Never(Enum):
    """The attacker cannot win, at any distance."""

    NEVER = 0


NEVER = _Never.NEVER


@dataclass(slots=True)
class _Prover:
    """The kernel under one budget of nodes for all questions together."""

    kernel: Kernel
    safety: Safety
    limit: int

    @property
    def spent(self) -> int:
        return self.kernel.nodes

    @property
    def left(self) -> int:
        return max(self.limit - self.spent, 0)

    def within(self, words: Words, attacking: bool, plies: int, nodes: int) -> bool | None:
        """Does the attacker win within so many plies? None: not known within the nodes."""
        found, _ = self.kernel.search(*words, attacking, plies, min(nodes, self.left))
        return None if found not in (PROVEN, DISPROVEN) else found == PROVEN

    def at_all(self, words: Words, attacking: bool, nodes: int) -> int | _Never | None:
        """Plies enough for the attacker's win, NEVER, or None: not known within the nodes."""
        found, plies = self.kernel.search(*words, attacking, None, min(nodes, self.left))
        if found == PROVEN:
            return plies
        if found == DISPROVEN:
            return NEVER
        wins = self.safety.decide(*words, attacking, min(nodes, self.left))
        if wins is None:
            return None
        return self.kernel.search(*words, attacking, None, 0)[1] if wins else NEVER


@dataclass(slots=True)
class _Attack:
    """What is known of one side's win from one position."""

    words: Words
    attacking: bool
    """The side to move is the attacker."""
    within: int | None = None
    """The attacker wins within so many plies."""
    not_within: int = -1
    """The attacker has no win within so many plies."""
    never: bool = False

    @property
    def exact(self) -> int | None:
        """The distance of the win, if it is known to be the shortest."""
        known = self.within is not None and self.not_within >= self.within - 2
        return self.within if known else None

    def at_all(self, prover: _Prover, nodes: int) -> None:
        """Look for a win at any distance."""
        if self.within is not None or self.never:
            return
        found = prover.at_all(self.words, self.attacking, nodes)
        if found is NEVER:
            self.never = True
        elif isinstance(found, int):
            self.within = found

    def shortest(self, prover: _Prover, nodes: int, most: int = LONGEST_WIN) -> None:
        """Look for the shortest win, ply by ply, up to `most` plies."""
        end = prover.spent + nodes
        while not self.never and self.exact is None:
            plies = self.not_within + 2 if self.not_within >= 0 else int(self.attacking)
            if plies > most or prover.spent > end:
                return
            found = prover.within(self.words, self.attacking, plies, end - prover.spent)
            if found is None:
                return
            if found:
                self.within = plies
                self.not_within = max(self.not_within, plies - 2)
                return
            self.not_within = plies


@dataclass(slots=True)
class _Child:
    """One result of the first turn, with all turns that lead to it."""

    turns: tuple[Turn, ...]
    win: _Attack
    loss: _Attack

    @property
    def text(self) -> str:
        return str(self.turns[0])

    @property
    def hopeless(self) -> bool:
        """Proven not to win."""
        return self.win.never or self.loss.within is not None


def _children(position: Position) -> list[_Child]:
    return [
        _Child(group, _Attack(group[0].found[4], False), _Attack(group[0].found[4], True))
        for group in by_result(position.turns())
    ]


@dataclass(slots=True)
class _Search:
    """One question on its way to its answer."""

    position: Position
    max_turns: int | None
    prover: _Prover
    stop: Stop
    on_progress: Progress | None
    win: _Attack = field(init=False)
    loss: _Attack = field(init=False)
    children: list[_Child] = field(init=False)
    total: int = field(init=False)

    def __post_init__(self) -> None:
        words = self.position.words()
        self.win = _Attack(words, True)
        self.loss = _Attack(words, False)
        self.children = _children(self.position)
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
        return self._report(self._main_line())

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

    def _goes_on(self, unsettled: Sequence[_Child], spent: int) -> bool:
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

    def _settle_first_turn(self, child: _Child, nodes: int) -> None:
        child.win.shortest(self.prover, nodes, self.most_plies - 1)
        if self.max_turns is None:
            child.win.at_all(self.prover, nodes)
            if child.win.within is None:
                child.loss.at_all(self.prover, nodes)

    def _is_settled(self, child: _Child) -> bool:
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

    def _main_line(self) -> list[str]:
        """The quickest win against the longest defence, ties by turn text, as far as proven."""
        won = self.win.within is not None
        attack = self.win if won else self.loss
        line: list[str] = []
        position, plies = self.position, attack.within
        while plies:
            found = self._best_reply(position, plies, attack.attacking == (len(line) % 2 == 0))
            if found is None:
                break
            turn, plies = found
            line.append(str(turn))
            position = position.after(turn)
        return line

    def _best_reply(
        self, position: Position, plies: int, attacking: bool
    ) -> tuple[Turn, int] | None:
        """The first turn by text that keeps the attacker's win within `plies`, or holds longest."""
        best: tuple[Turn, int] | None = None
        for group in by_result(position.turns()):
            words = group[0].found[4]
            longest = plies - 1
            if attacking:
                if self.prover.within(words, False, longest, self.prover.left):
                    return group[0], longest
                continue
            attack = _Attack(words, True)
            attack.shortest(self.prover, self.prover.left, longest)
            if attack.within is None:
                attack.at_all(self.prover, self.prover.left)
            if attack.within is None:
                return None
            if best is None or attack.within > best[1]:
                best = group[0], attack.within
        return best
