"""Why a part of a printed solution is not read, and what to write instead, in words."""

from __future__ import annotations

from fanorona.solver.language import Language, say, translated
from fanorona.solver.puzzles.printed import words
from fanorona.solver.puzzles.printed.suspects import Suspect
from fanorona.solver.quoting import shown


def why_unread(suspect: Suspect, language: Language) -> str:
    """The sentence about a suspect."""
    values = dict(suspect.values)
    text = shown(str(values.pop("text", "")), 40)
    if suspect.error is not None:
        reason = translated(suspect.error.message, language)
        return say("check.unread.because", language, reason=reason)
    if "directions" in values:
        directions = values.pop("directions")
        assert isinstance(directions, tuple)
        values["instead"] = " / ".join(words.in_language(one, language) for one in directions)
    return say(f"check.unread.{suspect.reason}", language, text=text, **values)
