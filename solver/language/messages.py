"""The errors that a puzzle or a command can meet, in English as raised, and in French.

The first sentence that fits is taken, so those that stand around others come first.
"""

from __future__ import annotations

PATTERNS = {
    "text": r"'.*'",
    "other": r"'.*'",
    "meant": r"[^']+",
    "reason": r".+",
    "turns": r".+",
    "known": r".+",
    "defects": r".+",
    "rules": r"[a-z]+(?: [a-z]+=[a-z]+)*",
    "switch": r"[a-z]+",
    "fen": r"\S+ \S+ \S+?",
    "ways": r"\S+(?: or \S+)*",
    "found": r"'.*'|the end",
    "folder": r".+",
    "fault": r".+",
}
"""What stands for a placeholder of that name, where it is not one word."""

_COLOURS = {"White": "Blanc", "Black": "Noir"}
_CAPTURES = {"approach": "approche", "withdrawal": "éloignement"}

WORDS: dict[str, dict[str, str]] = {
    "side": _COLOURS,
    "mover": _COLOURS,
    "colour": {"white": "blanc", "black": "noir"},
    "capture": _CAPTURES,
    "instead": _CAPTURES,
    "direction": {
        "right": "vers la droite",
        "left": "vers la gauche",
        "up": "vers le haut",
        "down": "vers le bas",
        "up-right": "en haut à droite",
        "down-left": "en bas à gauche",
        "up-left": "en haut à gauche",
        "down-right": "en bas à droite",
    },
    "kind": {
        "a position": "une position",
        "a state": "un état",
        "a diagram": "un diagramme",
        "a turn": "un coup",
        "a line of turns": "une suite de coups",
        "a turn and a text": "un coup et un texte",
        "a stipulation": "un énoncé",
    },
    "wanted": {"as many as": "autant que", "one fewer than": "un de moins que"},
}
"""The words that can stand for a placeholder of that name."""

_AROUND_OTHERS = (
    (
        "{reason}. If these are {number} turns, give them one by one",
        "{reason}. Si ce sont {number} coups, donnez-les un par un",
    ),
    ("{folder}: {reason}. It is not used.", "{folder} : {reason}. Elle n'est pas utilisée."),
    ("{reason}. Legal: {turns}", "{reason}. Coups légaux : {turns}"),
    ("turn {number} of the game: {reason}", "coup {number} de la partie : {reason}"),
    ("turn {number}: {reason}", "coup {number} : {reason}"),
    ("column {number}: {reason}", "colonne {number} : {reason}"),
    (
        "(the {colour} stone from {point}, which gets furthest) {reason}",
        "(le pion {colour} de {point}, qui va le plus loin) {reason}",
    ),
    (
        "(the {colour} stone from {point}, for one) {reason}",
        "(le pion {colour} de {point}, par exemple) {reason}",
    ),
    ("{text}, step {number}: {reason}", "{text}, pas {number} : {reason}"),
    ("{text} is not legal: {reason}", "{text} n'est pas légal : {reason}"),
)

