"""Bit counting and plain arrays for the uncompiled kernel; bits.pxd does the same in C."""

from __future__ import annotations

from time import monotonic as clock

__all__ = [
    "clock",
    "count",
    "free_shorts",
    "free_small",
    "free_words",
    "grown_words",
    "lowest",
    "mixed",
    "new_shorts",
    "new_small",
    "new_table",
    "new_words",
]


_WORD = 0xFFFFFFFFFFFFFFFF


def lowest(points: int) -> int:
    """The lowest point of a set that is not empty."""
    return (points & -points).bit_length() - 1


def count(points: int) -> int:
    """How many points a set has."""
    return points.bit_count()


def mixed(a: int, b: int, c: int, d: int) -> int:
    """A hash of four words."""
    mix = (a * 0x9E3779B97F4A7C15) & _WORD
    mix = ((mix ^ (mix >> 29) ^ b) * 0xBF58476D1CE4E5B9) & _WORD
    mix = ((mix ^ (mix >> 32) ^ c) * 0x94D049BB133111EB) & _WORD
    mix = ((mix ^ (mix >> 31) ^ d) * 0xD6E8FEB86659FD93) & _WORD
    return mix ^ (mix >> 30)


def new_words(size: int) -> list[int]:
    """An array of 64-bit words, all 0."""
    return [0] * size


def new_table(size: int) -> list[int]:
    """The same for a large table, which C puts into large pages."""
    return [0] * size


def grown_words(words: list[int], size: int, larger: int) -> list[int]:
    """The same array with room for more."""
    words.extend([0] * (larger - size))
    return words


def new_small(size: int) -> list[int]:
    """An array of numbers from -128 to 127, all 0."""
    return [0] * size


def new_shorts(size: int) -> list[int]:
    """An array of 16-bit numbers, all 0."""
    return [0] * size


def free_shorts(shorts: list[int]) -> None:
    """Give the array back; Python does that by itself."""


def free_words(words: list[int]) -> None:
    """Give the array back; Python does that by itself."""


def free_small(small: list[int]) -> None:
    """Give the array back; Python does that by itself."""
