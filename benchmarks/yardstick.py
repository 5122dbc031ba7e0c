"""What every benchmark needs: a C program to compare with, runs in turn, and a table of ratios."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

FOLDER = Path(__file__).parent
BUILD = FOLDER.parent / "build" / "benchmarks"
COMPILER = os.environ.get("CC", "gcc")
# As the kernel is compiled, which counts bits with the instruction for it if there is one.
COUNTING = ("-mpopcnt",) if platform.machine() == "x86_64" else ()
FLAGS = ("-std=gnu11", "-O3", *COUNTING)


def built(name: str) -> Path:
    """The program of benchmarks/<name>.c, compiled if it is older than its source."""
    source, program = FOLDER / f"{name}.c", BUILD / name
    if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
        BUILD.mkdir(parents=True, exist_ok=True)
        subprocess.run([COMPILER, *FLAGS, "-o", program, source], check=True)
    return program


def interleaved(rounds: int, *works: Callable[[], float]) -> tuple[list[float], ...]:
    """The seconds of each work in each round.

    The works take turns, so that whatever else the machine does in the meantime meets all of them.
    """
    times = [[work() for work in works] for _ in range(rounds)]
    return tuple(list(column) for column in zip(*times, strict=True))


@dataclass(frozen=True)
class Ratio:
    """A ratio of two times, and its target."""

    what: str
    times: Sequence[float]
    part: Sequence[float]
    target: float
    at_least: bool

    @property
    def of_best(self) -> float:
        """Of the shortest times: those were disturbed least."""
        return min(self.times) / min(self.part)

    @property
    def of_median(self) -> float:
        return median(time / part for time, part in zip(self.times, self.part, strict=True))

    @property
    def is_met(self) -> bool:
        return self.of_best >= self.target if self.at_least else self.of_best <= self.target


def table(ratios: Sequence[Ratio]) -> str:
    """The ratios, one per line, with the target and whether it is met."""
    width = max(len(ratio.what) for ratio in ratios)
    lines = [f"{'ratio of times':{width}}   best  median  target"]
    for ratio in ratios:
        measured = f"{ratio.of_best:5.2f}   {ratio.of_median:5.2f}"
        target = f"{'≥' if ratio.at_least else '≤'} {ratio.target}"
        verdict = "met" if ratio.is_met else "missed"
        lines.append(f"{ratio.what:{width}}  {measured}   {target}  {verdict}")
    return "\n".join(lines)
