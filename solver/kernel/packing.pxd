from fanorona.solver.kernel.bits cimport word

cdef class PackingCode:
    cdef readonly int contexts
    cdef signed char *chosen
    cdef unsigned int *entries
    cdef unsigned int *codes

    cdef bint fill(self, int context, const unsigned char *lengths) noexcept

cdef class PairCounts:
    cdef word *counts

cdef class Unpacked:
    cdef readonly object values
    cdef readonly word size
    cdef readonly word done
    cdef PackingCode code

cdef word pack_block(
    const signed char *chosen,
    const unsigned int *codes,
    const unsigned char *values,
    word first,
    word last,
    unsigned char *packed,
    word begin,
) noexcept nogil
cdef word block_length(const unsigned char *packed, word begin, word left) noexcept nogil
cdef word part_end(const unsigned char *packed, word begin, int part) noexcept nogil
cdef void unpack_part(
    const unsigned int *entries,
    const unsigned char *packed,
    word begin,
    word length,
    int part,
    unsigned char *values,
    word first,
    word last,
) noexcept nogil