_ANYWHERE = (
    (
        "the text is too long to be {kind}: {length} characters, at most {limit} are read",
        "le texte est trop long pour {kind} : {length} caractères, on en lit au plus {limit}",
    ),
    (
        "unknown rule set {text}: use one of {known}",
        "règles inconnues {text} : on connaît {known}",
    ),
    (
        "{text} is not a switch; did you mean {switch}?",
        "{text} n'est pas une option de règles ; vouliez-vous dire {switch} ?",
    ),
    (
        "{text} is not a switch; use one of {known}",
        "{text} n'est pas une option de règles ; on connaît {known}",
    ),
    (
        "{switch}={text} is not a value; did you mean {meant}?",
        "{switch}={text} n'existe pas ; vouliez-vous dire {meant} ?",
    ),
    (
        "{switch}={text} is not a value; use one of {known}",
        "{switch}={text} n'existe pas ; au choix : {known}",
    ),
    (
        "{switch} needs a value; use one of {known}",
        "{switch} demande une valeur ; au choix : {known}",
    ),
    (
        "{switch} is set to two values; choose one",
        "{switch} a reçu deux valeurs ; choisissez-en une",
    ),
    (
        "{switch} and {rules} are both rule sets: name one, then switches",
        "{switch} et {rules} sont deux jeux de règles : nommez-en un, puis des options",
    ),
    (
        "a rule set's name has at most {number} characters",
        "le nom d'un jeu de règles a au plus {number} caractères",
    ),
    (
        "setup=placed does not go with vela=yes: White begins to place the stones, but in a Vela "
        "the colour other than the giver begins; add vela=no or setup=fixed",
        "setup=placed ne va pas avec vela=yes : les Blancs commencent à poser, mais dans un Vela "
        "c'est le camp qui ne donne pas ; ajoutez vela=no ou setup=fixed",
    ),
    (
        "capturer=leaves does not go with captured=leave: a capture could empty the board, and "
        "nobody would have won; add capturer=stays or captured=flip",
        "capturer=leaves ne va pas avec captured=leave : une prise pourrait vider le plateau, et "
        "personne n'aurait gagné ; ajoutez capturer=stays ou captured=flip",
    ),
    (
        "there is no {size} board: width and height are odd, from 3x3 to {most} points",
        "il n'y a pas de plateau {size} : largeur et hauteur sont impaires, de 3x3 à {most} "
        "intersections",
    ),
)

_POSITIONS = (
    (
        "the text is empty: write board and side to move, such as {text}",
        "le texte est vide : écrivez le plateau et le trait, comme {text}",
    ),
    (
        "the side to move is missing: write W or B after the board",
        "le trait manque : écrivez W (Blanc) ou B (Noir) après le plateau",
    ),
    (
        "{text} is not a side to move: write W or B",
        "{text} ne dit pas qui a le trait : écrivez W (Blanc) ou B (Noir)",
    ),
    (
        "the board has {number} rows: at most {most} are possible",
        "le plateau a {number} rangées : au plus {most} sont possibles",
    ),
    (
        "row {row} has {number} points, row 1 has {first}: every row needs the same number",
        "la rangée {row} a {number} intersections, la rangée 1 en a {first} : il en faut autant "
        "dans chaque rangée",
    ),
    (
        "row {row} has {text}, which is no stone: use W, B, and a number or . for empty points",
        "la rangée {row} a {text}, qui n'est pas un pion : écrivez W (blanc), B (noir), et un "
        "nombre ou . pour les intersections vides",
    ),
    (
        "row {row} is empty: write 9 for nine empty points, or leave out the extra '/'",
        "la rangée {row} est vide : écrivez 9 pour neuf intersections vides, ou ôtez le '/' de "
        "trop",
    ),
    (
        "row {row} has {text} for empty points: a number from 1 to {most} is possible",
        "la rangée {row} a {text} intersections vides : un nombre de 1 à {most} est possible",
    ),
    (
        "unknown state {text}: known are first:WB, hand:12,11, huff:c3,d4 and vela:B, joined by "
        "';'",
        "état inconnu {text} : on connaît first:WB, hand:12,11, huff:c3,d4 et vela:B, joints "
        "par ';'",
    ),
    (
        "'B' may be Black or Blanc: write the colour in full",
        "'B' peut être Blanc ou Black : écrivez la couleur en entier",
    ),
    ("{key} is given twice: write it once", "{key} est donné deux fois : écrivez-le une fois"),
    (
        "first: has {text}: write first:WB, first:W or first:B",
        "first: a {text} : écrivez first:WB, first:W ou first:B",
    ),
    (
        "hand: has {text}: write White's and Black's stones still to be placed, such as "
        "hand:12,11, at most {most} each",
        "hand: a {text} : écrivez les pions que Blanc et Noir ont encore à poser, comme "
        "hand:12,11, au plus {most} chacun",
    ),
    (
        "huff: has {text}, which is no point of the {size} board: write points from a1 to {last}, "
        "such as huff:a1,b2",
        "huff: a {text}, qui n'est pas une intersection du plateau {size} : écrivez celles de a1 "
        "à {last}, comme huff:a1,b2",
    ),
    (
        "huff: names {point} twice: write it once",
        "huff: nomme deux fois {point} : écrivez-le une fois",
    ),
    (
        "vela: has {text}: write vela:W or vela:B, the colour that gives",
        "vela: a {text} : écrivez vela:W ou vela:B, la couleur qui a gagné la manche d'avant",
    ),
)

