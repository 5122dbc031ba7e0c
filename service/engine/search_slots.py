"""Search slots: how many searches run at the same time, counted over all workers.

A slot is a locked file. The kernel drops the lock of a process that dies, however it dies, so a
killed worker gives its slots back.
"""

from __future__ import annotations

import fcntl
import tempfile
from pathlib import Path
from typing import BinaryIO


class SearchSlot:
    """A taken slot; `release` gives it back."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def release(self) -> None:
        self._file.close()


class SearchSlots:
    """The slots in a folder that all workers share."""

    def __init__(self, folder: Path, count: int) -> None:
        self._folder = folder
        self._files = [folder / f"search-{number}.lock" for number in range(count)]

    def take(self) -> SearchSlot | None:
        """A free slot, or None if all are taken; OSError if the folder cannot be used."""
        for path in self._files:
            # Opened anew each time: two threads with the same open file would share its lock.
            file = path.open("ab")
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                file.close()
            else:
                return SearchSlot(file)
        return None

    def require_usable(self) -> None:
        """OSError if the folder is not there or cannot be written to."""
        with tempfile.TemporaryFile(dir=self._folder, buffering=0) as file:
            file.write(b"x")
