from fanorona.solver.kernel.bits cimport word
from fanorona.solver.kernel.game cimport Game
from fanorona.solver.kernel.turns cimport Generator

cdef class Listing:
    cdef Generator turns
    cdef size_t size
    # The position: the enemy's stones, before any is taken.
    cdef word enemy
    # A byte of a recorded turn to its rank, which sorts as the text does, and back; three tables
    # each: for the huffed point, the origin, and steps.
    cdef word *ranks
    cdef word *bytes_of
    # Turns by text: `order[n]` is the generator's number of the nth.
    cdef word *order
    # Turns of one result: the first and how many of each group, and each turn's next, all by text.
    cdef bint grouped
    cdef size_t groups
    cdef word *firsts
    cdef word *sizes
    cdef word *lasts
    cdef word *nexts

    cdef bint reserve(self, size_t size) noexcept nogil
    cdef void rank(self) noexcept nogil
    cdef bint sort(self) noexcept nogil
    cdef void merge_runs(self, size_t low, size_t middle, size_t high) noexcept nogil
    cdef inline bint precedes(self, size_t one, size_t other) noexcept nogil
    cdef bint group(self) noexcept nogil
    cdef size_t slot_of(self, size_t turn) noexcept nogil
    cdef word line(self, int point, int to, int kind, word enemy) noexcept nogil
    cdef inline word byte_at(self, size_t turn, int at) noexcept nogil