_DIAGRAMS = (
    (
        "a diagram has 3 to {most} rows of points, this one {number}",
        "un diagramme a de 3 à {most} rangées, celui-ci {number}",
    ),
    (
        "N (French: Noir) stands together with W: use N and B, or W and B",
        "N (Noir) est à côté de W (White) : écrivez N et B, ou W et B",
    ),
    (
        "{text} belongs to another pair of stones than the ones before: use only one of W and B, "
        "O and X, ○ and ●, N and B",
        "{text} est d'une autre paire de pions que les précédents : écrivez l'une des paires W "
        "et B, O et X, ○ et ●, N et B",
    ),
    (
        "'-' is an empty point only with blanks between all points: write '.'",
        "'-' n'est une intersection vide qu'avec des espaces entre toutes : écrivez '.'",
    ),
    (
        "{text} is no stone: use W and B or O and X or ○ and ● or N and B, and '.' for empty "
        "points",
        "{text} n'est pas un pion : écrivez N et B (Noir et Blanc), W et B (White et Black), O et "
        "X ou ○ et ●, et '.' pour les intersections vides",
    ),
    (
        "numbers of empty points and rank numbers exclude each other: write '.'",
        "des nombres d'intersections vides ne vont pas avec des numéros de rangée : écrivez '.'",
    ),
    (
        "{text} empty points: a number from 1 to {most} is possible",
        "{text} intersections vides : un nombre de 1 à {most} est possible",
    ),
    (
        "row {row} has {number} points, row 1 has {first}: every row needs the same number (rank "
        "numbers run from {last} at the top to 1, with a blank)",
        "la rangée {row} a {number} intersections, la rangée 1 en a {first} : il en faut autant "
        "dans chaque rangée (les numéros vont de {last} en haut à 1, suivis d'un espace)",
    ),
)

_TURNS = (
    ("the turn is empty: write one such as a1-a2", "le coup est vide : écrivez par exemple a1-a2"),
    (
        "the line is empty: write turns such as a1-a2",
        "la ligne est vide : écrivez des coups comme a1-a2",
    ),
    (
        "cannot read {text} after {other}: one more step or the end is expected",
        "{text} ne se lit pas après {other} : on attend un autre pas ou la fin",
    ),
    (
        "cannot read {text} after {other}: a blank and the next turn are expected",
        "{text} ne se lit pas après {other} : on attend un espace et le coup suivant",
    ),
    (
        "cannot read {text}: a turn such as a1-a2 is expected",
        "{text} ne se lit pas : on attend un coup comme a1-a2",
    ),
    (
        "{text} is prose, not a turn: write the point where the turn starts",
        "{text} est une phrase, pas un coup : écrivez l'intersection où le coup commence",
    ),
    (
        "{text} is no point of the {size} board: use a1 to {last}",
        "{text} n'est pas une intersection du plateau {size} : elles vont de a1 à {last}",
    ),
    (
        "a point from a1 to {last}, a direction (right, droite, NE, →) or @ is expected, not "
        "{found}",
        "on attend une intersection de a1 à {last}, une direction (droite, right, NE, →) ou @, "
        "pas {found}",
    ),
    (
        "where the stone on {point} goes, as in a1-a2 (hyphens join the steps of a turn), is "
        "expected, not {found}",
        "on attend où va le pion de {point}, comme a1-a2 (des traits d'union joignent les pas "
        "d'un coup), pas {found}",
    ),
    (
        "the directions can be read in too many ways: write '/' between the steps",
        "les directions se lisent de trop de façons : écrivez '/' entre les pas",
    ),
    (
        "{text} fits {number} turns: {turns} and {more} more. Write one of them",
        "{text} peut être {number} coups : {turns} et {more} autres. Écrivez l'un d'eux",
    ),
    (
        "{text} fits {number} turns: {turns}. Write one of them",
        "{text} peut être {number} coups : {turns}. Écrivez l'un d'eux",
    ),
    (
        "{text} cannot be played: the game is over",
        "{text} ne peut pas être joué : la partie est finie",
    ),
    (
        "this is a puzzle file, not a position: fanorona solve {folder} shows it",
        "c'est un fichier de problèmes, pas une position : fanorona solve {folder} le montre",
    ),
    ("{turn} is not a turn of {fen}", "{turn} n'est pas un coup de {fen}"),
)

