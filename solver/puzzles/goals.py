"""What meets a puzzle's stipulation: which first turns do, and whether a later turn still does."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from fanorona.solver.legal_turns import Routes
from fanorona.solver.position import Position
from fanorona.solver.puzzles.puzzle import Goal, Stipulation
from fanorona.solver.search.forced_win import MOST_TURNS, ForcedWin, WinningTurn, prove
from fanorona.solver.search.proof_lines import main_line, main_turns
from fanorona.solver.search.prover import Attack, Prover
from fanorona.solver.turn import Turn, Words
from fanorona.solver.value import Value

Preferred = Mapping[Words, Turn]
"""The turn that the solver plays in a position, where it is as good as any other."""


@dataclass(frozen=True, slots=True)
class Solution:
    """A result of the first turn that meets the stipulation, with the turns that lead to it."""

    routes: tuple[str, ...]
    after: Words
    plies: int | None = None
    """Turns until the game is decided, this one included; None: it is not, or nobody asked."""
    wins: bool = False


@dataclass(frozen=True, slots=True)
class Findings:
    """What a search found about a stipulation."""

    holds: bool | None
    """None: not known within the budget."""
    solutions: tuple[Solution, ...] = ()
    """Best first."""
    complete: bool = True
    """Nothing else meets it, and nothing shorter."""
    turns: int | None = None
    """A win in this many turns of the solver is known."""
    value: Value = Value.UNKNOWN
    """That of the position, as far as it was asked for."""
    line: tuple[str, ...] = ()
    """Where it does not hold, the best play that shows it."""


@dataclass(slots=True)
class Meeting(ABC):
    """One stipulation about one position, with the prover that answers all questions about it."""

    position: Position
    prover: Prover
    groups: list[Routes] = field(init=False)
    """The first turns, those of one result together."""
    found: Findings = field(init=False)

    def __post_init__(self) -> None:
        self.groups = self.prover.results(self.position)
        self.found = self._find()

    @abstractmethod
    def _find(self) -> Findings:
        """Does the stipulation hold, and which first turns meet it?"""

    @abstractmethod
    def _still_meets(self, after: Words, number: int) -> bool | None:
        """As `keeps`, asked of the prover."""

    @abstractmethod
    def refutation(self, after: Position, number: int) -> list[str]:
        """How the opponent answers a turn that does not meet it; empty where not found."""

    def keeps(self, after: Words, number: int) -> bool | None:
        """Does the solver's turn of that number, which leads to `after`, still meet it?"""
        if number == 1:
            if any(solution.after == after for solution in self.found.solutions):
                return True
            if self.found.complete:
                return False
        return self._still_meets(after, number)

    def line_of(self, solution: Solution, preferred: Preferred) -> tuple[Turn, ...]:
        """A solution played out: the preferred turns, else the first by text; the main defence."""
        first = preferred.get(self.position.words())
        if first is None or first.after != solution.after:
            first = next(group[0] for group in self.groups if group.after == solution.after)
        if solution.plies is None:
            return (first,)
        after, plies = self.position.after(first), solution.plies - 1
        if not solution.wins:
            return (first, *main_turns(self.prover, after, plies, True))
        return (first, *_won(self.prover, after, plies, preferred))


def _won(prover: Prover, position: Position, plies: int, preferred: Preferred) -> list[Turn]:
    """The main line after a winning turn; it goes another way where a preferred turn is as fast."""
    line = main_turns(prover, position, plies, False)
    for index, turn in enumerate(line):
        other = preferred.get(position.words()) if index % 2 else None
        left = plies - index - 1
        if other and other != turn and prover.within(other.after, False, left, prover.left):
            rest = _won(prover, position.after(other), left, preferred)
            return [*line[:index], other, *rest]
        position = position.after(turn)
    return line


