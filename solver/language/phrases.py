"""The catalogue: what is said under which key, in English and in French.

In its placeholders, `text` and `other` are typed texts in quotes, `reason` is a whole sentence,
`side` the name of a colour; see PATTERNS and WORDS in `messages`.
"""

from __future__ import annotations

PHRASES: dict[str, tuple[str, str]] = {
    # words
    "colour.white": ("White", "Blanc"),
    "colour.black": ("Black", "Noir"),
    "place.line": ("line {number}", "ligne {number}"),
    "place.column": ("column {number}", "colonne {number}"),
    "place.before": ("{place}: ", "{place} : "),
    "word.error": ("error: {reason}", "erreur : {reason}"),
    "word.warning": ("warning: {reason}", "attention : {reason}"),
    "word.standard-input": ("standard input", "entrée standard"),
    "error.illegal-position": ("illegal position: {defects}", "position illégale : {defects}"),
    # what a puzzle asks
    "stipulation.win": ("{side} to play and win", "{side} joue et gagne"),
    "stipulation.win-in-1": (
        "{side} to play and win in 1",
        "{side} joue et gagne en un coup",
    ),
    "stipulation.win-in": (
        "{side} to play and win in {turns}",
        "{side} joue et gagne en {turns} coups",
    ),
    "stipulation.draw": ("{side} to play and draw", "{side} joue et fait nulle"),
    "stipulation.best-turn": ("{side} to play, best turn", "{side} joue, meilleur coup"),
    "stipulation.not-understood": (
        "{text} is not understood in a stipulation: write one such as 'White to play and win in "
        "3', 'Black to play and draw' or 'White to play, best turn'",
        "{text} ne se comprend pas dans un énoncé : écrivez par exemple 'Blanc joue et gagne en "
        "3 coups', 'Noir joue et fait nulle' ou 'Blanc joue, meilleur coup'",
    ),
    "stipulation.no-goal": (
        "the stipulation names no goal: write one such as 'White to play and win in 3'",
        "l'énoncé ne dit pas le but : écrivez par exemple 'Blanc joue et gagne en 3 coups'",
    ),
    "stipulation.two-goals": (
        "the stipulation names two goals, {text} and {other}: a win, a draw or the best turn",
        "l'énoncé a deux buts, {text} et {other} : gagner, faire nulle ou le meilleur coup",
    ),
    "stipulation.two-sides": (
        "the stipulation names both colours, {text} and {other}: name the one to move",
        "l'énoncé nomme les deux couleurs, {text} et {other} : nommez celle qui a le trait",
    ),
    "stipulation.number-without-win": (
        "{text}: only a win is counted in turns, as in 'White to play and win in 3'",
        "{text} : seul un gain se compte en coups, comme 'Blanc joue et gagne en 3 coups'",
    ),
    "stipulation.two-numbers": (
        "the stipulation has two numbers: write only that of the turns",
        "l'énoncé a deux nombres : n'écrivez que celui des coups",
    ),
    "stipulation.number": (
        "{text} turns: a number from 1 to {most} is possible",
        "{text} coups : un nombre de 1 à {most} est possible",
    ),
    # files that are no text
    "file.utf-16": (
        "this is UTF-16, not UTF-8: save the file as UTF-8 text",
        "ce fichier est en UTF-16 : enregistrez-le comme texte en UTF-8",
    ),
    "file.not-text": (
        "this is not plain text, it has a NUL byte: save the file as UTF-8 text",
        "ce n'est pas du texte, il y a un octet nul : enregistrez le fichier comme texte en UTF-8",
    ),
    "file.control": (
        "there is a control character, {code}: delete it",
        "il y a un caractère de contrôle, {code} : effacez-le",
    ),
    "file.long-line": (
        "this line has {length} characters, at most {limit} are read: break it into several",
        "cette ligne a {length} caractères, on en lit au plus {limit} : coupez-la en plusieurs",
    ),
    "file.long-puzzle": (
        "the puzzle goes on after {limit} characters: is a line '---' missing before the next one?",
        "le problème dépasse {limit} caractères : manque-t-il une ligne '---' avant le suivant ?",
    ),
    "file.too-long": (
        "the file has more than {limit} megabytes, the rest is not read: break it into several",
        "le fichier a plus de {limit} mégaoctets, le reste n'est pas lu : coupez-le en plusieurs",
    ),
    "file.no-puzzle": (
        "there is no puzzle in it: write tags such as 'Position: …' and 'Stipulation: …'",
        "il ne contient aucun problème : écrivez des lignes comme 'Position: …' et 'Énoncé: …'",
    ),
    # puzzles that cannot be read
    "puzzle.more-errors": (
        "and {number} more from here on",
        "et {number} de plus à partir d'ici",
    ),
    "puzzle.twice": (
        "{text} was already given in line {line}: only a solution may be given several times",
        "{text} est déjà donné à la ligne {line} : seule une solution peut être donnée plusieurs "
        "fois",
    ),
    # pages without tags
    "guess.stipulation": ("taken for the stipulation", "pris pour l'énoncé"),
    "guess.title": ("taken for the title", "pris pour le titre"),
    "guess.rules": (
        "the rules are taken to be {rules}",
        "les règles sont, semble-t-il, {rules}",
    ),
    "guess.given": ("taken for '{tag}:'", "pris pour '{tag}:'"),
    "guess.diagram": (
        "taken for a diagram, up to line {last}",
        "pris pour un diagramme, jusqu'à la ligne {last}",
    ),
    "guess.stones": ("taken for the {colour} stones", "pris pour les pions ({colour})"),
    "guess.size": ("{text} is taken for the board", "{text} est pris pour le plateau"),
    "guess.usual-size": (
        "no board is named: 9x5 is assumed",
        "aucun plateau n'est nommé : on suppose 9x5",
    ),
    "guess.ask-stipulation": (
        "what is asked? Add a line such as 'White to play and win in 3'",
        "que demande-t-on ? Ajoutez une ligne comme 'Blanc joue et gagne en 3 coups'",
    ),
    "guess.ask-second": (
        "does another puzzle begin here? Line {first} asks something, too: give each its own file",
        "un autre problème commence-t-il ici ? La ligne {first} demande déjà quelque chose : un "
        "fichier pour chacun",
    ),
    "guess.no-rules": (
        "no rules are named: standard is assumed",
        "aucune règle n'est nommée : on suppose standard",
    ),
    "guess.ask-position": (
        "where are the stones? Add a diagram, or lists such as 'White: a2, b2; Black: c4'",
        "où sont les pions ? Ajoutez un diagramme, ou des listes comme 'Blancs : a2, b2 ; Noirs : "
        "c4'",
    ),
    "puzzle.two-puzzles": (
        "{text} was already given in line {line}, and the puzzle is complete: if another one "
        "begins here, put a line '---' before it",
        "{text} est déjà donné à la ligne {line}, et le problème est complet : si un autre "
        "commence ici, mettez une ligne '---' devant",
    ),
    "puzzle.other-separator": (
        "{text} is taken for the line between two puzzles: write '---'",
        "{text} est pris pour la ligne entre deux problèmes : écrivez '---'",
    ),
    "puzzle.no-stipulation": (
        "the stipulation is missing: add a line such as 'Stipulation: White to play and win in 3'",
        "l'énoncé manque : ajoutez une ligne comme 'Énoncé: Blanc joue et gagne en 3 coups'",
    ),
    "puzzle.untagged-stipulation": (
        "this line reads as the stipulation: write 'Stipulation:' before it",
        "cette ligne se lit comme l'énoncé : écrivez 'Énoncé:' devant",
    ),
    "puzzle.no-position": (
        "the position is missing: add a line such as 'Position: BBB/B1W/WWW W', or a diagram "
        "after an empty line",
        "la position manque : ajoutez une ligne comme 'Position: BBB/B1W/WWW W', ou un diagramme "
        "après une ligne vide",
    ),
    "puzzle.position-and-diagram": (
        "there is a diagram besides this position: leave out one of the two",
        "il y a un diagramme en plus de cette position : gardez l'un des deux",
    ),
    "puzzle.two-diagrams": (
        "there is another diagram above: put '---' between two puzzles, or leave out one diagram",
        "il y a un autre diagramme plus haut : mettez '---' entre deux problèmes, ou gardez un "
        "seul diagramme",
    ),
    "puzzle.diagram-below-tag": (
        "a diagram stands after an empty line: put one above this line, or begin the line with "
        "a blank if it continues the one above",
        "un diagramme vient après une ligne vide : mettez-en une au-dessus de cette ligne, ou "
        "commencez-la par un espace si elle continue celle d'avant",
    ),
    "puzzle.not-continued": (
        "this line has no tag such as 'Title: …': if it continues {text}, begin it with a blank",
        "cette ligne n'a pas de mot-clé comme 'Titre: …' : si elle continue {text}, commencez-la "
        "par un espace",
    ),
    "puzzle.neither-tag-nor-row": (
        "this line is neither a tag such as 'Title: …' nor a row of a diagram: begin it with # if "
        "it is a comment",
        "cette ligne n'est ni un mot-clé comme 'Titre: …' ni une rangée de diagramme : "
        "commencez-la par # si c'est un commentaire",
    ),
    "puzzle.only-with-diagram": (
        "{text} goes only with a diagram: leave it out, the position says it itself",
        "{text} ne va qu'avec un diagramme : ôtez cette ligne, la position le dit elle-même",
    ),
    "puzzle.no-side": (
        "who is to move is missing: add a line 'Side: White' or 'Side: Black', or name the colour "
        "in the stipulation",
        "le trait manque : ajoutez une ligne 'Trait: Blanc' ou 'Trait: Noir', ou nommez la "
        "couleur dans l'énoncé",
    ),
    "puzzle.unknown-side": (
        "{text} is no colour to move: write White or Black",
        "{text} n'est pas une couleur : écrivez Blanc ou Noir",
    ),
    "puzzle.side-b": (
        "'B' may be Black or Blanc: write the colour in full",
        "'B' peut être Blanc ou Black : écrivez la couleur en entier",
    ),
    "puzzle.side-of-position": (
        "the stipulation says {side}, but the position has {mover} to move: correct one of them",
        "l'énoncé dit {side}, mais dans la position le trait est à {mover} : corrigez l'un des "
        "deux",
    ),
    "puzzle.side-of-tag": (
        "the stipulation says {side}, but {text} says {mover}: correct one of them",
        "l'énoncé dit {side}, mais {text} dit {mover} : corrigez l'un des deux",
    ),
    "puzzle.similar-tag": (
        "the tag {text} is kept, but not read: is '{meant}' meant?",
        "le mot-clé {text} est gardé, mais pas lu : s'agit-il de '{meant}' ?",
    ),
    "puzzle.game-turn": (
        "turn {number} of the game: {reason}",
        "coup {number} de la partie : {reason}",
    ),
    "puzzle.game-elsewhere": (
        "the game does not lead to the position but to {fen}: correct one of them",
        "la partie ne mène pas à la position mais à {fen} : corrigez l'une des deux",
    ),
}
