from fanorona.solver.kernel.bits cimport word

cdef class Game:
    cdef int points
    cdef int centre
    cdef word everywhere
    # Eight a point: where a step in each direction leads, or -1.
    cdef signed char *beside
    # By the difference of two neighbours + 31: the direction from one to the other.
    cdef signed char *toward
    # For each point: where its lines lead.
    cdef word *joined
    # Eight a point: where a chain may go on that came along a direction.
    cdef word *turning
    # For each direction: the points that have a line that way, and by how much a step turns a word.
    cdef word *open_to
    cdef signed char *rotation
    cdef bint must_capture
    cdef bint huffs
    cdef bint forfeits
    cdef bint larger_line
    cdef bint single_first
    cdef bint flips
    cdef bint leaves
    cdef bint off_axis
    cdef bint reversible
    cdef bint plain

    cdef word step_from(self, int point, int direction) noexcept
