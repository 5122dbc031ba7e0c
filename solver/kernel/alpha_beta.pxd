from fanorona.solver.kernel.bits cimport word
from fanorona.solver.kernel.score_table cimport ScoreTable
from fanorona.solver.kernel.variation cimport Variation

cdef class AlphaBeta(Variation):
    cdef ScoreTable scores
    # By depth and number of the turn.
    cdef signed char *reductions
    cdef int previous
    cdef int root_depth
    # Out of `best_turn` and of `cut_off`.
    cdef word out_number
    cdef int out_static

    cdef void sort_root(self) noexcept
    cdef int widened(self, int depth) noexcept nogil
    cdef int best_from(self, size_t first, int depth, int alpha, int beta) noexcept nogil
    cdef void bring(self, size_t at, size_t first) noexcept nogil
    cdef int look(self, word own, word enemy, word liable, word state, int depth, int alpha, int beta, int ply, bint passed) noexcept nogil
    cdef bint cut_off(self, word own, word enemy, int depth, int beta, int ply, bint passed) noexcept nogil
    cdef bint cut_off_lively(self, word own, word enemy, int depth, int beta) noexcept nogil
    cdef int expand(self, word own, word enemy, word liable, word state, int depth, int alpha, int beta, int ply, word number) noexcept nogil
    cdef int best_turn(self, size_t start, word own, word enemy, int depth, int alpha, int beta, int ply, int static, word number) noexcept nogil
    cdef void prepare(self, size_t start, word own, word enemy, int ply, int depth) noexcept nogil
    cdef inline bint is_late(self, size_t tried, int depth, int static, int alpha) noexcept nogil
    cdef inline int reduction(self, size_t tried, int depth) noexcept nogil
    cdef int try_turn(self, size_t at, bint first, int depth, int reduction, int alpha, int beta, int ply) noexcept nogil
