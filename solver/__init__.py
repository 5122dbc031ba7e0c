"""Fanorona: rules, notation and exact answers. Start with `Position`."""

from typing import TYPE_CHECKING

from fanorona.solver.board import Colour
from fanorona.solver.budget import Budget
from fanorona.solver.errors import (
    AmbiguousTurn,
    FanoronaError,
    IllegalPosition,
    IllegalTurn,
    NotationError,
    OutOfMemory,
    TooManyTurns,
)
from fanorona.solver.kernel import is_compiled
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.position import Outcome, Position
from fanorona.solver.rules import RULE_SETS, ImpossibleRules, RuleSet, UnknownRules, rule_set
from fanorona.solver.stopping import Stopped
from fanorona.solver.turn import Capture, Step, Turn
from fanorona.solver.version import __version__

if TYPE_CHECKING:
    from fanorona.solver.games.game_reading import read_games
    from fanorona.solver.games.game_tree import Game, GameNode, UnreadableGame
    from fanorona.solver.games.game_writing import write_games
    from fanorona.solver.puzzles.bulk import check_puzzles
    from fanorona.solver.search.analysis import analyse
    from fanorona.solver.search.engine_turn import engine_turn
    from fanorona.solver.search.forced_win import forced_win
    from fanorona.solver.tables.tablebase import Tablebase

__all__ = [
    "RULE_SETS",
    "AmbiguousTurn",
    "Budget",
    "Capture",
    "Colour",
    "FanoronaError",
    "Game",
    "GameNode",
    "IllegalPosition",
    "IllegalTurn",
    "ImpossibleRules",
    "NotationError",
    "OutOfMemory",
    "Outcome",
    "Position",
    "RuleSet",
    "Step",
    "Stop",
    "Stopped",
    "Tablebase",
    "TooManyTurns",
    "Turn",
    "UnknownRules",
    "UnreadableGame",
    "__version__",
    "analyse",
    "check_puzzles",
    "engine_turn",
    "forced_win",
    "is_compiled",
    "read_games",
    "rule_set",
    "write_games",
]

_ON_DEMAND = {
    "Game": "fanorona.solver.games.game_tree",
    "GameNode": "fanorona.solver.games.game_tree",
    "Tablebase": "fanorona.solver.tables.tablebase",
    "UnreadableGame": "fanorona.solver.games.game_tree",
    "analyse": "fanorona.solver.search.analysis",
    "check_puzzles": "fanorona.solver.puzzles.bulk",
    "engine_turn": "fanorona.solver.search.engine_turn",
    "forced_win": "fanorona.solver.search.forced_win",
    "read_games": "fanorona.solver.games.game_reading",
    "write_games": "fanorona.solver.games.game_writing",
}
"""Imported when they are first asked for: reading a position has not to wait for them."""

if not TYPE_CHECKING:

    def __getattr__(name):
        if name not in _ON_DEMAND:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module(_ON_DEMAND[name]), name)
