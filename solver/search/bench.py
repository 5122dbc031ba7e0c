"""A fixed piece of work for the searches: its nodes are a signature of what they do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fanorona.solver.position import Position
from fanorona.solver.search.analysis import analyse
from fanorona.solver.search.forced_win import forced_win

NODES = 1_000_000
"""More than any of the questions needs: their depth ends them."""

QUESTIONS = (
    ("standard", "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W", 6),
    ("standard", "9/2B1W1B2/1W2B2W1/2B1W1B2/4W1W2 W", 7),
    ("standard", "BBBBB/BBBBB/BW1BW/WWWWW/WWWWW W", 8),
    ("escale", "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W", 5),
    ("livret", "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W first:WB", 5),
    ("livret", "2B1BB2B/9/W5W1B/4W4/WW7 W huff:e5,i3,i5", 5),
    ("standard", "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W vela:B", 6),
    ("fliporona", "BBWBWBBWB/WWB3WWW/BBW2BBWB/WWWWBBBWW/WBWWBWWBB B", 2),
    ("fliporona", "5/5/5/5/5 W hand:12,12", 3),
)
"""A rule set, a position and a depth in plies."""


@dataclass(frozen=True, slots=True)
class Share:
    """The nodes that one question took."""

    rules: str
    position: str
    nodes: int


def shares() -> Iterator[Share]:
    """Ask both searches about each position, without tables, one after the other."""
    for rules, text, depth in QUESTIONS:
        position = Position.parse(text, rules)
        best = analyse(position, NODES, depth, memory_mb=16, tables="off")
        proof = forced_win(position, 2, NODES, memory_mb=16, tables="off")
        yield Share(rules, position.fen(), best.search.nodes + proof.search.nodes)
