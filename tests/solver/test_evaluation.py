"""The learned evaluation: the kernel's quick sums are what its weights say, window by window."""

from __future__ import annotations

from array import array
from dataclasses import replace
from operator import mul
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fanorona.solver import Position
from fanorona.solver.kernel.evaluation import CLASS_SIZE, SIDE, Evaluation, LearnedWeights
from fanorona.solver.kernel.network import HIDDEN, LANES
from fanorona.solver.search.learned import WEIGHTS, evaluation_of, read_weights
from tests.solver.uncompiled import copy_without_libraries, run_uncompiled

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


def slowly(position: Position, weights: LearnedWeights) -> int:
    """The value of a position by the definition."""
    own, enemy, _, _ = position.words()
    sums = [0] * LANES
    for kind, points in windows():
        index = 0
        for place, (file, rank) in enumerate(points):
            point = 9 * rank + file
            index += ((own >> point & 1) + 2 * (enemy >> point & 1)) * 3**place
        for lane in range(LANES):
            sums[lane] += weights.windows[LANES * (kind * CLASS_SIZE + index) + lane]
    inputs = [*sums, own.bit_count(), enemy.bit_count()]
    hidden = []
    for unit in range(HIDDEN):
        total = weights.first_bias[unit]
        total += sum(one * weights.first[HIDDEN * at + unit] for at, one in enumerate(inputs))
        hidden.append(min(max(total >> 7, 0), 8191))
    phase = weights.phases[(own | enemy).bit_count()]
    begin = (LANES + HIDDEN) * phase
    second = weights.second[begin : begin + LANES + HIDDEN]
    total = int(weights.second_bias[phase] + sum(map(mul, [*sums, *hidden], second)))
    return weights.by_stones[SIDE * own.bit_count() + enemy.bit_count()] + (total >> 12)


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
    weights = read_weights(file.read_bytes())
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


def weights() -> LearnedWeights:
    return read_weights(FILES[0].read_bytes())


@pytest.mark.parametrize(
    "changed",
    [
        {"windows": array("h", [0])},
        {"windows": array("h", [1261, *weights().windows[1:]])},
        {"first": array("h", [32_767] * len(weights().first))},
        {"second": array("h", [-32_767] * len(weights().second))},
        {"second_bias": array("i", [0])},
    ],
    ids=["too few", "too large a window", "first layer", "second layer", "too few phases"],
)
def test_weights_that_could_overflow_are_refused(changed: dict[str, Any]) -> None:
    position = Position.start("standard")
    with pytest.raises(ValueError, match="weights"):
        Evaluation(position.game(), replace(weights(), **changed))


UNCOMPILED = """
from fanorona.solver.search.learned import evaluation_of
from tests.solver.test_evaluation import random_positions

for position in random_positions("standard", 20):
    evaluation = evaluation_of(position.rules, position.board)
    own, enemy, _, _ = position.words()
    print(evaluation.of(own, enemy, 0, 0), *evaluation.parts(own, enemy))
"""


def test_the_uncompiled_kernel_finds_the_same_values(tmp_path: Path) -> None:
    said = run_uncompiled(copy_without_libraries(tmp_path / "copy"), UNCOMPILED)
    expected = []
    for position in random_positions("standard", 20):
        evaluation = evaluation_of(position.rules, position.board)
        own, enemy, _, _ = position.words()
        stones, parts = evaluation.parts(own, enemy)
        expected.append(f"{evaluation.of(own, enemy, 0, 0)} {stones} {parts}")
    assert said.splitlines() == expected


def test_boards_without_weights_count_stones() -> None:
    position = Position.parse("WWB/3/3 W")
    evaluation = evaluation_of(position.rules, position.board)
    assert not evaluation.is_learned
    assert evaluation.of(*position.words()) == 100
