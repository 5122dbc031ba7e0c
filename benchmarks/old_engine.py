"""The protocol of `fanorona engine` for commits that have no such command: their search alone.

Run by benchmarks.match with the Python of the commit's environment, so nothing here may import from
this repository. The prover, which used up short times, is left out, and the table has 4 MB: that is
how those commits play best. With `--as-shipped` they answer as their `analyse` does, prover first.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

Position = import_module("solver.position").Position
Stop = import_module("solver.kernel.stop").Stop
tables_for = import_module("solver.default_tables").tables_for
search_module = import_module("solver.kernel.search")

PROVEN: int = search_module.PROVEN
TABLE_BYTES = 4 << 20
NO_LIMIT = 1 << 62


def read(words: list[str], rules: str) -> Any:
    at = words.index("moves") if "moves" in words else len(words)
    position = (
        Position.start(rules)
        if words[1] == "startpos"
        else Position.parse(" ".join(words[2:at]), rules)
    )
    for turn in words[at + 1 :]:
        position = position.play(turn)
    return position


def gain(position: Any, after: tuple[int, ...]) -> int:
    own, enemy, _, _ = position.words()
    lost: int = after[1].bit_count() - own.bit_count()
    taken: int = enemy.bit_count() - after[0].bit_count()
    return taken + lost


def choose(position: Any, stop: Any, nodes: int) -> tuple[int, str]:
    """The score and the turn of the deepest iteration."""
    texts: dict[tuple[int, ...], str] = {}
    for turn in sorted(position.turns(), key=str):
        texts.setdefault(turn.after, str(turn))
    results = sorted(texts, key=lambda after: -gain(position, after))
    search = search_module.Search(position.game(), tables_for(position), TABLE_BYTES, stop)
    search.begin(*position.words(), results)
    best = 0, results[0]
    for depth in range(1, 99):
        lines = search.deepen(depth, 1, nodes)
        if lines and not (search.was_stopped and lines[0][0] < -PROVEN):
            best = lines[0][0], lines[0][1][0]
        if search.was_stopped or abs(best[0]) > PROVEN:
            break
    return best[0], texts[best[1]]


def choose_as_shipped(position: Any, limits: dict[str, int]) -> tuple[int, str]:
    """What `analyse` answers."""
    names = {"nodes": "nodes", "movetime": "time_ms"}
    budget = {names[limit]: number for limit, number in limits.items()}
    found = import_module("solver").analyse(position, **budget)
    won = {"win": PROVEN, "loss": -PROVEN}.get(found.value.value, 0)
    return won if found.score is None else round(100 * found.score), found.lines[0].turns[0]


def main() -> None:
    rules, position = "standard", None
    as_shipped = "--as-shipped" in sys.argv
    for line in sys.stdin:
        words = line.split()
        if words[0] == "uci":
            print("uciok", flush=True)
        elif words[0] == "isready":
            if position is not None:
                tables_for(position)
            print("readyok", flush=True)
        elif words[:3] == ["setoption", "name", "Rules"]:
            rules = words[-1]
        elif words[0] == "position":
            position = read(words, rules)
        elif words[0] == "go":
            limits = dict(zip(words[1::2], map(int, words[2::2]), strict=True))
            if as_shipped:
                score, turn = choose_as_shipped(position, limits)
            else:
                stop = Stop(limits["movetime"] / 1000 if "movetime" in limits else None)
                score, turn = choose(position, stop, limits.get("nodes", NO_LIMIT))
            print(f"info score cp {score}\nbestmove {turn}", flush=True)
        elif words[0] == "quit":
            break


if __name__ == "__main__":
    main()
