"""Tables too large for memory, for the uncompiled kernel; blocks.pxd for C, and for the reasons."""

from __future__ import annotations

import os
import zlib
from dataclasses import dataclass, field
from typing import Any

BLOCK = 4096
PART = 256
MOST_PACKED = 5152
SLOTS = 2048


@dataclass
class Slot:
    """A block as the file has it, and what was unpacked of it."""

    packed: bytes
    unpacked: set[int] = field(default_factory=set)
    values: bytearray = field(default_factory=lambda: bytearray(BLOCK))


class CheckedBlocks:
    """A file whose blocks are used only if they are what they were when it was opened."""

    def __init__(self, descriptor: int, first: int) -> None:
        self.descriptor = os.dup(descriptor)
        self.places = [first]
        self.lost = False
        self.digests: list[int] = []
        self.slots: dict[int, Slot] = {}
        self.remembers = False
        self.known: dict[int, bytes] = {}

    def slot(self, block: int) -> Slot | None:
        """A block, or None if it has changed."""
        if self.lost:
            return None
        kept = self.slots.get(block)
        if kept is not None:
            return kept
        begin, end = self.places[block : block + 2]
        found = os.pread(self.descriptor, end - begin, begin)
        if len(found) != end - begin or zlib.crc32(found) != self.digests[block]:
            self.lost = True
            return None
        if len(self.slots) >= SLOTS:
            self.slots.clear()
        self.slots[block] = Slot(found)
        return self.slots[block]


def new_checked(descriptor: int, first: int, size: int) -> CheckedBlocks | None:
    """A file with `size` values whose blocks are from `first` on; None if that is impossible."""
    return CheckedBlocks(descriptor, first) if hasattr(os, "pread") else None


def free_checked(file: CheckedBlocks | None) -> None:
    """Close it."""
    if file is not None:
        os.close(file.descriptor)


def remember_all(file: CheckedBlocks) -> None:
    """Have the file remember whatever is unpacked of it from now on."""
    file.remembers = True


def recalled(file: CheckedBlocks, at: int) -> int:
    """The value at a place, if the file remembers it; -1 if not."""
    part = file.known.get(at // PART)
    return -1 if part is None else part[at % PART]


def note(file: CheckedBlocks, first: int, values: bytearray, start: int, number: int) -> None:
    """Remember a part, the one from `first` on; its values are those from `start` on."""
    if file.remembers:
        file.known[first // PART] = bytes(values[start : start + number])


def learn(file: CheckedBlocks, block: int, blocks: Any, at: int, length: int) -> bool:
    """Note what the next block is: the `length` bytes at `at`; False if that is too long."""
    if length > MOST_PACKED:
        return False
    file.places.append(file.places[block] + length)
    file.digests.append(zlib.crc32(blocks[at : at + length]))
    return True


def held(file: CheckedBlocks, block: int) -> Slot | None:
    """The slot with a block, locked; None if the file is not what it was."""
    return file.slot(block)


def let_go(slot: Slot) -> None:
    """Unlock the slot; nothing to do here, as nobody else is at work."""


def needs(slot: Slot, part: int) -> bool:
    """Whether a part is still to be unpacked, which whoever asks must then do."""
    if part in slot.unpacked:
        return False
    slot.unpacked.add(part)
    return True


def packed_in(slot: Slot) -> bytes:
    """The block's bytes."""
    return slot.packed


def length_in(slot: Slot) -> int:
    """How many those are."""
    return len(slot.packed)


def values_in(slot: Slot) -> bytearray:
    """The block's values, right for parts that are unpacked."""
    return slot.values


def is_lost(file: CheckedBlocks) -> bool:
    """Whether it was found to have changed."""
    return file.lost


def new_file_pointers(size: int) -> list[Any]:
    """Room for that many files, none there yet."""
    return [None] * size


def free_file_pointers(files: list[Any]) -> None:
    """Give the room back; Python does that by itself."""
