"""What meets a puzzle's stipulation: which first turns do, and whether a later turn still does."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field

from solver.forced import ForcedWin, prove
from solver.kernel.stop import Stop
from solver.lines import main_line
from solver.position import Position
from solver.prover import Attack, Prover
from solver.puzzles.puzzle import Goal, Stipulation
from solver.routes import by_result
from solver.turn import Words
from solver.turn_values import ValuedTurn, turn_values
from solver.verdict import Value


@dataclass(frozen=True, slots=True)
class Solution:
    """A result of the first turn that meets the stipulation: its routes, and a line as proof."""

    routes: tuple[str, ...]
    line: tuple[str, ...]
    after: Words

    @property
    def turn(self) -> str:
        return self.routes[0]


@dataclass(frozen=True, slots=True)
class Findings:
    """What a search found about a stipulation."""

    holds: bool | None
    """None: not known within the budget."""
    solutions: tuple[Solution, ...] = ()
    """Best first."""
    complete: bool = True
    """No other first turn can meet it."""
    turns: int | None = None
    """The shortest win, in turns of the solver."""
    line: tuple[str, ...] = ()
    """Where it does not hold, the best play that shows it."""


@dataclass(slots=True)
class Meeting(ABC):
    """One stipulation about one position, with the prover that answers all questions about it."""

    position: Position
    prover: Prover
    stop: Stop
    routes: dict[str, tuple[str, ...]] = field(init=False)
    results: dict[str, Words] = field(init=False)

    def __post_init__(self) -> None:
        groups = by_result(self.position.turns())
        self.routes = {str(group[0]): tuple(map(str, group)) for group in groups}
        self.results = {str(turn): turn.found[4] for group in groups for turn in group}

    @abstractmethod
    def first_turns(self) -> Findings:
        """Does the stipulation hold, and which first turns meet it?"""

    @abstractmethod
    def keeps(self, after: Words, number: int) -> bool | None:
        """Does the solver's turn of that number, which leads to `after`, still meet it?"""

    @abstractmethod
    def refutation(self, after: Position, number: int) -> list[str]:
        """How the opponent answers a turn that does not meet it; empty where not found."""

    def solution(self, turn: str, line: Sequence[str]) -> Solution:
        return Solution(self.routes[turn], tuple(line), self.results[turn])


@dataclass(slots=True)
class WinInN(Meeting):
    """A win in at most `turns` turns, and in no fewer."""

    turns: int

    def first_turns(self) -> Findings:
        found = prove(self.position, self.turns, self.prover, self.stop)
        return _wins(self, found, (found.no_win_within or 0) >= self.turns)

    def keeps(self, after: Words, number: int) -> bool | None:
        return self.prover.within(after, False, 2 * (self.turns - number), self.prover.left)

    def refutation(self, after: Position, number: int) -> list[str]:
        left = 2 * (self.turns - number) - 1
        for turn, *_ in by_result(after.turns()):
            words = turn.found[4]
            if left < 1 or self.prover.within(words, True, left, self.prover.left) is False:
                return [str(turn)]
        return []


