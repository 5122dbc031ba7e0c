"""The folder of one server's counters, which its workers share and no other server touches."""

from __future__ import annotations

import fcntl
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

PREFIX = "metrics-"
CHANGING = "metrics.lock"
IN_USE = "in-use.lock"
"""Locked for as long as the server or one of its workers lives."""


@contextmanager
def own_counters(run_folder: Path) -> Iterator[Path]:
    """A new folder in the run folder; what dead servers left there is removed."""
    with (run_folder / CHANGING).open("ab") as changing:
        fcntl.flock(changing, fcntl.LOCK_EX)
        for left in run_folder.glob(f"{PREFIX}*/{IN_USE}"):
            with suppress(FileNotFoundError):  # Its server is just removing it.
                _remove_unless_used(left)
        folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=run_folder))
        in_use = (folder / IN_USE).open("ab")
        fcntl.flock(in_use, fcntl.LOCK_EX)
    with in_use:
        yield folder


def _remove_unless_used(lock: Path) -> None:
    with lock.open("ab") as file:
        if _is_free(file):
            shutil.rmtree(lock.parent, ignore_errors=True)


def _is_free(file: BinaryIO) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
