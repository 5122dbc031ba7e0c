"""Endgame tables at a URL: fetched once per machine, checked, and used from the cache folder.

The URL is a folder that anything fsspec knows can reach (`http://`, `file://`, `s3://` with its
driver); it has a list of its files, `SHA256SUMS`, as the program `sha256sum` writes it. The cache
has a folder per list: a file in it has been checked against that list, and is never fetched again.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from fanorona.solver.tables.table_files import STEP, SUFFIX, UNFINISHED, Series, remove_unfinished
from fanorona.solver.tables.table_place import UnusableTables
from fanorona.words import Message

if TYPE_CHECKING:
    from fsspec import AbstractFileSystem

LIST = "SHA256SUMS"
_LINE = re.compile(rf"([0-9a-f]{{64}}) [ *](\./)?([A-Za-z0-9_=-]+{re.escape(SUFFIX)})")


def fetched(url: str, series: Series, cache: Path | None) -> Path:
    """The folder with the tables of the series from the URL; UnusableTables if they cannot be had.

    `cache`: where folders of fetched tables are kept.
    """
    if cache is None:
        raise UnusableTables(Message("tables.no-home"))
    files, root = _reached(url)
    with _reported(url):
        text = files.cat_file(f"{root}/{LIST}")
    listed = _listed(text, url)
    folder = cache / sha256(text).hexdigest()[:16]
    folder.mkdir(parents=True, exist_ok=True)
    for name, digest in listed.items():
        if series.has(name) and not (folder / name).exists():
            _fetch(files, f"{root}/{name}", folder / name, digest, url)
    return folder


def _reached(url: str) -> tuple[AbstractFileSystem, str]:
    try:
        from fsspec.core import url_to_fs
    except ImportError:
        raise UnusableTables(Message("fetch.extra", url=url)) from None
    with _reported(url):
        files, root = url_to_fs(url)
    return files, root.rstrip("/")


def _listed(text: bytes, url: str) -> dict[str, str]:
    """The digest of each table in the list."""
    lines = text.decode("ascii", "replace").splitlines()
    found = {one[3]: one[1] for line in lines if (one := _LINE.fullmatch(line.strip()))}
    if not found:
        raise UnusableTables(Message("fetch.empty-list", url=url, list=LIST))
    return found


def _fetch(files: AbstractFileSystem, source: str, path: Path, digest: str, url: str) -> None:
    with _alone(path.parent):
        if path.exists():  # Another process of this machine was first.
            return
        # What killed processes have left: nobody else is at work here, or (Windows) has it open.
        remove_unfinished(path.parent)
        part = path.with_name(f"{path.name}.{os.getpid()}{UNFINISHED}")
        try:
            with _reported(url), files.open(source, "rb") as reader, part.open("wb") as writer:
                found = sha256()
                for piece in iter(partial(reader.read, STEP), b""):
                    found.update(piece)
                    writer.write(piece)
            if found.hexdigest() != digest:
                raise UnusableTables(Message("fetch.checksum", file=path.name, url=url, list=LIST))
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)


@contextmanager
def _reported(url: str) -> Iterator[None]:
    """Whatever a driver raises, in words; each has errors of its own."""
    try:
        yield
    except UnusableTables:
        raise
    except ImportError as missing:
        reason = " ".join(str(missing).split())
        raise UnusableTables(Message("fetch.driver", url=url, reason=reason)) from None
    except Exception as fault:  # aiohttp's, botocore's, …
        reason = f"{type(fault).__name__}: {' '.join(str(fault).split())[:200]}"
        raise UnusableTables(Message("fetch.failed", url=url, reason=reason)) from None


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """One process of this machine at a time."""
    try:
        import fcntl
    except ImportError:  # Windows: a file may be fetched twice, and is the same.
        yield
        return
    with (folder / ".lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
