"""Choose fair openings: random turns from the start, from which both sides can still win.

An opening tells little about two engines if its result is fixed, as a draw or as a win of the same
colour. So it is kept only if few stones are gone, no side is a stone ahead by a search, and the
engine's quick games against itself from there are not all drawn, nor nearly all won by one side.

    python -m benchmarks.openings > benchmarks/openings.txt
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random

from benchmarks.match import Game
from fanorona.solver import Position
from fanorona.solver.budget import Budget
from fanorona.solver.search.player import Player

FAIR = 100
"""In hundredths of a stone."""
PLIES = range(2, 7)
MOST_TAKEN = 10
"""Stones. Later much less is left to decide."""
TRIALS = (2000, 2500, 3000, 3500, 4000, 5000, 6500, 8000)
"""Nodes per turn in the games of the engine against itself."""
LEAST_DECIDED = 2
SHARES = (0.25, 0.75)
"""Of the points, for White."""


def drawn(rules: str, chance: Random) -> Position | None:
    """A position after some random turns; None where too much is gone, or the game is over.

    Where a game begins with placing, all stones are placed at random before that.
    """
    position = Position.start(rules)
    while any(position.arrangement.hands):
        position = position.play(chance.choice(position.turns()))
    stones = _stones(position)
    for _ in range(chance.choice(PLIES)):
        turns = position.turns()
        if not turns:
            return None
        position = position.play(chance.choice(turns))
    return position if position.turns() and stones - _stones(position) <= MOST_TAKEN else None


def _stones(position: Position) -> int:
    arrangement = position.arrangement
    return (arrangement.white | arrangement.black).bit_count()


def is_fair(player: Player, position: Position, nodes: int) -> bool:
    """Whether no side is ahead, first by a rough search."""
    for limit, most in ((nodes // 40, 2 * FAIR), (nodes, FAIR)):
        choice = player.choose(position, budget=Budget(nodes=limit))
        if choice is None or abs(choice.thought.score) > most:
            return False
    return True


def points(rules: str, fen: str) -> Iterator[float]:
    """White's, in games of the engine against itself."""
    for nodes in TRIALS:
        game = Game(fen, rules)
        white, black = Player(contempt=0), Player(contempt=0)
        history: list[Position] = []
        while (over := game.result()) is None:
            player = white if game.position.side.value == "white" else black
            choice = player.choose(game.position, history, Budget(nodes=nodes))
            assert choice is not None
            history.append(game.position)
            game.play(str(choice.turn), choice.thought.score)
        yield over[0]


def is_open(found: list[float]) -> bool:
    """Whether either side may win, by the points of some games."""
    least, most = SHARES
    decided = sum(one != 0.5 for one in found)
    return decided >= LEAST_DECIDED and least <= sum(found) / len(found) <= most


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rules", default="standard")
    parser.add_argument("--count", type=int, default=250)
    parser.add_argument("--nodes", type=int, default=500_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chance, seen, found = Random(asked.seed), set[str](), 0
    player = Player(contempt=0, tables="off")
    print(
        f"# {asked.rules}: fair to within {FAIR / 100} stones after {asked.nodes:,} nodes, "
        f"at most {MOST_TAKEN} stones taken, undecided in {len(TRIALS)} test games"
    )
    while found < asked.count:
        position = drawn(asked.rules, chance)
        if position is None or position.fen() in seen:
            continue
        seen.add(position.fen())
        player.new_game()
        if not is_fair(player, position, asked.nodes):
            continue
        if is_open(list(points(asked.rules, position.fen()))):
            found += 1
            print(position.fen(), flush=True)


if __name__ == "__main__":
    main()
