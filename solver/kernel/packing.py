"""Packed tables: blocks of 4,096 values in a code of one to ten bits per value.

The values of a table follow each other in patterns, so each value is coded after the one before it:
every value that is frequent in the table is a context with a code of its own, and all others share
context 0. A code is canonical: codes of one length are consecutive numbers, in the order of their
values, and longer ones begin where shorter ones end. Codes are written lowest bit of a byte first,
and each from its highest bit on.

A block has 16 parts of 256 values that can be unpacked on their own: each begins at a whole byte,
and in context 0. The last block of a table may have fewer values.

     0   2  where part 0 ends, counted from 32; the lowest byte first
     2   2  where part 1 ends
    …
    30   2  where part 15 ends, and the block with it
    32   …  the parts

Whatever bytes a block has, unpacking reads nothing outside of it and ends: bits that are not there
are 0, and a bit pattern that is not a code stands for the value 0 and has one bit.
"""

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:
    from fanorona.solver.kernel import cython_shim as cython

if cython.compiled:
    from cython.cimports.fanorona.solver.kernel.bits import (
        free_numbers,
        free_small,
        free_words,
        new_numbers,
        new_small,
        new_words,
    )
    from cython.cimports.fanorona.solver.kernel.buffers import readable, writable
else:
    from fanorona.solver.kernel.bits import (
        free_numbers,
        free_small,
        free_words,
        new_numbers,
        new_small,
        new_words,
    )
    from fanorona.solver.kernel.buffers import readable, writable

BLOCK_VALUES = 4096
MOST_BITS = 10
MOST_CONTEXTS = 32
AT_START = 256

BLOCK = cython.declare(cython.int, 4096)
PART = cython.declare(cython.int, 256)
PARTS = cython.declare(cython.int, 16)
HEAD = cython.declare(cython.int, 32)
BITS = cython.declare(cython.int, 10)
# All that a block can take.
BLOCK_BYTES = cython.declare(cython.int, 32 + 16 * 320)
VALUES = cython.declare(cython.int, 256)
START = cython.declare(cython.int, 256)


