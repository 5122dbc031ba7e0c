"""Tries every reader with random inputs, and every search with random questions; prints figures.

python -m tests.fuzz.everything [--inputs N] [--questions N] [--only NAME] [--jobs N] [--first N]

Of the inputs, nine in ten are guided by coverage (atheris), the others made by Hypothesis; where
there is no atheris for the machine, all of them. Questions are numbered from --first.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from tests.fuzz.figures import Figures
from tests.fuzz.generated import try_generated
from tests.fuzz.guided import is_available, try_guided
from tests.fuzz.questions import ask_each
from tests.fuzz.readers import reader, readers

PARTS = 64
"""Questions are dealt out in this many parts."""
GENERATED_PART = 10
FOUND = Path("build", "fuzz")

Started = dict[Future[Figures], str]


def generated(name: str, number: int, first: int) -> Figures:
    """Like `try_generated`, in a process that prints nothing else."""
    _hush()
    return try_generated(reader(name), number, first)


def questions(numbers: range) -> Figures:
    _hush()
    return ask_each(numbers)


def _hush() -> None:
    """The service's log goes to standard error; so do no figures."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.everything")
    parser.add_argument("--inputs", type=int, default=100_000, help="for all readers together")
    parser.add_argument("--questions", type=int, default=10_000)
    parser.add_argument("--only", default="", help="one reader, or 'questions'")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--first", type=int, default=0, help="another one makes other inputs")
    options = parser.parse_args()
    began = perf_counter()
    with (
        TemporaryDirectory() as folder,
        ProcessPoolExecutor(options.jobs, mp_context=get_context("spawn")) as pool,
    ):
        started = dict(_start(pool, options, Path(folder)))
        faults = _told(started)
        _keep_inputs(Path(folder))
    print(f"{perf_counter() - began:.0f} s with {options.jobs} processes, {len(faults)} faults")
    for fault in faults:
        print(f"\n{fault}", file=sys.stderr)
    sys.exit(1 if faults else 0)


def _start(
    pool: ProcessPoolExecutor, options: argparse.Namespace, folder: Path
) -> Iterator[tuple[Future[Figures], str]]:
    names = [one.name for one in readers() if options.only in ("", one.name)]
    each = -(-options.inputs // max(len(names), 1))
    part = -(-each // GENERATED_PART) if is_available() else each
    for name in names:
        yield pool.submit(generated, name, part, options.first), name
        if part < each:
            yield pool.submit(try_guided, name, each - part, folder), name
    if options.only in ("", "questions"):
        last = options.first + options.questions
        step = -(-options.questions // PARTS) or 1
        for first in range(options.first, last, step):
            yield pool.submit(questions, range(first, min(first + step, last))), "questions"


def _told(started: Started) -> list[str]:
    """Print a line for each name as soon as all of it is done, and the sum of the inputs."""
    names = list(dict.fromkeys(started.values()))
    found = {name: Figures() for name in names}
    left = {name: list(started.values()).count(name) for name in names}
    print("tried               number   seconds   faults")
    for done in as_completed(started):
        name = started[done]
        found[name] += done.result()
        left[name] -= 1
        if not left[name]:
            _print(name, found[name])
    inputs = Figures()
    for name, figures in found.items():
        if name != "questions":
            inputs += figures
    _print("all inputs", inputs)
    if "questions" in found:
        print(f"questions refused for want of memory: {found['questions'].refused}")
    return [fault for name in names for fault in found[name].faults]


def _print(name: str, figures: Figures) -> None:
    line = f"{name:18} {figures.inputs:7} {figures.seconds:9.1f} {len(figures.faults):8}"
    print(line, flush=True)


def _keep_inputs(folder: Path) -> None:
    """Inputs at which a guided run has ended, for `python -m tests.fuzz.guided`."""
    for file in (one for one in folder.iterdir() if one.is_file() and one.suffix != ".dict"):
        FOUND.mkdir(parents=True, exist_ok=True)
        (FOUND / file.name).write_bytes(file.read_bytes())


if __name__ == "__main__":
    main()
