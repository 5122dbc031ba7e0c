from fanorona.solver.kernel.bits cimport word
from fanorona.solver.kernel.game cimport Game
from fanorona.solver.kernel.tables cimport Combinations, Tables
from fanorona.solver.kernel.turns cimport Generator

cdef class Retrograde:
    cdef Game game
    cdef Generator generator
    cdef Tables tables
    cdef Combinations columns
    cdef int own_count
    cdef int enemy_count
    # The table's bytes and those of the table with the other side to move.
    cdef unsigned char *values
    cdef unsigned char *others
    cdef object kept
    cdef word *found
    cdef bint optional
    cdef bint gap
    cdef bint too_far
    # The row at work: its smaller set, where it begins, and where its points are without that set.
    cdef word smaller
    cdef word row_start
    cdef word row_end
    cdef signed char *slots
    # Predecessors of a position: the stones of the side to move there, and the place, in turn.
    cdef word *before

    cdef bint ready(self) noexcept nogil
    cdef void enter_row(self, word at) noexcept nogil
    cdef word column(self, word larger) noexcept nogil
    cdef word place(self, word own, word enemy) noexcept nogil
    cdef word place_before(self, word own, word enemy) noexcept nogil
    cdef void settle_range(self, word first, word last) noexcept nogil
    cdef void spread_range(self, int level, word first, word last) noexcept nogil
    cdef void mend_range(self, word first, word last) noexcept nogil
    cdef int mended(self, word at, int value) noexcept nogil
    cdef void tally_range(self, word first, word last, word *totals) noexcept nogil
    cdef int settled(self, word own, word enemy) noexcept nogil
    cdef int by_captures(self, word own, word enemy) noexcept nogil
    cdef void unmove(self, word own, word enemy, int level) noexcept nogil
    cdef bint touches(self, word origin, word to, word enemy) noexcept nogil
    cdef void tell(self, word at, word own, word enemy, int level) noexcept nogil
    cdef void write(self, word at, int value) noexcept nogil
    cdef int lost(self, word own, word enemy, int level) noexcept nogil
    cdef int lost_by_captures(self, word own, word enemy) noexcept nogil
