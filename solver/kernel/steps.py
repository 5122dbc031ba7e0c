"""Steps along the lines of a board for the uncompiled kernel; steps.pxd does the same in C."""

from __future__ import annotations

from fanorona.solver.kernel.game import Game

_WORD = 0xFFFFFFFFFFFFFFFF


def shifted(game: Game, points: int, direction: int) -> int:
    """The points that one step in that direction, along the lines, leads to.

    Points without such a line are left out, so nothing wraps round, and a rotation serves steps up
    and down alike.
    """
    points &= game.open_to[direction]
    turn: int = game.rotation[direction]
    return ((points << turn) | (points >> (64 - turn))) & _WORD


def touching(game: Game, enemy: int, direction: int) -> int:
    """The points from which a step in that direction would capture, if it can be made."""
    return shifted(game, enemy, direction) | shifted(
        game, shifted(game, enemy, direction ^ 1), direction ^ 1
    )


def whole_line(game: Game, point: int, direction: int, enemy: int) -> int:
    """The enemy stones that stand without a gap next to a point in one direction."""
    following = shifted(game, point, direction) & enemy
    taken = following
    while following:
        following = shifted(game, following, direction) & enemy
        taken |= following
    return taken
