"""Why a part of a printed solution is not read, and what to write instead."""

from __future__ import annotations

from fanorona.solver.puzzles.printed.suspects import Suspect
from fanorona.solver.quoting import shown
from fanorona.words import Message


def why_unread(suspect: Suspect) -> Message:
    """What there is to say about a suspect."""
    values = dict(suspect.values)
    text = shown(str(values.pop("text", "")), 40)
    if suspect.error is not None:
        return suspect.error.message
    if "directions" in values:
        directions = values.pop("directions")
        assert isinstance(directions, tuple)
        values["instead"] = tuple(Message(f"typing.{one}") for one in directions)
    return Message(f"check.unread.{suspect.reason}", text=text, **values)
