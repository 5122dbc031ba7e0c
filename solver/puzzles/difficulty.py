"""How hard a puzzle is: what can be measured about finding its solution, and a rating of 1 to 10.

Everything is counted in nodes, and no endgame tables are used: the same puzzle has the same grade
on every machine. docs/difficulty.md explains the formula.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log2

from fanorona.solver.budget import Budget
from fanorona.solver.kernel.alpha_beta import PROVEN as WON_OR_LOST
from fanorona.solver.kernel.alpha_beta import AlphaBeta
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.legal_turns import Routes
from fanorona.solver.position import Position
from fanorona.solver.puzzles.puzzle import Stipulation
from fanorona.solver.puzzles.solution_themes import SolvedLine
from fanorona.solver.puzzles.themes import PuzzleTheme
from fanorona.solver.search.learned import evaluation_of
from fanorona.solver.search.prover import Prover
from fanorona.solver.stopping import Stopped
from fanorona.solver.turn import Words

EASIEST, HARDEST = 1, 10

SEARCH_NODES = 20_000
"""For the search that is to find the key."""
DEEPEST = 15
SEARCH_MEMORY = 16 << 20
TRAP_PLIES = 3
"""A turn is a trap if the opponent then wins within this many plies, two turns of its own."""
TRAP_NODES = 200
MOST_TRAPS = 64
"""The most other turns that are looked at."""
MOST_RESULTS = 4_096
"""With more results of the first turn a position is not searched: they are what makes it hard."""

PER_PLY, MOST_PLIES = 0.6, 8
PER_TURN, MOST_TURNS = 0.4, 5
PER_DOUBLING, MOST_DOUBLINGS = 0.3, 5
FOR_QUIET = 0.75
FOR_SACRIFICE = 0.75
FOR_TRAPS = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """What was counted about a puzzle."""

    choices: int
    """Results of the first turn."""
    candidates: int
    """Those that one looks at first: where the key captures, those of captures; else all."""
    depth: int
    """From this depth, in plies, on the key is the search's first choice; more than it reached
    where it never is."""
    traps: int
    """Other first turns after which the opponent wins within three plies."""
    looked_at: int
    """Other first turns that were looked at for traps."""
    turns: int
    """Turns of the solver to the end of the solution."""
    quiet: bool
    sacrifice: bool

    @property
    def points(self) -> float:
        """The sum of which the rating is the whole part."""
        found = EASIEST + PER_PLY * min(self.depth - 1, MOST_PLIES)
        found += PER_TURN * min(self.turns - 1, MOST_TURNS)
        found += PER_DOUBLING * min(log2(max(self.candidates, 1)), MOST_DOUBLINGS)
        found += FOR_QUIET * self.quiet + FOR_SACRIFICE * self.sacrifice
        return found + FOR_TRAPS * (self.traps / self.looked_at if self.looked_at else 0)


@dataclass(frozen=True, slots=True)
class Grade:
    """How hard a puzzle is, what it is about, and what that was measured by."""

    difficulty: int
    themes: tuple[PuzzleTheme, ...]
    measures: Measures


def grade(
    position: Position,
    stipulation: Stipulation,
    solutions: Sequence[Sequence[str]],
    stop: Stop | None = None,
) -> Grade | None:
    """The grade of a sound puzzle, by its solutions with their lines; None where it was stopped.

    Examples:
        >>> from fanorona import Position
        >>> from fanorona.solver.puzzles.puzzle import Goal
        >>> position = Position.parse("5/W1B2/5 W", rules="escale")
        >>> found = grade(position, Stipulation(position.side, Goal.WIN, 1), [["a2-b2A"]])
        >>> found.difficulty, [str(theme) for theme in found.themes]
        (1, ['only-move', 'endgame'])
    """
    stop = stop or Stop()
    try:
        return _graded(position, stipulation, solutions, stop)
    except (Stopped, KeyboardInterrupt):
        if not stop.was_requested:
            raise
        return None


def _graded(
    position: Position, stipulation: Stipulation, solutions: Sequence[Sequence[str]], stop: Stop
) -> Grade | None:
    listing = position.listing(stop)
    results = listing.results()
    keys = {position.read(line[0], stop).after for line in solutions}
    prover = Prover.of(position, None, Budget(memory_mb=4), 10**9, stop)
    others = [routes.after for routes in results if routes.after not in keys][:MOST_TRAPS]
    traps = sum(prover.within(after, True, TRAP_PLIES, TRAP_NODES) is True for after in others)
    line = SolvedLine.of(
        stipulation.goal,
        position,
        solutions[0],
        traps,
        len(results) - len(keys),
        prover,
    )
    themes = tuple(line.themes())
    quiet = PuzzleTheme.QUIET_KEY in themes
    measures = Measures(
        choices=len(results),
        candidates=len(results) if quiet else _capturing(listing.looking(results)),
        depth=_depth(position, results, keys, stop),
        traps=traps,
        looked_at=len(others),
        turns=stipulation.turns or (len(solutions[0]) + 1) // 2,
        quiet=quiet,
        sacrifice=PuzzleTheme.SACRIFICE in themes,
    )
    if stop.was_requested:
        return None
    difficulty = min(max(int(measures.points), EASIEST), HARDEST)
    return Grade(difficulty, themes, measures)


def _capturing(results: Iterable[Routes]) -> int:
    return sum(bool(routes[0].captured) for routes in results)


def _depth(position: Position, results: Sequence[Routes], keys: set[Words], stop: Stop) -> int:
    """From which depth on the search's first choice is the key; 1 more than it reached: never."""
    if len(results) > MOST_RESULTS:
        return DEEPEST + 1
    evaluation = evaluation_of(position.rules, position.board)
    search = AlphaBeta(position.game(), None, SEARCH_MEMORY, stop, evaluation)
    search.begin(*position.words(), [routes.after for routes in results])
    since, depth = None, 0
    for depth in range(1, DEEPEST + 1):
        found = search.deepen(depth, 1, SEARCH_NODES)
        if search.was_stopped:
            return since or depth
        score, (first, *_) = found[0]
        since = (since or depth) if first in keys else None
        if abs(score) > WON_OR_LOST:
            break
    return since or depth + 1