@dataclass(slots=True)
class Win(Meeting):
    """A win at any distance."""

    def first_turns(self) -> Findings:
        found = prove(self.position, None, self.prover, self.stop)
        return _wins(self, found, found.value in (Value.DRAW, Value.LOSS))

    def keeps(self, after: Words, number: int) -> bool | None:
        win, loss = Attack(after, False), Attack(after, True)
        win.at_all(self.prover, self.prover.left // 2)
        if win.within is None and not win.never:
            loss.at_all(self.prover, self.prover.left // 2)
        if win.within is not None:
            return True
        return False if win.never or loss.within is not None else None

    def refutation(self, after: Position, number: int) -> list[str]:
        loss = Attack(after.words(), True)
        loss.at_all(self.prover, self.prover.left // 4)
        if loss.within is not None:
            return main_line(self.prover, after, loss.within, True)
        for turn, *_ in by_result(after.turns()):
            win = Attack(turn.found[4], True)
            win.at_all(self.prover, self.prover.left // 4)
            if win.never:
                return [str(turn)]
        return []


def _wins(meeting: Meeting, found: ForcedWin, refuted: bool) -> Findings:
    if not found.winning_turns:
        holds = False if refuted else None
        return Findings(holds=holds, complete=refuted, line=found.line)
    solutions = []
    for number, winning in enumerate(found.winning_turns):
        line = list(found.line) if number == 0 else [winning.turn]
        if number:
            after = meeting.position.after(meeting.position.read(winning.turn))
            line += main_line(meeting.prover, after, winning.distance.plies - 1, False)
        solutions.append(meeting.solution(winning.turn, line))
    return Findings(
        holds=True,
        solutions=tuple(solutions),
        complete=not found.undecided_turns,
        turns=found.distance.turns if found.distance and found.distance_exact else None,
    )


@dataclass(slots=True)
class Valued(Meeting):
    """A stipulation that is about the values of all turns."""

    def values(self) -> tuple[list[ValuedTurn], bool]:
        """The turns, best first, and whether all are settled."""
        turns = turn_values(self.position, self.prover, self.stop)
        return turns, all(turn.settled for turn in turns)

    def line_of(self, turn: ValuedTurn) -> list[str]:
        """The turn, and the play after it to the end where it wins or loses."""
        if turn.plies is None:
            return [turn.turn]
        after = self.position.after(self.position.read(turn.turn))
        wins = turn.value is Value.WIN
        return [turn.turn, *main_line(self.prover, after, turn.plies - 1, not wins)]


@dataclass(slots=True)
class Draw(Valued):
    """The best that the side to move has is a draw."""

    def first_turns(self) -> Findings:
        turns, complete = self.values()
        drawing = [turn for turn in turns if turn.value is Value.DRAW]
        won = next((turn for turn in turns if turn.value is Value.WIN), None)
        if won is not None:
            return Findings(holds=False, line=tuple(self.line_of(won)))
        if not complete:
            return Findings(holds=None, complete=False)
        if not drawing:
            return Findings(holds=False, line=tuple(self.line_of(turns[0])))
        solutions = tuple(self.solution(turn.turn, [turn.turn]) for turn in drawing)
        return Findings(holds=True, solutions=solutions)

    def keeps(self, after: Words, number: int) -> bool | None:
        loss = Attack(after, True)
        loss.at_all(self.prover, self.prover.left)
        if loss.never:
            return True
        return False if loss.within is not None else None

    def refutation(self, after: Position, number: int) -> list[str]:
        loss = Attack(after.words(), True)
        loss.at_all(self.prover, self.prover.left // 2)
        loss.shortest(self.prover, self.prover.left // 2)
        return main_line(self.prover, after, loss.within or 0, True)


@dataclass(slots=True)
class BestTurn(Valued):
    """One turn is better than all others, by value, then by distance."""

    best: set[Words] = field(init=False, default_factory=set)

    def first_turns(self) -> Findings:
        turns, complete = self.values()
        if not turns or not complete:
            return Findings(holds=None, complete=False)
        equal = [turn for turn in turns if turn.rank() == turns[0].rank()]
        solutions = tuple(self.solution(turn.turn, self.line_of(turn)) for turn in equal)
        self.best = {solution.after for solution in solutions}
        return Findings(holds=True, solutions=solutions)

    def keeps(self, after: Words, number: int) -> bool | None:
        return after in self.best if number == 1 else True

    def refutation(self, after: Position, number: int) -> list[str]:
        return []


def meeting_of(stipulation: Stipulation, position: Position, prover: Prover, stop: Stop) -> Meeting:
    """The questions that a stipulation asks."""
    if stipulation.goal is Goal.DRAW:
        return Draw(position, prover, stop)
    if stipulation.goal is Goal.BEST_TURN:
        return BestTurn(position, prover, stop)
    if stipulation.turns is None:
        return Win(position, prover, stop)
    return WinInN(position, prover, stop, stipulation.turns)
