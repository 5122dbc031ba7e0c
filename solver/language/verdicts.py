"""What a check says of a puzzle, in English and in French."""

from __future__ import annotations

VERDICTS: dict[str, tuple[str, str]] = {
    "check.over": (
        "the game is over: nobody has a turn to play",
        "la partie est finie : il n'y a plus de coup à jouer",
    ),
    "check.unknown": (
        "the budget ended before a proof: allow more nodes or time, or build endgame tables",
        "le budget est épuisé avant la preuve : accordez plus de nœuds ou de temps, ou construisez "
        "des tables de finales",
    ),
    "check.too-many-turns": (
        "a position has more legal turns than may be listed here",
        "une position a plus de coups légaux qu'il n'est permis d'en lister ici",
    ),
    "check.no-solution.win-in-1": ("there is no win in 1", "il n'y a pas de gain en un coup"),
    "check.no-solution.win-in": (
        "there is no win within {turns} turns",
        "il n'y a pas de gain en {turns} coups",
    ),
    "check.no-solution.win": ("there is no forced win", "il n'y a pas de gain forcé"),
    "check.no-solution.draw": ("the position is no draw", "la position n'est pas nulle"),
    "check.instead.win-in": ("; the quickest takes {turns}", " ; le plus court en demande {turns}"),
    "check.instead.win": ("; {side} wins", " ; {side} gagne"),
    "check.instead.draw": ("; it is a draw", " ; c'est une nulle"),
    "check.instead.fails": ("; {turn} fails to {reply}", " ; {turn} échoue sur {reply}"),
    "check.instead.loss": ("; {side} loses", " ; {side} perd"),
    "check.short-solution": ("it can be done in {turns}", "c'est possible en {turns}"),
    "check.cook.win-in": ("{turn} wins in time too", "{turn} gagne aussi à temps"),
    "check.cook.win": ("{turn} wins too", "{turn} gagne aussi"),
    "check.cook.draw": ("{turn} draws too", "{turn} fait aussi nulle"),
    "check.cook.best-turn": ("{turn} is as good", "{turn} est aussi bon"),
    "check.illegal-solution": (
        "the solution cannot be played: {reason}",
        "la solution n'est pas jouable : {reason}",
    ),
    "check.illegal-hint": (
        "the hint cannot be played: {reason}",
        "l'indice n'est pas jouable : {reason}",
    ),
    "check.failing-solution": (
        "the solution {turn} fails to {reply}",
        "la solution {turn} échoue sur {reply}",
    ),
    "check.failing-hint": (
        "the hint's turn {turn} fails to {reply}",
        "le coup de l'indice, {turn}, échoue sur {reply}",
    ),
    "check.wrong-solution": (
        "the solution {turn} does not do it",
        "la solution {turn} n'en est pas une",
    ),
    "check.wrong-hint": (
        "the hint's turn {turn} does not do it",
        "le coup de l'indice, {turn}, n'est pas la solution",
    ),
    "check.not-best-solution": (
        "the solution {turn} is not the best turn",
        "la solution {turn} n'est pas le meilleur coup",
    ),
    "check.not-best-hint": (
        "the hint's turn {turn} is not the best one",
        "le coup de l'indice, {turn}, n'est pas le meilleur",
    ),
    "check.ambiguous-solution": (
        "the solution {text} fits several turns that lead to different positions: {turns}",
        "la solution {text} convient à plusieurs coups qui mènent à des positions différentes : "
        "{turns}",
    ),
    "check.ambiguous-hint": (
        "the hint {text} fits several turns that lead to different positions: {turns}",
        "l'indice {text} convient à plusieurs coups qui mènent à des positions différentes : "
        "{turns}",
    ),
    "check.dual": (
        "at turn {number}, {turn} wins in time too",
        "au coup {number}, {turn} gagne aussi à temps",
    ),
    "check.duals": (
        "at turn {number}, {turn} wins in time too, and {others} more",
        "au coup {number}, {turn} gagne aussi à temps, et {others} de plus",
    ),
}
