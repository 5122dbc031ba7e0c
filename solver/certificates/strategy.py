"""Strategies: what a side plays in each position that it can find itself in, taken from a proof."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from fanorona.solver.board import Colour
from fanorona.solver.errors import FanoronaError
from fanorona.solver.kernel.tables import Tables
from fanorona.solver.legal_turns import Routes
from fanorona.solver.position import Position
from fanorona.solver.search.prover import NEVER, Prover
from fanorona.solver.turn import Words
from fanorona.words import Message

MOST_POSITIONS = 1_000_000
"""Positions of the strategist that a strategy may have."""


class NoStrategy(FanoronaError):  # noqa: N818 - reads as what it says
    """A strategy that could not be written down within the budget, or that is too large."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What the strategist plays, and the position after it; no turn: a table knows the value."""

    turn: str | None
    after: Words | None
    plies: int
    """Within which it wins, this turn included; 0 if it only has to hold."""


@dataclass(slots=True)
class Strategy:
    """Finds the replies of one side to all that the other can do."""

    position: Position
    strategist: Colour
    plies: int | None
    """Within which the strategist must win; None: it must not lose."""
    prover: Prover
    most_positions: int
    """Positions of the strategist that there may be."""
    tables: Tables | None = None
    """Tables whose values the strategy may lean on."""
    replies: dict[Words, Reply] = field(default_factory=dict)
    _met: dict[Words, int] = field(default_factory=dict)
    """Positions after the strategist's turns, and the plies that each is won in."""
    _waiting: list[tuple[Words, int]] = field(default_factory=list)

    def find(self) -> dict[Words, Reply]:
        """The reply to every position that can come up."""
        start, plies = self.position.words(), self.plies or 0
        if self.plies is None:
            self._prove_safe(start)
        if self.position.side is self.strategist:
            self._waiting.append((start, plies))
        else:
            self._meet(start, plies)
        while self._waiting:
            self._reply(*self._waiting.pop())
        return self.replies

    def _prove_safe(self, start: Words) -> None:
        """One search from the first position finds fewer positions than one from each of them."""
        attacking = self.position.side is not self.strategist
        for nodes in self.prover.rounds():
            if self.prover.at_all(start, attacking, nodes) is NEVER:
                return

    def _reply(self, words: Words, plies: int) -> None:
        """Find a turn that wins within the plies, or holds."""
        before = self.replies.get(words)
        if before is not None and before.plies <= plies:
            return
        leaning = self._leaning(words)
        if leaning is not None:
            self.replies[words] = leaning
            return
        results = self.prover.results(self.position.reached(words, self.strategist))
        if not results:
            return
        if len(self.replies) >= self.most_positions:
            raise NoStrategy(Message("certificate.too-large", most=self.most_positions))
        chosen, left = self._choice(results, self._one_less(plies))
        after = chosen.after
        self.replies[words] = Reply(str(chosen[0]), after, 0 if self.plies is None else left + 1)
        self._meet(after, left)

    def _leaning(self, words: Words) -> Reply | None:
        own, enemy, liable, state = words
        if self.tables is None or liable or state:
            return None
        value = self.tables.value(own, enemy)
        if value < 0:
            return None
        return Reply(None, None, 0 if self.plies is None else value - 1)

    def _meet(self, words: Words, plies: int) -> None:
        """Every turn of the other side has to be replied to."""
        if self._met.get(words, plies + 1) <= plies:
            return
        self._met[words] = plies
        position = self.position.reached(words, self.strategist.other)
        left = self._one_less(plies)
        self._waiting += [(routes.after, left) for routes in self.prover.results(position)]

    def _choice(self, results: Sequence[Routes], plies: int) -> tuple[Routes, int]:
        """A turn after which the strategist wins within the plies, or holds, and in how many."""
        best: tuple[bool, int, Routes] | None = None
        for routes in results:
            left = self._known(routes.after, plies, 0)
            if left is not None:
                rank = (routes.after not in self._met, left)
                if best is None or rank < best[:2]:
                    best = (*rank, routes)
        if best is not None:
            return best[2], best[1]
        for nodes in self.prover.rounds():
            for routes in results:
                left = self._known(routes.after, plies, nodes)
                if left is not None:
                    return routes, left
        raise NoStrategy(Message("certificate.budget"))

    def _known(self, words: Words, plies: int, nodes: int) -> int | None:
        """Within how many plies the strategist wins after its turn (0: it holds); None: unknown."""
        if self.plies is None:
            return 0 if self.prover.at_all(words, True, nodes) is NEVER else None
        before = self._met.get(words)
        if before is not None and before <= plies:
            return before
        return self.prover.wins_within(words, plies, nodes)

    def _one_less(self, plies: int) -> int:
        return 0 if self.plies is None else plies - 1
