from fanorona.solver.kernel.bits cimport word
from fanorona.solver.kernel.horizon cimport Horizon

cdef int ROWS

cdef class Ordering(Horizon):
    # Paikas that refuted a turn: the last two of each ply, and a count per side, origin and
    # destination.
    cdef word *killers
    cdef word *history

    cdef void order(self, size_t start, word own, word enemy, int ply, int depth) noexcept nogil
    cdef bint number_turns(self, size_t start, word first) noexcept nogil
    cdef void refuted(self, size_t start, size_t at, word own, word enemy, int depth, int ply) noexcept nogil
    cdef void credit(self, int place, int amount) noexcept nogil
    cdef void forget_some(self) noexcept nogil
