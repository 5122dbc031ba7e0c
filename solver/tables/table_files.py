"""Files of endgame tables: one per pair of stone counts, checked when read, replaced in one piece.

A file is called `standard-9x5-3v2.fan` (the side to move has 3 stones), or, with switches,
`standard_paika=allowed-9x5-3v2.fan`. It begins with 96 bytes, the lowest byte of a number first.
Then come the code, as solver/tables/table_code.py draws it, and the table's values, which
solver/kernel/tables.py numbers, in blocks as solver/kernel/packing.py draws them.

     0   8  "FANORONA"                      40   8  values in the table
     8   4  version of this format          48   8  positions, unfolded
    12   4  CRC-32 of all other bytes,      56   8  won
            those after these 96 first      64   8  lost
    16  16  rule set, filled up with 0      72   8  drawn
    32   2  width, height                   80   2  longest win in plies, -1: none
    34   2  stones of the side to move      82   2  longest loss
    36   2  stones of the other side        84   4  0
    38   2  0                               88   8  bytes in the file

The rule set is its name; with switches the base, a `#`, and the number of the combination: the
places of the values in `solver.rules.SWITCHES` as digits, the first switch changing fastest.
"""

from __future__ import annotations

import os
import struct
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from math import comb
from mmap import mmap
from pathlib import Path
from typing import BinaryIO

from fanorona.solver.board import Board
from fanorona.solver.errors import FanoronaError
from fanorona.solver.kernel.packing import Unpacked
from fanorona.solver.kernel.tables import CheckedFile
from fanorona.solver.rules import SWITCHES, RuleSet
from fanorona.solver.tables.pairs import Pair, tables_up_to
from fanorona.solver.tables.table_code import packed_parts, read_code
from fanorona.words import Message

MAGIC = b"FANORONA"
VERSION = 2
HEADER = struct.Struct("<8sII16sBBHHHQQQQQhh4xQ")
SUFFIX = ".fan"
UNFINISHED = ".part"
CAN_READ_BLOCKS = hasattr(os, "pread")
STEP = 4 << 20
"""Bytes or values that are read or written between two looks at the stop flag: whole blocks."""


