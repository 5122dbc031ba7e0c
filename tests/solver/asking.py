"""Asks the solver for the tests: answers as their JSON has them, and advice for the replayer."""

from __future__ import annotations

from typing import Any

from fanorona.solver import Position
from fanorona.solver.as_json import as_json
from fanorona.solver.budget import Budget
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.kernel.tables import Tables
from fanorona.solver.search.forced_win import forced_win
from fanorona.solver.search.prover import Prover
from fanorona.solver.turns_by_result import by_result

Json = dict[str, Any]


def ask(fen: str, rules: str = "standard", **budget: Any) -> Json:
    """What `forced_win` says of a position, without endgame tables."""
    answer: Json = as_json(forced_win(Position.parse(fen, rules), tables=None, **budget))
    return answer


class Advisor:
    """Names a turn that wins within that many plies; remembers what it has found out."""

    def __init__(
        self,
        fen: str,
        rules: str,
        nodes: int = 10_000_000,
        memory_mb: int = 64,
        tables: Tables | None = None,
    ) -> None:
        position = Position.parse(fen, rules)
        self.rules = rules
        self.prover = Prover.of(position, tables, Budget(memory_mb=memory_mb), nodes, Stop())

    def __call__(self, fen: str, plies: int) -> str:
        for turn, *_ in by_result(Position.parse(fen, self.rules).turns()):
            if self.prover.within(turn.after, False, plies - 1, self.prover.left):
                return str(turn)
        return "none"
