"""What `solve` and `check` print besides the verdicts, in English and in French."""

from __future__ import annotations

REPORTS: dict[str, tuple[str, str]] = {
    # what is asked
    "solve.untitled": ("Puzzle", "Problème"),
    "solve.rules": ("rules: {rules}", "règles : {rules}"),
    "solve.hands": (
        "Still to be placed: White {white}, Black {black}.",
        "Encore à poser : Blanc {white}, Noir {black}.",
    ),
    "solve.first": (
        "First turn still to come: {sides}.",
        "Premier coup encore à jouer : {sides}.",
    ),
    "solve.huff": (
        "{side} first takes off one of the liable stones: {points}.",
        "{side} souffle d'abord un de ces pions : {points}.",
    ),
    "solve.vela": (
        "Vela: {side} captures nothing while it has more than 5 stones.",
        "Vela : {side} ne prend rien tant qu'il a plus de 5 pions.",
    ),
    # turns
    "turn.takes": ("takes {points}", "prend {points}"),
    "turn.flips": ("flips {points}", "retourne {points}"),
    "turn.huffs": ("huffs {points}", "souffle {points}"),
    "turn.leaves": ("{points} leaves the board", "{points} quitte le plateau"),
    "turn.forced": ("the only reply", "la seule réponse"),
    "turn.no-stones": (
        "{loser} has no stones left: {winner} has won.",
        "{loser} n'a plus de pions : {winner} a gagné.",
    ),
    "turn.no-turn": (
        "{loser} cannot move: {winner} has won.",
        "{loser} ne peut plus jouer : {winner} a gagné.",
    ),
    # why it works
    "why.replies": ("The other replies:", "Les autres réponses :"),
    "why.turns": ("The other turns:", "Les autres coups :"),
    "why.more": ("and {number} more", "et {number} de plus"),
    "why.loses-at-once": ("loses at once to {answer}", "perd tout de suite sur {answer}"),
    "why.loses": ("loses in {turns} to {answer}", "perd en {turns} coups sur {answer}"),
    "why.loses-somehow": ("loses", "perd"),
    "why.wins": ("wins, but only in {turns}", "gagne, mais en {turns} coups seulement"),
    "why.wins-somehow": ("wins", "gagne"),
    "why.draws": ("only draws", "ne fait que nulle"),
    "why.draws-too": ("draws too", "fait nulle aussi"),
    "why.unknown": ("is not settled", "n'est pas éclairci"),
    # the solution
    "solve.solution": ("Solution {number}", "Solution {number}"),
    "solve.one-solution": ("One solution.", "Une seule solution."),
    "solve.solutions": ("{number} solutions.", "{number} solutions."),
    "solve.routes": (
        "The first turn has {number} routes to the same position:",
        "Le premier coup a {number} chemins vers la même position :",
    ),
    # the proof
    "proof.search": (
        "Proven by a search of {nodes} positions.",
        "Prouvé en examinant {nodes} positions.",
    ),
    "proof.search-1": (
        "Proven by looking at 1 position.",
        "Prouvé en examinant une position.",
    ),
    "proof.search-and-tables": (
        "Proven by a search of {nodes} positions, with endgame tables up to {stones} stones.",
        "Prouvé en examinant {nodes} positions, avec des tables de finales jusqu'à {stones} pions.",
    ),
    "proof.tables": (
        "Proven by endgame tables up to {stones} stones.",
        "Prouvé par des tables de finales jusqu'à {stones} pions.",
    ),
    "proof.none": (
        "{nodes} positions were searched.",
        "{nodes} positions examinées.",
    ),
    "solve.time": ("took {reason} s", "durée : {reason} s"),
    # verdicts
    "verdict.sound": ("sound", "correct"),
    "verdict.unsound": ("unsound", "incorrect"),
    "verdict.unknown": ("undecided", "indécis"),
    "verdict.unreadable": ("unreadable", "illisible"),
    "verdict.sentence.sound": ("The puzzle is sound.", "Le problème est correct."),
    "verdict.sentence.unsound": ("The puzzle is unsound:", "Le problème est incorrect :"),
    "verdict.sentence.unknown": ("The puzzle is undecided:", "Le problème est indécis :"),
    "verdict.remarks": ("To be noted:", "À noter :"),
    "code.illegal-position": ("illegal position", "position illégale"),
    "code.no-solution": ("no solution", "pas de solution"),
    "code.short-solution": ("short solution", "solution courte"),
    "code.cook": ("cook", "démolition"),
    "code.wrong-solution": ("wrong solution", "solution fausse"),
    # pictures
    "picture.title": ("Fanorona, {size} board: {now}", "Fanorona, plateau {size} : {now}"),
    "picture.to-move": ("{side} to move", "trait à {side}"),
    "picture.won": ("{side} has won", "{side} a gagné"),
    "picture.played": ("{side} has played {turn}, {now}", "{side} a joué {turn}, {now}"),
    "picture.rules": ("Rules: {rules}.", "Règles : {rules}."),
    "picture.flipped": ("Flipped: {points}.", "Retournés : {points}."),
    "picture.taken": ("Taken: {points}.", "Pris : {points}."),
    "picture.removed": ("Removed: {points}.", "Ôtés : {points}."),
    "picture.no-stones": ("no stones", "aucun pion"),
    "picture.stones": ("{side}: {points}.", "{side} : {points}."),
    "picture.hands": (
        "Still to be placed: White {white}, Black {black}.",
        "Encore à poser : Blanc {white}, Noir {black}.",
    ),
    "picture.liable": ("Liable: {points}.", "À souffler : {points}."),
    "picture.giver": ("Vela: {side} is the giver.", "Vela : {side} a gagné la manche d'avant."),
    "code.unread-moves": ("unread turns", "coups non lus"),
    "code.unread-aside": ("unread aside", "parenthèse non lue"),
    "code.dual": ("dual", "dual"),
    "code.unknown": ("undecided", "indécis"),
    # a check
    "word.note": ("{reason}", "{reason}"),
    "check.more": (
        "and {number} more; --json lists them all",
        "et {number} de plus ; --json les donne tous",
    ),
    "check.finding": ("{code}: {detail}", "{code} : {detail}"),
    "check.folded-1": ("1 dual", "1 dual"),
    "check.folded": ("{number} duals", "{number} duals"),
    "check.hint": (
        "Duals do not spoil a puzzle; --verbose lists them.",
        "Les duals ne gâtent pas un problème ; --verbose les donne.",
    ),
    "check.puzzles-1": ("1 puzzle", "1 problème"),
    "check.puzzles": ("{number} puzzles", "{number} problèmes"),
    "check.in-files": ("in {number} files", "dans {number} fichiers"),
    "check.progress": ("checking", "vérification"),
    "check.interrupted": (
        "interrupted: this is what was done",
        "interrompu : voici ce qui est fait",
    ),
    "check.fault": (
        "a fault in fanorona, not in the puzzle ({detail}): please report it",
        "une faute de fanorona, pas du problème ({detail}) : signalez-la s'il vous plaît",
    ),
    "check.skipped": (
        "skipped, the name does not end in .txt ({number}): {names}",
        "non lus, le nom ne finit pas par .txt ({number}) : {names}",
    ),
    "check.no-files": (
        "there are no puzzle files (*.txt) in this folder",
        "il n'y a pas de fichier de problèmes (*.txt) dans ce dossier",
    ),
    "file.missing": ("there is no such file or folder", "ce fichier ou dossier n'existe pas"),
    "file.forbidden": ("reading it is not permitted", "la lecture n'en est pas permise"),
    "file.folder": (
        "this is a folder: name the files in it",
        "c'est un dossier : nommez les fichiers qu'il contient",
    ),
}
