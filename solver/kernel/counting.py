"""The number of turns under plain rules, without making them."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from fanorona.solver.kernel import cython_shim as cython

if cython.compiled:
    from cython.cimports.fanorona.solver.kernel.bits import count, lowest
    from cython.cimports.fanorona.solver.kernel.game import Game
    from cython.cimports.fanorona.solver.kernel.steps import shifted, whole_line
else:
    from fanorona.solver.kernel.bits import count, lowest
    from fanorona.solver.kernel.game import Game
    from fanorona.solver.kernel.steps import shifted, whole_line


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def count_chain(
    game: Game,
    point: cython.int,
    last: cython.int,
    blocked: cython.ulonglong,
    enemy: cython.ulonglong,
) -> cython.ulonglong:
    """How many turns end here or further on; `blocked`: own stones and points already visited."""
    one: cython.ulonglong = 1
    total: cython.ulonglong = 1
    taken: cython.ulonglong
    free: cython.ulonglong = game.turning[point * 8 + last] & ~(blocked | enemy)
    d: cython.int
    to: cython.int
    while free:
        to = lowest(free)
        free &= free - 1
        d = game.toward[to - point + 31]
        taken = whole_line(game, one << to, d, enemy)
        if taken:
            total += count_chain(game, to, d, blocked | (one << to), enemy ^ taken)
        taken = whole_line(game, one << point, d ^ 1, enemy)
        if taken:
            total += count_chain(game, to, d, blocked | (one << to), enemy ^ taken)
    return total


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def count_plain(game: Game, own: cython.ulonglong, enemy: cython.ulonglong) -> cython.ulonglong:
    """As many turns as the generator finds where only `must_capture` may be switched on.

    Three in four positions of a perft are leaves, so this is what its speed depends on.
    """
    one: cython.ulonglong = 1
    empty: cython.ulonglong = game.everywhere & ~(own | enemy)
    total: cython.ulonglong = 0
    quiet: cython.ulonglong = 0
    movers: cython.ulonglong
    approaching: cython.ulonglong
    withdrawing: cython.ulonglong
    point: cython.int
    to: cython.int
    d: cython.int
    if own == 0 or enemy == 0:
        return 0
    for d in range(8):
        movers = own & shifted(game, empty, d ^ 1)
        if movers == 0:
            continue
        approaching = movers & shifted(game, shifted(game, enemy, d ^ 1), d ^ 1)
        withdrawing = movers & shifted(game, enemy, d)
        quiet += count(movers & ~(approaching | withdrawing))
        while approaching:
            point = lowest(approaching)
            approaching &= approaching - 1
            to = game.beside[point * 8 + d]
            total += count_chain(
                game, to, d, own | (one << to), enemy ^ whole_line(game, one << to, d, enemy)
            )
        while withdrawing:
            point = lowest(withdrawing)
            withdrawing &= withdrawing - 1
            to = game.beside[point * 8 + d]
            total += count_chain(
                game, to, d, own | (one << to), enemy ^ whole_line(game, one << point, d ^ 1, enemy)
            )
    if total == 0 or not game.must_capture:
        total += quiet
    return total
