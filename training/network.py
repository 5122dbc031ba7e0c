"""The network of the evaluation while it is learned; see kernel/evaluation.py for what it is."""

from __future__ import annotations

import json
import struct
import zlib
from array import array
from dataclasses import dataclass

import numpy as np

from fanorona.solver.kernel.evaluation import CLASS_SIZE, CLASSES, SIDE, LearnedWeights
from fanorona.solver.kernel.network import (
    HIDDEN,
    HIDDEN_SHIFT,
    LANES,
    MOST_WEIGHT,
    VALUE_SHIFT,
)
from training.windows import SQUARE_CLASSES, SQUARES, Array, shared_rows

PHASES = [0] * 10 + [1] * 6 + [2] * 8 + [3] * 9 + [4] * 13
"""The phase of the game by the number of stones on the board."""
SCALE = 200.0
"""A score of this many hundredths is a win with 73 %."""
LEAD = 0.3
"""What a stone is worth to begin with, in units of the scale."""
MOST_STONES = 22.0
"""Numbers of stones are divided by this, to be about as large as other inputs."""
STEP = 1 << HIDDEN_SHIFT
"""Steps per unit of what the file has."""
GRAINS = (1, 2, 4, 6, 8, 10, 12, 16)
"""Windows' weights may be multiples of these, in steps: the coarser, the smaller the file."""
MOST_BYTES = 1_000_000
"""Of a weights file."""
OUT = SCALE * (1 << VALUE_SHIFT) / STEP
"""Sums and hidden units have STEP steps per unit, values one for each hundredth."""


@dataclass
class Batch:
    """Some positions, as arrays."""

    index: Array
    """The places of the windows of each position."""
    own: Array
    enemy: Array
    phase: Array
    extra: Array
    """What the evaluation adds for a stone that is about to be huffed."""


class Adam:
    """The usual step: by the mean of the gradient and the mean of its square."""

    def __init__(self, values: Array, rate: float) -> None:
        self.values = values
        self.rate = rate
        self.first = np.zeros_like(values)
        self.second = np.zeros_like(values)
        self.steps = 0

    def step(self, gradient: Array, share: float) -> None:
        self.steps += 1
        self.first += 0.1 * (gradient - self.first)
        self.second += 0.001 * (gradient * gradient - self.second)
        mean = self.first / (1 - 0.9**self.steps)
        spread = np.sqrt(self.second / (1 - 0.999**self.steps))
        self.values -= share * self.rate * mean / (spread + 1e-8)