_WHY_ILLEGAL = (
    ("no stones are left to be placed", "il ne reste pas de pions à poser"),
    (
        "stones are still being placed: write @ and a free point, such as {turn}",
        "on pose encore les pions : écrivez @ et une intersection libre, comme {turn}",
    ),
    (
        "{point} is the centre, which stays empty while stones are placed: write @ and a free "
        "point, such as {turn}",
        "{point} est le centre, qui reste vide tant qu'on pose les pions : écrivez @ et une "
        "intersection libre, comme {turn}",
    ),
    (
        "{point} is occupied: write @ and a free point, such as {turn}",
        "{point} est occupé : écrivez @ et une intersection libre, comme {turn}",
    ),
    (
        "no stone is liable: write the turn without {text}",
        "il n'y a pas de pion à souffler : écrivez le coup sans {text}",
    ),
    (
        "{point} is not liable: begin with {ways}",
        "{point} n'est pas à souffler : commencez par {ways}",
    ),
    (
        "taking off {point} leaves no step: take off another stone",
        "souffler {point} ne laisse aucun pas : soufflez un autre pion",
    ),
    ("the game goes on after {turn}", "la partie continue après {turn}"),
    (
        "{point} has a {colour} stone, but {side} is to move",
        "{point} a un pion {colour}, mais le trait est à {side}",
    ),
    ("there is no stone on {point}", "il n'y a pas de pion en {point}"),
    (
        "a liable stone has to be taken off first, with {ways}",
        "il faut d'abord souffler un pion, par {ways}",
    ),
    (
        "no line of the board joins {point} and {to}",
        "aucune ligne du plateau ne joint {point} et {to}",
    ),
    (
        "no line of the board goes {direction} from {point}",
        "aucune ligne du plateau ne va {direction} depuis {point}",
    ),
    (
        "{turn} captures nothing, so the turn ends there",
        "{turn} ne prend rien, le coup s'arrête donc là",
    ),
    (
        "{side}'s first turn is one step under {rules}, without a chain",
        "le premier coup de {side} est d'un seul pas selon {rules}, sans enchaînement",
    ),
    (
        "{side} may not chain while the giver has more than {most} stones (Vela)",
        "{side} ne peut pas enchaîner tant que le vainqueur d'avant a plus de {most} pions (Vela)",
    ),
    (
        "{point} is occupied by a {colour} stone",
        "{point} est occupé par un pion {colour}",
    ),
    (
        "it keeps the axis of the step before, and a chain has to leave it",
        "il garde l'axe du pas précédent, et un enchaînement doit en changer",
    ),
    ("{point} was already visited in this turn", "{point} a déjà été visité dans ce coup"),
    (
        "it has the same direction as the step before",
        "il a la même direction que le pas précédent",
    ),
    (
        "the giver does not capture while it has more than {most} stones (Vela)",
        "le vainqueur d'avant ne prend pas tant qu'il a plus de {most} pions (Vela)",
    ),
    (
        "{step} takes nothing by {capture}, only by {instead}",
        "{step} ne prend rien par {capture}, seulement par {instead}",
    ),
    (
        "the larger line has to be taken under {rules}, by {capture}",
        "il faut prendre la plus longue ligne selon {rules}, par {capture}",
    ),
    ("it is not legal in this position", "il n'est pas légal dans cette position"),
    (
        "{step} captures nothing, and every step of a chain has to capture",
        "{step} ne prend rien, et chaque pas d'un enchaînement doit prendre",
    ),
    (
        "{step} captures nothing, and a capture exists: {turn}, for one",
        "{step} ne prend rien, et il y a une prise : {turn}, par exemple",
    ),
    ("{step} captures nothing", "{step} ne prend rien"),
)

