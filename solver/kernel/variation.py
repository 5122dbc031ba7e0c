"""The path of a search: earlier positions, those from the root to here, and the best line on."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from fanorona.solver.kernel import cython_shim as cython

if cython.compiled:
    from cython.cimports.fanorona.solver.kernel.evaluation import Evaluation
    from cython.cimports.fanorona.solver.kernel.game import Game
    from cython.cimports.fanorona.solver.kernel.ordering import ROWS, Ordering
    from cython.cimports.fanorona.solver.kernel.stop import Stop
    from cython.cimports.fanorona.solver.kernel.tables import Tables
else:
    from fanorona.solver.kernel.evaluation import Evaluation
    from fanorona.solver.kernel.game import Game
    from fanorona.solver.kernel.ordering import ROWS, Ordering
    from fanorona.solver.kernel.stop import Stop
    from fanorona.solver.kernel.tables import Tables

from fanorona.solver.kernel.ordering import ORDERING_WORDS

# Earlier positions of the game, as many as are kept to see repetitions.
PAST = cython.declare(cython.int, 100)

VARIATION_WORDS = ORDERING_WORDS + 4 * (PAST + ROWS) + 2 * ROWS + 2 * ROWS * (ROWS + 1)
"""What a variation and its ordering allocate."""


@cython.cclass
class Variation(Ordering):
    """An ordering that knows its path."""

    def __init__(
        self,
        game: Game,
        tables: Tables | None,
        stop: Stop | None = None,
        evaluation: Evaluation | None = None,
    ) -> None:
        super().__init__(game, tables, stop, evaluation)
        self.path = self.memory.words(4 * (PAST + ROWS))
        self.calm = self.memory.words(ROWS)
        self.lengths = self.memory.words(ROWS)
        self.lines = self.memory.words(2 * ROWS * (ROWS + 1))
        self.contempt = 0

    def start_from(self, positions: list[tuple[int, int, int, int]]) -> None:
        """Set the root, the last of the positions, and those before it that can come back."""
        at: cython.size_t
        k: cython.size_t
        kept = positions[-PAST:]
        for index, words in enumerate(kept):
            at = 4 * (PAST + 1 - len(kept) + index)
            for k in range(4):
                self.path[at + k] = words[k]
        self.calm[0] = len(kept) - 1

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def pass_by(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        ply: cython.int,
    ) -> cython.void:
        """The path leads through a position."""
        self.path[4 * (PAST + ply)] = own
        self.path[4 * (PAST + ply) + 1] = enemy
        self.path[4 * (PAST + ply) + 2] = liable
        self.path[4 * (PAST + ply) + 3] = state

    def line(self) -> list[tuple[int, int, int, int]]:
        """The positions along the best line from the root."""
        return [
            (
                self.lines[4 * at],
                self.lines[4 * at + 1],
                self.lines[4 * at + 2],
                self.lines[4 * at + 3],
            )
            for at in range(self.lengths[0])
        ]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def repeated(
        self,
        own: cython.ulonglong,
        enemy: cython.ulonglong,
        liable: cython.ulonglong,
        state: cython.ulonglong,
        ply: cython.int,
    ) -> cython.bint:
        """Did the same side have the same position to move before, on the way here?"""
        at: cython.int = PAST + ply - 4
        calm: cython.int = self.calm[ply]
        while at >= PAST + ply - calm:
            if (
                self.path[4 * at] == own
                and self.path[4 * at + 1] == enemy
                and self.path[4 * at + 2] == liable
                and self.path[4 * at + 3] == state
            ):
                self.out_score = self.contempt if ply & 1 else -self.contempt
                return True
            at -= 2
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def follow(self, at: cython.size_t, ply: cython.int) -> cython.void:
        """The best line from here begins with the turn, and goes on as the one below."""
        row: cython.int = row_of(ply)
        below: cython.int = row_of(ply + 1)
        length: cython.int = self.lengths[ply + 1]
        k: cython.int
        for k in range(4):
            self.lines[row + k] = self.turns.words[4 * at + k]
        for k in range(4 * length):
            self.lines[row + 4 + k] = self.lines[below + k]
        self.lengths[ply] = length + 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def row_of(ply: cython.int) -> cython.int:
    """Where the best line from a ply on begins; each row is one position shorter."""
    return 4 * (ply * ROWS - (ply * (ply - 1) >> 1))
