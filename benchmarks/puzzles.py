"""Puzzles checked per second: the shipped collection in one process, and 1,200 small files.

With `--with INTERPRETER`, that of another checkout, both are measured in turn, so that a busy
machine disturbs them alike, and the table shows the ratio of their times; the
verdicts must be the same, too. Times are those of the processor.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

COLLECTION = Path(__file__).parent.parent / "puzzles"
FILES = 1_200
ROUNDS = 5
TARGET = 3.0
ADDED = {"difficulty", "themes", "variations", "tries", "set_play", "twins", "search"}
"""What older verdicts do not have, and what the search cost."""


def check_collection(folder: Path) -> dict[str, Any]:
    """Seconds for all puzzles of a folder, and the verdicts; run by either interpreter."""
    from fanorona import check_puzzles
    from fanorona.solver.as_json import as_json

    texts = [path.read_bytes() for path in sorted(folder.glob("*.txt"))]
    check_puzzles("Position: start\nStipulation: White to play and win in 1")
    began = process_time()
    verdicts = [one for text in texts for one in check_puzzles(text)]
    seconds = process_time() - began
    return {"seconds": seconds, "verdicts": [as_json(one) for one in verdicts]}


def small_puzzles() -> list[str]:
    """The last two turns of every solution of the collection, as puzzles of their own."""
    from fanorona.solver.puzzles.puzzle import Puzzle
    from fanorona.solver.puzzles.reading import read_puzzles

    found = []
    for path in sorted(COLLECTION.glob("*.txt")):
        for puzzle in read_puzzles(path.read_bytes()):
            if isinstance(puzzle, Puzzle) and puzzle.stipulation.turns and not puzzle.hint:
                found += _ends(puzzle)
    return found


def _ends(puzzle: Any) -> list[str]:
    position, line = puzzle.position, puzzle.solutions[0].text.split()
    found = []
    for index, text in enumerate(line):
        left = (len(line) - index + 1) // 2
        if index % 2 == 0 and left <= 2:
            goal = f"Stipulation: {position.side} to play and win in {left}"
            found.append(f"Rules: {position.rules.id}\nPosition: {position.fen()}\n{goal}\n")
        position = position.play(text)
    return found


def processor_seconds(*command: str | Path) -> float:
    """What a command takes, whatever it answers: not every end of a solution is sound."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def once(interpreter: str, folder: Path) -> dict[str, Any]:
    """The collection, checked in a process of its own."""
    answer = subprocess.run(
        [interpreter, __file__, "--once", folder], capture_output=True, text=True, check=True
    )
    found: dict[str, Any] = json.loads(answer.stdout)
    return found


def verdicts_of(found: dict[str, Any]) -> str:
    """The verdicts as text, as far as both versions have the same fields."""
    kept = [{k: v for k, v in one.items() if k not in ADDED} for one in found["verdicts"]]
    return json.dumps(kept)


def compare(interpreters: list[str], folder: Path, rounds: int) -> bool:
    """Print a table; False: a target is missed, or the verdicts differ."""
    from benchmarks.yardstick import Ratio, interleaved, table

    answers = [once(interpreter, folder) for interpreter in interpreters]
    count = len(answers[0]["verdicts"])
    with TemporaryDirectory() as small:
        for number, text in enumerate(islice(cycle(small_puzzles()), FILES)):
            (Path(small) / f"{number:04}.txt").write_text(text, encoding="utf-8")
        works = [lambda one=one: once(one, folder)["seconds"] for one in interpreters]
        works += [
            lambda one=one: processor_seconds(Path(one).with_name("fanorona"), "check", small)
            for one in interpreters
        ]
        times = interleaved(rounds, *works)
    ours, ours_small = times[len(interpreters) - 1], times[-1]
    print(f"collection: {count / min(ours):.0f} puzzles per second, {count} in {min(ours):.2f} s")
    print(
        f"{FILES:,} small files: {min(ours_small):.2f} s, {FILES / min(ours_small):.0f} per second"
    )
    if len(interpreters) == 1:
        return True
    ratios = [
        Ratio("collection", times[0], times[1], TARGET, True),
        Ratio(f"{FILES:,} small files", times[2], times[3], TARGET, True),
    ]
    print(table(ratios))
    same = verdicts_of(answers[0]) == verdicts_of(answers[1])
    print(f"verdicts: {'the same' if same else 'DIFFERENT'}")
    return same and all(ratio.is_met for ratio in ratios)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.puzzles", description=__doc__)
    parser.add_argument("--with", dest="other", metavar="INTERPRETER", help="another checkout's")
    parser.add_argument("--folder", type=Path, default=COLLECTION, help="the puzzles")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--once", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.once is not None:
        print(json.dumps(check_collection(asked.once)))
        return
    interpreters = [one for one in (asked.other, sys.executable) if one is not None]
    sys.exit(0 if compare(interpreters, asked.folder, asked.rounds) else 1)


if __name__ == "__main__":
    main()
