from fanorona.solver.kernel.bits cimport word
from fanorona.solver.kernel.memory cimport Memory

cdef word NO_ENTRY
cdef word FOREVER

cdef class ProofTable:
    cdef Memory memory
    cdef readonly size_t memory_bytes
    cdef word *words
    # The first bucket begins on a cache line.
    cdef word skew
    # Buckets in use now, and how many there may be.
    cdef word buckets
    cdef word most
    # Entries in use.
    cdef word filled

    cdef inline word bucket_of(self, word first, word second, word state) noexcept nogil
    cdef void expect(self, word own, word enemy, word liable, word state, bint attacking) noexcept nogil
    cdef word find(self, word own, word enemy, word liable, word state, bint attacking) noexcept nogil
    cdef word wins_within(self, word at) noexcept nogil
    cdef word none_within(self, word at) noexcept nogil
    cdef word purpose(self, word at) noexcept nogil
    cdef void keep_numbers(self, word own, word enemy, word liable, word state, bint attacking, word remaining, word phi, word delta, word work) noexcept nogil
    cdef void keep_result(self, word own, word enemy, word liable, word state, bint attacking, bint wins, word plies, word work) noexcept nogil
    cdef inline void write_plies(self, word at, int shift, word plies) noexcept nogil
    cdef word place_for(self, word own, word enemy, word liable, word state, bint attacking, word work) noexcept nogil
    cdef word least_of(self, word bucket) noexcept nogil
    cdef void grow(self) noexcept nogil
    cdef void share(self, word bucket) noexcept nogil
