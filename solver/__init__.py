"""Fanorona: rules, notation and exact answers. Start with `Position`."""

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
    "Turn",
    "UnknownRules",
    "__version__",
    "rule_set",
]
