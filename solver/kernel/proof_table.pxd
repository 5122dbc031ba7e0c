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
    # Out of `find`: an entry's third and fourth word.
    cdef word numbers
    cdef word packed
    # Of a table that threads share: the table that owns the memory, the versions of its buckets,
    # and where each thread works, a row each.
    cdef ProofTable owner
    cdef bint is_shared
    cdef unsigned int *versions
    cdef signed char *busy
    cdef word rows
    cdef word row
    # The last row that has a thread.
    cdef word taken

    cdef void view(self, ProofTable shared)
    cdef inline word bucket_of(self, word first, word second, word state) noexcept nogil
    cdef void expect(self, word *turns, size_t start, size_t end, bint attacking) noexcept nogil
    cdef bint find(self, word own, word enemy, word liable, word state, bint attacking) noexcept nogil
    cdef word scan(self, word bucket, word first, word second, word state) noexcept nogil
    cdef word wins_within(self) noexcept nogil
    cdef word none_within(self) noexcept nogil
    cdef word purpose(self) noexcept nogil
    cdef void keep_numbers(self, word own, word enemy, word liable, word state, bint attacking, word remaining, word phi, word delta, word work) noexcept nogil
    cdef void keep_result(self, word own, word enemy, word liable, word state, bint attacking, bint wins, word plies, word work) noexcept nogil
    cdef inline void write_plies(self, word at, int shift, word plies) noexcept nogil
    cdef bint may_write(self, word bucket) noexcept nogil
    cdef void written(self, word bucket) noexcept nogil
    cdef word place_for(self, word bucket, word first, word second, word state, word work) noexcept nogil
    cdef void show_work(self, word own, word enemy, word liable, word state, bint attacking, int more) noexcept nogil
    cdef bint others_work(self, word *turns, size_t at, bint attacking) noexcept nogil
    cdef word place_of_work(self, word own, word enemy, word liable, word state, bint attacking) noexcept nogil
    cdef word least_of(self, word bucket) noexcept nogil
    cdef void grow(self) noexcept nogil
    cdef void share(self, word bucket) noexcept nogil
