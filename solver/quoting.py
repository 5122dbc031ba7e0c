"""How a typed text is shown inside an error message: quoted, escaped, shortened."""

from __future__ import annotations

from fanorona.solver.errors import NotationError
from fanorona.words import Message

NO_BREAK_SPACES = "\u00a0\u202f"
"""What stands inside of « » and before : and ! in French."""


def shown(text: str, limit: int = 24) -> str:
    """The text in quotes, unprintable characters escaped, cut after `limit` characters."""
    cut = printable(text[:limit], no_break_spaces=False)
    return f"'{cut}…'" if len(text) > limit else f"'{cut}'"


def printable(text: str, *, no_break_spaces: bool = True) -> str:
    """The text without anything that a terminal would obey or could not show."""
    kept = NO_BREAK_SPACES if no_break_spaces else ""
    return "".join(
        char
        if char.isprintable() or char in kept
        else char.encode("unicode_escape").decode("ascii")
        for char in text
    )


def refuse_long(text: str, limit: int, what: str) -> None:
    """Refuse a text that is longer than any sensible one, before anything looks at it."""
    if len(text) > limit:
        kind = Message(f"text.kind.{what}")
        raise NotationError(Message("text.too-long", kind=kind, length=len(text), limit=limit))
