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
    "check.no-solution.win-in": (
        "there is no win within {turns} turns",
        "il n'y a pas de gain en {turns} coups",
    ),
    "check.no-solution.win": (
        "there is no forced win",
        "il n'y a pas de gain forcé",
    ),
    "check.no-solution.draw": (
        "the position is no draw",
        "la position n'est pas nulle",
    ),
    "check.no-solution.best-turn": (
        "no turn is the best",
        "aucun coup n'est le meilleur",
    ),
    "check.short-solution": (
        "it can be done in {turns}",
        "c'est possible en {turns}",
    ),
    "check.cook.win-in": (
        "{turn} wins in time too",
        "{turn} gagne aussi à temps",
    ),
    "check.cook.win": (
        "{turn} wins too",
        "{turn} gagne aussi",
    ),
    "check.cook.draw": (
        "{turn} draws too",
        "{turn} fait aussi nulle",
    ),
    "check.cook.best-turn": (
        "{turn} is as good",
        "{turn} est aussi bon",
    ),
    "check.illegal-solution": (
        "the solution cannot be played: {reason}",
        "la solution n'est pas jouable : {reason}",
    ),
    "check.failing-solution": (
        "the given {turn} fails to {reply}",
        "{turn}, donné comme solution, échoue sur {reply}",
    ),
    "check.wrong-solution": (
        "the given {turn} is not the solution",
        "{turn}, donné comme solution, ne l'est pas",
    ),
    "check.ambiguous-solution": (
        "{text} fits several turns that lead to different positions: {turns}",
        "{text} convient à plusieurs coups qui mènent à des positions différentes : {turns}",
    ),
    "check.dual": (
        "at turn {number}, {turn} wins in time too",
        "au coup {number}, {turn} gagne aussi à temps",
    ),
}
