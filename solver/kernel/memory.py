"""The arrays of an object of the kernel: there when it is made, and gone when it is."""

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:
    from fanorona.solver.kernel import cython_shim as cython

if cython.compiled:
    from cython.cimports.fanorona.solver.kernel.bits import (
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
        free_any,
        grown_words,
        new_numbers,
        new_shorts,
        new_small,
        new_words,
        unset_words,
    )

MOST_ARRAYS = 16


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

    def __dealloc__(self) -> None:
        at: cython.size_t
        for at in range(self.size):
            free_any(self.kept[at])

    @cython.cfunc
    def words(self, size: cython.size_t) -> cython.p_ulonglong:
        """64-bit words, all 0."""
        found = new_words(size)
        self.keep(found)
        return found

    @cython.cfunc
    def unset(self, size: cython.size_t) -> cython.p_ulonglong:
        """64-bit words that have to be written before they are read."""
        found = unset_words(size)
        self.keep(found)
        return found

    @cython.cfunc
    def numbers(self, size: cython.size_t) -> cython.p_uint:
        """32-bit numbers, all 0."""
        found = new_numbers(size)
        self.keep(found)
        return found

    @cython.cfunc
    def shorts(self, size: cython.size_t) -> cython.p_short:
        """16-bit numbers, all 0."""
        found = new_shorts(size)
        self.keep(found)
        return found

    @cython.cfunc
    def small(self, size: cython.size_t) -> cython.p_schar:
        """Numbers from -128 to 127, all 0."""
        found = new_small(size)
        self.keep(found)
        return found

    @cython.cfunc
    def keep(self, array: cython.p_void) -> cython.void:
        if not array:
            raise MemoryError(f"no memory for {self.what}")
        if self.size == MOST_ARRAYS:
            free_any(array)
            raise AssertionError("more arrays than an object of the kernel has")
        self.kept[self.size] = array
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
        return found
