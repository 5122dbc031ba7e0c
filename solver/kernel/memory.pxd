from fanorona.solver.kernel.bits cimport word

# Arrays that were set aside, and their sizes in bytes; 0: none. Python's lock guards them.
cdef void *spared_arrays[4]
cdef size_t spared_bytes[4]

cdef bint spare(void *array, size_t size) noexcept
cdef int spared(size_t size) noexcept

cdef class Memory:
    cdef str what
    cdef size_t size
    cdef void *kept[16]
    cdef size_t bytes_of[16]

    cdef word *words(self, size_t size)
    cdef word *unset(self, size_t size)
    cdef unsigned int *numbers(self, size_t size)
    cdef short *shorts(self, size_t size)
    cdef signed char *small(self, size_t size)
    cdef void keep(self, void *array, size_t size)
    cdef word *grown(self, word *array, size_t size, size_t larger) noexcept nogil
