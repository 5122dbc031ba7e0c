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
    "check.illegal-variation": (
        "the variation cannot be played: {reason}",
        "la variante n'est pas jouable : {reason}",
    ),
    "check.failing-variation": (
        "the variation's turn {turn} fails to {reply}",
        "le coup de la variante, {turn}, échoue sur {reply}",
    ),
    "check.wrong-variation": (
        "the variation's turn {turn} does not do it",
        "le coup de la variante, {turn}, ne mène pas au but",
    ),
    "check.not-best-variation": (
        "the variation's turn {turn} is not the best one",
        "le coup de la variante, {turn}, n'est pas le meilleur",
    ),
    "check.ambiguous-variation": (
        "{text} in a variation fits several turns that lead to different positions: {turns}",
        "{text}, dans une variante, convient à plusieurs coups qui mènent à des positions "
        "différentes : {turns}",
    ),
    "check.huff-forgotten": (
        "the solution takes off {point} first, but the state does not say that it is liable: write "
        "'State: huff:{point}', or huff:{point} at the end of the position",
        "la solution souffle d'abord {point}, mais l'état ne dit pas qu'il est à souffler : "
        "écrivez 'État: souffle:{point}', ou huff:{point} à la fin de la position",
    ),
    # parts of a solution that cannot be read
    "check.unread.because": ("{reason}", "{reason}"),
    "check.unread.turn": (
        "{text} looks like a turn and cannot be read: write one such as a1-a2 or a1-b2A, with "
        "blanks around it",
        "{text} ressemble à un coup et ne se lit pas : écrivez par exemple a1-a2 ou a1-b2A, entre "
        "deux espaces",
    ),
    "check.unread.misspelt": (
        "{text} is not a direction: is '{meant}' meant?",
        "{text} n'est pas une direction : s'agit-il de '{meant}' ?",
    ),
    "check.unread.no-direction": (
        "{text} stands in a list of directions and is none: write right, up-left, … or put it in "
        "brackets",
        "{text} est dans une liste de directions et n'en est pas une : écrivez droite, "
        "haut-gauche, … ou mettez-le entre parenthèses",
    ),
    "check.unread.destination": (
        "{text} says only where a stone goes: write where it comes from, too, as in a1-a2",
        "{text} ne dit que l'arrivée : écrivez aussi le départ, comme a1-a2",
    ),
    "check.unread.notation": (
        "{text} is another notation: write {instead}",
        "{text} est une autre notation : écrivez {instead}",
    ),
    "check.unread.capture": (
        "{text} is another notation: A stands for approach and W for withdrawal, so write "
        "{instead} if that is meant",
        "{text} est une autre notation : A est l'approche et W l'éloignement ; écrivez {instead} "
        "si c'est cela",
    ),
    "check.unread.directions": (
        "{text} is another notation: write {instead}",
        "{text} est une autre notation : écrivez {instead}",
    ),
    "check.unread.figures": (
        "{text} is another notation: a point is a letter and a number, as in a1-a2",
        "{text} est une autre notation : une intersection a une lettre et un chiffre, comme a1-a2",
    ),
    "check.unread.turned-round": (
        "{text} is another notation: the letter comes first, as in a1-a2",
        "{text} est une autre notation : la lettre vient d'abord, comme a1-a2",
    ),
    "check.unread.misprint": (
        "{text} looks like a misprinted turn: the second character of a point is a figure, as in "
        "a1-a2",
        "{text} ressemble à un coup mal imprimé : le second caractère d'une intersection est un "
        "chiffre, comme a1-a2",
    ),
    "check.unread.reply": (
        "{text} has number {number}, but the reply before it is missing: write it, or ~ if every "
        "reply loses to it",
        "{text} a le numéro {number}, mais la réponse d'avant manque : écrivez-la, ou ~ si elles "
        "perdent toutes",
    ),
    "check.unread.number": (
        "{text} has number {number}, which does not fit: is a turn missing, or is the number "
        "wrong?",
        "{text} a le numéro {number}, qui ne convient pas : manque-t-il un coup, ou le numéro "
        "est-il faux ?",
    ),
    "check.unread.no-turns": (
        "there is no turn in {text}: write one such as a1-a2, or use 'Hint:' for prose",
        "il n'y a aucun coup dans {text} : écrivez-en un comme a1-a2, ou mettez la phrase sous "
        "'Indice:'",
    ),
    "check.unread.too-many": (
        "there are more variations than are read: leave some out",
        "il y a plus de variantes qu'on n'en lit : ôtez-en",
    ),
    "check.unread.aside": (
        "{text} is not checked: there is something in it that cannot be read as turns",
        "{text} n'est pas vérifié : il y a là quelque chose qui ne se lit pas comme des coups",
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
