"""Choose fair openings: random turns from the start, kept if no side is a stone ahead.

By a search, no advantage is larger than that of a stone, and each engine plays both colours. Dead
level positions alone would measure little: they end in draws.

    python -m benchmarks.openings > benchmarks/openings.txt
"""

from __future__ import annotations

import argparse
from random import Random

from fanorona.solver import Position
from fanorona.solver.budget import Budget
from fanorona.solver.search.player import Player

FAIR = 100
"""In hundredths of a stone."""
PLIES = range(2, 7)


def drawn(rules: str, chance: Random) -> Position | None:
    """A position after some random turns; None where the game is over already."""
    position = Position.start(rules)
    for _ in range(chance.choice(PLIES)):
        turns = position.turns()
        if not turns:
            return None
        position = position.play(str(chance.choice(turns)))
    return position if position.turns() else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="standard")
    parser.add_argument("--count", type=int, default=250)
    parser.add_argument("--nodes", type=int, default=500_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chance, found = Random(asked.seed), set[str]()
    player = Player(contempt=0, tables="off")
    print(f"# {asked.rules}: fair to within {FAIR / 100} stones after {asked.nodes:,} nodes")
    while len(found) < asked.count:
        position = drawn(asked.rules, chance)
        if position is None or position.fen() in found:
            continue
        player.new_game()
        rough = player.choose(position, budget=Budget(nodes=asked.nodes // 40))
        if rough is None or abs(rough.thought.score) > 2 * FAIR:
            continue
        choice = player.choose(position, budget=Budget(nodes=asked.nodes))
        if choice is not None and abs(choice.thought.score) <= FAIR:
            found.add(position.fen())
            print(position.fen(), flush=True)


if __name__ == "__main__":
    main()
