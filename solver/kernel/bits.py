"""Bit counting and plain arrays for the uncompiled kernel; bits.pxd does the same in C."""

from __future__ import annotations

from threading import Lock
from time import monotonic as clock

__all__ = [
    "begin_write",
    "clear_words",
    "clock",
    "count",
    "end_write",
    "expect_number",
    "expect_word",
    "free_any",
    "free_numbers",
    "free_shorts",
    "free_small",
    "free_words",
    "grown_words",
    "highest",
    "in_large_pages",
    "lowest",
    "mixed",
    "mixed_pair",
    "new_numbers",
    "new_shorts",
    "new_small",
    "new_table",
    "new_words",
    "unset_words",
    "version",
    "version_after",
]


_WORD = 0xFFFFFFFFFFFFFFFF
_writing = Lock()


def lowest(points: int) -> int:
    """The lowest point of a set that is not empty."""
    return (points & -points).bit_length() - 1


def count(points: int) -> int:
    """How many points a set has."""
    return points.bit_count()


def highest(keys: list[int], at: int, end: int) -> int:
    """Where the first of the highest keys from `at` on is."""
    return max(range(at, end), key=keys.__getitem__)


def mixed(a: int, b: int, c: int, d: int) -> int:
    """A hash of four words."""
    mix = (a * 0x9E3779B97F4A7C15) & _WORD
    mix = ((mix ^ (mix >> 29) ^ b) * 0xBF58476D1CE4E5B9) & _WORD
    mix = ((mix ^ (mix >> 32) ^ c) * 0x94D049BB133111EB) & _WORD
    mix = ((mix ^ (mix >> 31) ^ d) * 0xD6E8FEB86659FD93) & _WORD
    return mix ^ (mix >> 30)


def mixed_pair(a: int, b: int) -> int:
    """A hash of two words."""
    mix = ((a * 0x9E3779B97F4A7C15) & _WORD) ^ ((b * 0xBF58476D1CE4E5B9) & _WORD)
    mix = ((mix ^ (mix >> 32)) * 0x94D049BB133111EB) & _WORD
    return mix ^ (mix >> 30)


def new_words(size: int) -> list[int]:
    """An array of 64-bit words, all 0."""
    return [0] * size


def new_table(size: int) -> list[int]:
    """The same for a large table, which C puts into large pages."""
    return [0] * size


def unset_words(size: int) -> list[int]:
    """An array whose words have to be written before they are read: in C they may be anything."""
    return [0] * size


def in_large_pages(words: list[int], size: int) -> None:
    """Have a large array in large pages, as far as it was not used before; C does that."""


def clear_words(words: list[int], start: int, size: int) -> None:
    """Set some words of an array to 0."""
    words[start : start + size] = [0] * size


def as_words(array: list[int]) -> list[int]:
    """Any array as one of words."""
    return array


def as_numbers(array: list[int]) -> list[int]:
    """Any array as one of 32-bit numbers."""
    return array


def clear_any(array: list[int], size: int) -> None:
    """Set all of an array to 0, whose size is in bytes."""
    array[:] = [0] * len(array)


def expect_word(words: list[int], at: int) -> None:
    """Say that a word will be read soon: C has the processor fetch it meanwhile."""


def expect_number(numbers: list[int], at: int) -> None:
    """Say that a number will be read soon."""


def version(versions: list[int], at: int) -> int:
    """How often something was written, as seen before it is read; odd: it is being written."""
    return versions[at]


def version_after(versions: list[int], at: int) -> int:
    """The same after it was read: what was read is whole if nothing has changed."""
    return versions[at]


def begin_write(versions: list[int], at: int) -> bool:
    """Become the only one who writes; False: another thread is at it."""
    with _writing:
        if versions[at] & 1:
            return False
        versions[at] += 1
        return True


def end_write(versions: list[int], at: int) -> None:
    """Let others read and write again."""
    versions[at] += 1


def new_numbers(size: int) -> list[int]:
    """An array of 32-bit numbers, all 0."""
    return [0] * size


def free_numbers(numbers: list[int]) -> None:
    """Give the array back; Python does that by itself."""


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


def free_any(array: object) -> None:
    """Give any of these arrays back; Python does that by itself."""


def free_small(small: list[int]) -> None:
    """Give the array back; Python does that by itself."""
