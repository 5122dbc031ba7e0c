"""The words of printed solutions, English and French, that tell what a move beside them is.

All of them are written as `folded` leaves a word: small letters, no accents.
"""

from __future__ import annotations

from functools import cache


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


IF = _words("si if sur on contre against apres after lorsque quand when upon suppose supposons")
OR = _words("ou or sinon else otherwise alternatively soit variante variantes variation variations")
THREAT = _words(
    "menace menaces menacant menacent menacer menacait threat threats threaten threatens "
    "threatening idee idea projet visant preparant preparing δ"
)
NOT = _words(
    "pas non not instead lieu plutot rather evitez eviter avoid avoiding essai essais try tries "
    "tentative tentatives erreur mistake faux wrong mauvais"
)
"""Before a move of the solver: it is mentioned because it fails."""
FAILS = _words(
    "echoue echouent echouerait fails fail failed refute refutes refuted refutation rate "
    "insuffisant insufficient gache throws"
)
"""After a move of the solver: it is mentioned because it fails."""
ANY = _words("quelconque importe toute tout tous any anything whatever every ad-lib libitum adlib")
"""Instead of a reply: whatever the other side plays."""

GOES_ON = _words("et and puis then ensuite enfin finally next")
CLAIMS = _words(
    "gagne gagnent gagnait gagnerait wins win won suffit suffisent force forces immobilise "
    "immobilizes immobilises bloque blocks prend takes capture captures decide decides mate "
    "termine ends finit finishes conclut"
)
"""What a move does, right behind it."""

ONE_POINT = _words("pion stone piece point case intersection pierre")
SEVERAL_POINTS = _words("pions stones pieces points cases intersections pierres between entre")
"""What points that stand alone belong to: 'the stones c3 d4'."""
LINE_NOUNS = _words(
    "diagonale diagonales diagonal diagonals colonne colonnes column columns rangee rangees rank "
    "row axe axis"
)
"""What points name a part of the board after: 'the diagonal a1-b2-c3'."""
LINES = _words("ligne lignes line lines segment bord edge")
"""The same, but a line of play is called so, too."""
PLACE_WORDS = (
    ONE_POINT
    | SEVERAL_POINTS
    | _words(
        "a angle aile au aux bord bords ce cet cette centre coin coins corner corners cote cotes d "
        "de des du edge edges en from half her his in its l la le les moitie more of on partie "
        "plus quart quarter sa ses side sides son sur that the this to tout un une vers very"
    )
)
"""Before a direction they make it a place: 'the right side', 'le bas du plateau'."""
FIGURES_AFTER = _words(
    "en in within page pages p pp fig figure diagramme diagram n no nr num numero number "
    "probleme problem vol volume annee year moins least"
)
"""A figure behind one of them is not the number of a move."""

_NOT_MISSPELT = _words(
    "adroit adroite bright brights caught dawn detroit detroits down droite droites droits "
    "eight endroit etroit etroite exploit fight fright gauches gaucher gauchit gaucho height "
    "knight light lights might night nights often right rights rough sight sights taught tight "
    "town towns weight wright write writes launch gauge gauges gouache drone drole bassin left "
    "lefts loft lift gift"
)
_COMPASS = {
    **dict.fromkeys(("nord", "north"), "up"),
    **dict.fromkeys(("sud", "south"), "down"),
    **dict.fromkeys(("ouest", "west"), "left"),
    **dict.fromkeys(("est", "east"), "right"),
}
_INITIALS = {
    "fr": dict(zip("GHDB", ("left", "up", "right", "down"), strict=True)),
    "en": dict(zip("LURD", ("left", "up", "right", "down"), strict=True)),
}
_MALAGASY = {"havia": "left", "havanana": "right", "ambony": "up", "ambany": "down"}
_DIRECTIONS = ("droite", "gauche", "haut", "right", "left", "down", "bas", "droit", "up")


@cache
def misspelt_direction(word: str, *, certain: bool) -> str | None:
    """The direction that a folded word is nearly; `certain`: it can be nothing but a direction."""
    first, hyphen, second = word.partition("-")
    if hyphen:
        parts = [_meant(part, certain=True) for part in (first, second)]
        wrong = first not in _DIRECTIONS or second not in _DIRECTIONS
        return "-".join(map(str, parts)) if wrong and None not in parts else None
    return None if word in _DIRECTIONS else _meant(word, certain=certain)


def _meant(word: str, *, certain: bool) -> str | None:
    if word in _DIRECTIONS:
        return word
    if not certain and (word in _NOT_MISSPELT or len(word) < 5):
        return None
    most = 2 if certain and len(word) > 4 else 1
    distance, meant = min((_distance(word, one), one) for one in _DIRECTIONS if len(one) > 2)
    if not certain and len(meant) < 5 and not _is_swap(word, meant):
        return None
    return meant if distance <= most else None


def _is_swap(word: str, meant: str) -> bool:
    return sorted(word) == sorted(meant)


def _distance(one: str, other: str) -> int:
    """Letters to insert, delete, replace or swap with their neighbour."""
    if abs(len(one) - len(other)) > 2:
        return 9
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, left in enumerate(one, 1):
        previous, row = row, [i]
        for j, right in enumerate(other, 1):
            cost = min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (left != right))
            swapped = i > 1 and j > 1 and left == other[j - 2] and one[i - 2] == right
            row.append(min(cost, before[j - 2] + 1) if swapped else cost)
        before = previous
    return row[-1]


def compass_direction(word: str) -> str | None:
    """The English direction that a folded compass word names, such as 'ouest' or 'nord-est'."""
    if word in _COMPASS:
        return _COMPASS[word]
    parts = word.split("-") if "-" in word else _halves(word)
    if len(parts) != 2:
        return None
    vertical, horizontal = _COMPASS.get(parts[0]), _COMPASS.get(parts[1])
    if vertical not in ("up", "down") or horizontal not in ("left", "right"):
        return None
    return f"{vertical}-{horizontal}"


def _halves(word: str) -> list[str]:
    for first in ("nord", "sud", "north", "south"):
        if word.startswith(first) and len(word) > len(first):
            return [first, word[len(first) :]]
    return [word]


def malagasy_direction(word: str) -> str | None:
    """The English direction that a Malagasy word names."""
    return _MALAGASY.get(word)


def from_initials(letters: str) -> list[str] | None:
    """The English directions that begin with these letters, in French or in English."""
    for initials in _INITIALS.values():
        if set(letters) <= set(initials) and set(letters) - {"D", "B"}:
            return [initials[letter] for letter in letters]
    return None
