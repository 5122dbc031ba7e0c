"""Fit the weights of the evaluation to the positions of self-play, and write the weights file.

The value of a position, through a logistic function, should be what its search found, and for a
part what became of the game; a proven score is the truth. Games are either learned from or tested
with, never both.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import cos, pi
from pathlib import Path

import numpy as np

from fanorona.solver.kernel.alpha_beta import PROVEN
from fanorona.solver.search.learned import read_weights
from training.network import PHASES, SCALE, Adam, Batch, Network
from training.selfplay import NO_RESULT, files_of_games
from training.windows import Array, indices, mirrored, turned_over

RECORD = np.dtype(
    [
        ("own", "<u8"),
        ("enemy", "<u8"),
        ("liable", "<u8"),
        ("state", "<u4"),
        ("score", "<i2"),
        ("result", "i1"),
        ("ply", "u1"),
        ("game", "<u4"),
    ]
)
"""As training.selfplay writes it."""
A_STONE = 100.0
"""What the evaluation adds for one that is about to be huffed."""
BATCH = 1 << 14
TESTED = 20
"""One game in this many is held back for testing."""
RESULT_SHARE = 0.3
"""The part of a game's result in what its positions should be worth."""
EPOCHS = 4
RATE = 0.015
DECAY = 1e-6
LIKE_WINDOWS = ("windows", "shared", "stones")
"""Learned faster than the layers above them: each is part of few positions."""

Report = Callable[[str], None]


@dataclass
class Positions:
    """What is learned from, as arrays."""

    own: Array
    enemy: Array
    huffs: Array
    target: Array
    tested: Array

    @staticmethod
    def load(folders: Sequence[Path], result_share: float) -> Positions:
        data = _records(folders)
        return Positions(
            own=data["own"],
            enemy=data["enemy"],
            huffs=data["liable"] != 0,
            target=_targets(data, result_share),
            tested=(data["game"] * np.uint32(2654435761) >> np.uint32(16)) % TESTED == 0,
        )

    def batch(self, rows: Array, symmetry: int = 0) -> Batch:
        """Some of the positions, mirrored, turned over, or both."""
        own, enemy = self.own[rows], self.enemy[rows]
        if symmetry & 1:
            own, enemy = mirrored(own), mirrored(enemy)
        if symmetry & 2:
            own, enemy = turned_over(own), turned_over(enemy)
        own_stones, enemy_stones = np.bitwise_count(own), np.bitwise_count(enemy)
        return Batch(
            index=indices(own, enemy),
            own=own_stones.astype(np.int64),
            enemy=enemy_stones.astype(np.int64),
            phase=np.array(PHASES)[own_stones + enemy_stones],
            extra=(self.huffs[rows] * (A_STONE / SCALE)).astype(np.float32),
        )


def _records(folders: Sequence[Path]) -> Array:
    parts: list[Array] = []
    for path in files_of_games(folders):
        part = np.fromfile(path, RECORD, count=path.stat().st_size // RECORD.itemsize)
        part["game"] = part["game"] % (1 << 20) + (len(parts) << 20)
        parts.append(part)
    return np.concatenate(parts)


def _targets(data: Array, result_share: float) -> Array:
    score = data["score"].astype(np.float32)
    expected = 1 / (1 + np.exp(-np.clip(score, -4000, 4000) / SCALE))
    share = np.where(data["result"] == NO_RESULT, 0, result_share)
    target = (1 - share) * expected + share * (data["result"] + 1) / 2
    return np.where(np.abs(score) > PROVEN, score > 0, target).astype(np.float32)


def error(network: Network, positions: Positions, rows: Array) -> float:
    """The mean square of what is missed."""
    total = 0.0
    for part in _parts(rows):
        expected = 1 / (1 + np.exp(-network.values(positions.batch(part))))
        total += float(((expected - positions.target[part]) ** 2).sum())
    return total / len(rows)


def fit(
    positions: Positions,
    epochs: int,
    rate: float,
    decay: float,
    report: Report,
    network: Network | None = None,
) -> Network:
    """Learn, from nothing or from another network; windows that no game has shown stay 0."""
    network = network or Network()
    train, held = np.flatnonzero(~positions.tested), np.flatnonzero(positions.tested)
    chance = np.random.default_rng(1)
    learned = {
        name: Adam(getattr(network, name), rate if name in LIKE_WINDOWS else rate / 5)
        for name in ("windows", "shared", "stones", "first", "first_bias", "second", "second_bias")
    }
    report(f"{len(train):,} positions to learn from, {len(held):,} to test with")
    batches = epochs * -(-len(train) // BATCH)
    done = 0
    for epoch in range(epochs):
        chance.shuffle(train)
        for rows in _parts(train):
            share = _share(done / batches)
            batch = positions.batch(rows, int(chance.integers(4)))
            network.seen[batch.index] = True
            gradients = network.gradients(batch, positions.target[rows])
            gradients["windows"] += decay * network.windows
            for name, gradient in gradients.items():
                learned[name].step(gradient.astype(np.float32), share)
            done += 1
        report(
            f"epoch {epoch + 1}: error {error(network, positions, held):.5f} of what was held "
            f"back, {error(network, positions, train[: len(held)]):.5f} of what was learned from"
        )
    return network


def _parts(rows: Array) -> Iterator[Array]:
    for start in range(0, len(rows), BATCH):
        yield rows[start : start + BATCH]


def _share(done: float) -> float:
    """Of the rate: it rises for a tenth of the time, then falls to nothing."""
    falling = 0.5 * (1 + cos(pi * max(done - 0.1, 0) / 0.9))
    return min(done / 0.1, falling) + 0.001


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--result", type=float, default=RESULT_SHARE,
                        help="part of the result in the target")  # fmt: skip
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--decay", type=float, default=DECAY)
    parser.add_argument("--weights", type=Path, help="go on with these, not from nothing")
    asked = parser.parse_args()
    positions = Positions.load(asked.folders, asked.result)
    known = asked.weights and Network.of(read_weights(asked.weights.read_bytes()))
    network = fit(
        positions, asked.epochs, asked.rate, asked.decay, partial(print, flush=True), known
    )
    packed = network.packed()
    asked.out.write_bytes(packed)
    print(f"{asked.out}: {len(packed):,} bytes")


if __name__ == "__main__":
    main()
