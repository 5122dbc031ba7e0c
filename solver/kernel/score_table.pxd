from fanorona.solver.kernel.bits cimport word

cdef word NO_NUMBER

cdef class ScoreTable:
    # ENTRY words a place, WAYS places a bucket, the first bucket on a cache line.
    cdef word *table
    cdef word buckets
    cdef word most
    cdef word skew
    # Who frees the memory, if this is a second view of it.
    cdef ScoreTable owner
    # Which search writes now, and how many places are taken.
    cdef word search
    cdef word filled
    # Out of `answers` and of `find`.
    cdef int score
    cdef word number
    cdef word packed

    cdef void align(self) noexcept
    cdef bint is_crowded(self) noexcept nogil
    cdef bint answers(self, word own, word enemy, word liable, word state, int depth, int alpha, int beta, int ply) noexcept nogil
    cdef void keep(self, word own, word enemy, word liable, word state, int depth, int score, int alpha, int beta, int ply, word number) noexcept nogil
    cdef void move(self, word own, word enemy, word liable, word packed) noexcept nogil
    cdef void write(self, word at, word own, word enemy, word liable, word packed) noexcept nogil
    cdef inline word bucket(self, word own, word enemy, word liable, word state) noexcept nogil
    cdef void expect(self, word *turns, size_t start, size_t end) noexcept nogil
    cdef word find(self, word own, word enemy, word liable, word state) noexcept nogil
