"""The lines of a puzzle file, from text, bytes or an open file: encodings, line ends, sizes.

UTF-8 is expected. A line that is not UTF-8 is read as Windows Latin-1, so that the accents of an
older editor survive. Nothing longer than the limits is ever held.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, NamedTuple, TextIO

from fanorona.solver.notation.scanning import compiled
from fanorona.words import Message

MAX_LINE = 50_000
MAX_FILE = 64 * 1024 * 1024

CONTROL = r"[\x00-\x08\x0a-\x1f\x7f-\x9f\ud800-\udfff]"
"""Characters that no line of text has; of the control characters a tab is one."""

_UTF_16 = ("ÿþ", "þÿ")
"""How the first two bytes of such a file look in Latin-1."""

Source = str | bytes | BinaryIO


@dataclass(frozen=True, slots=True)
class LineFault:
    """Why a line cannot be text, and where in it."""

    detail: Message
    column: int = 1
    not_text: bool = False
    """Nothing else that is found in the puzzle is worth telling."""


class FileLine(NamedTuple):
    """One line; without its text where it has a fault."""

    number: int
    text: str
    fault: LineFault | None = None


def lines_of(source: Source, most: float | None = None) -> Iterator[FileLine]:
    """The lines, numbered from 1; a fault after `most` characters, MAX_FILE unless given."""
    most = MAX_FILE if most is None else most
    if isinstance(source, str):
        yield from _numbered(io.StringIO(source, newline=None), most, decode=False)
        return
    binary = io.BytesIO(source) if isinstance(source, bytes) else source
    # Every byte is a character of Latin-1: this finds line ends of all systems, and loses nothing.
    stream = io.TextIOWrapper(binary, encoding="latin-1", newline=None)
    try:
        yield from _numbered(stream, most, decode=True)
    finally:
        stream.detach()


def _numbered(stream: TextIO, most: float, *, decode: bool) -> Iterator[FileLine]:
    number, left = 0, most
    while left >= 0:
        raw, length = _next_line(stream, left)
        if not raw:
            return
        number, left = number + 1, left - length
        if decode and number == 1 and raw.startswith(_UTF_16):
            yield FileLine(number, "", LineFault(Message("file.utf-16"), not_text=True))
            return
        yield _line(number, raw, length, decode=decode)
    detail = Message("file.too-long", limit=MAX_FILE // 1024**2)
    yield FileLine(number + 1, "", LineFault(detail, not_text=True))


def _next_line(stream: TextIO, most: float) -> tuple[str, int]:
    """The next line and its length; of a line that is too long only the beginning."""
    text = part = stream.readline(MAX_LINE + 1)
    length = len(text)
    while part and not part.endswith("\n") and length <= most:
        part = stream.readline(MAX_LINE)
        length += len(part)
    return text, length


def _line(number: int, raw: str, length: int, *, decode: bool) -> FileLine:
    fault: LineFault | None = None
    text = (_decoded(raw) if decode else raw).removesuffix("\n").removeprefix("\ufeff")
    if "\0" in raw:
        column = text.index("\0") + 1
        fault = LineFault(Message("file.not-text"), column, not_text=True)
    elif length > MAX_LINE + 1:
        fault = LineFault(Message("file.long-line", length=length, limit=MAX_LINE))
    elif found := compiled(CONTROL).search(text):
        code = f"U+{ord(found.group()):04X}"
        fault = LineFault(Message("file.control", code=code), found.start() + 1)
    return FileLine(number, "" if fault else text, fault)


def _decoded(raw: str) -> str:
    if raw.isascii():
        return raw
    data = raw.encode("latin-1")
    for encoding in ("utf-8", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return raw
