# Steps along the lines of a board, in a header so that every module has them inline; steps.py does
# the same for the uncompiled kernel, and says what they mean.
from fanorona.solver.kernel.bits cimport word
from fanorona.solver.kernel.game cimport Game

cdef inline word shifted(Game game, word points, int direction) noexcept nogil:
    cdef int turn = game.rotation[direction]
    points &= game.open_to[direction]
    return (points << turn) | (points >> (64 - turn))

cdef inline word touching(Game game, word enemy, int direction) noexcept nogil:
    return shifted(game, enemy, direction) | shifted(
        game, shifted(game, enemy, direction ^ 1), direction ^ 1
    )

cdef inline word whole_line(Game game, word point, int direction, word enemy) noexcept nogil:
    cdef word following
    cdef word taken = shifted(game, point, direction) & enemy
    if taken == 0:
        return 0
    following = shifted(game, taken, direction) & enemy
    taken |= following
    while following:
        following = shifted(game, following, direction) & enemy
        taken |= following
    return taken
