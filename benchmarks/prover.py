"""Time to proof: how long the prover takes for the value of 100 hard positions.

The positions (9x5, 10 to 20 stones, all rule sets) are in `hard_positions.txt`. With `--with
INTERPRETER`, that of another checkout, both are measured in turn, position by position, so that a
busy machine disturbs them alike; the table shows nodes, nodes per second and seconds as ratios,
each the geometric mean over the positions. Times are processor times; no tables are used. What two
versions prove of a position must not contradict.

`--threads N` compares N threads with one instead, by the clock on the wall: only on a quiet machine
does that say anything.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import partial
from math import exp, log
from pathlib import Path
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from types import TracebackType

    from fanorona.solver import Position

POSITIONS = Path(__file__).with_name("hard_positions.txt")
NODES = 100_000_000
MEMORY_MB = 64
TARGET = 0.4


@dataclass(frozen=True)
class ProofTime:
    """What it took to prove a position's value; `unknown` if the nodes ended first."""

    value: str
    nodes: int
    seconds: float


def time_to_proof(position: Position, nodes: int = NODES, threads: int | None = None) -> ProofTime:
    """Ask for a forced win, and stop as soon as the value is proven.

    Given a number of threads, the time is that on the wall. Older versions know none.
    """
    from fanorona.solver.kernel.stop import Stop
    from fanorona.solver.search.forced_win import ForcedWin, forced_win

    clock = process_time if threads is None else perf_counter
    ask = forced_win if threads is None else partial(forced_win, threads=threads)
    stop, proofs = Stop(), list[ProofTime]()

    def look(answer: ForcedWin) -> None:
        if answer.value != "unknown" and not proofs:
            spent = clock() - began
            proofs.append(ProofTime(str(answer.value), answer.search.nodes, spent))
            stop.request()

    began = clock()
    answer = ask(
        position,
        nodes=nodes,
        memory_mb=MEMORY_MB,
        tables="off",
        stop=stop,
        on_progress=look,
    )
    look(answer)
    if proofs:
        return proofs[0]
    return ProofTime("unknown", answer.search.nodes, clock() - began)


def hard_positions(every: int = 1) -> list[tuple[str, str]]:
    """Rule set and position of every line of the file, or of every n-th."""
    lines = POSITIONS.read_text(encoding="ascii").splitlines()[::every]
    return [(rules, fen) for rules, _, fen in (line.partition(": ") for line in lines)]


class Measuring:
    """A process of one interpreter that measures position after position."""

    def __init__(self, interpreter: str, nodes: int, threads: int | None = None) -> None:
        command = [interpreter, __file__, "--serve", "--nodes", str(nodes)]
        if threads is not None:
            command += ["--threads", str(threads)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.communicate()

    def measure(self, rules: str, fen: str) -> ProofTime:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(rules, fen, sep=": ", file=self.process.stdin, flush=True)
        return ProofTime(**json.loads(self.process.stdout.readline()))


def serve(nodes: int, threads: int | None) -> None:
    """Measure what comes in on standard input."""
    from fanorona.solver import Position

    for line in sys.stdin:
        rules, _, fen = line.strip().partition(": ")
        found = time_to_proof(Position.parse(fen, rules), nodes, threads)
        print(json.dumps(asdict(found)), flush=True)


def mean_of(ratios: Sequence[float]) -> float:
    """The geometric mean."""
    return exp(sum(map(log, ratios)) / len(ratios))


def measured(contestants: Sequence[Measuring], every: int) -> Iterator[tuple[str, list[ProofTime]]]:
    """Each position's rule set and what each took for it."""
    with ExitStack() as stack:
        processes = [stack.enter_context(one) for one in contestants]
        for rules, fen in hard_positions(every):
            proofs = [process.measure(rules, fen) for process in processes]
            told = "  ".join(
                f"{one.value:7} {one.nodes:>11,} {one.seconds:7.2f} s" for one in proofs
            )
            print(f"{rules:9} {told}  {fen}", flush=True)
            yield rules, proofs


def compare(contestants: Sequence[Measuring], every: int, target: float) -> bool:
    """Print each position and the means; False: the target is missed, or values contradict."""
    found = list(measured(contestants, every))
    for rules in (*sorted({rules for rules, _ in found}), "all"):
        proofs = [each for its, each in found if rules in (its, "all")]
        report(rules, proofs)
    if len(contestants) == 1:
        return True
    sound = all(len({one.value for one in each} - {"unknown"}) < 2 for _, each in found)
    print("values:", "no contradiction" if sound else "CONTRADICTING")
    return sound and mean_of([new.seconds / old.seconds for _, (old, new) in found]) <= target


def report(rules: str, proofs: Sequence[Sequence[ProofTime]]) -> None:
    """A line for one rule set: the last interpreter's figures, and their ratios to the first's."""
    last = [each[-1] for each in proofs]
    seconds, nodes = sum(one.seconds for one in last), sum(one.nodes for one in last)
    known = sum(one.value != "unknown" for one in last)
    speed = nodes / seconds
    line = f"{rules:9} {known:3} of {len(last)} proven in {seconds:6.1f} s, {speed:,.0f} nodes/s"
    if len(proofs[0]) == 2:
        time = mean_of([new.seconds / old.seconds for old, new in proofs])
        work = mean_of([new.nodes / old.nodes for old, new in proofs])
        line += f"; time x {time:.2f}, nodes x {work:.2f}, nodes/s x {work / time:.2f}"
    print(line)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.prover", description=__doc__)
    parser.add_argument("--with", dest="other", metavar="INTERPRETER", help="another checkout's")
    parser.add_argument("--every", type=int, default=1, help="measure only every n-th position")
    parser.add_argument("--nodes", type=int, default=NODES, help="the most for each position")
    parser.add_argument("--threads", type=int, help="compare that many with one")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        serve(asked.nodes, asked.threads)
        return
    if asked.threads is not None:
        contestants = [Measuring(sys.executable, asked.nodes, one) for one in (1, asked.threads)]
        sys.exit(0 if compare(contestants, asked.every, 1.0) else 1)
    interpreters = [one for one in (asked.other, sys.executable) if one is not None]
    contestants = [Measuring(one, asked.nodes) for one in interpreters]
    sys.exit(0 if compare(contestants, asked.every, TARGET) else 1)


if __name__ == "__main__":
    main()