@cython.final
@cython.cclass
class PackingCode:
    """A code for every context, to pack and to unpack with.

    An entry says what the next ten bits begin with: where the entries of the next context are
    (from bit 16 on), the value (from bit 8 on), and how many bits it takes.
    """

    def __init__(self, frequent: bytes, lengths: bytes) -> None:
        """`frequent`: the values with contexts of their own, from context 1 on.

        `lengths`: for each context 256 numbers, the bits of each value's code, 0 if it has none.
        ValueError if that makes no code.
        """
        context: cython.int
        self.contexts = len(frequent) + 1
        if self.contexts > MOST_CONTEXTS or len(lengths) != self.contexts * VALUES:
            raise ValueError("not the lengths of a code")
        self.chosen = new_small(VALUES)
        self.entries = new_numbers(self.contexts << BITS)
        self.codes = new_numbers(self.contexts * VALUES)
        if not self.chosen or not self.entries or not self.codes:
            raise MemoryError("no memory for a code")
        for context in range(1, self.contexts):
            self.chosen[frequent[context - 1]] = context
        for context in range(self.contexts):
            if not self.fill(context, readable(lengths)):
                raise ValueError("not the lengths of a code")

    def __dealloc__(self) -> None:
        free_small(self.chosen)
        free_numbers(self.entries)
        free_numbers(self.codes)

    @cython.cfunc
    @cython.exceptval(check=False)
    def fill(self, context: cython.int, lengths: cython.p_const_uchar) -> cython.bint:
        """Give every value of a context its code; False if there is no room for one."""
        length: cython.int
        value: cython.int
        bit: cython.int
        code: cython.int = 0
        backwards: cython.int
        at: cython.int
        size: cython.int = 1 << BITS
        first: cython.int = context << BITS
        for at in range(first, first + size):
            self.entries[at] = 1
        for value in range(VALUES):
            if lengths[context * VALUES + value] > BITS:
                return False
        for length in range(1, BITS + 1):
            code <<= 1
            for value in range(VALUES):
                if lengths[context * VALUES + value] != length:
                    continue
                if code >> length:
                    return False
                backwards = 0
                for bit in range(length):
                    backwards |= ((code >> bit) & 1) << (length - 1 - bit)
                code += 1
                self.codes[context * VALUES + value] = (backwards << 4) | length
                for at in range(backwards, size, 1 << length):
                    self.entries[first + at] = (
                        (self.chosen[value] << (BITS + 16)) | (value << 8) | length
                    )
        return True

    def packed(self, values: Any, first: cython.ulonglong, last: cython.ulonglong) -> bytearray:
        """The blocks of the values from `first`, where one begins, up to `last`."""
        length: cython.ulonglong = 0
        at: cython.ulonglong = first
        until: cython.ulonglong
        if not first < last <= len(values):
            raise ValueError("there are no such values")
        result = bytearray((last - first + BLOCK - 1) // BLOCK * BLOCK_BYTES)
        source = readable(values)
        target = writable(result)
        with cython.nogil:
            while at < last:
                until = at + BLOCK if last - at > BLOCK else last
                length += pack_block(self.chosen, self.codes, source, at, until, target, length)
                at = until
        # A copy, so that nobody keeps room that is not used.
        return result[:length]


@cython.final
@cython.cclass
class PairCounts:
    """How often each value follows each other one, as the code sees them."""

    def __init__(self) -> None:
        self.counts = new_words((VALUES + 1) * VALUES)
        if not self.counts:
            raise MemoryError("no memory to count values")

    def __dealloc__(self) -> None:
        free_words(self.counts)

    def add(self, values: Any, first: cython.ulonglong, last: cython.ulonglong) -> None:
        """Count the values from `first`, where a part begins, up to `last`."""
        at: cython.ulonglong
        before: cython.int = START
        if not first < last <= len(values):
            raise ValueError("there are no such values")
        source = readable(values)
        with cython.nogil:
            for at in range(first, last):
                if (at - first) % PART == 0:
                    before = START
                self.counts[before * VALUES + source[at]] += 1
                before = source[at]

    def include(self, others: PairCounts) -> None:
        """Add what others have counted."""
        at: cython.int
        for at in range((VALUES + 1) * VALUES):
            self.counts[at] += others.counts[at]

    def after(self, before: cython.int) -> list[int]:
        """How often each value came after that one, or (AT_START) was the first of its part."""
        return [self.counts[before * VALUES + at] for at in range(VALUES)]


@cython.final
@cython.cclass
class Unpacked:
    """A table that is unpacked as its blocks arrive."""

    def __init__(self, code: PackingCode, size: cython.ulonglong) -> None:
        self.code = code
        self.size = size
        self.done = 0
        self.values = bytearray(size)

    def take(self, blocks: Any) -> int:
        """Unpack whole blocks; returns how many of the bytes those are."""
        begin: cython.ulonglong = 0
        length: cython.ulonglong
        left: cython.ulonglong = len(blocks)
        part: cython.int
        first: cython.ulonglong
        last: cython.ulonglong
        if not left or not self.size:
            return 0
        source = readable(blocks)
        target = writable(self.values)
        with cython.nogil:
            while self.done < self.size:
                length = block_length(source, begin, left)
                if not length:
                    break
                for part in range(PARTS):
                    first = self.done
                    last = first + PART if self.size - first > PART else self.size
                    unpack_part(self.code.entries, source, begin, length, part, target, first, last)
                    self.done = last
                begin += length
                left -= length
        return begin


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def pack_block(
    chosen: cython.p_const_schar,
    codes: cython.p_const_uint,
    values: cython.p_const_uchar,
    first: cython.ulonglong,
    last: cython.ulonglong,
    packed: cython.p_uchar,
    begin: cython.ulonglong,
) -> cython.ulonglong:
    """Write a block from `begin` on; returns its length."""
    part: cython.int
    at: cython.ulonglong = first
    until: cython.ulonglong
    to: cython.ulonglong = begin + HEAD
    context: cython.int
    code: cython.ulonglong
    bits: cython.ulonglong
    filled: cython.int
    for part in range(PARTS):
        until = at + PART if last - at > PART else last
        context = 0
        bits = 0
        filled = 0
        while at < until:
            code = codes[context * VALUES + values[at]]
            context = chosen[values[at]]
            bits |= (code >> 4) << filled
            filled += code & 15
            at += 1
            while filled >= 8:
                packed[to] = bits & 255
                to += 1
                bits >>= 8
                filled -= 8
        if filled:
            packed[to] = bits
            to += 1
        packed[begin + 2 * part] = (to - begin - HEAD) & 255
        packed[begin + 2 * part + 1] = (to - begin - HEAD) >> 8
    return to - begin


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def block_length(
    packed: cython.p_const_uchar, begin: cython.ulonglong, left: cython.ulonglong
) -> cython.ulonglong:
    """How long the block at `begin` is; 0 if it does not end within the `left` bytes from there."""
    length: cython.ulonglong
    if left < HEAD:
        return 0
    length = HEAD + part_end(packed, begin, PARTS - 1)
    return length if length <= left else 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def part_end(
    packed: cython.p_const_uchar, begin: cython.ulonglong, part: cython.int
) -> cython.ulonglong:
    """Where a part of the block at `begin` ends, counted from the first part."""
    return packed[begin + 2 * part] + 256 * packed[begin + 2 * part + 1]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def unpack_part(
    entries: cython.p_const_uint,
    packed: cython.p_const_uchar,
    begin: cython.ulonglong,
    length: cython.ulonglong,
    part: cython.int,
    values: cython.p_uchar,
    first: cython.ulonglong,
    last: cython.ulonglong,
) -> cython.void:
    """Unpack a part of the block at `begin`, which has that length: the values from `first` on."""
    at: cython.ulonglong = begin + HEAD
    end: cython.ulonglong = at + part_end(packed, begin, part)
    bits: cython.ulonglong = 0
    filled: cython.int = 0
    taken: cython.int
    low: cython.ulonglong
    high: cython.ulonglong
    most: cython.int = BITS
    mask: cython.ulonglong = (1 << BITS) - 1
    entry: cython.ulonglong = 0
    place: cython.ulonglong
    if part:
        at += part_end(packed, begin, part - 1)
    if end > begin + length:
        end = begin + length
    for place in range(first, last):
        if filled < most:
            if at + 4 <= end:
                low = packed[at] | (packed[at + 1] << 8)
                high = packed[at + 2] | (packed[at + 3] << 8)
                bits |= (low | (high << 16)) << filled
                filled += 32
                at += 4
            else:
                while filled < most and at < end:
                    low = packed[at]
                    bits |= low << filled
                    filled += 8
                    at += 1
        entry = entries[(entry >> 16) + (bits & mask)]
        taken = entry & 15
        bits >>= taken
        filled -= taken
        values[place] = (entry >> 8) & 255