class DamagedTable(FanoronaError):  # noqa: N818 - reads as what it says
    """A file that is not the table that it should be; the message names it and says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableInfo:
    """What a table holds, counted over all positions, not folded ones; `own` side to move."""

    own: int
    enemy: int
    positions: int
    win: int
    loss: int
    draw: int
    longest_win_plies: int | None
    longest_loss_plies: int | None


@dataclass(frozen=True, slots=True)
class Series:
    """The tables of one board under one rule set: what their files are called and how large."""

    rules: RuleSet
    board: Board

    def path(self, folder: Path, own: int, enemy: int) -> Path:
        rules = self.rules.id.replace(" ", "_")
        return folder / f"{rules}-{self.board.size}-{own}v{enemy}{SUFFIX}"

    def has(self, name: str) -> bool:
        """Whether a file of that name is one of these tables."""
        return name.startswith(self.path(Path(), 0, 0).name.removesuffix(f"0v0{SUFFIX}"))

    @property
    def signature(self) -> str:
        """What a file says of its rule set, in at most 16 characters."""
        if self.rules.is_known:
            return self.rules.base
        number, place = 0, 1
        for switch in SWITCHES:
            number += place * list(switch.values).index(switch.of(self.rules))
            place *= len(switch.values)
        return f"{self.rules.base}#{number}"

    def pairs(self, folder: Path) -> list[Pair]:
        """The pairs that have a file in the folder, fewest stones first."""
        names = {path.name for path in folder.glob(f"*{SUFFIX}")}
        every = tables_up_to(self.board.points)
        return [pair for pair in every if self.path(folder, *pair).name in names]

    def size(self, own: int, enemy: int) -> int:
        """How many bytes the table of a pair has."""
        smaller, larger = sorted((own, enemy))
        return folded_sets(self.board, smaller) * self.columns(smaller, larger)

    def columns(self, smaller: int, larger: int) -> int:
        return comb(self.board.points - smaller, larger)


@cache
def folded_sets(board: Board, stones: int) -> int:
    """How many sets of that many points differ by more than a symmetry.

    Burnside's lemma: the average, over the symmetries, of how many sets each leaves as they are.
    """
    return sum(_unmoved_sets(to, stones) for to in board.symmetries) // len(board.symmetries)


def _unmoved_sets(symmetry: tuple[int, ...], stones: int) -> int:
    """Sets made of whole cycles of the map; `ways[n]`: of n points among the cycles so far."""
    ways = [1] + [0] * stones
    for length in _cycles(symmetry):
        for points in range(stones, length - 1, -1):
            ways[points] += ways[points - length]
    return ways[stones]


def _cycles(symmetry: tuple[int, ...]) -> Iterator[int]:
    left = set(range(len(symmetry)))
    while left:
        length, point = 0, min(left)
        while point in left:
            left.remove(point)
            point = symmetry[point]
            length += 1
        yield length


def read_table(
    series: Series, folder: Path, own: int, enemy: int, *, in_memory: bool
) -> tuple[TableInfo, bytearray | CheckedFile]:
    """The table of a pair, its checksum found right: its values, or the file to read them from.

    Either way, nobody who changes or truncates the file later can make it say anything else.
    DamagedTable if the file is not what it should be, FileNotFoundError if there is none.
    """
    path = series.path(folder, own, enemy)
    try:
        with path.open("rb") as file:
            return _read(series, own, enemy, file, in_memory or not CAN_READ_BLOCKS)
    except DamagedTable as fault:
        raise DamagedTable(
            Message("tables.damaged", file=str(path), reason=fault.message)
        ) from None


def _read(
    series: Series, own: int, enemy: int, file: BinaryIO, in_memory: bool
) -> tuple[TableInfo, bytearray | CheckedFile]:
    header = file.read(HEADER.size)
    length = os.fstat(file.fileno()).st_size
    if length <= HEADER.size or len(header) < HEADER.size:
        raise DamagedTable(Message("tables.too-short", number=length))
    fields = _checked_fields(series, own, enemy, header, length)
    try:
        kept, code = read_code(file)
    except ValueError:
        raise DamagedTable(Message("tables.packing")) from None
    size = series.size(own, enemy)
    taker = (
        Unpacked(code, size)
        if in_memory
        else CheckedFile(file.fileno(), HEADER.size + len(kept), size, code)
    )
    checksum, rest = _take_blocks(file, taker, zlib.crc32(kept))
    if zlib.crc32(_with_checksum(header, 0), checksum) != fields[2]:
        raise DamagedTable(Message("tables.checksum"))
    if rest or not taker.done == size == fields[9]:
        raise DamagedTable(Message("tables.packing"))
    return _info(fields), taker.values if isinstance(taker, Unpacked) else taker


def _take_blocks(file: BinaryIO, taker: Unpacked | CheckedFile, checksum: int) -> tuple[int, bytes]:
    """Hand blocks on as they are read; returns the checksum continued, and what was not taken."""
    rest = b""
    for part in iter(partial(file.read, STEP), b""):
        checksum = zlib.crc32(part, checksum)
        rest += part
        rest = rest[taker.take(rest) :]
        if len(rest) >= STEP:
            # That should be less than a block.
            raise DamagedTable(Message("tables.packing"))
    return checksum, rest


def _checked_fields(
    series: Series, own: int, enemy: int, header: bytes, length: int
) -> tuple[int, ...]:
    fields = HEADER.unpack(header)
    magic, version, _, rules, width, height, *rest = fields
    if magic != MAGIC:
        raise DamagedTable(Message("tables.not-a-table"))
    if version != VERSION:
        raise DamagedTable(Message("tables.format", number=version, known=VERSION))
    says = (rules.rstrip(b"\0").decode("ascii", "replace"), f"{width}x{height}", *rest[:2])
    wanted = (series.signature, series.board.size, own, enemy)
    if says != wanted:
        raise DamagedTable(
            Message("tables.other-table", rules=says[0], size=says[1], pair=f"{says[2]}v{says[3]}")
        )
    if length != rest[-1]:
        raise DamagedTable(Message("tables.wrong-size", number=length, known=rest[-1]))
    return fields


def checksum_in(path: Path) -> int | None:
    """What a file says that its checksum is; None if it does not say."""
    try:
        with path.open("rb") as file:
            header = file.read(HEADER.size)
    except OSError:
        return None
    return int.from_bytes(header[12:16], "little") if len(header) == HEADER.size else None


def write_table(
    series: Series,
    folder: Path,
    info: TableInfo,
    values: bytearray | mmap | memoryview,
    check: Callable[[], None] = lambda: None,
    jobs: int = 1,
) -> None:
    """Write the file under another name, and give it its own when it is safely on the disk.

    `check` is called now and then, and may raise to stop it.
    """
    path = series.path(folder, info.own, info.enemy)
    file, unfinished = _new_file(path)
    try:
        with file:
            # The header needs the checksum of all that follows.
            file.write(bytes(HEADER.size))
            checksum = 0
            for part in packed_parts(values, STEP, jobs, check):
                checksum = zlib.crc32(part, checksum)
                file.write(part)
                file.flush()
                # A little at a time, so that the disk is never long at it.
                os.fsync(file.fileno())
            header = _header(series, info, len(values), file.tell())
            file.seek(0)
            file.write(_with_checksum(header, zlib.crc32(header, checksum)))
            file.flush()
            os.fsync(file.fileno())
            _give_name(file, unfinished, path)
    except BaseException as fault:
        unfinished.unlink(missing_ok=True)
        if isinstance(fault, OSError) and fault.filename is None:
            # A full disk does not say which one it is.
            fault.filename = str(path)
        raise
    _sync_folder(folder)


def remove_unfinished(folder: Path) -> None:
    """Remove what builders that were killed have left; those at work keep theirs."""
    for unfinished in folder.glob(f"*{SUFFIX}.*{UNFINISHED}"):
        # A file that is gone by now, or not ours to remove, does no harm.
        with suppress(OSError):
            _remove_if_abandoned(unfinished)


def _new_file(path: Path) -> tuple[BinaryIO, Path]:
    """A file of our own beside `path`, locked for as long as it is open."""
    while True:
        token = os.urandom(4).hex()
        unfinished = path.with_name(f"{path.name}.{os.getpid()}-{token}{UNFINISHED}")
        file = unfinished.open("xb")
        _lock(file)
        if os.fstat(file.fileno()).st_nlink:
            return file, unfinished
        # Between opening and locking, somebody took it for a killed builder's.
        file.close()


if sys.platform == "win32":

    def _lock(file: BinaryIO) -> None:
        """Nothing to do: an open file cannot be removed there."""

    def _remove_if_abandoned(unfinished: Path) -> None:
        unfinished.unlink()

    def _give_name(file: BinaryIO, unfinished: Path, path: Path) -> None:
        """There, an open file cannot get another name."""
        file.close()
        unfinished.replace(path)

    def _sync_folder(folder: Path) -> None:
        """Nothing to do: there, the new name is safe when the file is."""

else:
    import fcntl

    def _lock(file: BinaryIO) -> None:
        # If the file system knows no locks, nobody removes what seems abandoned either.
        with suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX)

    def _remove_if_abandoned(unfinished: Path) -> None:
        """A builder's lock ends with it, however it ends."""
        with unfinished.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            unfinished.unlink()

    def _give_name(_file: BinaryIO, unfinished: Path, path: Path) -> None:
        """While it is still locked: unlocked, it would be taken for a killed builder's."""
        unfinished.replace(path)

    def _sync_folder(folder: Path) -> None:
        """Make sure that the new name outlives a power cut."""
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _header(series: Series, info: TableInfo, size: int, length: int) -> bytes:
    """The first bytes of a file, with 0 for the checksum."""
    return HEADER.pack(
        MAGIC,
        VERSION,
        0,
        series.signature.encode("ascii"),
        series.board.width,
        series.board.height,
        info.own,
        info.enemy,
        0,
        size,
        info.positions,
        info.win,
        info.loss,
        info.draw,
        -1 if info.longest_win_plies is None else info.longest_win_plies,
        -1 if info.longest_loss_plies is None else info.longest_loss_plies,
        length,
    )


def _info(fields: tuple[int, ...]) -> TableInfo:
    own, enemy, _, _, positions, win, loss, draw, longest_win, longest_loss, _ = fields[6:]
    return TableInfo(
        own=own,
        enemy=enemy,
        positions=positions,
        win=win,
        loss=loss,
        draw=draw,
        longest_win_plies=None if longest_win < 0 else longest_win,
        longest_loss_plies=None if longest_loss < 0 else longest_loss,
    )


def _with_checksum(header: bytes, checksum: int) -> bytes:
    return header[:12] + checksum.to_bytes(4, "little") + header[16:]
