"""Choose hard positions for the prover: from games of a weak player, each proven with some effort.

python -m benchmarks.hard_positions --rules standard >> benchmarks/hard_positions.txt
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import suppress
from random import Random

from benchmarks.prover import time_to_proof
from fanorona.solver import Position
from fanorona.solver.budget import Budget
from fanorona.solver.errors import TooManyTurns
from fanorona.solver.search.player import Player

STONES = range(10, 21)
SECONDS = (0.1, 5.0)
"""The first 72 positions of the file took 0.3 s and more, of a prover three times as slow."""
MOST_NODES = 3_000_000
ROUGH_NODES = 2_000
CARELESS = 0.25
"""How often the players choose by chance: good play from the start ends in draws."""
LONGEST_GAME = 120


def positions_of_a_game(rules: str, chance: Random) -> Iterator[Position]:
    """Those with as many stones as are wanted, in the order of play."""
    position = Position.start(rules)
    if rules == "fliporona":
        board, side, _ = Position.start("standard").fen().split()
        position = Position.parse(f"{board} {side}", rules)
    player = Player(memory_mb=4, tables="off")
    for _ in range(LONGEST_GAME):
        stones = position.words()[0].bit_count() + position.words()[1].bit_count()
        if position.outcome() is not None or stones < STONES.start:
            return
        if stones in STONES:
            yield position
        turns = position.listing()
        if chance.random() < CARELESS:
            position = position.after(turns[chance.randrange(len(turns))])
            continue
        choice = player.choose(position, budget=Budget(nodes=ROUGH_NODES))
        assert choice is not None
        position = position.play(choice.turn)


def hard_position(rules: str, chance: Random) -> Position | None:
    """Walk back from the end of a game to the first position that takes some effort to prove."""
    for position in reversed(list(positions_of_a_game(rules, chance))):
        proof = time_to_proof(position, MOST_NODES)
        if proof.value == "unknown" or proof.seconds > SECONDS[1]:
            return None
        if proof.seconds >= SECONDS[0]:
            return position
    return None


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.hard_positions", description=__doc__
    )
    parser.add_argument("--rules", default="standard")
    parser.add_argument("--count", type=int, default=25)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chance, found = Random(asked.seed), 0
    while found < asked.count:
        position = None
        with suppress(TooManyTurns):
            position = hard_position(asked.rules, chance)
        if position is not None:
            print(f"{asked.rules}: {position.fen()}", flush=True)
            found += 1


if __name__ == "__main__":
    main()
