from solver.kernel.bits cimport word
from solver.kernel.game cimport Game

cdef word count_plain(Game game, word own, word enemy) noexcept nogil
