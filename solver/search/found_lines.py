"""Lines that the best-line search has found: their texts, their values, their order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from fanorona.solver.kernel.alpha_beta import PROVEN, WON
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.legal_turns import Routes
from fanorona.solver.position import Position
from fanorona.solver.stopping import Stopped
from fanorona.solver.turn import Words
from fanorona.solver.value import Distance, Proof, Value, ValuedTurn


@dataclass(frozen=True, slots=True)
class RatedLine:
    """Both sides' best turns; value, distance and score are those of playing the first of them."""

    turns: tuple[str, ...]
    value: Value
    proof: Proof | None
    distance: Distance | None
    distance_exact: bool
    """Proven that this win is not shorter, or this loss not quicker."""
    score: float | None


@dataclass(frozen=True, slots=True)
class FoundLine(ValuedTurn):
    """A first turn with its value, and the turns that follow it."""

    rest: tuple[str, ...] = ()

    @property
    def turns(self) -> tuple[str, ...]:
        return self.turn, *self.rest

    @staticmethod
    def with_score(turns: Sequence[str], score: int) -> FoundLine:
        """A line as the search scores it."""
        first, rest = turns[0], tuple(turns[1:])
        if score > PROVEN:
            return FoundLine(first, Value.WIN, WON - score, rest=rest)
        if score < -PROVEN:
            return FoundLine(first, Value.LOSS, WON + score, rest=rest)
        return FoundLine(first, score=score, rest=rest)

    def rated(self, quickest: int | None = None) -> RatedLine:
        """The line as it is answered; no win is shorter than the quickest one of the position."""
        proof = Proof.PROVEN if self.value is not Value.UNKNOWN else None
        if self.score is not None:
            proof = Proof.HEURISTIC
        return RatedLine(
            turns=self.turns,
            value=self.value,
            proof=proof,
            distance=self.distance,
            distance_exact=self.settled or (self.value is Value.WIN and self.plies == quickest),
            score=None if self.score is None else self.score / 100,
        )


@dataclass(frozen=True, slots=True)
class TurnNames:
    """The texts of the turns along lines, each position's looked up once."""

    stop: Stop
    known: dict[Words, dict[Words, Routes]] = field(default_factory=dict)

    def along(self, position: Position, line: Sequence[Words]) -> Iterator[str]:
        """The turns that lead from each position to the next; fewer if the search is stopped."""
        for words in line:
            try:
                yield str(self._turns(position)[words][0])
            except Stopped:
                return
            position = position.with_words(words, position.side.other)

    def _turns(self, position: Position) -> dict[Words, Routes]:
        words = position.words()
        if words not in self.known:
            self.known[words] = {
                routes.after: routes for routes in position.listing(self.stop).results()
            }
        return self.known[words]
