"""The learned evaluation: the kernel's quick sums are what its weights say, window by window."""

from __future__ import annotations

from random import Random

import pytest

from fanorona.solver import Position
from fanorona.solver.kernel.evaluation import CLASS_SIZE, CLASSES, SIDE
from fanorona.solver.search.learned import WEIGHTS, evaluation_of, read_weights

FILES = sorted(WEIGHTS.glob("*.weights"))


def windows() -> list[tuple[int, list[tuple[int, int]]]]:
    """The class of each window and its points, as file and rank, lowest digit first."""
    found = []
    for rank in range(3):
        for file in range(7):
            files = range(file, file + 3) if file < 4 else range(file + 2, file - 1, -1)
            ranks = range(rank, rank + 3) if rank < 2 else range(4, 1, -1)
            kind = min(file, 6 - file) + (4 if rank == 1 else 0)
            found.append((kind, [(f, r) for r in ranks for f in files]))
    found += [(8 + min(rank, 4 - rank), [(f, rank) for f in range(9)]) for rank in range(5)]
    return found


def slowly(position: Position, weights: bytes) -> int:
    """The value of a position by the definition."""
    by_window, by_stones, phases = read_weights(weights)
    own, enemy, _, _ = position.words()
    base = phases[(own | enemy).bit_count()] * CLASSES * CLASS_SIZE
    value = by_stones[SIDE * own.bit_count() + enemy.bit_count()]
    for kind, points in windows():
        index = 0
        for place, (file, rank) in enumerate(points):
            point = 9 * rank + file
            index += ((own >> point & 1) + 2 * (enemy >> point & 1)) * 3**place
        value += by_window[base + kind * CLASS_SIZE + index]
    return value


def random_positions(rules: str, number: int) -> list[Position]:
    chance = Random(rules)
    found: list[Position] = []
    position = Position.start(rules)
    while len(found) < number:
        turns = position.turns()
        if not turns:
            position = Position.start(rules)
            continue
        position = position.play(str(chance.choice(turns)))
        found.append(position)
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_kernel_adds_up_the_windows(path: object) -> None:
    file = next(one for one in FILES if one == path)
    rules = file.stem.partition("-")[0]
    weights = file.read_bytes()
    for position in random_positions(rules, 150):
        own, enemy, _, _ = position.words()
        evaluation = evaluation_of(position.rules, position.board)
        expected = max(min(slowly(position, weights), 20_000), -20_000)
        assert evaluation.of(own, enemy, 0, 0) == expected
        stones, parts = evaluation.parts(own, enemy)
        assert stones + sum(parts) == slowly(position, weights)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_weights_are_small_and_say_where_they_come_from(path: object) -> None:
    file = next(one for one in FILES if one == path)
    assert file.stat().st_size <= 1 << 20
    assert file.with_suffix(".json").exists()


def test_boards_without_weights_count_stones() -> None:
    position = Position.parse("WWB/3/3 W")
    evaluation = evaluation_of(position.rules, position.board)
    assert not evaluation.is_learned
    assert evaluation.of(*position.words()) == 100
