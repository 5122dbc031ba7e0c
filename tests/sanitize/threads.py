"""What the kernel does in several threads, for the thread sanitizer.

python -m tests.sanitize.threads
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from fanorona.solver import Position, Tablebase, analyse, forced_win
from fanorona.solver.budget import Budget
from fanorona.solver.search.player import Player
from fanorona.solver.tables import tablebase

NODES = 200_000


def build_tables(folder: Path) -> Tablebase:
    """Four threads; the files are read by blocks afterwards, which threads share."""
    tablebase.MOST_IN_MEMORY = 0
    Tablebase.build(5, folder, "standard", "5x5", jobs=4)
    return Tablebase.open(folder, "standard", "5x5")


def search_together() -> None:
    """Four searches over one table."""
    player = Player(memory_mb=8, threads=4, tables="off", seed=1)
    choice = player.choose(Position.start(), budget=Budget(nodes=NODES))
    assert choice is not None


def prove_together() -> None:
    """Four provers' searches over one table, and two safety proofs."""
    for fen in ("B4/1B3/5/3W1/W3W W", "1B3/5/5/5/1W3 W"):
        forced_win(Position.parse(fen), nodes=NODES, memory_mb=1, tables="off", threads=4)


def search_side_by_side(tables: Tablebase) -> None:
    """Searches of their own, which share the tables."""
    position = Position.parse("B4/1B3/5/3W1/W3W W")

    def ask(number: int) -> None:
        asked = analyse if number % 2 else forced_win
        asked(position, nodes=NODES // 10 + number, tables=tables)

    threads = [Thread(target=ask, args=(number,)) for number in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()


def main() -> None:
    with TemporaryDirectory() as folder:
        tables = build_tables(Path(folder))
        search_together()
        prove_together()
        search_side_by_side(tables)


if __name__ == "__main__":
    main()