_DEFECTS = (
    (
        "'{key}' means nothing under {rules}: leave it out, or name other rules",
        "'{key}' n'a pas de sens selon {rules} : ôtez-le, ou nommez d'autres règles",
    ),
    (
        "there are no stones: put at least one on the board",
        "il n'y a pas de pions : mettez-en au moins un sur le plateau",
    ),
    (
        "{number} stones on the board, but the set-up has {each}",
        "{number} pions sur le plateau, mais la mise en place en a {each}",
    ),
    (
        "{number} {colour} stones on the board, but the set-up has {each}",
        "{number} pions {colour}s sur le plateau, mais la mise en place en a {each}",
    ),
    (
        "a stone on {point}: the centre stays empty while stones are placed",
        "un pion en {point} : le centre reste vide tant qu'on pose les pions",
    ),
    (
        "{key} with {side} to move: White must have {wanted} Black in hand",
        "{key} avec le trait à {side} : Blanc doit avoir {wanted} Noir de pions à poser",
    ),
    (
        "{key} is {number} stones, but there is room for {left}",
        "{key} fait {number} pions, mais il y a de la place pour {left}",
    ),
    (
        "{side} has {number} stones on the board and in hand, but the set-up has {each}",
        "{side} a {number} pions sur le plateau et à poser, mais la mise en place en a {each}",
    ),
    (
        "{key} names a point without a {colour} stone: only those can be liable",
        "{key} nomme une intersection sans pion {colour} : seuls ceux-là peuvent être soufflés",
    ),
    (
        "'huff:' while stones are in hand: nothing is liable yet, so leave it out",
        "'huff:' alors qu'il reste des pions à poser : rien n'est encore à souffler, ôtez-le",
    ),
    (
        "huff: together with {key}: {side} cannot capture yet, so none of its stones is liable",
        "huff: avec {key} : {side} ne peut pas encore prendre, donc aucun de ses pions n'est à "
        "souffler",
    ),
    (
        "this is the start position, but both colours have had their first turn: add {text} if "
        "the game begins here",
        "c'est la position de départ, mais les deux couleurs ont déjà joué leur premier coup : "
        "ajoutez {text} si la partie commence ici",
    ),
)

_COMMANDS = (
    (
        "the side to move is missing: write W or B after the board, and both in quotes: {text}",
        "le trait manque : écrivez W ou B après le plateau, et les deux entre guillemets : {text}",
    ),
    (
        "memory_mb is {number}: so much memory is not to be had",
        "memory_mb vaut {number} : on ne peut pas avoir autant de mémoire",
    ),
    ("turn {number} of {most}", "coup {number} sur {most}"),
    ("turn", "coup"),
    (
        "{text} is no start position: write start, start:5x5, start:vela:B or start:5x5:vela:B",
        "{text} n'est pas une position de départ : écrivez start, start:5x5, start:vela:B ou "
        "start:5x5:vela:B",
    ),
    (
        "there is no Vela under {rules}: leave out {text}",
        "il n'y a pas de Vela selon {rules} : ôtez {text}",
    ),
    (
        "{text} is a switch, not a position: put the rules in quotes, as in --rules {other}",
        "{text} est une option de règles, pas une position : mettez les règles entre guillemets, "
        "comme --rules {other}",
    ),
    (
        "this is the name of a file, not a position: to read the file, write - in its place, and "
        "< and the name at the end",
        "c'est le nom d'un fichier, pas une position : pour lire le fichier, écrivez - à sa place, "
        "puis < et le nom à la fin",
    ),
    (
        "standard input is closed: give it a position, or write one for '-'",
        "l'entrée standard est fermée : donnez-lui une position, ou écrivez-en une au lieu de '-'",
    ),
    (
        "standard input cannot be read: {fault}",
        "l'entrée standard ne peut pas être lue : {fault}",
    ),
    (
        "standard input has more than {most} bytes: it is read for one position only",
        "l'entrée standard a plus de {most} octets : on n'y lit qu'une position",
    ),
    (
        "standard input is not UTF-8 (byte {number} is {byte}): save the text as UTF-8, or write "
        "the position with plain letters",
        "l'entrée standard n'est pas en UTF-8 (l'octet {number} est {byte}) : enregistrez le texte "
        "en UTF-8, ou écrivez la position en lettres simples",
    ),
)

