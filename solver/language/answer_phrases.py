"""What commands about a position, about tables and about the rules print, in both languages."""

from __future__ import annotations

_COUNTS: dict[str, tuple[str, str]] = {
    "count.black-stone-1": ("{number} black stone", "{number} pion noir"),
    "count.black-stone": ("{number} black stones", "{number} pions noirs"),
    "count.game-1": ("{number} game", "{number} partie"),
    "count.game": ("{number} games", "{number} parties"),
    "count.legal-turn-1": ("{number} legal turn", "{number} coup légal"),
    "count.legal-turn": ("{number} legal turns", "{number} coups légaux"),
    "count.node-1": ("{number} node", "{number} nœud"),
    "count.node": ("{number} nodes", "{number} nœuds"),
    "count.ply-1": ("{number} ply", "{number} demi-coup"),
    "count.ply": ("{number} plies", "{number} demi-coups"),
    "count.result-1": ("{number} result", "{number} résultat"),
    "count.result": ("{number} results", "{number} résultats"),
    "count.table-1": ("{number} table", "{number} table"),
    "count.table": ("{number} tables", "{number} tables"),
    "count.turn-1": ("{number} turn", "{number} coup"),
    "count.turn": ("{number} turns", "{number} coups"),
    "count.white-stone-1": ("{number} white stone", "{number} pion blanc"),
    "count.white-stone": ("{number} white stones", "{number} pions blancs"),
}

_POSITIONS: dict[str, tuple[str, str]] = {
    "position.both": ("{first} and {second}", "{first} et {second}"),
    "position.to-move": ("{side} to move", "{side} a le trait"),
    "position.no-turn": (
        "{winner} has won: {loser} has no turn",
        "{winner} a gagné : {loser} ne peut plus jouer",
    ),
    "position.no-stones": (
        "{winner} has won: {loser} has no stones",
        "{winner} a gagné : {loser} n'a plus de pions",
    ),
    "position.situation": (
        "{side}. {white}, {black}. Rules: {rules}.",
        "{side}. {white}, {black}. Règles : {rules}.",
    ),
}

_TURNS: dict[str, tuple[str, str]] = {
    "list.heading": ("{heading}:", "{heading} :"),
    "list.empty": ("{heading}.", "{heading}."),
    "list.also": ("also {turns}", "aussi {turns}"),
    "list.more": ("{turns} and {number} more", "{turns} et {number} de plus"),
    "list.left-out": (
        "and {number} more (--json lists them)",
        "et {number} de plus (--json les donne)",
    ),
    "moves.none": ("No legal turns.", "Aucun coup légal."),
    "moves.distinct": ("{results} of {turns}", "{results} pour {turns}"),
    "moves.part": ("{heading}, of which {first} to {last}", "{heading}, dont {first} à {last}"),
    "moves.nothing-listed": (
        "{heading}, none of them listed",
        "{heading}, dont aucun n'est donné",
    ),
    "play.turn": ("{number}. {side}: {turn}", "{number}. {side} : {turn}"),
    "play.removed": ("; {removed}", " ; {removed}"),
    "play.leave": ("{points} leave the board", "{points} quittent le plateau"),
    "perft.time": ("{nodes} in {seconds} s", "{nodes} en {seconds} s"),
}

_SEARCHES: dict[str, tuple[str, str]] = {
    "answer.at-most": ("at most {turns} ({plies})", "au plus {turns} ({plies})"),
    "answer.exactly": ("{turns} ({plies})", "{turns} ({plies})"),
    "answer.wins": ("{side} wins in {distance}", "{side} gagne en {distance}"),
    "answer.draw": (
        "Draw: neither side can force a win",
        "Nulle : aucun des deux ne peut forcer le gain",
    ),
    "answer.undecided": ("Undecided: {known}", "Indécis : {known}"),
    "answer.nothing-known": ("nothing is known yet", "rien n'est encore connu"),
    "answer.no-win": (
        "{side} cannot force a win; whether it loses is undecided",
        "{side} ne peut pas forcer le gain ; s'il perd, on ne le sait pas",
    ),
    "answer.no-win-within": (
        "{side} has no win within {turns}",
        "{side} n'a pas de gain en {turns}",
    ),
    "answer.winning": ("First turns that win:", "Premiers coups qui gagnent :"),
    "answer.winning-within": (
        "First turns that win within {turns}:",
        "Premiers coups qui gagnent en {turns} :",
    ),
    "answer.winning-in": ("in {distance}", "en {distance}"),
    "answer.undecided-turns": ("First turns that are undecided:", "Premiers coups indécis :"),
    "answer.line": ("Main line:", "Ligne principale :"),
    "answer.progress": ("{nodes}: {known}", "{nodes} : {known}"),
    "answer.depth": ("depth {number}", "profondeur {number}"),
    "answer.ended-by": ("ended by: {reason}", "fin : {reason}"),
    "answer.time-up": (
        "undecided: the time was up before the first turns were listed",
        "indécis : le temps était écoulé avant que les premiers coups soient connus",
    ),
    "ended.solved": ("solved", "résolu"),
    "ended.nodes": ("nodes", "nœuds"),
    "ended.depth": ("depth", "profondeur"),
    "ended.time": ("time", "temps"),
    "ended.memory": ("memory", "mémoire"),
    "ended.max-turns": ("max-turns", "nombre de coups"),
    "ended.interrupted": ("interrupted", "interrompu"),
    "analyse.draw": ("Proven: a draw", "Prouvé : nulle"),
    "analyse.win": ("Proven: {win}", "Prouvé : {win}"),
    "analyse.nothing-known": (
        "Nothing is known yet: allow more nodes or time",
        "Rien n'est encore connu : accordez plus de nœuds ou de temps",
    ),
    "analyse.estimate": (
        "Estimate: {score} stones for {side}, not proven",
        "Estimation : {score} pions pour {side}, sans preuve",
    ),
    "worth.draw": ("draws", "nulle"),
    "worth.win": ("wins in {turns}", "gagne en {turns}"),
    "worth.win-within": ("wins within {turns}", "gagne en {turns} au plus"),
    "worth.loss": ("loses in {turns}", "perd en {turns}"),
    "worth.loss-within": ("loses within {turns}", "perd en {turns} au plus"),
}

