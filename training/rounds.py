"""Learn the evaluation of a rule set from nothing: rounds of self-play and fitting.

    python -m training.rounds standard --rounds 4 --minutes 10

Each round plays with the weights of the one before, and fits to the games of the last three. The
last weights are written into the package, and how they were learned beside them; the games stay
below build/training/.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from fanorona.solver.search.learned import WEIGHTS
from training.fit import DECAY, EPOCHS, RATE, RESULT_SHARE, Positions, fit
from training.selfplay import write_games

GAMES = Path("build/training")
FITTED_TO = 3
"""How many of the latest rounds a round learns from."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rules")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    weights: Path | None = None
    folders: list[Path] = []
    said: list[str] = []

    def report(text: str) -> None:
        said.append(text)
        print(text, flush=True)

    for number in range(asked.rounds):
        folder = GAMES / asked.rules / str(number)
        folder.mkdir(parents=True, exist_ok=True)
        with ProcessPoolExecutor(asked.jobs) as pool:
            seeds = [1000 * number + job for job in range(asked.jobs)]
            played = [
                pool.submit(write_games, folder / f"{seed}.bin", asked.rules,
                            60 * asked.minutes, asked.nodes, seed, weights)
                for seed in seeds
            ]  # fmt: skip
            report(f"round {number}: {sum(one.result() for one in played)} games")
        folders.append(folder)
        weights = folder / "weights"
        positions = Positions.load(folders[-FITTED_TO:], RESULT_SHARE)
        weights.write_bytes(fit(positions, EPOCHS, RATE, DECAY, report).packed())
    assert weights is not None
    name = f"{asked.rules}-9x5"
    WEIGHTS.mkdir(exist_ok=True)
    (WEIGHTS / f"{name}.weights").write_bytes(weights.read_bytes())
    provenance = json.dumps({"asked": vars(asked), "log": said}, indent=1)
    (WEIGHTS / f"{name}.json").write_text(f"{provenance}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
