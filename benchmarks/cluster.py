"""What a second worker is worth: `check` of the collection, ten times over, on one and on two.

A scheduler and workers as processes of this machine; both numbers in turn, so that a busy machine
slows both. The output is compared, byte by byte, with that of `--jobs 1`.

    python -m benchmarks.cluster [--times 10] [--rounds 3]
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from tests.cli.running import COMMAND, PROJECT, environment
from tests.cluster.lab import Lab

WARM_UP = ("check", "puzzles", "--json")


def copies(folder: Path, times: int) -> Path:
    """Several copies of the collection."""
    for number in range(times):
        shutil.copytree(PROJECT / "puzzles", folder / f"{number:02}")
    return folder


def seconds(lab: Lab, question: Sequence[str], output: Path) -> float:
    """How long a command takes; what it prints goes to a file."""
    began = perf_counter()
    with output.open("wb") as file:
        subprocess.run(
            [*COMMAND, *question],
            cwd=PROJECT,
            env=environment({"FANORONA_CACHE": str(lab.cache)}),
            stdout=file,
            stderr=subprocess.DEVNULL,
            check=False,
        )
    return perf_counter() - began


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--times", type=int, default=10)
    reader.add_argument("--rounds", type=int, default=3)
    chosen = reader.parse_args()
    with TemporaryDirectory() as name:
        folder = Path(name)
        question = ["check", str(copies(folder / "puzzles", chosen.times)), "--json"]
        measure(folder, question, chosen.rounds)


def measure(folder: Path, question: list[str], rounds: int) -> None:
    with ExitStack() as stack:
        labs = {}
        for workers in (1, 2):
            place = folder / f"lab{workers}"
            place.mkdir()
            labs[workers] = stack.enter_context(closing(Lab(place)))
            labs[workers].start_scheduler()
            for _ in range(workers):
                labs[workers].start_worker()
            # The first task of a worker starts its process and opens its tables.
            seconds(labs[workers], [*WARM_UP, "--cluster", labs[workers].address], folder / "warm")
        compare(labs, folder, question, rounds)


def compare(labs: dict[int, Lab], folder: Path, question: list[str], rounds: int) -> None:
    alone = folder / "alone.json"
    print(f"--jobs 1    {seconds(labs[1], question, alone):7.2f} s")
    ratios = []
    for _ in range(rounds):
        took = {}
        for workers, lab in labs.items():
            output = folder / f"{workers}.json"
            took[workers] = seconds(lab, [*question, "--cluster", lab.address], output)
            same = "same bytes" if output.read_bytes() == alone.read_bytes() else "DIFFERENT"
            print(f"{workers} worker(s) {took[workers]:7.2f} s  {same}")
        ratios.append(took[1] / took[2])
    print(f"two workers: {median(ratios):.2f} times one")


if __name__ == "__main__":
    main()