class Network:
    """Weights as floating-point numbers, values in units of the scale."""

    def __init__(self, seed: int = 1) -> None:
        chance = np.random.default_rng(seed)
        stones = np.arange(SIDE)
        phases = max(PHASES) + 1

        def some(*shape: int, spread: float) -> Array:
            return chance.normal(0, spread, shape).astype(np.float32)

        self.windows = np.zeros((CLASSES * CLASS_SIZE, LANES), np.float32)
        self.shared = some(2 * CLASS_SIZE, LANES, spread=0.01)
        self.stones = (LEAD * (stones[:, None] - stones[None, :])).ravel().astype(np.float32)
        self.first = some(LANES + 2, HIDDEN, spread=0.3)
        self.first_bias = np.zeros(HIDDEN, np.float32)
        self.second = some(phases, HIDDEN, spread=0.05)
        self.second_bias = np.zeros(phases, np.float32)
        self.rows = shared_rows()
        self.seen = np.zeros(CLASSES * CLASS_SIZE, bool)

    @staticmethod
    def of(weights: LearnedWeights) -> Network:
        """The network that `packed` has made these weights of, to learn on.

        ValueError if `packed` never makes such weights: other phases, or other weights of the sums.
        """
        sums = np.array(weights.second).reshape(-1, LANES + HIDDEN)[:, :LANES]
        if weights.phases != PHASES or (sums != [OUT, *[0] * (LANES - 1)]).any():
            raise ValueError("these weights have another form than those of training.network")

        def unpacked(numbers: array[int], unit: float, *shape: int) -> Array:
            return (np.array(numbers) / unit).astype(np.float32).reshape(shape)

        made = Network()
        made.windows[:] = unpacked(weights.windows, STEP, -1, LANES)
        made.shared[:] = 0
        made.seen[:] = made.windows.any(1)
        made.stones[:] = unpacked(weights.by_stones, SCALE, -1)
        made.first[:] = unpacked(weights.first, STEP, LANES + 2, HIDDEN)
        made.first[LANES:] *= MOST_STONES / STEP
        made.first_bias[:] = unpacked(weights.first_bias, STEP * STEP, HIDDEN)
        made.second[:] = unpacked(weights.second, OUT, -1, LANES + HIDDEN)[:, LANES:]
        made.second_bias[:] = unpacked(weights.second_bias, SCALE * (1 << VALUE_SHIFT), -1)
        return made

    def values(self, batch: Batch) -> Array:
        return self._forward(batch)[-1]

    def _forward(self, batch: Batch) -> tuple[Array, Array, Array]:
        sums = self.windows[batch.index].sum(1)
        sums += self.shared[self.rows[batch.index[:, :SQUARES]]].sum(1)
        counts = np.stack([batch.own, batch.enemy], 1) / np.float32(MOST_STONES)
        inputs = np.concatenate([sums, counts], 1).astype(np.float32)
        hidden = np.maximum(inputs @ self.first + self.first_bias, 0)
        values = self.stones[batch.own * SIDE + batch.enemy] + sums[:, 0] + batch.extra
        values += (hidden * self.second[batch.phase]).sum(1) + self.second_bias[batch.phase]
        return inputs, hidden, values

    def gradients(self, batch: Batch, target: Array) -> dict[str, Array]:
        """Of the mean cross entropy of what is expected and the target."""
        inputs, hidden, values = self._forward(batch)
        missed = ((1 / (1 + np.exp(-values)) - target) / len(target)).astype(np.float32)
        by_phase = np.eye(len(self.second), dtype=np.float32)[batch.phase] * missed[:, None]
        above = missed[:, None] * self.second[batch.phase] * (hidden > 0)
        sums = above @ self.first.T[:, :LANES]
        sums[:, 0] += missed
        rows = self.rows[batch.index[:, :SQUARES]]
        return {
            "windows": _spread(batch.index, sums, len(self.windows)),
            "shared": _spread(rows, sums, len(self.shared)),
            "stones": np.bincount(batch.own * SIDE + batch.enemy, missed, len(self.stones)),
            "first": inputs.T @ above,
            "first_bias": above.sum(0),
            "second": by_phase.T @ hidden,
            "second_bias": by_phase.sum(0),
        }

    def packed(self) -> bytes:
        """The weights file, see `read_weights`, as exact as its size allows."""
        for grain in GRAINS:
            made = self._packed(grain)
            if len(made) <= MOST_BYTES:
                return made
        raise ValueError(f"the weights do not fit into {MOST_BYTES:,} bytes")

    def _packed(self, grain: int) -> bytes:
        """Windows that were never seen are worth nothing."""
        windows = self.windows.copy()
        windows[: SQUARE_CLASSES * CLASS_SIZE] += self.shared[self.rows]
        windows[~self.seen] = 0
        second = np.zeros((len(self.second), LANES + HIDDEN), np.float32)
        second[:, 0] = OUT
        second[:, LANES:] = self.second * OUT
        shorts = [
            np.clip(np.rint(windows * (STEP / grain)) * grain, -MOST_WEIGHT, MOST_WEIGHT),
            np.clip(self.stones * SCALE, -20_000, 20_000),
            self.first[:LANES] * STEP,
            self.first[LANES:] * (STEP * STEP / MOST_STONES),
            second,
        ]
        biases = [self.first_bias * STEP * STEP, self.second_bias * SCALE * (1 << VALUE_SHIFT)]
        head = json.dumps({"phases": PHASES}).encode()
        low, high = _whole(shorts, "<i2").view(np.uint8).reshape(-1, 2).T
        body = low.tobytes() + high.tobytes() + _whole(biases, "<i4").tobytes()
        return zlib.compress(struct.pack("<I", len(head)) + head + body, 9)


def _whole(parts: list[Array], kind: str) -> Array:
    numbers = np.concatenate([np.rint(part).ravel() for part in parts])
    if np.abs(numbers).max() >= np.iinfo(kind).max:
        raise ValueError("weights are too large")
    return numbers.astype(kind)


def _spread(index: Array, sums: Array, size: int) -> Array:
    """Hand the gradient of each sum to the weights that it is made of."""
    flat = index.ravel()
    found = np.empty((size, sums.shape[1]), np.float32)
    for lane in range(sums.shape[1]):
        found[:, lane] = np.bincount(flat, np.repeat(sums[:, lane], index.shape[1]), size)
    return found
