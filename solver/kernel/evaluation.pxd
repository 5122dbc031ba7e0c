from fanorona.solver.kernel.bits cimport word
from fanorona.solver.kernel.game cimport Game
from fanorona.solver.kernel.memory cimport Memory

cdef class Evaluation:
    cdef Game game
    cdef Memory memory
    # The points away from the edge, for games without weights.
    cdef word inner
    cdef bint learned
    # By class, by what stands in the window, by lane; then by both numbers of stones.
    cdef short *windows
    cdef short *by_stones
    # The layers of the network, as network.pxd reads them, and the phase by the number of stones.
    cdef short *first
    cdef short *second
    cdef unsigned int *first_bias
    cdef unsigned int *second_bias
    cdef signed char *phases
    # By the stones of one side on a rank: codes of four windows, and of three and the whole rank.
    cdef word *left
    cdef word *right

    cdef int value(self, word own, word enemy, word liable, word state) noexcept nogil
    cdef int stones(self, word own, word enemy, word liable, word state) noexcept nogil
    cdef int patterns(self, word own, word enemy) noexcept nogil
    cdef void encode(self) noexcept
