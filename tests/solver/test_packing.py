"""Packed values: what is unpacked is what was packed, and no bytes lead the unpacking astray."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from io import BytesIO
from math import log2
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fanorona.solver.kernel.packing import (
    AT_START,
    BLOCK_VALUES,
    MOST_BITS,
    MOST_CONTEXTS,
    PackingCode,
    PairCounts,
    Unpacked,
)
from fanorona.solver.kernel.tables import CheckedFile, Tables
from fanorona.solver.tables import tablebase
from fanorona.solver.tables.table_code import FREQUENT, code_lengths, packed_parts, read_code
from fanorona.solver.tables.table_files import HEADER
from fanorona.solver.tables.tablebase import Tablebase
from tests.solver.uncompiled import copy_without_libraries, run_uncompiled

PART_VALUES = 256
HEAD = 32
IDENTITY = [list(range(45))]
ODD_SIZES = (1, 2, 255, 256, 257, 4095, 4096, 4097, 10_000)


def packed(values: bytes, step: int = 2 * BLOCK_VALUES, jobs: int = 1) -> bytes:
    return b"".join(packed_parts(values, step, jobs, lambda: None))


def unpacked(data: bytes, size: int) -> bytes:
    file = BytesIO(data)
    _, code = read_code(file)
    taker = Unpacked(code, size)
    blocks = file.read()
    assert taker.take(blocks) == len(blocks)
    assert taker.done == size
    return bytes(taker.values)


def table_like(chance: Random, size: int) -> bytes:
    """A few frequent values in runs, and some rare ones."""
    values = bytearray()
    while len(values) < size:
        kind = chance.choice((0, 1, 2, 3, 8, 8, 8, chance.randrange(256)))
        values += bytes([kind]) * chance.randint(1, 9)
    return bytes(values[:size])


@pytest.mark.parametrize("size", ODD_SIZES)
def test_what_is_unpacked_is_what_was_packed(size: int) -> None:
    values = table_like(Random(size), size)
    assert unpacked(packed(values), size) == values


@given(st.binary(min_size=1, max_size=2_000))
def test_any_bytes_can_be_packed(values: bytes) -> None:
    assert unpacked(packed(values), len(values)) == values


def test_a_table_of_one_value_takes_a_bit_per_value() -> None:
    values = bytes([7]) * 40_960
    assert unpacked(packed(values), len(values)) == values
    assert len(packed(values)) < 40_960 // 8 + 10 * HEAD + 1_000


def test_values_that_no_code_can_shorten_stay_within_their_blocks() -> None:
    values = Random(5).randbytes(40_960)
    assert unpacked(packed(values), len(values)) == values
    assert len(packed(values)) < 1.1 * len(values) + MOST_CONTEXTS * 129


def test_frequent_values_make_contexts() -> None:
    values = (bytes([1]) * 6 + bytes([2]) * 2) * FREQUENT
    _, code = read_code(BytesIO(packed(values)))
    assert code.contexts == 3


def test_threads_and_steps_make_no_difference() -> None:
    values = table_like(Random(3), 100_000)
    assert packed(values, BLOCK_VALUES, 3) == packed(values, 8 * BLOCK_VALUES)


def test_packing_can_be_stopped() -> None:
    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(packed_parts(bytes(100_000), BLOCK_VALUES, 2, stop))


def test_values_are_counted_after_the_one_before() -> None:
    values = bytes([5, 6, 5, 6] * (PART_VALUES // 4) + [6, 6])
    counts = PairCounts()
    counts.add(values, 0, len(values))
    assert counts.after(AT_START)[5] == counts.after(AT_START)[6] == 1
    assert counts.after(5)[6] == PART_VALUES // 2
    assert counts.after(6)[5] == PART_VALUES // 2 - 1
    assert counts.after(6)[6] == 1


@given(st.lists(st.integers(0, 10**12), min_size=256, max_size=256).filter(any))
def test_lengths_make_a_code_within_a_tenth_of_the_shortest(counts: list[int]) -> None:
    lengths = code_lengths(counts)
    assert [bool(length) for length in lengths] == [bool(number) for number in counts]
    assert sum(0.5**length for length in lengths if length) <= 1
    total = sum(counts)
    least = -sum(number * log2(number / total) for number in counts if number)
    bits = sum(number * length for number, length in zip(counts, lengths, strict=True))
    assert least <= bits + 1
    assert bits <= 1.1 * least + total
    PackingCode(b"", lengths)


@pytest.mark.parametrize(
    ("counts", "lengths"),
    [
        ([1, 1], [1, 1]),
        ([0, 9], [0, 1]),
        ([4, 2, 1, 1], [1, 2, 3, 3]),
        ([1 << at for at in range(12)], [10, 10, 10, 10, 8, 7, 6, 5, 4, 3, 2, 1]),
    ],
)
def test_known_lengths(counts: list[int], lengths: list[int]) -> None:
    assert list(code_lengths(counts)) == lengths


@pytest.mark.parametrize(
    ("frequent", "lengths"),
    [
        (b"", bytes([1, 1, 1]) + bytes(253)),
        (b"", bytes([MOST_BITS + 1]) + bytes(255)),
        (b"", bytes(255)),
        (b"", bytes(512)),
        (bytes(range(64)), bytes(65 * 256)),
    ],
    ids=["too many codes", "too long", "too few lengths", "too many lengths", "too many contexts"],
)
def test_what_makes_no_code_is_refused(frequent: bytes, lengths: bytes) -> None:
    with pytest.raises(ValueError, match="not the lengths of a code"):
        PackingCode(frequent, lengths)


def test_values_that_are_not_there_are_not_packed() -> None:
    _, code = read_code(BytesIO(packed(b"abc")))
    for first, last in ((0, 4), (3, 3), (2, 1)):
        with pytest.raises(ValueError, match="no such values"):
            code.packed(b"abc", first, last)
        with pytest.raises(ValueError, match="no such values"):
            PairCounts().add(b"abc", first, last)


def some_code(chance: Random) -> PackingCode:
    values = table_like(chance, chance.choice((10, 5_000)))
    return read_code(BytesIO(packed(values)))[1]


@given(st.integers(0), st.binary(max_size=3_000), st.integers(0, 20_000))
def test_any_bytes_can_be_unpacked(seed: int, blocks: bytes, size: int) -> None:
    taker = Unpacked(some_code(Random(seed)), size)
    assert taker.take(blocks) <= len(blocks)
    assert taker.done <= size


@given(st.integers(0), st.binary(min_size=1, max_size=400))
def test_any_bits_are_values(seed: int, bits: bytes) -> None:
    """Parts that overlap, run backwards, or end outside of their block."""
    chance = Random(seed)
    ends = [chance.randrange(65_536) for _ in range(15)] + [len(bits)]
    block = struct.pack("<16H", *ends) + bits
    taker = Unpacked(some_code(chance), BLOCK_VALUES)
    assert taker.take(block) == len(block)
    assert taker.done == BLOCK_VALUES


@given(st.integers(0))
def test_any_blocks_can_be_probed_in_a_file(
    tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    chance = Random(seed)
    tables = Tables(IDENTITY)
    path = tmp_path_factory.getbasetemp() / "blocks"
    blocks = b""
    for _ in range(2):
        bits = chance.randbytes(chance.randrange(5_000))
        blocks += (
            struct.pack("<16H", *(chance.randrange(65_536) for _ in range(15)), len(bits)) + bits
        )
    path.write_bytes(blocks)
    with path.open("rb") as file:
        checked = CheckedFile(file.fileno(), 0, tables.size(1, 1), some_code(chance))
    checked.take(blocks)
    tables.add_file(1, 1, checked)
    for _ in range(200):
        own, enemy = chance.sample(range(45), 2)
        assert 0 <= tables.value(1 << own, 1 << enemy) < 256
    assert tables.lost == ()


def test_a_block_that_no_packing_makes_is_not_taken(tmp_path: Path) -> None:
    path = tmp_path / "blocks"
    path.write_bytes(struct.pack("<16H", *[60_000] * 16) + bytes(60_000))
    with path.open("rb") as file:
        checked = CheckedFile(file.fileno(), 0, 10, some_code(Random(1)))
    assert checked.take(path.read_bytes()) == 0
    assert checked.done == 0


FORGERIES: dict[str, Callable[[bytes], bytes]] = {
    "a value too few": lambda data: data[:40] + bytes([data[40] - 1]) + data[41:],
    "bytes after the blocks": lambda data: data + b"more",
    "no blocks": lambda data: data[: HEADER.size + 129],
    "half a block": lambda data: data[:-4],
    "half a code": lambda data: data[: HEADER.size + 60],
    "a code with too many contexts": lambda data: (
        data[: HEADER.size] + bytes([200]) + data[HEADER.size + 1 :]
    ),
    "a code with too many values": lambda data: (
        data[: HEADER.size + 1] + b"\x11" * 128 + data[HEADER.size + 129 :]
    ),
}


def signed(data: bytes) -> bytes:
    """With the length and the checksum that the bytes should have."""
    header, rest = data[: HEADER.size - 8] + struct.pack("<Q", len(data)), data[HEADER.size :]
    header = header[:12] + bytes(4) + header[16:]
    checksum = zlib.crc32(header, zlib.crc32(rest))
    return header[:12] + struct.pack("<I", checksum) + header[16:] + rest


@pytest.mark.parametrize("most_in_memory", [0, 1 << 20], ids=["by blocks", "in memory"])
@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forged_file_with_a_right_checksum_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forgery: str, most_in_memory: int
) -> None:
    monkeypatch.setattr(tablebase, "MOST_IN_MEMORY", most_in_memory)
    Tablebase.build(2, tmp_path, board="3x3")
    path = tmp_path / "standard-3x3-1v1.fan"
    assert signed(path.read_bytes()) == path.read_bytes()
    path.write_bytes(signed(FORGERIES[forgery](path.read_bytes())))
    (warning,) = Tablebase.open(tmp_path, board="3x3").warnings
    assert "packed values are damaged" in str(warning)


UNCOMPILED = """
import sys
from random import Random
from tests.solver.test_packing import packed, table_like, unpacked

for size in (1, 600, 9_000):
    values = table_like(Random(size), size)
    assert unpacked(packed(values), size) == values
    sys.stdout.write(packed(values).hex() + "\\n")
"""


def test_the_uncompiled_kernel_packs_the_same_bytes(tmp_path: Path) -> None:
    said = run_uncompiled(copy_without_libraries(tmp_path / "copy"), UNCOMPILED)
    expected = [packed(table_like(Random(size), size)).hex() for size in (1, 600, 9_000)]
    assert said.split() == expected
