from fanorona.solver.kernel.bits cimport word

cdef word NO_NUMBER

cdef class ScoreTable:
    # ENTRY words a place, WAYS places a bucket, the first bucket on a cache line.
    cdef word *table
    cdef word buckets
    cdef word skew
    # Out of `answers`.
    cdef int score
    cdef word number

    cdef bint answers(self, word own, word enemy, word liable, word state, int depth, int alpha, int beta, int ply) noexcept nogil
    cdef void keep(self, word own, word enemy, word liable, word state, int depth, int score, int alpha, int beta, int ply, word number) noexcept nogil
    cdef inline word bucket(self, word own, word enemy, word liable, word state) noexcept nogil
    cdef word find(self, word own, word enemy, word liable, word state) noexcept nogil
