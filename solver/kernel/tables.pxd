from fanorona.solver.kernel.bits cimport word
from fanorona.solver.kernel.packing cimport PackingCode

cdef class CheckedFile:
    cdef readonly word size
    cdef readonly word done
    cdef PackingCode code
    cdef void *file

cdef class Tables:
    cdef readonly int points
    cdef int symmetries
    # Pairs with more stones than this have no table.
    cdef int most
    cdef word *binomials
    cdef signed char *maps
    cdef word **folds
    cdef word **rows
    cdef word **weights
    cdef word *row_counts
    cdef const unsigned char **values
    # Of pairs in files: the file, the entries of its code, and how many values it has.
    cdef void **files
    cdef const unsigned int **codes
    cdef word *sizes
    cdef dict kept

    cdef int probe(self, word own, word enemy) noexcept nogil
    cdef int byte_at(self, int pair, word at) noexcept nogil
    cdef int from_file(self, int pair, word at) noexcept nogil
    cdef word index(self, word own, word enemy, int own_count, int enemy_count) noexcept nogil
    cdef word rank(self, word points) noexcept nogil
    cdef word moved(self, word points, int symmetry) noexcept nogil
    cdef bint fold_sets(self, int stones) noexcept

cdef class Combinations:
    cdef word *words
    cdef readonly word size

cdef word squeezed(word points, word gone) noexcept nogil
cdef word spread(word points, word back) noexcept nogil
cdef word following(word points) noexcept nogil
