"""How well the engine keeps its time: from `go movetime` to `bestmove`, over a pipe.

    python -m benchmarks.time_kept --turns 200

Positions are those of games that the engine plays against itself from benchmarks/openings.txt. On a
machine with nothing else to do, 99 of 100 turns should take no more than 10 ms over the budget.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from time import perf_counter

from benchmarks.match import OPENINGS, Engine, Game

BUDGETS_MS = (50, 100, 500)
SLACK_MS = 10.0


def positions(engine: Engine, turns: int) -> Iterator[tuple[float, int]]:
    """The time of each turn, in ms, and the depth that it reached."""
    lines = OPENINGS.read_text(encoding="utf-8").splitlines()
    fens = [line for line in lines if line and not line.startswith("#")]
    made = 0
    for fen in fens:
        game = Game(fen, "standard")
        engine.tell("ucinewgame")
        while game.result() is None:
            if made == turns:
                return
            engine.prepare(fen, game.moves)
            began = perf_counter()
            turn, score, depth = engine.go()
            yield (perf_counter() - began) * 1000, depth
            game.play(turn, score)
            made += 1


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--turns", type=int, default=200, help="of each budget")
    asked = parser.parse_args()
    command = [sys.executable, "-c", "from fanorona.cli.main import main; main()", "engine"]
    for budget in BUDGETS_MS:
        with Engine("engine", command, {}, f"movetime {budget}") as engine:
            found = sorted(positions(engine, asked.turns))
            times, depths = zip(*found, strict=True)
            late = times[min(len(times) - 1, int(0.99 * len(times)))]
            kept = "kept" if late <= budget + SLACK_MS else "NOT kept"
            print(
                f"{budget:4} ms: median {times[len(times) // 2]:.1f}, p99 {late:.1f}, "
                f"most {times[-1]:.1f} ms; depth at least {min(depths)}; {kept}",
                flush=True,
            )


if __name__ == "__main__":
    main()
