"""Certificates: a claim about a position, with the strategies that prove it, as a text file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fanorona.solver.board import Colour
from fanorona.solver.budget import FORCED_WIN_NODES, Budget
from fanorona.solver.certificates.claim import Claim, ClaimedValue
from fanorona.solver.certificates.strategy import MOST_POSITIONS, NoStrategy, Reply, Strategy
from fanorona.solver.certificates.walk import Answer, Leaning, Walk
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.kernel.tables import Tables
from fanorona.solver.position import Position
from fanorona.solver.search.forced_win import ForcedWin, OnProgress, prove, prover_for
from fanorona.solver.search.prover import Prover
from fanorona.solver.stopping import Stopped
from fanorona.solver.tables.default_tables import TablesWanted
from fanorona.solver.value import Value
from fanorona.words import Message

FORMAT = "fanproof 1"
TABLE = "table"
END = "end"
SUFFIX = ".fanproof"
COLOURS = {Colour.WHITE: "white", Colour.BLACK: "black"}


@dataclass(frozen=True, slots=True)
class Certificate:
    """A claim and, for each of its strategists, the turns in the order of the walk.

    Examples:
        >>> from fanorona import Position
        >>> print(certify(Position.parse("5/W1B2/5 W")).text(), end="")
        fanproof 1
        rules standard
        position 5/W1B2/5 W -
        claim win 1
        white
        a2-b2A
        end
    """

    claim: Claim
    strategies: tuple[tuple[str, ...], ...]

    def text(self) -> str:
        """The whole file."""
        return "".join(f"{line}\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        position = self.claim.position
        yield FORMAT
        yield f"rules {position.rules.id}"
        yield f"position {position.fen()}"
        yield f"claim {self.claim}"
        for colour, lines in zip(self.claim.strategists, self.strategies, strict=True):
            yield COLOURS[colour]
            yield from lines
        yield END


def certify(
    position: Position,
    max_turns: int | None = None,
    *,
    budget: Budget | None = None,
    tables: TablesWanted = "default",
    lean_on_tables: bool = False,
    stop: Stop | None = None,
    threads: int = 1,
) -> Certificate:
    """Prove the value of a position, and write down the proof; NoStrategy if there is none.

    The search may cost the budget, and so may the writing. With `lean_on_tables`, the strategy ends
    where the endgame tables begin: the file is smaller, but checking it takes the tables.

    Examples:
        >>> from fanorona import Position
        >>> certificate = certify(Position.start(width=3, height=3))
        >>> str(certificate.claim), len(certificate.strategies[0])
        ('win 11', 14)
    """
    search = CertifiedSearch(max_turns, lean_on_tables, threads)
    budget = budget or Budget()
    stop = budget.stop_or(stop)
    search(position, budget=budget.untimed(), tables=tables, stop=stop)
    if stop.handler_raised is not None:
        raise stop.handler_raised
    if search.certificate is None:
        raise search.failure or NoStrategy(Message("certificate.undecided"))
    return search.certificate


@dataclass(slots=True)
class CertifiedSearch:
    """Asks for a forced win as `forced_win` does, and keeps the certificate of the answer."""

    max_turns: int | None
    lean_on_tables: bool = False
    threads: int = 1
    certificate: Certificate | None = None
    failure: NoStrategy | None = None
    """Why there is no certificate, though something is proven."""
    was_interrupted: bool = False
    """Is that because an interrupt ended the writing?"""

    def __call__(
        self,
        position: Position,
        *,
        budget: Budget,
        tables: TablesWanted,
        stop: Stop | None = None,
        on_progress: OnProgress | None = None,
    ) -> ForcedWin:
        """The answer; `certificate` is there afterwards if it claims anything."""
        prover, chosen = prover_for(position, self.max_turns, budget, tables, stop, self.threads)
        answer = prove(position, self.max_turns, prover, on_progress)
        claim = claim_of(position, answer)
        if claim is not None:
            try:
                self.certificate = self._certificate(claim, prover, chosen, budget)
            except NoStrategy as failure:
                self.was_interrupted = prover.stop.was_interrupted
                interrupted = NoStrategy(Message("ended.interrupted"))
                self.failure = interrupted if self.was_interrupted else failure
        return answer

    def _certificate(
        self, claim: Claim, prover: Prover, tables: Tables | None, budget: Budget
    ) -> Certificate:
        lean_on = tables if self.lean_on_tables else None
        if tables is not None and not self.lean_on_tables and not claim.value.is_win:
            # To a table almost every turn holds: the positions would be far more than are needed.
            prover = Prover.of(
                claim.position, None, budget, FORCED_WIN_NODES, prover.stop, threads=self.threads
            )
        prover.limit = prover.spent + budget.nodes_or(FORCED_WIN_NODES)
        most = min(budget.nodes_or(FORCED_WIN_NODES), MOST_POSITIONS)
        try:
            written = [
                written_down(Strategy(claim.position, colour, claim.plies, prover, most, lean_on))
                for colour in claim.strategists
            ]
        except Stopped:
            raise NoStrategy(Message("certificate.budget")) from None
        return Certificate(claim, tuple(written))


def claim_of(position: Position, answer: ForcedWin) -> Claim | None:
    """What an answer claims of the position; None: nothing that a strategy could show."""
    if answer.distance is not None:
        won = answer.value is Value.WIN
        value = ClaimedValue.WIN if won else ClaimedValue.LOSS
        return Claim(position, value, answer.distance.plies)
    if answer.value is Value.DRAW:
        return Claim(position, ClaimedValue.DRAW)
    return Claim(position, ClaimedValue.NEVER) if answer.never else None


def written_down(strategy: Strategy) -> tuple[str, ...]:
    """The lines of a strategy, in the order in which a reader needs them."""
    replies, must_win = strategy.find(), strategy.plies is not None
    lines: list[str] = []

    def answer_to(reached: Position) -> Answer:
        reply = replies[reached.words()]
        lines.append(_line(reply, must_win))
        return Leaning(reply.plies) if reply.after is None else reply.after

    Walk(strategy.position, strategy.strategist, must_win, answer_to).plies()
    return tuple(lines)


def _line(reply: Reply, must_win: bool) -> str:
    if reply.turn is not None:
        return reply.turn
    return f"{TABLE} {reply.plies}" if must_win else TABLE
