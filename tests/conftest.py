"""What several tests share: random positions of every kind, and samples that fit the kernel."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import settings

from solver.kernel import turns as kernel
from tests import reference
from tests.reference import BLACK, WHITE, Point

COMPILED = not (kernel.__file__ or "").endswith(".py")

# The boards first; then the smallest, the oblong ones and the longest.
SIZES = ((9, 5), (5, 5), (3, 7), (9, 7), (3, 3), (5, 3), (7, 5), (7, 9), (21, 3), (3, 21))

settings.register_profile("compiled", max_examples=250, deadline=None, derandomize=True)
settings.register_profile("uncompiled", max_examples=30, deadline=None, derandomize=True)
settings.load_profile("compiled" if COMPILED else "uncompiled")


@pytest.fixture(scope="session")
def compiled() -> bool:
    """Whether the kernel is: uncompiled it is some fifty times slower, so it gets less to do."""
    return COMPILED


@pytest.fixture(scope="session")
def random_position() -> Callable[[Random, str], str]:
    """Makes the canonical text of a legal position under a rule set, from a source of chance."""
    return _random_position


def _random_position(chance: Random, rules: str) -> str:
    """Mostly few stones, so that endings, Vela's end, huffs and forfeits are common."""
    width, height = chance.choice(SIZES)
    if rules == "fliporona" and chance.random() < 0.3:
        return _placing(chance, width, height)
    each = (width * height - 1) // 2
    most = each if chance.random() < 0.1 else min(8, each)
    free = reference.points(width, height)
    chance.shuffle(free)
    white = frozenset(free[: chance.randint(1, most)])
    rest = free[len(white) :]
    black = frozenset(rest[: chance.randint(1, most)])
    side = chance.choice((WHITE, BLACK))
    plain = reference.Position(rules, width, height, white, black, side)
    return _with_state(chance, plain).without_needless_giver().fen()


def _placing(chance: Random, width: int, height: int) -> str:
    """Fliporona with stones in hand, so the centre is empty and both colours placed in turn."""
    centre = (width // 2, height // 2)
    free = [point for point in reference.points(width, height) if point != centre]
    chance.shuffle(free)
    placed = chance.randint(0, len(free) - 1)
    white, black = free[0:placed:2], free[1:placed:2]
    each = len(free) // 2
    return reference.Position(
        "fliporona",
        width,
        height,
        frozenset(white),
        frozenset(black),
        side=BLACK if placed % 2 else WHITE,
        hand=(each - len(white), each - len(black)),
    ).fen()


def _with_state(chance: Random, plain: reference.Position) -> reference.Position:
    """The position with whatever state its rule set knows."""
    known = reference.STATE_KNOWN_TO[plain.rules]
    enemy = reference.ENEMY_OF[plain.side]
    first: frozenset[str] = frozenset()
    huff: frozenset[Point] = frozenset()
    giver = None
    if "vela" in known:
        giver = chance.choice((None, WHITE, BLACK))
    if "first" in known:
        first = frozenset(chance.choice(("", "", "W", "B", "WB")))
    if "huff" in known and giver != enemy and chance.random() < 0.5:
        liable = sorted(plain.stones_of(enemy))
        huff = frozenset(chance.sample(liable, chance.randint(1, len(liable))))
    return reference.Position(
        plain.rules,
        plain.width,
        plain.height,
        plain.white,
        plain.black,
        plain.side,
        first=first,
        huff=huff,
        giver=giver,
    )
