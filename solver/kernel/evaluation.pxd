from fanorona.solver.kernel.bits cimport word
from fanorona.solver.kernel.game cimport Game
from fanorona.solver.kernel.memory cimport Memory

cdef class Evaluation:
    cdef Game game
    cdef Memory memory
    # The points away from the edge, for games without weights.
    cdef word inner
    cdef bint learned
    # By phase, by class of windows, by what stands in the window; then by both numbers of stones.
    cdef short *weights
    cdef short *by_stones
    cdef signed char *phases
    # By the stones of one side on a rank: codes of four windows, and of three and the whole rank.
    cdef word *left
    cdef word *right

    cdef int value(self, word own, word enemy, word liable, word state) noexcept nogil
    cdef int stones(self, word own, word enemy, word liable, word state) noexcept nogil
    cdef int patterns(self, word own, word enemy) noexcept nogil
    cdef void encode(self) noexcept
