"""Tables too large for memory, for the uncompiled kernel; blocks.pxd for C, and for the reasons."""

from __future__ import annotations

import os
import zlib
from typing import Any

BLOCK = 4096
SLOTS = 2048


class CheckedBlocks:
    """A file whose blocks are used only if they are what they were when it was opened."""

    def __init__(self, descriptor: int, first: int, size: int) -> None:
        self.descriptor = os.dup(descriptor)
        self.first = first
        self.size = size
        self.lost = False
        self.digests: dict[int, int] = {}
        self.slots: dict[int, bytes] = {}

    def block(self, number: int) -> bytes | None:
        """A block, or None where it has changed."""
        if self.lost:
            return None
        kept = self.slots.get(number)
        if kept is not None:
            return kept
        begin = number * BLOCK
        length = min(BLOCK, self.size - begin)
        found = os.pread(self.descriptor, length, self.first + begin)
        if len(found) != length or zlib.crc32(found) != self.digests[number]:
            self.lost = True
            return None
        if len(self.slots) >= SLOTS:
            self.slots.clear()
        self.slots[number] = found
        return found


def new_checked(descriptor: int, first: int, size: int) -> CheckedBlocks | None:
    """A file of which `size` bytes from `first` on are read; None where that cannot be done."""
    return CheckedBlocks(descriptor, first, size) if hasattr(os, "pread") else None


def free_checked(file: CheckedBlocks | None) -> None:
    """Close it."""
    if file is not None:
        os.close(file.descriptor)


def learn(file: CheckedBlocks, values: Any, length: int, at: int) -> None:
    """Note what the blocks from `at` on are; all but the last are whole."""
    for done in range(0, length, BLOCK):
        file.digests[(at + done) // BLOCK] = zlib.crc32(values[done : done + BLOCK])


def checked_byte(file: CheckedBlocks, at: int) -> int:
    """The byte at that place, or -1 where the file is not what it was."""
    block = file.block(at // BLOCK)
    return -1 if block is None else block[at % BLOCK]


def is_lost(file: CheckedBlocks) -> bool:
    """Whether it was found to have changed."""
    return file.lost


def new_file_pointers(size: int) -> list[Any]:
    """Room for as many files, none there yet."""
    return [None] * size


def free_file_pointers(files: list[Any]) -> None:
    """Give the room back; Python does that by itself."""
