"""The tables of a pair at work: in memory if they are small, else in a file that outlives a kill.

`standard-9x5-3v5.fan.work` has both tables of the pair, and says how far they are:

        0      32 kB   a note
    32 kB      32 kB   another one
    64 kB              the table with the smaller side to move, filled up to 64 kB; then the other

A note is the CRC-32 of its text, the length of the text, 4 bytes each, and the text: which work it
is, which one of all notes, which pieces are settled, and how many levels are complete. It is
written when all of that is on the disk, in turn with the other note: so one of them holds, whatever
ends the builder. A file with no note that holds, or of other work, is begun again.

Tables for which there is room are in memory, and written to the file before each note. The others
are mapped from it: the system then writes again and again what changes all over them, many times
their size. Whoever builds has the file locked. Its whole space is reserved first: a mapped file on
a full disk would kill the process.
"""

from __future__ import annotations

import errno
import json
import mmap
import os
import sys
import zlib
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import Any

from fanorona.solver.tables.memory_bound import MemoryBound

SUFFIX = ".work"
NOTE = 32 << 10
TABLES_BEGIN = 2 * NOTE
"""Also the unit of a table's room: any system can map a file from a multiple of it."""

SYNC_SECONDS = 20.0
"""About how much work a killed builder loses, or more if writing it down takes the disk long."""

SYNC_SHARE = 0.05
"""The most of the time that a disk is kept busy."""

GUARD_SECONDS = 0.002
"""How often somebody looks whether mapped tables take too much memory, besides those who use them:
what is done all over a table takes 30 MB in ten milliseconds."""

AT_ONCE = 16 << 20
"""Bytes read or written by one call."""

CAN_MAP = sys.platform != "win32"
"""Elsewhere, tables of any size are built in memory."""


@dataclass(slots=True)
class PairProgress:
    """How far a pair is."""

    settled: bytearray
    """For each piece of the tables, one after the other, whether it is settled."""
    levels: int = 0
    """How many are complete."""

    @property
    def is_new(self) -> bool:
        return not self.levels and not any(self.settled)


class WorkInMemory:
    """Tables that are lost with their builder."""

    def __init__(self, size: int, tables: int, pieces: int) -> None:
        self.tables: list[bytearray | mmap.mmap] = [bytearray(size) for _ in range(tables)]
        self.progress = PairProgress(bytearray(pieces))

    def keep(self) -> None:
        """Nothing is kept."""

    def keep_now(self) -> None:
        """Nothing is kept."""

    def give_back(self) -> None:
        """All of it is needed."""

    def remove(self) -> None:
        """There is nothing to remove."""

    def close(self) -> None:
        """Let go of the tables; whoever still has one may use it."""
        self.tables.clear()