@dataclass(slots=True)
class WinInN(Meeting):
    """A win in at most `turns` turns, and in no fewer."""

    turns: int

    def _find(self) -> Findings:
        """No search goes beyond MOST_TURNS: more turns are as many as there may be."""
        most = None if self.turns > MOST_TURNS else self.turns
        found = prove(self.position, most, self.prover)
        none_within = found.no_win_within or 0
        refuted = found.never or none_within >= self.turns
        nothing_shorter = found.distance_exact or none_within >= self.turns - 1
        in_time = [one for one in found.winning_turns if one.distance.turns <= self.turns]
        return _wins(self, found, refuted, nothing_shorter, in_time)

    def _still_meets(self, after: Words, number: int) -> bool | None:
        plies = 2 * (self.turns - number)
        return self.prover.within(after, False, plies, self.prover.left)

    def refutation(self, after: Position, number: int) -> list[str]:
        # A reply that gives up the opponent's last stone refutes nothing, even the last turn.
        left = max(2 * (self.turns - number) - 1, 0)
        for routes in self.prover.results(after):
            if self.prover.within(routes.after, True, left, self.prover.left) is False:
                return [str(routes[0])]
        # Too many turns to search them all.
        return _how_it_does_not_win(self.prover, after)


@dataclass(slots=True)
class Win(Meeting):
    """A win at any distance."""

    def _find(self) -> Findings:
        found = prove(self.position, None, self.prover)
        refuted = found.value in (Value.DRAW, Value.LOSS)
        return _wins(self, found, refuted, True, found.winning_turns)

    def _still_meets(self, after: Words, number: int) -> bool | None:
        return _still_wins(self.prover, after)

    def refutation(self, after: Position, number: int) -> list[str]:
        return _how_it_does_not_win(self.prover, after)


def _wins(
    meeting: Meeting,
    found: ForcedWin,
    refuted: bool,
    nothing_shorter: bool,
    in_time: Sequence[WinningTurn],
) -> Findings:
    """`in_time`: the winning turns that are proven to meet the stipulation."""
    if not in_time:
        holds = False if refuted else None
        line = found.line if refuted else ()
        return Findings(holds, complete=refuted, value=found.value, line=line)
    wanted = {winning.turn for winning in in_time}
    turns = {}
    for group in meeting.groups:
        if str(group[0]) in wanted:
            turns[str(group[0])] = group
        if len(turns) == len(wanted):
            break
    return Findings(
        holds=True,
        solutions=tuple(
            _solution(turns[winning.turn], winning.distance.plies, wins=True) for winning in in_time
        ),
        complete=not found.undecided_turns
        and nothing_shorter
        and len(in_time) == len(found.winning_turns),
        turns=in_time[0].distance.turns,
        value=found.value,
    )


def _solution(group: Sequence[Turn], plies: int | None = None, *, wins: bool = False) -> Solution:
    return Solution(tuple(map(str, group)), group[0].after, plies, wins)


