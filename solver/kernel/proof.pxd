from fanorona.solver.kernel.bits cimport word
from fanorona.solver.kernel.game cimport Game
from fanorona.solver.kernel.memory cimport Memory
from fanorona.solver.kernel.proof_table cimport ProofTable
from fanorona.solver.kernel.stop cimport Stop
from fanorona.solver.kernel.tables cimport Tables
from fanorona.solver.kernel.turns cimport Generator

cdef class ProofSearch:
    cdef Game game
    cdef Generator turns
    cdef Tables tables
    cdef ProofTable table
    cdef Stop stop
    cdef Memory memory
    cdef word visited
    cdef word node_limit
    # Another thread has ended the search.
    cdef bint halted
    # What is known of each child on the path; same places as the generator's turns.
    cdef word *phi
    cdef word *delta
    cdef word *plies
    cdef size_t room
    # The path: PATH words of each position from the root to here.
    cdef word *path
    cdef int length
    # Out of `look` and `expand`: numbers of the position looked at.
    cdef word out_phi
    cdef word out_delta
    cdef word out_plies
    # Out of `look`: plies within which the table knows of no win.
    cdef word out_none

    # Out of `weigh`.
    cdef word low
    cdef word second
    cdef word total
    cdef size_t best

    cdef void ask(self, word own, word enemy, word liable, word state, bint attacking, word remaining) noexcept nogil
    cdef void settle(self, bint proven, bint attacking, word plies) noexcept nogil
    cdef void settle_known(self, int known, bint attacking, word remaining) noexcept nogil
    cdef void look(self, word own, word enemy, word liable, word state, bint attacking, word remaining) noexcept nogil
    cdef void guess(self, word own, word enemy, bint now) noexcept nogil
    cdef void recall(self, word own, word enemy, word liable, word state, bint attacking, word remaining) noexcept nogil
    cdef bint decided_at_once(self, word own, word enemy, word liable, word state, bint attacking, word remaining) noexcept nogil
    cdef bint repeats(self, word own, word enemy, word liable, word state) noexcept nogil
    cdef bint expand(self, word own, word enemy, word liable, word state, bint attacking, word remaining, word phi_limit, word delta_limit) noexcept nogil
    cdef void step_to(self, word own, word enemy, word liable, word state) noexcept nogil
    cdef bint list_turns(self, word own, word enemy, word liable, word state) noexcept nogil
    cdef size_t look_at_turns(self, size_t start, bint attacking, word below) noexcept nogil
    cdef void make_way(self, size_t start, size_t end, bint attacking, word phi_limit) noexcept nogil
    cdef void look_again(self, size_t start, size_t end, bint attacking, word below) noexcept nogil
    cdef void weigh(self, size_t start, size_t end) noexcept nogil
    cdef word plies_of(self, size_t start, size_t end, bint attacking) noexcept nogil
    cdef void store(self, word own, word enemy, word liable, word state, bint attacking, word remaining, word work) noexcept nogil
    cdef bint make_room(self) noexcept nogil
