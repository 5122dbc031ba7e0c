"""The prover: what is known of a side's win from a position, and the search for more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import partial

from fanorona.solver.budget import Budget
from fanorona.solver.errors import OutOfMemory, TooManyTurns
from fanorona.solver.kernel.proof import (
    DISPROVEN,
    MOST_PLIES,
    PROVEN,
    UNDECIDED,
    ProofSearch,
)
from fanorona.solver.kernel.safety import Safety
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.kernel.tables import Tables
from fanorona.solver.legal_turns import LOOK_EVERY, Routes
from fanorona.solver.position import Position
from fanorona.solver.search.proof_threads import LEAST_NODES, Found, Team, Work
from fanorona.solver.search.threads import LEAST_BYTES
from fanorona.solver.stopping import A_MOMENT, Stopped, end_of_work
from fanorona.solver.turn import Turn, Words
from fanorona.solver.value import Value, ValuedTurn
from fanorona.words import Message

LONGEST_WIN = MOST_PLIES
"""No search looks for a win further away than this many plies."""
FIRST_SLICE = 1_000
"""Nodes that each question gets in the first round."""

SHORT_LIST, MOST_LISTS = 64, 1024
"""Results of a list of turns that is kept, and how many lists are."""


Question = Callable[[ProofSearch, int], Found]
"""Asks any search, within a number of nodes."""


class Never(Enum):
    """The attacker cannot win, at any distance."""

    NEVER = 0


NEVER = Never.NEVER


@dataclass(frozen=True, slots=True)
class TurnOfLine:
    """A turn of a line, and within how many plies the attacker wins after it."""

    turn: Turn
    plies: int
    certain: bool


@dataclass(slots=True)
class Prover:
    """The kernel under one budget of nodes for all questions together."""

    kernel: ProofSearch
    safety: Safety
    stop: Stop
    limit: int
    lists_mb: float
    """Memory for the list of a position's turns."""
    moment: Stop | None = None
    """What ends the listing of turns after the stop flag."""
    listed: dict[Words, list[Routes]] = field(default_factory=dict)
    """Short lists of turns: a line is played through several times."""
    choices: dict[tuple[Words, int, bool], TurnOfLine] = field(default_factory=dict)
    """Turns of lines that were shown, which are certain, by position, plies and who moves."""
    team: Team | None = None
    """The searches of all threads, if there are several."""
    other_safety: Safety | None = None
    """For the second of two questions at once."""

    @staticmethod
    def of(
        position: Position,
        tables: Tables | None,
        budget: Budget,
        nodes: int,
        stop: Stop,
        *,
        part: int = 1,
        threads: int = 1,
    ) -> Prover:
        """A prover for positions of one game; half of the memory each for wins and for safety.

        `nodes` is for budgets that name none; with `part`, it has that part of the memory.
        """
        half = (budget.memory_mb << 19) // part
        limit, lists_mb, game = budget.nodes_or(nodes), budget.memory_mb / 2, position.game()
        try:
            kernel = ProofSearch(game, tables, half, stop)
            if threads == 1:
                return Prover(kernel, Safety(kernel, half), stop, limit, lists_mb)
            lists = max(half // (2 * threads), LEAST_BYTES)
            team = Team.of(
                kernel, threads, stop, lambda: ProofSearch(game, tables, lists, stop, kernel)
            )
            safety, other = (Safety(search, half // 2) for search in team.searches[:2])
        except MemoryError:
            raise no_memory(budget) from None
        return Prover(kernel, safety, stop, limit, lists_mb, team=team, other_safety=other)

    def halves(self) -> tuple[Prover, Prover]:
        """Two provers for two questions at once, each with half of the threads and nodes."""
        assert self.team is not None
        assert self.other_safety is not None
        first, second = (
            Prover(
                team.searches[0],
                safety,
                self.stop,
                team.nodes + self.left // 2,
                self.lists_mb,
                team=team,
            )
            for team, safety in zip(
                self.team.halves(), (self.safety, self.other_safety), strict=True
            )
        )
        return first, second

    @property
    def spent(self) -> int:
        return self.kernel.nodes if self.team is None else self.team.nodes

    @property
    def left(self) -> int:
        left = self.limit - self.spent
        return 0 if left < 0 or self.over_memory else left

    @property
    def over_memory(self) -> bool:
        """A list of turns did not fit the memory: no search goes on."""
        return (self.kernel if self.team is None else self.team).over_memory

    def rounds(self) -> Iterator[int]:
        """Nodes for each question of a round, doubled every round, as long as that gets anywhere.

        Whoever has all answers leaves the loop.
        """
        nodes, spent = FIRST_SLICE, -1
        while self.left > 0 and self.spent > spent and not self.stop.was_requested:
            spent = self.spent
            yield nodes
            nodes *= 2

    def is_out_of_time(self) -> bool:
        """Is the moment over, too, that is left after the stop flag?"""
        return self.stop.was_requested and self._moment().is_over()

    def patience(self) -> Stop:
        """What ends the reading and listing of turns: the stop flag, and after it a moment."""
        return self._moment() if self.stop.was_requested else self.stop

    def results(self, position: Position) -> list[Routes]:
        """What the legal turns lead to; Stopped where no moment after the stop flag is left."""
        words = position.words()
        found = self.listed.get(words)
        if found is None:
            found = self._results(position)
            if len(found) <= SHORT_LIST and len(self.listed) < MOST_LISTS:
                self.listed[words] = found
        return found

    def _results(self, position: Position) -> list[Routes]:
        if not self.stop.was_requested:
            try:
                return position.listing(self.stop, self.lists_mb).results()
            except (Stopped, KeyboardInterrupt):
                if not self.stop.was_requested:
                    raise
        return position.listing(self._moment(), self.lists_mb).results()

    def _moment(self) -> Stop:
        if self.moment is None:
            self.moment = Stop(A_MOMENT)
        return self.moment

    def wins_within(self, words: Words, plies: int, nodes: int) -> int | None:
        """Plies enough for the win of the side not to move, at most `plies`; None: unknown."""
        most = min(plies, LONGEST_WIN)
        found, enough = self._asked(self._search(words, False, most), nodes)
        return enough if found == PROVEN else None

    def within(
        self, words: Words, attacking: bool, plies: int, nodes: int | None = None
    ) -> bool | None:
        """Does the attacker win within that many plies? None: not known within the nodes.

        Without `nodes`: within all that are left. Beyond LONGEST_WIN no search can tell that it
        does not.
        """
        most = min(plies, LONGEST_WIN)
        nodes = self.left if nodes is None else nodes
        found, _ = self._asked(self._search(words, attacking, most), nodes)
        if found == PROVEN:
            return True
        return False if found == DISPROVEN and plies == most else None

    def first_within(
        self, words: Words, attacking: bool, first: int, enough: int, most: int, nodes: int
    ) -> tuple[bool | None, int]:
        """As `within`, for `first` plies and ever more up to `most`: the last answer, its plies.

        It ends where the attacker wins, where that is not known, and after `enough` plies without
        a win.
        """

        def shortest(kernel: ProofSearch, nodes: int) -> Found:
            return kernel.shortest(*words, attacking, first, enough, most, nodes)

        found, plies = self._asked(shortest, nodes)
        return (None if found == UNDECIDED else found == PROVEN), plies

    def at_all(self, words: Words, attacking: bool, nodes: int) -> int | Never | None:
        """Plies enough for the attacker's win, NEVER, or None: not known within the nodes."""
        search = self._search(words, attacking, None)
        decide = partial(self.safety.decide, *words, attacking)
        if self.team is not None and len(self.team.searches) > 1 and nodes >= LEAST_NODES:
            return _as_known(self._at_once(self.team, decide, search, nodes))
        found = self._asked(search, nodes)
        if found[0] == UNDECIDED and nodes:
            nodes = min(nodes, self.left)
            found = decide(nodes) if self.team is None else self.team.ask([decide], nodes)
        return _as_known(found)

    @staticmethod
    def _search(words: Words, attacking: bool, most: int | None) -> Question:
        return lambda kernel, nodes: kernel.search(*words, attacking, most, nodes)

    def _asked(self, question: Question, nodes: int) -> Found:
        """What the kernel answers, on all threads if the question is worth it."""
        nodes = min(nodes, self.left)
        if self.team is None:
            return question(self.kernel, nodes)
        searches = self.team.searches if nodes >= LEAST_NODES else self.team.searches[:1]
        works = [partial(question, search) for search in searches]
        return self.team.ask(works, nodes // len(works))

    def _at_once(self, team: Team, safety: Work, question: Question, nodes: int) -> Found:
        """One thread looks for safety, the others for a win."""
        works = [partial(question, search) for search in team.searches[1:]]
        return team.ask([safety, *works], min(nodes, self.left // len(team.searches)))


def no_memory(budget: Budget) -> OutOfMemory:
    """The error of a search that the system has no memory for."""
    return OutOfMemory(Message("budget.memory", number=budget.memory_mb))


def require_listable(position: Position, budget: Budget, stop: Stop) -> None:
    """TooManyTurns for a position that has more of them than the budget allows."""
    most = budget.most_turns
    if most is not None and position.count_turns(stop, most + 1) > most:
        raise TooManyTurns(Message("budget.most-turns", most=most))


def _as_known(found: tuple[int, int]) -> int | Never | None:
    result, plies = found
    if result == PROVEN:
        return plies
    return NEVER if result == DISPROVEN else None


@dataclass(slots=True)
class Attack:
    """What is known of one side's win from one position."""

    words: Words
    attacking: bool
    """The side to move is the attacker."""
    within: int | None = None
    """The attacker wins within this many plies."""
    not_within: int = -1
    """The attacker has no win within this many plies."""
    never: bool = False

    @property
    def exact(self) -> int | None:
        """The distance of the win, if it is known to be the shortest."""
        known = self.within is not None and self.not_within >= self.within - 2
        return self.within if known else None

    @property
    def is_open(self) -> bool:
        """Neither a win is known nor that there is none."""
        return self.within is None and not self.never

    def at_all(self, prover: Prover, nodes: int) -> None:
        """Look for a win at any distance; with 0 nodes, only at what is known already."""
        if not self.is_open:
            return
        found = prover.at_all(self.words, self.attacking, nodes)
        if found is NEVER:
            self.never = True
        elif isinstance(found, int):
            self.within = found

    def shortest(self, prover: Prover, nodes: int, most: int = LONGEST_WIN) -> None:
        """Look for the shortest win, ply by ply, up to `most` plies."""
        first, most = self._next_plies(), min(most, LONGEST_WIN)
        if self.never or self.exact is not None or first > most:
            return
        enough = most if self.within is None else max(self.within - 2, 0)
        wins, plies = prover.first_within(self.words, self.attacking, first, enough, most, nodes)
        if wins:
            self.within = plies
        refuted = plies if wins is False else plies - 2 if plies > 1 else plies - 1
        self.not_within = max(self.not_within, refuted)

    def _next_plies(self) -> int:
        """The next longer win to look for: 0 plies, then those in which the attacker moves last.

        0 plies before the attacker's own turn: the defender has given up its last stone.
        """
        longer = self.not_within + 1
        if longer and longer % 2 != self.attacking:
            longer += 1
        return longer


def value_of(win: Attack, loss: Attack) -> Value:
    """What is proven of a position by what is known of one side's win and of its loss."""
    if win.within is not None:
        return Value.WIN
    if loss.within is not None:
        return Value.LOSS
    return Value.DRAW if win.never and loss.never else Value.UNKNOWN


@dataclass(slots=True)
class FirstTurn:
    """One result of a first turn, with all turns that lead to it; `win` is its player's."""

    turns: Routes
    win: Attack
    loss: Attack
    known_text: str | None = None

    @staticmethod
    def of(routes: Routes) -> FirstTurn:
        """Nothing is known of it yet."""
        after = routes.after
        return FirstTurn(routes, Attack(after, False), Attack(after, True))

    @property
    def text(self) -> str:
        """That of the first turn; most are never asked for it."""
        if self.known_text is None:
            self.known_text = self.turns.text
        return self.known_text

    @property
    def hopeless(self) -> bool:
        """Proven not to win."""
        return self.win.never or self.loss.within is not None

    def valued(self) -> ValuedTurn:
        """What is known of it."""
        value = value_of(self.win, self.loss)
        decided = self.win if value is Value.WIN else self.loss
        plies = None if decided.within is None else decided.within + 1
        return ValuedTurn(self.text, value, plies, decided.exact is not None)


def first_turns(position: Position, prover: Prover) -> list[FirstTurn]:
    """Every result of a first turn, nothing known of it yet, sorted by the first route's text."""
    found = []
    for number, routes in enumerate(prover.results(position), 1):
        found.append(FirstTurn.of(routes))
        if number % LOOK_EVERY == 0 and prover.stop.is_over() and prover.is_out_of_time():
            raise end_of_work(prover.stop)
    return found
