"""Random legal positions of every kind, for tests that compare and for those that try to break."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tests import reference
from tests.reference import BLACK, WHITE

# The usual boards first; then the smallest, the oblong ones and the longest.
SIZES = ((9, 5), (5, 5), (3, 7), (9, 7), (3, 3), (5, 3), (7, 5), (7, 9), (21, 3), (3, 21))


def random_text(chance: Random, rules: str) -> str:
    """Mostly few stones, so that endings, Vela's end, huffs and forfeits are common."""
    width, height = chance.choice(SIZES)
    if "hand" in reference.state_known_to(rules) and chance.random() < 0.3:
        return _placing(chance, rules, width, height)
    each = (width * height - 1) // 2
    most = each if chance.random() < 0.1 else min(8, each)
    numbers = [chance.randint(0, most), chance.randint(1, most)]
    chance.shuffle(numbers)
    occupied = chance.sample(reference.points(width, height), sum(numbers))
    plain = reference.Position(
        rules,
        width,
        height,
        white=frozenset(occupied[: numbers[0]]),
        black=frozenset(occupied[numbers[0] :]),
        side=chance.choice((WHITE, BLACK)),
    )
    return _with_state(chance, plain).without_needless_giver().fen()


def _placing(chance: Random, rules: str, width: int, height: int) -> str:
    """With stones in hand: both colours have placed in turn, the centre is empty."""
    centre = (width // 2, height // 2)
    open_points = [point for point in reference.points(width, height) if point != centre]
    placed = chance.sample(open_points, chance.randint(0, len(open_points) - 1))
    white, black = frozenset(placed[0::2]), frozenset(placed[1::2])
    each = len(open_points) // 2
    return reference.Position(
        rules,
        width,
        height,
        white,
        black,
        side=WHITE if len(white) == len(black) else BLACK,
        first=_first(chance, rules),
        hand=(each - len(white), each - len(black)),
    ).fen()


def _first(chance: Random, rules: str) -> frozenset[str]:
    """Some colours that have not had their first turn, if the rule set cares."""
    known = "first" in reference.state_known_to(rules)
    return frozenset(chance.choice(("", "", "W", "B", "WB")) if known else "")


def _with_state(chance: Random, plain: reference.Position) -> reference.Position:
    """The position with some of the state that its rule set knows."""
    known = reference.state_known_to(plain.rules)
    enemy = reference.ENEMY_OF[plain.side]
    liable = sorted(plain.stones_of(enemy))
    position = replace(plain, first=_first(chance, plain.rules))
    if "vela" in known:
        position = replace(position, giver=chance.choice((None, WHITE, BLACK)))
    if "huff" in known and liable and position.giver != enemy and chance.random() < 0.5:
        huff = chance.sample(liable, chance.randint(1, len(liable)))
        position = replace(position, huff=frozenset(huff))
    return position
