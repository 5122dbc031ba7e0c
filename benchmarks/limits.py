"""How much longer than its time limit anything takes, with the worst positions known.

    python -m benchmarks.limits [--seconds 0.5] [--only NAME]

Every address of the service and every command that has a time limit is asked about every position
of tests/data/crowds.txt. Two figures each: the seconds beyond the limit by the clock, and how much
processor time was used after it, which is what the clock would show on a machine with nothing else
to do.
"""

from __future__ import annotations

import argparse
import io
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Timer
from time import perf_counter, process_time

from flask.testing import FlaskClient

from fanorona import Position
from fanorona.cli.main import run
from fanorona.service.app import create_app
from fanorona.service.settings import Settings

CROWDS = Path(__file__).parents[1] / "tests" / "data" / "crowds.txt"
ALLOWED = 0.3
"""Seconds beyond the limit."""
GOALS = ("win in 1", "win in 2", "win", "draw")


@dataclass(frozen=True)
class Crowd:
    """A position with very many turns."""

    rules: str
    turns: int
    results: int
    fen: str

    @property
    def position(self) -> Position:
        return Position.parse(self.fen, self.rules)

    def puzzle(self, goal: str) -> str:
        side = self.position.side.value.capitalize()
        return (
            f"Rules: {self.rules}\nPosition: {self.fen}\nStipulation: {side} to play and {goal}\n"
        )


def crowds() -> Iterator[Crowd]:
    """The positions of the data file."""
    for line in CROWDS.read_text().splitlines():
        if not line.startswith("#"):
            rules, turns, results, fen = line.split(" ", 3)
            yield Crowd(rules, int(turns), int(results), fen)


@dataclass
class Overrun:
    """What was used after a limit."""

    clock: float
    processor: float


def overrun(work: Callable[[], object], seconds: float) -> Overrun:
    """Do the work, and say what it took after the limit."""
    used_before: list[float] = []
    timer = Timer(seconds, lambda: used_before.append(process_time()))
    timer.start()
    began = perf_counter()
    work()
    took, used = perf_counter() - began, process_time()
    timer.cancel()
    if not used_before:
        return Overrun(0.0, 0.0)
    return Overrun(max(took - seconds, 0.0), used - used_before[0])


@dataclass
class Questions:
    """Everything that has a time limit, by its name."""

    seconds: float
    client: FlaskClient = field(init=False)

    def __post_init__(self) -> None:
        milliseconds = round(self.seconds * 1000)
        settings = Settings(max_time_ms=milliseconds, max_turns=10_000_000, max_nodes=10**12)
        self.client = create_app(settings).test_client()

    def about(self, crowd: Crowd) -> Iterator[tuple[str, Callable[[], object]]]:
        yield from self._addresses(crowd)
        yield from self._commands(crowd)

    def _addresses(self, crowd: Crowd) -> Iterator[tuple[str, Callable[[], object]]]:
        asked = {"position": crowd.fen, "rules": crowd.rules}
        last = max(
            crowd.position.listing().part(slice(0, 2_000)), key=lambda turn: len(turn.found[2])
        )
        bare = "".join(one for one in str(last) if one not in "AW")
        for path, query in (
            ("/v1/moves", {"limit": 1_000}),
            ("/v1/moves", {"limit": 1_000, "distinct": "true", "offset": 5_000}),
            ("/v1/steps", {"turn": str(last)}),
            ("/v1/play", {"turn": bare}),
            ("/v1/play", {"turn": "right, up, left, down, right, up, left"}),
            ("/v1/analysis", {"time_ms": 1}),
            ("/v1/analysis", {"nodes": 10**12}),
            ("/v1/analysis", {"nodes": 10**12, "lines": 10}),
            ("/v1/turn", {"time_ms": 1}),
            ("/v1/turn", {"nodes": 10**12}),
            ("/v1/forced-win", {"time_ms": 1}),
            ("/v1/forced-win", {"nodes": 10**12}),
            ("/v1/forced-win", {"nodes": 10**12, "max_turns": 2}),
        ):
            shown = " ".join(f"{name}={str(value)[:12]}" for name, value in query.items())
            yield f"GET {path} {shown}", self._get(path, {**asked, **query})
        for goal in GOALS:
            text = "---\n".join([crowd.puzzle(goal)] * 3)
            for what in ("check", "sheet"):
                path = f"/v1/puzzles/{what}"
                yield f"POST {path} 3x {goal}", self._post(path, {"text": text})
        game = {"game": str(last), "position": crowd.fen, "rules": crowd.rules}
        yield "POST /v1/review", self._post("/v1/review", game)
        questions = [
            {"ask": ask, "position": crowd.fen, "rules": crowd.rules}
            for ask in ("moves", "analysis", "forced-win", "analysis")
        ]
        yield "POST /v1/batch", self._post("/v1/batch", {"questions": questions})

    def _get(self, path: str, query: dict[str, object]) -> Callable[[], object]:
        return lambda: self.client.get(path, query_string=query)

    def _post(self, path: str, body: object) -> Callable[[], object]:
        query = {} if path == "/v1/batch" else {"nodes": 10**12}
        return lambda: self.client.post(path, json=body, query_string=query)

    def _commands(self, crowd: Crowd) -> Iterator[tuple[str, Callable[[], object]]]:
        limit = ["--time", str(self.seconds), "--no-tables"]
        for command in ("analyse", "forced-win"):
            arguments = [command, crowd.fen, "--rules", crowd.rules, *limit]
            yield f"fanorona {command}", partial(_command, arguments)
        for command, goal in (("check", "win in 2"), ("solve", "win in 1"), ("solve", "win")):
            yield f"fanorona {command}, {goal}", _on_file(command, crowd.puzzle(goal), limit)


def _on_file(command: str, text: str, limit: list[str]) -> Callable[[], object]:
    def work() -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "puzzle.txt")
            file.write_text(text)
            _command([command, str(file), *limit])

    return work


def _command(arguments: list[str]) -> None:
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        run(arguments)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=0.5, help="the time limit")
    parser.add_argument("--only", default="", help="only what has this in its name")
    options = parser.parse_args()
    worst: dict[str, tuple[Overrun, int]] = {}
    for number, crowd in enumerate(crowds(), 1):
        # Each position has an app of its own: nothing is remembered.
        for name, work in Questions(options.seconds).about(crowd):
            if options.only not in name:
                continue
            found = overrun(work, options.seconds)
            if name not in worst or found.processor > worst[name][0].processor:
                worst[name] = found, number
    print("processor  clock   position  question, worst of all positions")
    for name, (found, number) in worst.items():
        print(f"{found.processor:8.3f} {found.clock:7.3f} {number:6}      {name}")
    over = [name for name, (found, _) in worst.items() if found.processor > ALLOWED]
    print(f"{len(over)} of {len(worst)} over {ALLOWED} s")
    sys.exit(1 if over else 0)


if __name__ == "__main__":
    main()