class WorkFile:
    """Tables in a locked file; `progress` is what was found in it, and is kept by who builds."""

    def __init__(
        self, path: Path, work: str, size: int, tables: int, pieces: int, bound: MemoryBound
    ) -> None:
        """`work`: everything that must be the same for the file to be of use.

        BlockingIOError if another builder has it.
        """
        self.path = path
        self._work = work
        self._bound = bound
        self._descriptor = _opened(path)
        self._notes = 0
        self._syncing: Future[None] | None = None
        self._due = monotonic() + SYNC_SECONDS
        room = -(-size // TABLES_BEGIN) * TABLES_BEGIN
        self._places = [TABLES_BEGIN + number * room for number in range(tables)]
        self._is_mapped = not bound.has_room(tables * size)
        try:
            self.progress = self._found(TABLES_BEGIN + tables * room, pieces)
            self.tables = [self._table(size, place) for place in self._places]
        except BaseException:
            os.close(self._descriptor)
            raise
        self._thread = ThreadPoolExecutor(1)
        self._is_closed = Event()
        self._guard = Thread(target=self._guard_bound, daemon=True)
        if self._is_mapped:
            self._guard.start()

    def keep(self) -> None:
        """Note how far it is, if that is due; the disk works while the builder goes on."""
        if self._syncing is not None and not self._syncing.done():
            return
        self._raise_fault()
        if monotonic() >= self._due:
            self._syncing = self._thread.submit(self._sync, self._text())

    def keep_now(self) -> None:
        """Note how far it is, and wait until that is safe."""
        self._raise_fault()
        self._thread.submit(self._sync, self._text()).result()

    def give_back(self) -> None:
        """Give memory back if there is too much of it in use; the system still has the bytes."""
        if self._is_mapped and self._bound.is_exceeded():
            for table in self.tables:
                table.madvise(mmap.MADV_DONTNEED)

    def remove(self) -> None:
        """The tables are finished and safe elsewhere."""
        self.path.unlink(missing_ok=True)

    def close(self) -> None:
        """Let go of the tables and the file; whoever still has a table may use it."""
        self._thread.shutdown()
        self._is_closed.set()
        if self._is_mapped:
            self._guard.join()
        self.tables.clear()
        os.close(self._descriptor)

    def _guard_bound(self) -> None:
        while not self._is_closed.wait(GUARD_SECONDS):
            self.give_back()

    def _found(self, length: int, pieces: int) -> PairProgress:
        if os.fstat(self._descriptor).st_size == length:
            texts = [_read_note(self._descriptor, slot) for slot in (0, 1)]
            found = [text for text in texts if text is not None and text["work"] == self._work]
            if found:
                last = max(found, key=lambda text: int(text["note"]))
                self._notes = last["note"]
                return PairProgress(bytearray.fromhex(last["settled"]), last["levels"])
        try:
            os.ftruncate(self._descriptor, 0)
            _reserve(self._descriptor, 0, length)
        except OSError as fault:
            # A full disk does not say which one it is.
            fault.filename = str(self.path)
            self.path.unlink(missing_ok=True)
            raise
        return PairProgress(bytearray(pieces))

    def _table(self, size: int, place: int) -> mmap.mmap:
        """With what the file has of it, if that is work to go on with."""
        if self._is_mapped:
            return mmap.mmap(self._descriptor, size, offset=place)
        table = mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        if sys.platform == "linux":
            # Only a hint, which a kernel without huge pages refuses.
            with suppress(OSError):
                table.madvise(mmap.MADV_HUGEPAGE)
        if not self.progress.is_new:
            with memoryview(table) as data:
                _read_all(self._descriptor, data, place)
        return table

    def _text(self) -> bytes:
        self._notes += 1
        note = {
            "work": self._work,
            "note": self._notes,
            "settled": bytes(self.progress.settled).hex(),
            "levels": self.progress.levels,
        }
        return json.dumps(note).encode()

    def _sync(self, text: bytes) -> None:
        """What the text says was true before this began, so it is once everything is written."""
        began = monotonic()
        try:
            if not self._is_mapped:
                for table, place in zip(self.tables, self._places, strict=True):
                    with memoryview(table) as data:
                        _write_all(self._descriptor, data, place)
            os.fsync(self._descriptor)
            _write_note(self._descriptor, self._notes % 2, text)
            os.fsync(self._descriptor)
        except OSError as fault:
            fault.filename = str(self.path)
            raise
        ended = monotonic()
        self._due = ended + max(SYNC_SECONDS, (ended - began) / SYNC_SHARE)

    def _raise_fault(self) -> None:
        if self._syncing is not None:
            self._syncing.result()
            self._syncing = None


def _read_note(descriptor: int, slot: int) -> dict[str, Any] | None:
    data = os.pread(descriptor, NOTE, slot * NOTE)
    length = int.from_bytes(data[4:8], "little")
    text = data[8 : 8 + length]
    if len(text) != length or data[:4] != zlib.crc32(text).to_bytes(4, "little") or not text:
        return None
    note: dict[str, Any] = json.loads(text)
    return note


def _write_note(descriptor: int, slot: int, text: bytes) -> None:
    checksum = zlib.crc32(text).to_bytes(4, "little")
    os.pwrite(descriptor, checksum + len(text).to_bytes(4, "little") + text, slot * NOTE)


def _read_all(descriptor: int, data: memoryview, place: int) -> None:
    at = 0
    while at < len(data):
        read = os.preadv(descriptor, [data[at : at + AT_ONCE]], place + at)
        if not read:
            raise OSError(errno.EIO, "the file ends too early")
        at += read


def _write_all(descriptor: int, data: memoryview, place: int) -> None:
    at = 0
    while at < len(data):
        at += os.pwrite(descriptor, data[at : at + AT_ONCE], place + at)


def work_path(table: Path) -> Path:
    """Beside the table of the pair with the smaller side to move."""
    return table.with_name(f"{table.name}{SUFFIX}")


def remove_if_free(path: Path) -> None:
    """Remove a file that nobody needs or has; one that is not there or not ours does no harm."""
    with suppress(OSError):
        descriptor = _opened(path, create=False)
        try:
            path.unlink()
        finally:
            os.close(descriptor)


if sys.platform == "win32":

    def _opened(path: Path, *, create: bool = True) -> int:
        raise OSError(errno.ENOTSUP, "no work files on this system", str(path))

else:
    import fcntl

    def _opened(path: Path, *, create: bool = True) -> int:
        """The descriptor of the file, locked."""
        while True:
            descriptor = os.open(path, os.O_RDWR | (os.O_CREAT if create else 0), 0o666)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if os.fstat(descriptor).st_nlink:
                    return descriptor
            except OSError as fault:
                os.close(descriptor)
                fault.filename = str(path)
                raise
            # Between opening and locking, its builder has finished and removed it.
            os.close(descriptor)


if sys.platform == "linux":
    _reserve = os.posix_fallocate
else:

    def _reserve(descriptor: int, first: int, length: int) -> None:
        """By writing all of it."""
        for at in range(first, first + length, TABLES_BEGIN):
            os.pwrite(descriptor, bytes(TABLES_BEGIN), at)
