"""Fanorona, the board game of Madagascar: rules, notation and exact answers.

Start with `Position`. Every public name is imported when it is first used.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fanorona.solver import (
        RULE_SETS,
        AmbiguousTurn,
        Budget,
        Capture,
        Colour,
        FanoronaError,
        Game,
        GameNode,
        IllegalPosition,
        IllegalTurn,
        ImpossibleRules,
        NotationError,
        Outcome,
        OutOfMemory,
        Position,
        RuleSet,
        Step,
        Stop,
        Stopped,
        Tablebase,
        TooManyTurns,
        Turn,
        UnknownRules,
        UnreadableGame,
        __version__,
        analyse,
        check_puzzles,
        engine_turn,
        forced_win,
        is_compiled,
        read_games,
        rule_set,
        write_games,
    )

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

if not TYPE_CHECKING:

    def __getattr__(name):
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from fanorona import solver

        return getattr(solver, name)

    def __dir__():
        return sorted({*globals(), *__all__})
