"""Speed of the best-line search, in nodes per second, against the C program's leaves per second.

Both are measured in processor time, in turn, so that a busy machine disturbs them alike. With
`--depth`, also how long a player takes to depth 12, from the start and with twelve stones.
"""

from __future__ import annotations

import sys
from time import perf_counter, process_time

from benchmarks.perft import NODES as LEAVES
from benchmarks.perft import START
from benchmarks.tables import perft
from benchmarks.yardstick import Ratio, interleaved, table
from fanorona.solver import Position
from fanorona.solver.budget import Budget
from fanorona.solver.kernel.alpha_beta import AlphaBeta
from fanorona.solver.search.player import Player

NODES = 4_000_000
ROUNDS = 5
TARGET = 0.15
DEPTH = 12
TWELVE_STONES = "9/2B1W1B2/1W2B2W1/2B1W1B2/3WBW3 W"


def leaf() -> float:
    """Seconds of the C program for a leaf."""
    return perft().processor_seconds / LEAVES


def node(position: Position) -> float:
    """Seconds of the search for a node."""
    kernel = AlphaBeta(position.game(), None, 64 << 20)
    kernel.begin(*position.words(), [turn.after for turn in position.turns()])
    began = process_time()
    for depth in range(1, 60):
        kernel.deepen(depth, 1, NODES)
        if kernel.was_stopped:
            break
    return (process_time() - began) / kernel.nodes


def report_depth(name: str, position: Position) -> None:
    """The time to DEPTH, without tables."""
    player = Player(memory_mb=256, tables="off")
    began = perf_counter()
    choice = player.choose(position, budget=Budget(depth=DEPTH))
    assert choice is not None
    thought, seconds = choice.thought, perf_counter() - began
    print(f"{name}: depth {thought.depth} in {seconds:.2f} s, {thought.nodes:,} nodes")


def main() -> None:
    twelve = Position.parse(TWELVE_STONES)
    times = interleaved(ROUNDS, leaf, lambda: node(START), lambda: node(twelve))
    ratios = [
        Ratio("nodes/s of leaves/s, start", times[0], times[1], TARGET, True),
        Ratio("nodes/s of leaves/s, 12 stones", times[0], times[2], TARGET, True),
    ]
    print(table(ratios))
    if "--depth" in sys.argv[1:]:
        report_depth("from the start", START)
        report_depth("with twelve stones", twelve)


if __name__ == "__main__":
    main()
