from fanorona.solver.kernel.bits cimport word
from fanorona.solver.kernel.evaluation cimport Evaluation
from fanorona.solver.kernel.game cimport Game
from fanorona.solver.kernel.memory cimport Memory
from fanorona.solver.kernel.stop cimport Stop
from fanorona.solver.kernel.tables cimport Tables
from fanorona.solver.kernel.turns cimport Generator

cdef int WIN
cdef int INFINITE
cdef int STONE
cdef size_t BEST_FIRST

cdef class Horizon:
    cdef Game game
    cdef Generator turns
    cdef Tables tables
    cdef Evaluation evaluation
    cdef Stop stop
    cdef Memory memory
    cdef bint ended
    cdef word visited
    cdef word node_limit
    # Before this many nodes nobody looks at the stop flag.
    cdef word patience
    cdef int beyond
    # How promising each turn on the path is, and its number; same places as the generator's turns.
    cdef word *keys
    cdef word *numbers
    cdef size_t room
    # Out of whatever settles a position.
    cdef int out_score

    cdef int settle(self, word own, word enemy, word liable, word state, int alpha, int beta, int ply, int left) noexcept nogil
    cdef int resting(self, word own, word enemy, word liable, word state, int beta) noexcept nogil
    cdef int captures(self, word own, word enemy, word liable, word state, int best, int alpha, int beta, int ply, int left) noexcept nogil
    cdef int last_captures(self, word own, word enemy, int best, int beta, int ply) noexcept nogil
    cdef int last_steps(self, int point, word free, word rest, word barred, word enemy, int best, int beta, int ply) noexcept nogil
    cdef int last_chain(self, int point, int last, word rest, word barred, word enemy, int best, int beta, int ply) noexcept nogil
    cdef bint over(self, word own, word enemy, word liable, word state, int ply) noexcept nogil
    cdef int liveliness(self, word own, word enemy, word state) noexcept nogil
    cdef bint list_turns(self, word own, word enemy, word liable, word state, bint quiet) noexcept nogil
    cdef void order_captures(self, size_t start, word own, word enemy) noexcept nogil
    cdef void pick(self, size_t at, size_t end) noexcept nogil
    cdef void swap(self, size_t one, size_t other) noexcept nogil
    cdef inline void visit(self) noexcept nogil
    cdef bint make_room(self) noexcept nogil
