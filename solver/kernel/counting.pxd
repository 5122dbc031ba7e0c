from fanorona.solver.kernel.bits cimport word
from fanorona.solver.kernel.game cimport Game

cdef word count_plain(Game game, word own, word enemy) noexcept nogil
