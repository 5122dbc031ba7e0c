cdef class Stop:
    cdef bint requested
    cdef bint interrupted
    cdef object raised
    cdef double deadline
    cdef double next_look
    cdef bint now(self) noexcept nogil
    cdef void run_signal_handlers(self) noexcept
