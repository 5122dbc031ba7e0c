from fanorona.solver.kernel.bits cimport word
from fanorona.solver.kernel.game cimport Game
from fanorona.solver.kernel.score_table cimport ScoreTable
from fanorona.solver.kernel.stop cimport Stop
from fanorona.solver.kernel.tables cimport Tables
from fanorona.solver.kernel.turns cimport Generator

cdef class AlphaBeta:
    cdef Game game
    cdef Generator turns
    cdef Tables tables
    cdef Stop stop
    cdef bint ended
    cdef word visited
    cdef word node_limit
    cdef word inner
    cdef int beyond
    cdef ScoreTable scores
    # How promising each turn on the path is, and its number; same places as the generator's turns.
    cdef word *keys
    cdef word *numbers
    cdef size_t room
    # The path from the root: four words a position, and how many plies ago nothing was captured.
    cdef word *path
    cdef word *calm
    # Paikas that refuted a turn: the last two a ply, and a count a side, origin and destination.
    cdef word *killers
    cdef word *history
    # The best line from each ply on: a row a ply, four words a position.
    cdef word *lines
    cdef word *lengths
    # Out of whatever settles a position, and out of `best_turn`.
    cdef int out_score
    cdef word out_number

    cdef int best_from(self, size_t first, int depth) noexcept nogil
    cdef void bring(self, size_t at, size_t first) noexcept nogil
    cdef int look(self, word own, word enemy, word liable, word state, int depth, int alpha, int beta, int ply) noexcept nogil
    cdef int best_turn(self, size_t start, word own, word enemy, int depth, int alpha, int beta, int ply) noexcept nogil
    cdef int try_turn(self, size_t at, bint first, int depth, int alpha, int beta, int ply) noexcept nogil
    cdef int settle(self, word own, word enemy, word liable, word state, int alpha, int beta, int ply, int left) noexcept nogil
    cdef int captures(self, word own, word enemy, word liable, word state, int best, int alpha, int beta, int ply, int left) noexcept nogil
    cdef int last_captures(self, word own, word enemy, int best, int beta, int ply) noexcept nogil
    cdef int last_steps(self, int point, word free, word rest, word barred, word enemy, int best, int beta, int ply) noexcept nogil
    cdef int last_chain(self, int point, int last, word rest, word barred, word enemy, int best, int beta, int ply) noexcept nogil
    cdef bint over(self, word own, word enemy, word liable, word state, int ply) noexcept nogil
    cdef bint repeated(self, word own, word enemy, word liable, word state, int ply) noexcept nogil
    cdef inline int evaluate(self, word own, word enemy, word liable, word state) noexcept nogil
    cdef int liveliness(self, word own, word enemy, word state) noexcept nogil
    cdef bint list_turns(self, word own, word enemy, word liable, word state) noexcept nogil
    cdef void order(self, size_t start, word own, word enemy, int ply, word first) noexcept nogil
    cdef void pick(self, size_t at, size_t end) noexcept nogil
    cdef void swap(self, size_t one, size_t other) noexcept nogil
    cdef void refuted(self, size_t at, word own, word enemy, int depth, int ply) noexcept nogil
    cdef void follow(self, size_t at, int ply) noexcept nogil
    cdef inline void visit(self) noexcept nogil
    cdef bint make_room(self) noexcept nogil
