"""Learning the evaluation: from games to a weights file that says what was learned."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from fanorona.solver import Position
from fanorona.solver.kernel.evaluation import Evaluation
from fanorona.solver.search.learned import read_weights
from training.fit import Positions, error, fit
from training.network import GRAINS, SCALE, STEP, Network
from training.selfplay import RECORD, SelfPlay, SelfPlayer
from training.windows import SQUARES, indices, mirrored, shared_rows, turned_over


@pytest.fixture(scope="module")
def positions(tmp_path_factory: pytest.TempPathFactory) -> Positions:
    folder = tmp_path_factory.mktemp("games")
    player = SelfPlayer(Position.start("standard"), 50, None)
    chance = Random(1)
    games = b"".join(SelfPlay(player, chance).records(number) for number in range(150))
    Path(folder, "some.bin").write_bytes(games)
    return Positions.load([folder], 0.3)


def test_what_is_learned_is_what_the_kernel_says(positions: Positions) -> None:
    said: list[str] = []
    network = fit(positions, 2, 0.015, 1e-6, said.append)
    assert [line.split(":")[0] for line in said[1:]] == ["epoch 1", "epoch 2"]
    evaluation = Evaluation(Position.start("standard").game(), read_weights(network.packed()))
    learned_from = np.flatnonzero(~positions.tested)[:200]
    values = SCALE * network.values(positions.batch(learned_from))
    for own, enemy, value in zip(
        positions.own[learned_from], positions.enemy[learned_from], values, strict=True
    ):
        assert abs(evaluation.of(int(own), int(enemy), 0, 0) - value) < 25


def test_learning_goes_on_with_weights_as_they_are(positions: Positions) -> None:
    packed = fit(positions, 1, 0.015, 1e-6, lambda _: None).packed()
    assert Network.of(read_weights(packed)).packed() == packed


def test_weights_are_rounded_until_their_file_is_small_enough(
    positions: Positions, monkeypatch: pytest.MonkeyPatch
) -> None:
    learned = fit(positions, 1, 0.015, 1e-6, lambda _: None)
    exact = learned.packed()
    monkeypatch.setattr("training.network.MOST_BYTES", len(exact) - 1)
    rounded = learned.packed()
    assert len(rounded) < len(exact)
    before, after = (Network.of(read_weights(packed)).windows for packed in (exact, rounded))
    assert 0 < np.abs(before - after).max() <= GRAINS[1] / STEP
    monkeypatch.setattr("training.network.MOST_BYTES", 1)
    with pytest.raises(ValueError, match="do not fit"):
        learned.packed()


def test_weights_of_another_form_are_not_learned_on(positions: Positions) -> None:
    """As in a file whose lanes are the phases, with a sum for each."""
    learned = fit(positions, 1, 0.015, 1e-6, lambda _: None)
    known = read_weights(learned.packed())
    known.second[1] = 1
    with pytest.raises(ValueError, match="another form"):
        Network.of(known)


def test_learning_makes_the_error_smaller(positions: Positions) -> None:
    rows = np.flatnonzero(~positions.tested)
    once, often = (fit(positions, epochs, 0.015, 1e-6, lambda _: None) for epochs in (1, 6))
    assert error(often, positions, rows) < error(once, positions, rows)


def test_symmetric_positions_share_their_rows(positions: Positions) -> None:
    """Windows of 3x3 may change places, and look another way."""
    rows = shared_rows()
    own, enemy = positions.own[:300], positions.enemy[:300]
    before = np.sort(rows[indices(own, enemy)[:, :SQUARES]])
    for moved in (mirrored, turned_over):
        after = np.sort(rows[indices(moved(own), moved(enemy))[:, :SQUARES]])
        assert np.array_equal(before, after)


def test_fliporona_is_learned_from_positions_with_every_stone_placed() -> None:
    player, chance = SelfPlayer(Position.start("fliporona"), 50, None), Random(1)
    games = b"".join(SelfPlay(player, chance).records(number) for number in range(10))
    records = list(RECORD.iter_unpack(games))
    assert not any(state for _, _, _, state, *_ in records)
    assert {result for *_, result, _, _ in records} >= {1, -1}
