"""Prove the start positions of the small boards, for `fanorona boards`.

    python -m benchmarks.start_positions [--nodes N] [--memory MB] [--only RULES:BOARD ...]
                                         [--tables DIR]

Writes solver/solved_boards.json, keeping entries that were not asked for, and a certificate of each
decided board into verifier/boards/. With tables, the proofs lean on them.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from time import process_time
from typing import Any

from fanorona.solver import RULE_SETS, Position
from fanorona.solver.budget import Budget
from fanorona.solver.certificates.certificate import SUFFIX, CertifiedSearch
from fanorona.solver.solved_boards import DATA
from fanorona.solver.tables.tablebase import Tablebase
from fanorona.solver.value import Value

BOARDS = ("3x3", "5x3", "3x5", "7x3", "3x7", "9x3", "3x9", "5x5", "7x5", "5x7")
CERTIFICATES = Path(__file__).parents[1] / "verifier" / "boards"
SCHADD = "Schadd et al., Best Play in Fanorona Leads to Draw, 2007"
PUBLISHED = {
    "3x3": Value.WIN,
    "3x5": Value.WIN,
    "5x3": Value.WIN,
    "3x7": Value.WIN,
    "7x3": Value.WIN,
    "5x5": Value.DRAW,
}
"""What is in the literature of the standard rules."""


def proven(rules: str, size: str, budget: Budget, folder: Path | None) -> dict[str, Any]:
    """What a search proves of a start position; its certificate is written, too."""
    width, height = map(int, size.split("x"))
    position = Position.start(rules, width, height)
    tables = Tablebase.open(folder, rules, size) if folder else None
    search = CertifiedSearch(None, lean_on_tables=tables is not None)
    began = process_time()
    found = search(position, budget=budget, tables=tables)
    seconds = process_time() - began
    if search.certificate is not None and found.value is not Value.UNKNOWN:
        CERTIFICATES.mkdir(exist_ok=True)
        path = CERTIFICATES / f"{rules}-{size}{SUFFIX}"
        path.write_text(search.certificate.text(), "utf-8")
    known = rules == "standard" and PUBLISHED.get(size) is found.value
    return {
        "rules": rules,
        "board": size,
        "value": found.value,
        "plies": found.distance.plies if found.distance else None,
        "exact": found.distance_exact,
        "no_win_within": found.no_win_within,
        "never": found.never,
        "nodes": found.search.nodes,
        "seconds": round(seconds, 2),
        "memory_mb": budget.memory_mb,
        "most_nodes": budget.nodes,
        "tables": tables.most_stones if tables else None,
        "published": SCHADD if known else None,
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.start_positions")
    parser.add_argument("--nodes", type=int, default=20_000_000)
    parser.add_argument("--memory", type=int, default=512)
    parser.add_argument("--tables", type=Path, metavar="DIR")
    parser.add_argument("--only", nargs="*", default=[], metavar="RULES:BOARD")
    asked = parser.parse_args()
    budget = Budget(nodes=asked.nodes, memory_mb=asked.memory)
    known = json.loads(DATA.read_text("utf-8")) if DATA.exists() else []
    entries = {(one["rules"], one["board"]): one for one in known}
    everything = [(rules, board) for rules in RULE_SETS for board in BOARDS]
    for rules, board in everything:
        if asked.only and f"{rules}:{board}" not in asked.only:
            continue
        entries[rules, board] = one = proven(rules, board, budget, asked.tables)
        print(*one.values(), flush=True)
        listed = [entries[key] for key in everything if key in entries]
        DATA.write_text(json.dumps(listed, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
