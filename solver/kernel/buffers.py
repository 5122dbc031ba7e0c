"""Buffers for the uncompiled kernel, which uses the objects themselves; buffers.pxd for C."""

from __future__ import annotations

from typing import Any


def readable(values: Any) -> Any:
    """The bytes of an object, to be read."""
    return values


def writable(values: Any) -> Any:
    """The bytes of an object, to be written."""
    return values


def expect(values: Any, at: int) -> None:
    """Let the processor fetch a byte that is read soon."""


def find(values: Any, wanted: int, first: int, last: int) -> int:
    """The first place from `first` on with that byte, or `last`."""
    found = values.find(bytes((wanted,)), first, last)
    return last if found < 0 else found


def new_word_arrays(size: int) -> list[list[int] | None]:
    """Room for as many arrays of words, none there yet."""
    return [None] * size


def free_word_arrays(arrays: list[list[int] | None], size: int) -> None:
    """Give the arrays back; Python does that by itself."""


def new_byte_arrays(size: int) -> list[Any]:
    """Room for the bytes of as many objects, none there yet."""
    return [None] * size


def free_byte_arrays(arrays: list[Any]) -> None:
    """Give the room back; Python does that by itself."""


def new_number_arrays(size: int) -> list[Any]:
    """Room for the numbers of as many objects, none there yet."""
    return [None] * size


def free_number_arrays(arrays: list[Any]) -> None:
    """Give the room back; Python does that by itself."""