def _still_wins(prover: Prover, after: Words) -> bool | None:
    win, loss = Attack(after, False), Attack(after, True)
    win.at_all(prover, prover.left // 2)
    if win.within is None and not win.never:
        loss.at_all(prover, prover.left // 2)
    if win.within is not None:
        return True
    return False if win.never or loss.within is not None else None


def _how_it_does_not_win(prover: Prover, after: Position) -> list[str]:
    """The opponent wins, with the line, or has a reply after which there is no win."""
    lost = _how_it_loses(prover, after)
    if lost:
        return lost
    for routes in prover.results(after):
        win = Attack(routes.after, True)
        win.at_all(prover, prover.left // 4)
        if win.never:
            return [str(routes[0])]
    return []


def _how_it_loses(prover: Prover, after: Position) -> list[str]:
    """The opponent, who is to move, wins by the line; empty where that is not known."""
    loss = Attack(after.words(), True)
    loss.at_all(prover, prover.left // 4)
    if loss.within is None:
        return []
    loss.shortest(prover, prover.left // 2)
    return main_line(prover, after, loss.within, True)


@dataclass(slots=True)
class OfAllTurns(Meeting):
    """A stipulation for which every first turn has to be judged."""

    def _draws(self, after: Words, nodes: int) -> bool | None:
        """Is the solver, whose opponent is to move, safe for ever?"""
        loss = Attack(after, True)
        loss.at_all(self.prover, nodes)
        if loss.never:
            return True
        return False if loss.within is not None else None

    def _all_that(
        self, do: Callable[[Words, int], bool | None], value: Value, plies: int | None = None
    ) -> Findings:
        """The first turns that do what is asked for; every one gets more and more nodes."""
        known: dict[Words, bool] = {}

        def judge_all(nodes: int) -> None:
            for after in (group.after for group in self.groups):
                answer = None if after in known else do(after, min(nodes, self.prover.left))
                if answer is not None:
                    known[after] = answer

        for nodes in self.prover.rounds():
            judge_all(nodes)
            if len(known) == len(self.groups):
                break
        else:
            if not self.prover.stop.was_requested:
                judge_all(0)  # What was learned about one turn may settle another.
        return Findings(
            holds=True,
            solutions=tuple(
                _solution(group, plies, wins=value is Value.WIN)
                for group in self.groups
                if known.get(group.after)
            ),
            complete=len(known) == len(self.groups),
            value=value,
        )


@dataclass(slots=True)
class Draw(OfAllTurns):
    """The position is drawn: which turns keep it so?"""

    def _find(self) -> Findings:
        root = prove(self.position, None, self.prover)
        if root.value is Value.UNKNOWN:
            return Findings(None, complete=False)
        if root.value is not Value.DRAW:
            return Findings(False, value=root.value, line=root.line)
        return self._all_that(self._draws, root.value)

    def _still_meets(self, after: Words, number: int) -> bool | None:
        return self._draws(after, self.prover.left)

    def refutation(self, after: Position, number: int) -> list[str]:
        return _how_it_loses(self.prover, after)


@dataclass(slots=True)
class BestTurn(OfAllTurns):
    """One turn is better than all others, by value, then by distance."""

    def _find(self) -> Findings:
        root = prove(self.position, None, self.prover)
        if root.value is Value.UNKNOWN or not root.distance_exact:
            return Findings(None, complete=False)
        if root.distance is None:
            return self._all_that(self._draws, root.value)
        plies = root.distance.plies

        def wins_as_fast(after: Words, nodes: int) -> bool | None:
            return self.prover.within(after, False, plies - 1, nodes)

        def holds_as_long(after: Words, nodes: int) -> bool | None:
            if plies < 2:
                return True
            faster = self.prover.within(after, True, plies - 2, nodes)
            return None if faster is None else not faster

        best = wins_as_fast if root.value is Value.WIN else holds_as_long
        return self._all_that(best, root.value, plies)

    def _still_meets(self, after: Words, number: int) -> bool | None:
        """A later turn keeps the value. Of the first ones, the best are known, or none is."""
        if number == 1 or self.found.value is Value.UNKNOWN:
            return None
        if self.found.value is Value.WIN:
            return _still_wins(self.prover, after)
        return True if self.found.value is Value.LOSS else self._draws(after, self.prover.left)

    def refutation(self, after: Position, number: int) -> list[str]:
        if self.found.value is not Value.WIN:
            return _how_it_loses(self.prover, after)
        return _how_it_does_not_win(self.prover, after) or self._slower_win(after)

    def _slower_win(self, after: Position) -> list[str]:
        win = Attack(after.words(), False)
        win.at_all(self.prover, self.prover.left // 2)
        win.shortest(self.prover, self.prover.left // 2)
        return main_line(self.prover, after, win.within or 0, False)


def meeting_of(stipulation: Stipulation, position: Position, prover: Prover) -> Meeting:
    """The questions that a stipulation asks, and what a search finds about them."""
    if stipulation.goal is Goal.DRAW:
        return Draw(position, prover)
    if stipulation.goal is Goal.BEST_TURN:
        return BestTurn(position, prover)
    if stipulation.turns is None:
        return Win(position, prover)
    return WinInN(position, prover, stipulation.turns)
