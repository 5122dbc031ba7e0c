from fanorona.solver.kernel.bits cimport word
from fanorona.solver.kernel.tables cimport Tables

cdef class PairWalk:
    cdef Tables tables
    cdef int smaller
    cdef int larger
    cdef word width
    cdef int pairs[2]
    # The bytes looked for: of the longest wins of either side to move.
    cdef int wanted[2]
    # Where one of each was found, counted from 1; 0: not yet.
    cdef word found[2]
    # Of positions in which whoever is to move loses: how many, the best one's depths, and where.
    cdef readonly word zugzwangs
    cdef readonly int quicker
    cdef readonly int slower
    cdef word deepest
    cdef readonly bint has_lost_a_file

    cdef void walk_row(self, word row) noexcept nogil
    cdef void note_zugzwang(self, int one, int other, word at, word weight) noexcept nogil
