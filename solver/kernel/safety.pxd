from fanorona.solver.kernel.bits cimport word
from fanorona.solver.kernel.proof cimport ProofSearch
from fanorona.solver.kernel.turns cimport Generator

cdef class Safety:
    cdef ProofSearch proof
    cdef Generator turns
    cdef size_t most_nodes
    cdef size_t most_links
    # Nodes of the proof-number search, whose count they share, at which it ends.
    cdef word node_limit
    # The memory or the nodes are used up.
    cdef bint full
    # The positions met: NODE words each; see safety.py.
    cdef word *nodes
    cdef size_t size
    cdef word *slots
    cdef size_t slot_mask
    # Who depends on whom: two words per link, the dependent and the next link of the same position.
    cdef word *links
    cdef size_t link_count
    # Positions still to be looked at, and positions newly lost for the defender.
    cdef word *waiting
    cdef size_t waiting_count
    cdef word *lost
    cdef size_t lost_count

    cdef void run(self, word node_limit) noexcept nogil
    cdef void defend(self, size_t at) noexcept nogil
    cdef void attack(self, size_t at) noexcept nogil
    cdef word rating_after(self, size_t turn) noexcept nogil
    cdef void lose(self, size_t at, word plies) noexcept nogil
    cdef void spread(self, size_t lost) noexcept nogil
    cdef size_t node_of(self, word own, word enemy, word liable, word state, bint attacking) noexcept nogil
    cdef size_t find(self, size_t turn, bint attacking) noexcept nogil
    cdef size_t slot_of(self, word own, word enemy, word liable, word state, bint attacking) noexcept nogil
    cdef bint grow_slots(self) noexcept nogil
    cdef void depend(self, size_t on, size_t dependent) noexcept nogil
    cdef void look_after(self, size_t turn, bint attacking) noexcept nogil
    cdef bint generate(self, size_t at) noexcept nogil
    cdef void keep_held(self) noexcept nogil
    cdef void keep_result(self, size_t at, bint wins, word plies) noexcept nogil
