"""Themes: the names of what a solution can be about."""

from __future__ import annotations

from enum import StrEnum
from functools import cache

from fanorona.solver.puzzles.tags import folded
from fanorona.words import LANGUAGES, say


class PuzzleTheme(StrEnum):
    """What a solution is about, in the order in which themes are listed."""

    QUIET_KEY = "quiet-key"
    WITHDRAWAL_KEY = "withdrawal-key"
    LONG_CHAIN = "long-chain"
    EARLY_STOP = "early-stop"
    HUFF = "huff"
    SACRIFICE = "sacrifice"
    ZUGZWANG = "zugzwang"
    BLOCKADE = "blockade"
    SWEEP = "sweep"
    ONLY_MOVE = "only-move"
    UNDERDOG = "underdog"
    TELO_NOHO_DIMY = "telo-noho-dimy"
    ENDGAME = "endgame"
    VELA = "vela"


def theme_named(text: str) -> PuzzleTheme | None:
    """The theme of that name, its own or in any language; None: it is somebody's own theme."""
    try:
        return PuzzleTheme(text)
    except ValueError:
        return _by_name().get(_plain(text))


@cache
def _by_name() -> dict[str, PuzzleTheme]:
    named = {_plain(say(f"theme.{one}", lang)): one for lang in LANGUAGES for one in PuzzleTheme}
    return named | {_plain(one): one for one in PuzzleTheme}


def _plain(text: str) -> str:
    return folded(text.replace("-", " ").replace("’", "'"))
