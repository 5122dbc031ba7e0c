"""Files written in one piece: what was there stays there until all of the new content is."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

OWN_OUTPUT = (1, 2)
"""The descriptors of standard output and standard error."""


def write_whole(path: Path, content: bytes) -> None:
    """Write or replace a file, with the rights it had; OSError leaves the old one as it was.

    A pipe or a device is written to and never replaced; so is whatever standard output goes to,
    such as /dev/stdout, after what this process has printed there.
    """
    from tempfile import mkstemp

    own = _own_output(path)
    if own is not None:
        with open(own, "ab", closefd=False) as output:
            output.write(content)
        return
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


def _own_output(path: Path) -> int | None:
    """The descriptor of this process that writes to the path already."""
    for descriptor in OWN_OUTPUT:
        with suppress(OSError):
            if os.path.samestat(path.stat(), os.fstat(descriptor)):
                return descriptor
    return None


def _umask() -> int:
    """The rights that new files are not given; it can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
