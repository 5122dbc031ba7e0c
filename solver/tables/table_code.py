"""The code of a packed table: made from how often its values follow each other, kept in its file.

In the file:

     0   1  number n of values with a context of their own, at most 31
     1   n  those values, from context 1 on
     …      for each context 128 bytes: the bits of the code of values 0, 1, 2, … in 4 bits each,
            the lower half of a byte first; 0: the value has no code there
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from io import BytesIO
from typing import Any, BinaryIO, TypeVar

from fanorona.solver.kernel.packing import (
    AT_START,
    MOST_BITS,
    MOST_CONTEXTS,
    PackingCode,
    PairCounts,
)

FREQUENT = 1024
"""A value that is less frequent does not save the bytes that a context of its own takes."""

_VALUES = 256

Piece = TypeVar("Piece")
Result = TypeVar("Result")


def packed_parts(
    values: Any, step: int, jobs: int, check: Callable[[], None]
) -> Iterator[bytes | bytearray]:
    """The code of a table, then its blocks, those of `step` values at a time.

    That many threads are at work; `check` is called between steps, and may raise to stop it.
    """
    pieces = [(first, min(first + step, len(values))) for first in range(0, len(values), step)]
    counts = PairCounts()
    with ThreadPoolExecutor(jobs) as threads:
        for counted in _in_turn(threads, jobs, lambda piece: _counted(values, *piece), pieces):
            check()
            counts.include(counted)
        kept = code_for(counts)
        yield kept
        _, code = read_code(BytesIO(kept))
        for blocks in _in_turn(threads, jobs, lambda piece: code.packed(values, *piece), pieces):
            check()
            yield blocks


def _in_turn(
    threads: ThreadPoolExecutor,
    ahead: int,
    work: Callable[[Piece], Result],
    pieces: Iterable[Piece],
) -> Iterator[Result]:
    """What becomes of the pieces, in their order; only a few are begun before they are wanted."""
    begun: deque[Future[Result]] = deque()
    for piece in pieces:
        begun.append(threads.submit(work, piece))
        if len(begun) > ahead:
            yield begun.popleft().result()
    while begun:
        yield begun.popleft().result()


def _counted(values: Any, first: int, last: int) -> PairCounts:
    counts = PairCounts()
    counts.add(values, first, last)
    return counts


def code_for(counts: PairCounts) -> bytes:
    """The best code for values counted like that, as a file keeps it."""
    after = [counts.after(before) for before in range(_VALUES)]
    often = sorted((-sum(found), before) for before, found in enumerate(after))
    frequent = [before for number, before in often[: MOST_CONTEXTS - 1] if -number >= FREQUENT]
    shared = [counts.after(AT_START)] + [after[one] for one in set(range(_VALUES)) - set(frequent)]
    contexts = [[sum(column) for column in zip(*shared, strict=True)]]
    contexts += [after[one] for one in frequent]
    lengths = b"".join(_halved(code_lengths(context)) for context in contexts)
    return bytes([len(frequent), *frequent]) + lengths


def read_code(file: BinaryIO) -> tuple[bytes, PackingCode]:
    """A code in a file, and its bytes; ValueError if it is not one."""
    head = file.read(1)
    number = head[0] if head else 0
    frequent = file.read(number)
    halves = file.read((number + 1) * _VALUES // 2)
    lengths = bytes(half for pair in halves for half in (pair & 15, pair >> 4))
    return head + frequent + halves, PackingCode(frequent, lengths)


def code_lengths(counts: Sequence[int]) -> bytes:
    """The bits of each value's code, so that all values together take fewest: package-merge.

    In every round, the packages of the round before, in pairs, compete with the values themselves;
    a value has one bit for each package chosen in the end that it is in.
    """
    lengths = bytearray(len(counts))
    values = sorted((number, bytes([value])) for value, number in enumerate(counts) if number)
    if len(values) == 1:
        lengths[values[0][1][0]] = 1
        return bytes(lengths)
    packages = values
    for _ in range(MOST_BITS - 1):
        pairs = zip(packages[::2], packages[1::2], strict=False)
        packages = sorted(values + [(one[0] + two[0], one[1] + two[1]) for one, two in pairs])
    for _, package in packages[: 2 * len(values) - 2]:
        for value in package:
            lengths[value] += 1
    return bytes(lengths)


def _halved(lengths: bytes) -> bytes:
    return bytes(low | high << 4 for low, high in zip(lengths[::2], lengths[1::2], strict=True))