_PICTURES = (
    (
        "unknown theme {text}: use one of {known}",
        "thème inconnu {text} : on connaît {known}",
    ),
    (
        "no picture of size {size}: a whole number of pixels from {least} to {most} is possible",
        "pas d'image de taille {size} : un nombre entier de pixels de {least} à {most} est "
        "possible",
    ),
)

_TABLES = (
    (
        "{rules} has no tables: what may be played there depends on stones to huff, not only on "
        "where they stand",
        "{rules} n'a pas de tables : ce qu'on y peut jouer dépend des pions à souffler, pas "
        "seulement de leur place",
    ),
    (
        "{rules} has no tables: a turn there can cost its own side the last stone, which tables "
        "cannot express",
        "{rules} n'a pas de tables : un coup peut y coûter au joueur son dernier pion, ce que les "
        "tables ne savent pas dire",
    ),
    (
        "{rules} has no tables: what is captured there can be captured back, so a capture leaves "
        "as many stones",
        "{rules} n'a pas de tables : ce qui est pris peut y être repris, une prise laisse donc "
        "autant de pions",
    ),
    (
        "{text} is no board size: write width x height, as in 9x5",
        "{text} n'est pas une taille de plateau : écrivez largeur x hauteur, comme 9x5",
    ),
    (
        "no table of {rules} on {size} for {own} stones against {enemy} in {folder}",
        "aucune de {rules} sur {size} à {own} contre {enemy} pions dans {folder}",
    ),
    (
        "tables have no positions with a state (Vela, stones in hand)",
        "les tables n'ont pas de positions avec un état (Vela, pions à poser)",
    ),
    (
        "the tables {own} against {enemy} need {needed} MB of memory to be built, and {allowed} MB "
        "are allowed: allow more, or ask for fewer stones",
        "les tables {own} contre {enemy} demandent {needed} Mo de mémoire, et {allowed} Mo sont "
        "permis : permettez-en plus, ou demandez moins de pions",
    ),
    (
        "there is no home folder to keep tables in: name a folder",
        "il n'y a pas de dossier personnel où garder des tables : nommez un dossier",
    ),
    (
        "{number} stones on {size}: tables have from 2 to {most}",
        "{number} pions sur {size} : les tables en ont de 2 à {most}",
    ),
    (
        "tables cannot be written to {folder}: {fault}. They are built anew each time; "
        "FANORONA_CACHE can name another folder.",
        "les tables ne peuvent pas être écrites dans {folder} : {fault}. Elles sont refaites à "
        "chaque fois ; FANORONA_CACHE peut nommer un autre dossier.",
    ),
    (
        "it has {number} bytes, too few for a table",
        "elle a {number} octets, trop peu pour une table",
    ),
    ("it is not a table of fanorona", "ce n'est pas une table de fanorona"),
    (
        "it has format {number}, and this program reads format {known}",
        "elle est au format {number}, et ce programme lit le format {known}",
    ),
    (
        "inside it is the table {rules} {size} {pair}",
        "elle contient la table {rules} {size} {pair}",
    ),
    (
        "it has {number} bytes, and {known} are right",
        "elle a {number} octets, et il en faut {known}",
    ),
    ("its checksum is wrong", "sa somme de contrôle est fausse"),
)

MESSAGES: tuple[tuple[str, str], ...] = (
    *_AROUND_OTHERS,
    *_ANYWHERE,
    *_POSITIONS,
    *_DIAGRAMS,
    *_TURNS,
    *_WHY_ILLEGAL,
    *_DEFECTS,
    *_COMMANDS,
    *_PICTURES,
    *_TABLES,
)
