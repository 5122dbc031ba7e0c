"""Files written in one piece: what was there stays there until all of the new content is."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Write or replace a file, with the rights it had; OSError leaves the old one as it was.

    What is there and is no file, such as a pipe or /dev/stdout, is written to and never replaced.
    """
    from tempfile import mkstemp

    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    path = path.resolve()
    if path.is_file() and path.read_bytes() == content:
        return
    mode = path.stat().st_mode & 0o7777 if path.exists() else 0o666 & ~_umask()
    try:
        handle, beside = mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        # Nobody has asked for the file beside it.
        error.filename = str(path)
        raise
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(beside).chmod(mode)
        Path(beside).replace(path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


def _umask() -> int:
    """The rights that new files are not given; it can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
