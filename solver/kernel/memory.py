"""The arrays of an object of the kernel: there when it is made, and gone when it is.

A few large arrays are spared for the next object that needs the same size: the system clears each
page of new memory, which takes a short search longer than what it does with it.
"""

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:
    from fanorona.solver.kernel import cython_shim as cython

if cython.compiled:
    from cython.cimports.fanorona.solver.kernel.bits import (
        as_numbers,
        as_words,
        clear_any,
        free_any,
        grown_words,
        new_numbers,
        new_shorts,
        new_small,
        new_words,
        unset_words,
    )
else:
    from fanorona.solver.kernel.bits import (
        as_numbers,
        as_words,
        clear_any,
        free_any,
        grown_words,
        new_numbers,
        new_shorts,
        new_small,
        new_words,
        unset_words,
    )

MOST_ARRAYS = 16
MOST_SPARED = cython.declare(cython.int, 4)
LEAST_BYTES = cython.declare(cython.size_t, 1 << 17)
"""Smaller arrays come from memory that the process has already."""
MOST_BYTES = cython.declare(cython.size_t, (1 << 25) + (1 << 20))
"""All spared arrays together: the table of a search with the usual memory, and a little more."""

if not cython.compiled:
    spared_arrays: Any = [None] * MOST_SPARED
    spared_bytes: Any = [0] * MOST_SPARED


@cython.final
@cython.cclass
class Memory:
    """Keeps up to 16 arrays for their owner, who uses them by their addresses.

    MemoryError, worded for what they are for, if the system has no room for one.
    """

    def __init__(self, what: str) -> None:
        self.what = what
        self.size = 0
        if not cython.compiled:
            self.kept: Any = [None] * MOST_ARRAYS
            self.bytes_of: Any = [0] * MOST_ARRAYS

    def __dealloc__(self) -> None:
        at: cython.size_t
        for at in range(self.size):
            if not spare(self.kept[at], self.bytes_of[at]):
                free_any(self.kept[at])

    @cython.cfunc
    def words(self, size: cython.size_t) -> cython.p_ulonglong:
        """64-bit words, all 0."""
        found = new_words(size)
        self.keep(found, 0)
        return found

    @cython.cfunc
    def unset(self, size: cython.size_t) -> cython.p_ulonglong:
        """64-bit words that have to be written before they are read."""
        at: cython.int = spared(8 * size)
        found = as_words(spared_arrays[at]) if at >= 0 else unset_words(size)
        self.keep(found, 8 * size)
        return found

    @cython.cfunc
    def numbers(self, size: cython.size_t) -> cython.p_uint:
        """32-bit numbers, all 0."""
        at: cython.int = spared(4 * size)
        found = as_numbers(spared_arrays[at]) if at >= 0 else new_numbers(size)
        if at >= 0:
            clear_any(found, 4 * size)
        self.keep(found, 4 * size)
        return found

    @cython.cfunc
    def shorts(self, size: cython.size_t) -> cython.p_short:
        """16-bit numbers, all 0."""
        found = new_shorts(size)
        self.keep(found, 0)
        return found

    @cython.cfunc
    def small(self, size: cython.size_t) -> cython.p_schar:
        """Numbers from -128 to 127, all 0."""
        found = new_small(size)
        self.keep(found, 0)
        return found

    @cython.cfunc
    def keep(self, array: cython.p_void, size: cython.size_t) -> cython.void:
        """Free the array in the end, or spare it if it has a size in bytes."""
        if not array:
            raise MemoryError(f"no memory for {self.what}")
        if self.size == MOST_ARRAYS:
            free_any(array)
            raise AssertionError("more arrays than an object of the kernel has")
        self.kept[self.size] = array
        self.bytes_of[self.size] = size
        self.size += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def grown(
        self, array: cython.p_ulonglong, size: cython.size_t, larger: cython.size_t
    ) -> cython.p_ulonglong:
        """The array with room for more; where there is none, nothing, and the old one stays."""
        at: cython.size_t = 0
        while self.kept[at] is not array:
            at += 1
        found = grown_words(array, size, larger)
        if found:
            self.kept[at] = found
            self.bytes_of[at] = 0
        return found


@cython.cfunc
@cython.exceptval(check=False)
def spare(array: cython.p_void, size: cython.size_t) -> cython.bint:
    """Set an array aside for the next who needs one of its size; False: there is no room."""
    at: cython.int
    total: cython.size_t = size
    free: cython.int = MOST_SPARED
    if size < LEAST_BYTES:
        return False
    for at in range(MOST_SPARED):
        total += spared_bytes[at]
        if spared_bytes[at] == 0:
            free = at
    if free == MOST_SPARED or total > MOST_BYTES:
        return False
    spared_arrays[free] = array
    spared_bytes[free] = size
    return True


@cython.cfunc
@cython.exceptval(check=False)
def spared(size: cython.size_t) -> cython.int:
    """Where an array of that size was set aside, which is the caller's now; -1: there is none."""
    at: cython.int
    if size < LEAST_BYTES:
        return -1
    for at in range(MOST_SPARED):
        if spared_bytes[at] == size:
            spared_bytes[at] = 0
            return at
    return -1
