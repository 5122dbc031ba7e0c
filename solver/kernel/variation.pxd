from fanorona.solver.kernel.bits cimport word
from fanorona.solver.kernel.ordering cimport Ordering

cdef int PAST

cdef class Variation(Ordering):
    # The path from the start of the game: four words per position; and how many plies ago nothing
    # was captured.
    cdef word *path
    cdef word *calm
    # The best line from each ply on: one row per ply, four words per position.
    cdef word *lines
    cdef word *lengths
    # What a repetition costs the side to move at the root.
    cdef int contempt

    cdef inline void pass_by(self, word own, word enemy, word liable, word state, int ply) noexcept nogil
    cdef bint repeated(self, word own, word enemy, word liable, word state, int ply) noexcept nogil
    cdef void follow(self, size_t at, int ply) noexcept nogil
