"""A player: one search kept for the turns of a game, so that what it learned is not lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from fanorona.solver.budget import DEFAULT_MEMORY_MB, MOST_NODES, Budget
from fanorona.solver.kernel.alpha_beta import MOST_DEPTH, PROVEN, WON, AlphaBeta
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.legal_turns import Routes
from fanorona.solver.position import Position
from fanorona.solver.search.history import calm_past
from fanorona.solver.search.learned import evaluation_of
from fanorona.solver.search.levels import Level
from fanorona.solver.search.threads import Companions, companions_of
from fanorona.solver.stopping import A_MOMENT, Stopped
from fanorona.solver.tables.default_tables import TablesWanted, chosen_tables
from fanorona.solver.turn import Turn, Words

DEFAULT_CONTEMPT = 30
"""What a repetition costs the side that is not behind, in hundredths of a stone."""
BEHIND = -150
"""A side with this value is glad to repeat."""

Line = list[Words]


@dataclass(frozen=True, slots=True)
class Iteration:
    """What a finished iteration found: lines of positions with their scores, best first."""

    depth: int
    nodes: int
    lines: tuple[tuple[int, Line], ...]

    @property
    def score(self) -> int:
        """In hundredths of a stone, for the side to move; beyond PROVEN a win or a loss."""
        return self.lines[0][0]

    @property
    def plies(self) -> int | None:
        """How far a proven win is, or, below 0, a proven loss."""
        if abs(self.score) <= PROVEN:
            return None
        return WON - self.score if self.score > 0 else -WON - self.score


OnIteration = Callable[[Iteration], None]


@dataclass(frozen=True, slots=True)
class ChosenTurn:
    """The turn that is played, and what the last finished iteration said."""

    turn: Turn
    after: Words
    thought: Iteration


class Player:
    """Plays one side of one game after the other; not for several threads at once."""

    def __init__(
        self,
        memory_mb: int = DEFAULT_MEMORY_MB,
        threads: int = 1,
        tables: TablesWanted = "default",
        contempt: int = DEFAULT_CONTEMPT,
        level: Level | None = None,
        seed: int | None = None,
    ) -> None:
        self.memory_mb = memory_mb
        self.threads = threads
        self.tables = tables
        self.contempt = contempt
        self.level = level
        self.chance = Random(seed)
        self._game: object = None
        self._searches: list[AlphaBeta] = []

    def new_game(self) -> None:
        """Forget what was learned in the last game."""
        self._searches = []

    def prepare(self, position: Position) -> None:
        """Load what the position's game needs, before a clock runs."""
        self._ready(position)

    def choose(
        self,
        position: Position,
        history: Sequence[Position] = (),
        budget: Budget | None = None,
        *,
        stop: Stop | None = None,
        on_iteration: OnIteration | None = None,
    ) -> ChosenTurn | None:
        """The turn to play; None if the game is over. The first limit that is reached ends it."""
        budget = budget or Budget()
        stop = budget.stop_or(stop)
        groups = {routes.after: routes for routes in self._results(position, stop)}
        if not groups:
            return None
        searches = self._ready(position)
        companions = self._begin(searches, position, history, list(groups), stop)
        level = self.level or Level.FULL
        limits = budget.within(level.budget)
        with companions:
            last = self._deepen(searches[0], limits, level.lines, on_iteration)
        after = self._picked(last, level)
        return ChosenTurn(groups[after][0], after, last)

    def _results(self, position: Position, stop: Stop) -> list[Routes]:
        """What the legal turns lead to; a search without time gets a moment for that, too."""
        lists_mb = self.memory_mb / 2
        try:
            return position.listing(stop, lists_mb).results()
        except Stopped:
            return position.listing(Stop(A_MOMENT), lists_mb).results()

    def _ready(self, position: Position) -> list[AlphaBeta]:
        """The searches for the position's game, one per thread, over one table."""
        game = (position.rules, position.board)
        if self._searches and self._game == game and len(self._searches) == self.threads:
            return self._searches
        tables = chosen_tables(position, self.tables)
        evaluation = evaluation_of(position.rules, position.board)
        first = AlphaBeta(
            position.game(),
            tables,
            self.memory_mb << 20,
            None,
            evaluation,
            whole=self.threads > 1,
        )
        others = companions_of(first, self.threads - 1, position.game(), tables, evaluation)
        self._game, self._searches = game, [first, *others]
        return self._searches

    def _begin(
        self,
        searches: list[AlphaBeta],
        position: Position,
        history: Sequence[Position],
        results: list[Words],
        stop: Stop,
    ) -> Companions:
        words, past = position.words(), calm_past(position, history)
        value = evaluation_of(position.rules, position.board).of(*words)
        contempt = self.contempt if value > BEHIND else 0
        searches[0].begin(*words, results, past, stop, contempt)
        companions = Companions(searches[1:])
        companions.begin(words, results, past, contempt)
        return companions

    @staticmethod
    def _deepen(
        search: AlphaBeta, limits: Budget, lines: int, on_iteration: OnIteration | None
    ) -> Iteration:
        """The last iteration; one that was broken off counts if it has found something better."""
        last = Iteration(0, 0, ((0, [search.first_turn()]),))
        nodes = limits.nodes_or(MOST_NODES)
        for depth in range(1, min(limits.depth or MOST_DEPTH, MOST_DEPTH) + 1):
            found = search.deepen(depth, lines, nodes)
            if search.was_stopped:
                if found and lines == 1 and found[0][0] >= -PROVEN:
                    last = Iteration(last.depth, search.nodes, tuple(found))
                break
            last = Iteration(depth, search.nodes, tuple(found))
            if on_iteration is not None:
                on_iteration(last)
            if last.plies is not None:
                break
        return last

    def _picked(self, last: Iteration, level: Level) -> Words:
        """The first turn of the best line, or, at the lower levels, of one about as good."""
        if last.plies is not None and last.plies > 0 and level.sees_wins:
            return last.lines[0][1][0]
        noisy = [
            (score + self.chance.uniform(0, level.spread), line[0]) for score, line in last.lines
        ]
        return max(noisy, key=lambda one: one[0])[1]
