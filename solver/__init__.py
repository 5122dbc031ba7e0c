"""Fanorona: rules, notation and exact answers. Start with `Position`."""

from typing import TYPE_CHECKING

from solver.board import Colour
from solver.errors import (
    AmbiguousTurn,
    FanoronaError,
    IllegalPosition,
    IllegalTurn,
    NotationError,
)
from solver.position import Outcome, Position, Stopped
from solver.rules import RULE_SETS, RuleSet, UnknownRules, rule_set
from solver.turn import Capture, Step, Turn
from solver.version import __version__

if TYPE_CHECKING:
    from solver.analysis import analyse
    from solver.forced import forced_win
    from solver.puzzles.bulk import check_puzzles
    from solver.tablebase import Tablebase

__all__ = [
    "RULE_SETS",
    "AmbiguousTurn",
    "Capture",
    "Colour",
    "FanoronaError",
    "IllegalPosition",
    "IllegalTurn",
    "NotationError",
    "Outcome",
    "Position",
    "RuleSet",
    "Step",
    "Stopped",
    "Tablebase",
    "Turn",
    "UnknownRules",
    "__version__",
    "analyse",
    "check_puzzles",
    "forced_win",
    "rule_set",
]

_ON_DEMAND = {
    "Tablebase": "solver.tablebase",
    "analyse": "solver.analysis",
    "check_puzzles": "solver.puzzles.bulk",
    "forced_win": "solver.forced",
}
"""Imported when they are first asked for: reading a position has not to wait for them."""

if not TYPE_CHECKING:

    def __getattr__(name):
        if name not in _ON_DEMAND:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module(_ON_DEMAND[name]), name)
