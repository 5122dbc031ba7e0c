from fanorona.solver.kernel.bits cimport word

cdef class Memory:
    cdef str what
    cdef size_t size
    cdef void *kept[16]

    cdef word *words(self, size_t size)
    cdef word *unset(self, size_t size)
    cdef unsigned int *numbers(self, size_t size)
    cdef short *shorts(self, size_t size)
    cdef signed char *small(self, size_t size)
    cdef void keep(self, void *array)
    cdef word *grown(self, word *array, size_t size, size_t larger) noexcept nogil
