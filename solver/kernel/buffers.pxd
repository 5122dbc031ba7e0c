# Memory that Python objects own, as the compiled kernel sees it; buffers.py does the same for the
# uncompiled kernel. Whoever keeps the pointer keeps the object alive too.
from libc.stdlib cimport calloc, free
from libc.string cimport memchr

cdef extern from *:
    """
    #ifdef __GNUC__
    #define fanorona_expect(values, at) __builtin_prefetch((values) + (at))
    #else
    #define fanorona_expect(values, at) ((void) 0)
    #endif
    """
    void expect "fanorona_expect" (const unsigned char *values, unsigned long long at) noexcept nogil

cdef inline const unsigned char *readable(const unsigned char[::1] values):
    return &values[0]

cdef inline unsigned char *writable(unsigned char[::1] values):
    return &values[0]

cdef inline unsigned long long find(
    const unsigned char *values, int wanted, unsigned long long first, unsigned long long last
) noexcept nogil:
    cdef const void *found = memchr(values + first, wanted, last - first)
    return last if found is NULL else <const unsigned char *> found - values

cdef inline unsigned long long **new_word_arrays(size_t size) noexcept nogil:
    return <unsigned long long **> calloc(size, sizeof(unsigned long long *))

cdef inline void free_word_arrays(unsigned long long **arrays, size_t size) noexcept nogil:
    cdef size_t at
    for at in range(size):
        free(arrays[at])
    free(arrays)

cdef inline const unsigned char **new_byte_arrays(size_t size) noexcept nogil:
    return <const unsigned char **> calloc(size, sizeof(const unsigned char *))

cdef inline void free_byte_arrays(const unsigned char **arrays) noexcept nogil:
    free(arrays)

cdef inline const unsigned int **new_number_arrays(size_t size) noexcept nogil:
    return <const unsigned int **> calloc(size, sizeof(const unsigned int *))

cdef inline void free_number_arrays(const unsigned int **arrays) noexcept nogil:
    free(arrays)
