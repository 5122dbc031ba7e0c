"""Measures game files and reviews: `python -m benchmarks.games [--games 100000] [--nodes 200000]`.

A large file is filtered by the command, whose time and memory are shown; then a game of 60 turns is
reviewed by one process and by two, in turn, and the outputs are compared.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from time import perf_counter

from fanorona.solver import analyse
from fanorona.solver.games.game_tree import Game

COMMAND = (sys.executable, "-c", "from fanorona.cli.main import main; main()")
RULES = ("standard", "escale", "livret", "fliporona")
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
DIFFERENT = 400
TURNS = 60
ROUNDS = 3


def random_game(seed: int) -> Game:
    """A game of random turns."""
    chance = Random(seed)
    game = Game("start", RULES[seed % len(RULES)], {"Event": f"Game {seed}"})
    node = game.root
    while node.ply < TURNS and (turns := node.position.listing()):
        node = node.add(turns[chance.randrange(len(turns))])
    game.headers["Result"] = RESULTS[seed // len(RULES) % len(RESULTS)]
    return game


def played_game() -> Game:
    """A long game of good and less good turns, which never ends early."""
    for seed in range(1_000):
        chance = Random(seed)
        game = Game()
        node = game.root
        while node.ply < TURNS and node.position.outcome() is None:
            lines = analyse(node.position, nodes=200, lines=3).lines
            node = node.play(chance.choice(lines).turns[0])
        if len(game.turns) == TURNS:
            return game
    raise RuntimeError("no game was long enough")


def run(*arguments: str) -> tuple[bytes, float, float]:
    """What a command prints, its seconds, and the most memory it had, in MB."""
    began = perf_counter()
    with subprocess.Popen([*COMMAND, *arguments], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        printed = process.stdout.read()
        _, _, used = os.wait4(process.pid, 0)
        process.returncode = 0
    return printed, perf_counter() - began, used.ru_maxrss / 1024


def measure_filter(folder: Path, games: int) -> None:
    texts = [f"{random_game(seed)}\n" for seed in range(DIFFERENT)]
    for number in (games // 10, games):
        file = folder / f"{number}.fgn"
        with file.open("w", encoding="utf-8") as out:
            for place in range(number):
                out.write(("\n" if place else "") + texts[place % DIFFERENT])
        megabytes = file.stat().st_size / 1e6
        only = ("--only", "rules=livret", "--only", "result=1-0", "--list")
        printed, seconds, memory = run("review", str(file), *only)
        found = printed.count(b"\n")
        print(
            f"{number:,} games, {megabytes:.0f} MB: {found:,} chosen in {seconds:.1f} s, "
            f"{memory:.0f} MB at most",
            flush=True,
        )


def measure_jobs(folder: Path, nodes: int) -> None:
    file = folder / "played.fgn"
    file.write_text(f"{played_game()}\n", encoding="utf-8")
    asked = ("review", str(file), "--nodes", str(nodes), "--json", "--jobs")
    times: dict[str, list[float]] = {"1": [], "2": []}
    outputs = set()
    for _ in range(ROUNDS):
        for jobs, seconds in times.items():
            printed, took, _ = run(*asked, jobs)
            seconds.append(took)
            outputs.add(printed)
    one, two = (min(seconds) for seconds in times.values())
    print(f"{TURNS} turns at {nodes:,} nodes: one process {one:.1f} s, two {two:.1f} s,", end=" ")
    print(f"ratio {two / one:.2f}, the same bytes: {len(outputs) == 1}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--nodes", type=int, default=200_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        if options.games:
            measure_filter(Path(name), options.games)
        if options.nodes:
            measure_jobs(Path(name), options.nodes)


if __name__ == "__main__":
    main()
