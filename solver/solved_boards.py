"""Solved boards: what is proven of the start positions, by what search, and who found it before."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fanorona.solver.board import Colour
from fanorona.solver.value import Distance, Value

DATA = Path(__file__).with_name("solved_boards.json")


@dataclass(frozen=True, slots=True)
class SolvedBoard:
    """A start position; a value other than unknown is proven, for White, who moves first."""

    rules: str
    board: str
    value: Value
    distance: Distance | None
    distance_exact: bool
    no_win_within: int | None
    """White has no win within this many of its turns, if the value is unknown."""
    never: bool
    """White has no win at all; if the value is unknown, it may still lose."""
    nodes: int
    seconds: float
    """Processor time on one core, with the writing of the certificate."""
    memory_mb: int
    tables: int | None
    """The proof leans on endgame tables with up to this many stones; None: on none."""
    command: str
    """Proves it again; the same version needs as many nodes."""
    published: str | None
    """Where the same value was published before."""

    @property
    def side(self) -> Colour:
        """The side to move."""
        return Colour.WHITE


def solved_boards(rules: str | None = None) -> tuple[SolvedBoard, ...]:
    """The boards of one rule set or of all, in the order of the data: by rule set, then by size.

    Examples:
        >>> smallest = solved_boards("standard")[0]
        >>> smallest.board, str(smallest.value), smallest.distance.plies
        ('3x3', 'win', 11)
    """
    entries = json.loads(DATA.read_text(encoding="utf-8"))
    return tuple(_read(one) for one in entries if rules in (None, one["rules"]))


def _read(entry: dict[str, Any]) -> SolvedBoard:
    plies = entry["plies"]
    return SolvedBoard(
        rules=entry["rules"],
        board=entry["board"],
        value=Value(entry["value"]),
        distance=None if plies is None else Distance.of(plies),
        distance_exact=entry["exact"],
        no_win_within=entry["no_win_within"],
        never=entry["never"],
        nodes=entry["nodes"],
        seconds=entry["seconds"],
        memory_mb=entry["memory_mb"],
        tables=entry["tables"],
        command=_command(entry),
        published=entry["published"],
    )


def _command(entry: dict[str, Any]) -> str:
    rules = "" if entry["rules"] == "standard" else f" --rules {entry['rules']}"
    budget = f"--nodes {entry['most_nodes']} --memory {entry['memory_mb']}"
    proof = f"fanorona forced-win start:{entry['board']}{rules} {budget}"
    stones = entry["tables"]
    if stones is None:
        return f"{proof} --no-tables"
    game = f"{rules} --board {entry['board']}"
    return f"fanorona tablebase build --stones {stones}{game} --dir TABLES; {proof} --tables TABLES"