_TABLES: dict[str, tuple[str, str]] = {
    "table.of": ("{tables} of {rules} on {size}", "{tables} de {rules} sur {size}"),
    "table.in": ("{tables} in {folder}", "{tables} dans {folder}"),
    "table.memory": ("memory", "la mémoire"),
    "table.own": ("to move", "au trait"),
    "table.enemy": ("other", "autre"),
    "table.positions": ("positions", "positions"),
    "table.win": ("win", "gains"),
    "table.loss": ("loss", "pertes"),
    "table.draw": ("draw", "nulles"),
    "table.longest-win": ("longest win", "gain max."),
    "table.longest-loss": ("longest loss", "perte max."),
    "table.also": ("Also in this folder:", "Aussi dans ce dossier :"),
    "table.other": ("{tables}: {options}", "{tables} : {options}"),
    "table.usual": ("without --rules and --board", "sans --rules ni --board"),
    "probe.draw": ("Draw", "Nulle"),
    "probe.turn.draw": ("draw", "nulle"),
    "probe.win": ("{side} wins in {plies} ({turns})", "{side} gagne en {plies} ({turns})"),
    "probe.turn.win": ("wins in {plies} ({turns})", "gagne en {plies} ({turns})"),
    "probe.loss": ("{side} loses in {plies} ({turns})", "{side} perd en {plies} ({turns})"),
    "probe.turn.loss": ("loses in {plies} ({turns})", "perd en {plies} ({turns})"),
    "probe.not-covered": ("not covered: {reason}. {remedy}", "pas de table : {reason}. {remedy}"),
    "probe.no-help": ("Tables cannot help there.", "Les tables n'y peuvent rien."),
    "probe.too-large": (
        "Tables with so many stones are too large to be built.",
        "Les tables de tant de pions sont trop grandes pour être construites.",
    ),
    "probe.build": ("Build it: {command} ({size} MB).", "Construisez-la : {command} ({size} Mo)."),
    "build.progress": (
        "{own} against {enemy}, {done} of everything",
        "{own} contre {enemy}, {done} de l'ensemble",
    ),
    "build.left": ("{progress}, about {time} left", "{progress}, encore {time} environ"),
}

_RULES: dict[str, tuple[str, str]] = {
    "switch.paika_while_capture": (
        "paika while a capture exists",
        "paika alors qu'une prise est possible",
    ),
    "switch.stopping_chain": ("stopping a chain early", "enchaînement arrêté avant la fin"),
    "switch.approach_or_withdrawal": (
        "approach and withdrawal both possible",
        "approche et éloignement tous deux possibles",
    ),
    "switch.chain_on_first_turn": ("chain on a first turn", "enchaînement au premier coup"),
    "switch.captured_stones": ("captured stones", "pions pris"),
    "switch.capturing_stone_leaves": (
        "capturing stone leaves at the end",
        "le pion qui prend quitte le plateau à la fin",
    ),
    "switch.chain_may_not": (
        "next step of a chain may not",
        "le pas suivant d'un enchaînement ne peut pas",
    ),
    "switch.placed_by_players": ("players place the stones", "les joueurs posent les pions"),
    "switch.vela": ("Vela possible", "Vela possible"),
    "switch.start": ("start", "départ"),
    "switch.sources": ("sources", "sources"),
    "value.yes": ("yes", "oui"),
    "value.no": ("no", "non"),
    "value.forbidden": ("not allowed", "interdit"),
    "value.allowed": ("allowed", "permis"),
    "value.huffed": ("huffed", "soufflé"),
    "value.forfeit": ("costs the stone", "coûte le pion"),
    "value.free": ("free choice", "au choix"),
    "value.larger-line": ("larger line", "ligne la plus longue"),
    "value.leave": ("leave the board", "quittent le plateau"),
    "value.flip": ("change colour", "changent de couleur"),
    "value.repeat-direction-or-visit-again": (
        "repeat direction or point",
        "répéter direction ou point",
    ),
    "value.keep-axis": ("keep its axis", "garder son axe"),
    "rules.standard": ("Fanorona Tsivy, tournament rules", "Fanorona Tsivy, règles de tournoi"),
    "rules.escale": (
        "Fanorona with free choice of capture",
        "Fanorona où la prise est libre",
    ),
    "rules.livret": ("Fanorona with huffing", "Fanorona où l'on souffle"),
    "rules.fliporona": (
        "Fliporona: captured stones change colour",
        "Fliporona : les pions pris changent de couleur",
    ),
    "rules.heading": ("{rules}: {title}", "{rules} : {title}"),
    "rules.changed": ("{rules}: {title}, with changes", "{rules} : {title}, avec des changements"),
    "rules.value": ("{switch}: {value}", "{switch} : {value}"),
    "rules.own": (
        "A rule set of your own is one of these and the switches that you change: "
        "--rules 'standard paika=allowed'",
        "Pour des règles à vous, nommez l'une d'elles et les options à changer : "
        "--rules 'standard paika=allowed'",
    ),
}

ANSWERS = {**_COUNTS, **_POSITIONS, **_TURNS, **_SEARCHES, **_TABLES, **_RULES}
