"""Fit the weights of the evaluation to the positions of self-play, and write the weights file.

The value of a position, through a logistic function, should be what its search found, and for a
part what became of the game; a proven score is the truth. Games are either learned from or tested
with, never both.
"""

from __future__ import annotations

import argparse
import json
import struct
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from fanorona.solver.kernel.alpha_beta import PROVEN
from fanorona.solver.kernel.evaluation import CLASS_SIZE, CLASSES, SIDE
from training.selfplay import NO_RESULT
from training.windows import WINDOWS, Array, indices, mirrored

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
SCALE = 200.0
"""A score of this many hundredths is a win with 73 %."""
PHASES = [0] * 10 + [1] * 6 + [2] * 8 + [3] * 9 + [4] * 13
"""The phase of the game by the number of stones on the board."""
A_STONE = 60.0
"""What a stone is worth to begin with."""
LIABLE = 100.0
"""What the evaluation adds for a stone that is about to be huffed."""
BATCH = 1 << 15
TESTED = 20
"""One game in this many is held back for testing."""

Report = Callable[[str], None]


@dataclass
class Positions:
    """What is learned from, as arrays."""

    index: Array
    mirrored: Array
    by_stones: Array
    extra: Array
    target: Array
    tested: Array

    @staticmethod
    def load(folders: Sequence[Path], result_share: float) -> Positions:
        data = _records(folders)
        own, enemy = data["own"], data["enemy"]
        own_stones = np.bitwise_count(own).astype(np.int64)
        enemy_stones = np.bitwise_count(enemy).astype(np.int64)
        phase = np.array(PHASES)[own_stones + enemy_stones] * CLASSES * CLASS_SIZE
        shift = phase.astype(np.int32)[:, None]
        return Positions(
            index=indices(own, enemy) + shift,
            mirrored=indices(mirrored(own), mirrored(enemy)) + shift,
            by_stones=(own_stones * SIDE + enemy_stones).astype(np.int32),
            extra=((data["liable"] != 0) * LIABLE).astype(np.float32),
            target=_targets(data, result_share),
            tested=(data["game"] * np.uint32(2654435761) >> np.uint32(16)) % TESTED == 0,
        )


def _records(folders: Sequence[Path]) -> Array:
    parts: list[Array] = []
    for path in sorted(file for folder in folders for file in folder.glob("*.bin")):
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


class Adam:
    """The usual step: by the mean of the gradient and the mean of its square."""

    def __init__(self, size: int) -> None:
        self.first = np.zeros(size, np.float32)
        self.second = np.zeros(size, np.float32)
        self.steps = 0

    def step(self, gradient: Array, rate: float) -> Array:
        self.steps += 1
        self.first += 0.1 * (gradient - self.first)
        self.second += 0.001 * (gradient * gradient - self.second)
        mean = self.first / (1 - 0.9**self.steps)
        spread = np.sqrt(self.second / (1 - 0.999**self.steps))
        step: Array = rate * mean / (spread + 1e-9)
        return step


class Weights:
    """The weights while they are learned."""

    def __init__(self) -> None:
        stones = np.arange(SIDE)
        self.windows = np.zeros((max(PHASES) + 1) * CLASSES * CLASS_SIZE, np.float32)
        self.stones = (A_STONE * (stones[:, None] - stones[None, :])).ravel().astype(np.float32)

    def expected(self, positions: Positions, rows: Array, index: Array) -> Array:
        value = self.windows[index[rows]].sum(1) + self.stones[positions.by_stones[rows]]
        expected: Array = 1 / (1 + np.exp(-(value + positions.extra[rows]) / SCALE))
        return expected

    def error(self, positions: Positions, rows: Array) -> float:
        """The mean square of what is missed."""
        missed = self.expected(positions, rows, positions.index) - positions.target[rows]
        return float((missed**2).mean())

    def packed(self) -> bytes:
        """The weights file, see `read_weights`."""
        windows = np.clip(np.rint(self.windows), -32000, 32000).astype("<i2")
        stones = np.clip(np.rint(self.stones), -20000, 20000).astype("<i2")
        head = json.dumps({"phases": PHASES}).encode()
        body = struct.pack("<I", len(head)) + head + windows.tobytes() + stones.tobytes()
        return zlib.compress(body, 9)


def fit(positions: Positions, epochs: int, rate: float, decay: float, report: Report) -> Weights:
    """Learn; windows that no game has shown stay 0."""
    weights = Weights()
    train, held = np.flatnonzero(~positions.tested), np.flatnonzero(positions.tested)
    chance = np.random.default_rng(1)
    windows, stones = Adam(len(weights.windows)), Adam(len(weights.stones))
    report(f"{len(train):,} positions to learn from, {len(held):,} to test with")
    for epoch in range(epochs):
        chance.shuffle(train)
        now = rate * (0.5 * (1 + np.cos(np.pi * epoch / epochs)) + 0.02)
        for start in range(0, len(train), BATCH):
            rows = train[start : start + BATCH]
            index = positions.index if chance.random() < 0.5 else positions.mirrored
            missed = weights.expected(positions, rows, index) - positions.target[rows]
            missed = (missed / len(rows)).astype(np.float32)
            flat = index[rows].ravel()
            gradient = np.bincount(flat, np.repeat(missed, WINDOWS), len(weights.windows))
            weights.windows -= windows.step(
                gradient.astype(np.float32) + decay * weights.windows, now
            )
            gradient = np.bincount(positions.by_stones[rows], missed, len(weights.stones))
            weights.stones -= stones.step(gradient.astype(np.float32), now)
        sample = train[: len(held)]
        report(
            f"epoch {epoch + 1}: error {weights.error(positions, held):.5f} of what was held "
            f"back, {weights.error(positions, sample):.5f} of what was learned from"
        )
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument(
        "--result", type=float, default=0.3, help="part of the result in the target"
    )
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--rate", type=float, default=3.0)
    parser.add_argument("--decay", type=float, default=1e-8)
    asked = parser.parse_args()
    positions = Positions.load(asked.folders, asked.result)
    weights = fit(
        positions, asked.epochs, asked.rate, asked.decay, lambda text: print(text, flush=True)
    )
    packed = weights.packed()
    asked.out.write_bytes(packed)
    print(f"{asked.out}: {len(packed):,} bytes")


if __name__ == "__main__":
    main()
