"""Fanorona, the board game of Madagascar: rules, notation and exact answers.

Start with `Position`. Every public name is imported when it is first used.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fanorona.solver.board import Colour
    from fanorona.solver.budget import Budget
    from fanorona.solver.certificates.certificate import Certificate, certify
    from fanorona.solver.certificates.verification import Verified, verify
    from fanorona.solver.errors import (
        AmbiguousTurn,
        FanoronaError,
        IllegalPosition,
        IllegalTurn,
        NotationError,
        OutOfMemory,
        TooManyTurns,
    )
    from fanorona.solver.games.game_reading import read_games
    from fanorona.solver.games.game_tree import Game, GameNode, UnreadableGame
    from fanorona.solver.games.game_writing import write_games
    from fanorona.solver.kernel import is_compiled
    from fanorona.solver.kernel.stop import Stop
    from fanorona.solver.position import Outcome, Position
    from fanorona.solver.puzzles.bulk import check_puzzles
    from fanorona.solver.rules import RULE_SETS, ImpossibleRules, RuleSet, UnknownRules, rule_set
    from fanorona.solver.search.analysis import analyse
    from fanorona.solver.search.engine_turn import engine_turn
    from fanorona.solver.search.forced_win import forced_win
    from fanorona.solver.stopping import Stopped
    from fanorona.solver.tables.tablebase import Tablebase
    from fanorona.solver.turn import Capture, Step, Turn
    from fanorona.solver.version import __version__

__all__ = [
    "RULE_SETS",
    "AmbiguousTurn",
    "Budget",
    "Capture",
    "Certificate",
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
    "Verified",
    "__version__",
    "analyse",
    "certify",
    "check_puzzles",
    "engine_turn",
    "forced_win",
    "is_compiled",
    "read_games",
    "rule_set",
    "verify",
    "write_games",
]

_MODULES = {
    "board": ("Colour",),
    "budget": ("Budget",),
    "certificates.certificate": ("Certificate", "certify"),
    "certificates.verification": ("Verified", "verify"),
    "errors": (
        "AmbiguousTurn",
        "FanoronaError",
        "IllegalPosition",
        "IllegalTurn",
        "NotationError",
        "OutOfMemory",
        "TooManyTurns",
    ),
    "games.game_reading": ("read_games",),
    "games.game_tree": ("Game", "GameNode", "UnreadableGame"),
    "games.game_writing": ("write_games",),
    "kernel": ("is_compiled",),
    "kernel.stop": ("Stop",),
    "position": ("Outcome", "Position"),
    "puzzles.bulk": ("check_puzzles",),
    "rules": ("RULE_SETS", "ImpossibleRules", "RuleSet", "UnknownRules", "rule_set"),
    "search.analysis": ("analyse",),
    "search.forced_win": ("forced_win",),
    "search.engine_turn": ("engine_turn",),
    "stopping": ("Stopped",),
    "tables.tablebase": ("Tablebase",),
    "turn": ("Capture", "Step", "Turn"),
    "version": ("__version__",),
}
"""Where the names are in `fanorona.solver`."""

if not TYPE_CHECKING:

    def __getattr__(name):
        from importlib import import_module

        for module, names in _MODULES.items():
            if name in names:
                found = getattr(import_module(f"fanorona.solver.{module}"), name)
                return globals().setdefault(name, found)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__():
        return sorted({*globals(), *__all__})
