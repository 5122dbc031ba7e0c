"""Every proven claim of reviews on larger boards: the replayer plays it out against every defence.

The attacker is given advice, which is never believed. Once few stones are left, the endgame
tables have the last word: they are compared with the reference in tests of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from fanorona import Position, analyse
from fanorona.solver.certificates import claim as claims
from fanorona.solver.certificates.certificate import Certificate, written_down
from fanorona.solver.certificates.claim import ClaimedValue
from fanorona.solver.certificates.strategy import MOST_POSITIONS, NoStrategy, Strategy
from fanorona.solver.games.review import LostResult, Rating, Review, ReviewedTurn, TurnMark
from fanorona.solver.tables.default_tables import tablebase_for
from fanorona.solver.tables.tablebase import Tablebase
from fanorona.solver.value import Proof, Value
from tests import reference
from tests.reference import ENEMY_OF
from tests.replayer import COLOURS, Exact, Referee
from tests.solver.asking import Advisor
from tests.solver.test_certificates import plainly_verified
from tests.solver.test_review import played_game

NODES = 2_000
LONG = 20
DRAW_DEPTH = 4
"""Plies from a draw that a short search proves to positions of the tables."""


@dataclass(frozen=True)
class Claim:
    """That a colour wins within that many plies, or, without them, that the position is a draw."""

    position: reference.Position
    attacker: str
    plies: int | None


def claims_of(turn: ReviewedTurn, rules: str) -> Iterator[Claim]:
    """Everything that a review says is proven about a turn."""
    before = reference.Position.parse(turn.position, rules)
    results = before.turns()
    mover = COLOURS[turn.side]
    yield from claimed(before, mover, turn.before, 0)
    yield from claimed(results[turn.turn], mover, turn.after, 1)
    if turn.best and turn.before.value is not Value.LOSS:
        yield from claimed(results[turn.best[0]], mover, turn.before, 1)


def claimed(
    position: reference.Position, mover: str, rating: Rating, played: int
) -> Iterator[Claim]:
    """What a rating of the mover says of a position, `played` plies after it was given."""
    if rating.value is Value.UNKNOWN:
        return
    assert rating.proof is Proof.PROVEN
    if rating.value is Value.DRAW:
        yield Claim(position, mover, None)
        return
    assert rating.distance is not None
    attacker = mover if rating.value is Value.WIN else ENEMY_OF[mover]
    yield Claim(position, attacker, rating.distance.plies - played)


@dataclass
class Judge:
    """Confirms claims of one rule set on one board."""

    start: Position
    tables: Tablebase | None = field(init=False)
    referee: Referee = field(init=False)
    prover: Advisor = field(init=False)
    confirmed: dict[tuple[reference.Position, str], int] = field(default_factory=dict)
    """The fewest plies in which a colour was seen to win: more plies are no other claim."""

    def __post_init__(self) -> None:
        self.tables = tablebase_for(self.start)
        self.referee = Referee(most=300_000, known=self.known)
        kernel_tables = self.tables.kernel_tables() if self.tables else None
        self.prover = Advisor(self.start.fen(), self.start.rules.id, tables=kernel_tables)

    def known(self, position: reference.Position) -> Exact | None:
        """What the endgame tables say."""
        if self.tables is None:
            return None
        found = self.tables.probe(Position.parse(position.fen(), self.start.rules))
        if found is None:
            return None
        return Exact(found.value.value, found.distance.plies if found.distance else None)

    def advise(self, fen: str, plies: int) -> str:
        """A turn that wins in time, as a short search or else the prover has it."""
        found = analyse(Position.parse(fen, self.start.rules), nodes=NODES)
        in_time = found.distance is not None and found.distance.plies <= plies
        if found.value is Value.WIN and in_time:
            return found.lines[0].turns[0]
        return self.prover(fen, plies)

    def confirms(self, claim: Claim) -> bool:
        if claim.plies is None:
            return all(self.holds(claim.position, side, DRAW_DEPTH) for side in "WB")
        asked = claim.position, claim.attacker
        if self.confirmed.get(asked, claim.plies + 1) > claim.plies:
            if not self.beats_every_defence(claim, claim.plies):
                return False
            self.confirmed[asked] = claim.plies
        return True

    def holds(self, position: reference.Position, side: str, depth: int) -> bool:
        """Whether a side does not lose, as the tables show after that many plies at most."""
        exact = self.known(position)
        if exact is not None:
            return exact.value == "draw" or (exact.value == "win") == (position.side == side)
        after = set(position.turns().values())
        if not after or not depth:
            return not after and position.side != side
        held = (self.holds(one, side, depth - 1) for one in after)
        return any(held) if position.side == side else all(held)

    def beats_every_defence(self, claim: Claim, plies: int) -> bool:
        # A long win may be too hard for the adviser: its whole strategy is checked.
        if plies > LONG and plainly_verified(self.certified(claim)):
            return True
        return self.referee.confirm(claim.position, claim.attacker, plies, self.advise)

    def certified(self, claim: Claim) -> str:
        """A certificate of the claim itself, whatever else is true of the position."""
        won = claim.position.side == claim.attacker
        value = ClaimedValue.WIN if won else ClaimedValue.LOSS
        position = Position.parse(claim.position.fen(), self.start.rules)
        certifiable = claims.Claim(position, value, claim.plies)
        (attacker,) = certifiable.strategists
        prover = self.prover.prover
        strategy = Strategy(position, attacker, claim.plies, prover, MOST_POSITIONS)
        try:
            return Certificate(certifiable, (written_down(strategy),)).text()
        except NoStrategy:
            return ""


def check_result(turn: ReviewedTurn) -> None:
    """What was lost is what the two proven values say."""
    values = turn.before.value, turn.after.value
    match turn.lost.result:
        case LostResult.WIN_THROWN_AWAY:
            assert values in ((Value.WIN, Value.DRAW), (Value.WIN, Value.LOSS))
        case LostResult.WIN_MISSED:
            assert values == (Value.WIN, Value.UNKNOWN)
        case LostResult.DRAW_THROWN_AWAY:
            assert values == (Value.DRAW, Value.LOSS)
        case LostResult.INTO_LOSS:
            assert values == (Value.UNKNOWN, Value.LOSS)
        case None:
            assert values[0] is not Value.WIN or values[1] is Value.WIN


def check_only_win(turn: ReviewedTurn, rules: str, judge: Judge) -> None:
    """Nothing else wins: the tables know it, or the other side has something better than a loss."""
    results = reference.Position.parse(turn.position, rules).turns()
    for result in set(results.values()) - {results[turn.turn]}:
        exact = judge.known(result)
        value = analyse(Position.parse(result.fen(), rules), nodes=200_000).value.value
        assert exact is None or exact.value == value
        assert value in ("win", "draw")


def check_review(review: Review, judge: Judge) -> Counter[str]:
    """Check everything; says how many claims there were of each kind."""
    checked: Counter[str] = Counter()
    for turn in review.turns:
        position = reference.Position.parse(turn.position, review.rules)
        for text in turn.best:
            position = position.turns()[text]
        check_result(turn)
        if turn.mark is TurnMark.GOOD:
            check_only_win(turn, review.rules, judge)
        for claim in claims_of(turn, review.rules):
            assert judge.confirms(claim), (turn, claim)
            checked["draw" if claim.plies is None else "decided"] += 1
    return checked


@pytest.mark.parametrize("seed", [0, 2, 3, 4, 5, 6, 7, 8])
def test_every_proven_claim_on_the_usual_board_beats_every_defence(seed: int) -> None:
    game = played_game(seed)
    checked = check_review(game.review(NODES), Judge(game.start))
    assert checked["decided"]


@pytest.mark.parametrize("rules", ["standard", "escale", "livret"])
def test_every_proven_claim_on_a_smaller_board_beats_every_defence(rules: str) -> None:
    for seed in range(3):
        game = played_game(seed, rules, "start:5x5")
        assert check_review(game.review(NODES), Judge(game.start))
