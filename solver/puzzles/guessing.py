"""A page of prose as a tagged puzzle: what each line is read as, and which questions remain.

Fliporona                                 the rules, named in words
Problème                                  the title, above what is asked
Noir joue et gagne en un coup)            the stipulation
Blancs : a2, b2 ; Noirs : c4              the stones, or a diagram
Un indice plutôt que la solution : …      a hint or a solution
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from fanorona.solver.arrangement import Arrangement
from fanorona.solver.board import Board, Colour, board
from fanorona.solver.errors import NotationError
from fanorona.solver.notation.diagram import read_diagram
from fanorona.solver.notation.fen import write_fen
from fanorona.solver.notation.scanning import compiled
from fanorona.solver.puzzles.puzzle import Goal, ReadingError
from fanorona.solver.puzzles.source import Source, lines_of
from fanorona.solver.puzzles.stipulation import StatedGoal, read_stipulation
from fanorona.solver.puzzles.tags import TAG_NAMES, Tag, folded
from fanorona.solver.quoting import shown
from fanorona.words import Language, Message

LONGEST_TITLE = 80
USUAL = (9, 5)

_ROW = r"\s*(?:[0-9]\s+)?(?:[WBNOXwbnox.·○●◯⚪⚫-]\s*){3,}[0-9]?\s*"
_POINTS = r"[a-uA-U][0-9]{1,2}(?:[\s,]+(?:(?:et|and)\s+)?[a-uA-U][0-9]{1,2})*"
_LISTED = rf"\s*(?:\([0-9]+\))?\s*:\s*(?P<points>{_POINTS})"
_STONES = {
    Colour.WHITE: rf"(?i:\b(?:blancs?|whites?)){_LISTED}",
    Colour.BLACK: rf"(?i:\b(?:noirs?|blacks?)){_LISTED}",
}
_SIZE = r"\b(?P<width>[0-9]{1,2})\s*[x×]\s*(?P<height>[0-9]{1,2})\b"
_GIVEN = (
    r"(?P<head>[^:]{0,60}?\b(?P<word>(?i:solutions?|indices?|hints?|r[ée]ponses?|answers?))\b"
    r"[^:]{0,60}):\s*(?P<text>.*)"
)
_RULES_IN_WORDS = (
    ("fliporona", r"\bfliporona\b"),
    ("livret", r"\b(?:livret|booklet)\b"),
    ("escale", r"\b(?:regles?|rules?)\b.{0,40}\bescale\b"),
    ("standard", r"\b(?:tsivy|tournoi|tournament)\b"),
)


@dataclass(slots=True)
class Guess:
    """A tagged file, as far as the page has what it needs."""

    language: Language = "en"
    tags: dict[Tag, str] = field(default_factory=dict)
    diagram: list[str] = field(default_factory=list)
    assumed: list[ReadingError] = field(default_factory=list)
    """What each line was taken for."""
    asked: list[ReadingError] = field(default_factory=list)
    """What is missing or not certain."""

    @property
    def text(self) -> str:
        """The file; what is missing is left out."""
        names = {tag: TAG_NAMES[tag][self.language] for tag in Tag if tag in self.tags}
        lines = [f"{name}: {self.tags[tag]}" for tag, name in names.items()]
        return "\n".join([*lines, *(["", *self.diagram] if self.diagram else [])]) + "\n"


def guess(source: Source) -> Guess:
    """What a page of prose says of one puzzle."""
    page: dict[int, str] = {}
    for line in lines_of(source):
        if line.fault and line.fault.not_text:
            error = ReadingError(line.number, line.fault.column, line.fault.detail)
            return Guess(asked=[error])
        if not line.fault:
            page[line.number] = line.text
    return _Guessing(page).guess()


@dataclass(slots=True)
class _Guessing:
    page: dict[int, str]
    guessed: Guess = field(default_factory=Guess)
    used: set[int] = field(default_factory=set)

    def guess(self) -> Guess:
        stated = self._stipulation()
        self._rules()
        self._title(stated[0] if stated else None)
        self._given()
        self._position(stated)
        self.guessed.assumed.sort(key=lambda one: one.line)
        return self.guessed

    def _assume(self, line: int, key: str, **values: object) -> None:
        if key not in ("no-rules", "usual-size"):
            self.used.add(line)
        self.guessed.assumed.append(ReadingError(line, 1, Message(f"guess.{key}", **values)))

    def _ask(self, line: int, key: str, **values: object) -> None:
        self.guessed.asked.append(ReadingError(line, 1, Message(f"guess.{key}", **values)))

    def _stipulation(self) -> tuple[int, StatedGoal] | None:
        found = list(self._stated())
        clear = [one for one in found if one[1].goal is not Goal.BEST_TURN and one[1].side]
        clear = clear or found
        if not clear:
            self._ask(max(self.page, default=1), "ask-stipulation")
            return None
        line, stated = clear[0]
        for other, _ in clear[1:]:
            self._ask(other, "ask-second", first=line)
        self.guessed.language = stated.language or "en"
        self.guessed.tags[Tag.STIPULATION] = self.page[line].strip().rstrip(")")
        self._assume(line, "stipulation")
        return line, stated

    def _stated(self) -> Iterator[tuple[int, StatedGoal]]:
        for line, text in self.page.items():
            if text.strip() and not compiled(_ROW).fullmatch(text):
                with suppress(NotationError):
                    yield line, read_stipulation(text.strip())

    def _title(self, before: int | None) -> None:
        """The nearest short line above what is asked, without a full stop at its end."""
        for line in sorted((one for one in self.page if one < (before or 0)), reverse=True):
            text = self.page[line].strip()
            is_row = compiled(_ROW).fullmatch(text) is not None
            if text and not is_row and ":" not in text and line not in self.used:
                if len(text) <= LONGEST_TITLE and text[-1] not in ".;,":
                    self.guessed.tags[Tag.TITLE] = text
                    self._assume(line, "title")
                return

    def _rules(self) -> None:
        for name, expression in _RULES_IN_WORDS:
            for line, text in self.page.items():
                if compiled(expression).search(folded(text)):
                    self.guessed.tags[Tag.RULES] = name
                    self._assume(line, "rules", rules=name)
                    return
        self._assume(1, "no-rules")
        self.guessed.tags[Tag.RULES] = "standard"

    def _given(self) -> None:
        """'Solution : …', 'Un indice plutôt que la solution : …', with the lines below."""
        for line, text in self.page.items():
            found = compiled(_GIVEN).match(text.strip())
            if not found or line in self.used:
                continue
            tag = Tag.HINT if folded(found["word"])[:2] in ("in", "hi") else Tag.SOLUTION
            parts = [found["text"].strip()]
            below = line + 1
            while self.page.get(below, "").strip():
                parts.append(self.page[below].strip())
                self.used.add(below)
                below += 1
            whole = " ".join(filter(None, parts))
            if whole and tag not in self.guessed.tags:
                self.guessed.tags[tag] = whole
                name = TAG_NAMES[tag][self.guessed.language]
                self._assume(line, "given", tag=name)

    def _position(self, stated: tuple[int, StatedGoal] | None) -> None:
        if not self._diagram() and not self._lists(stated[1].side if stated else None):
            self._ask(stated[0] if stated else 1, "ask-position")

    def _diagram(self) -> bool:
        rows: list[int] = []
        for line, text in [*self.page.items(), (0, "")]:
            if compiled(_ROW).fullmatch(text) and not text.strip().isdigit():
                rows.append(line)
            elif len(rows) >= 3:
                break
            else:
                rows = []
        drawn = [self.page[line] for line in rows]
        try:
            read_diagram("\n".join(drawn))
        except NotationError:
            return False
        self.guessed.diagram = drawn
        self._assume(rows[0], "diagram", last=rows[-1])
        return True

    def _lists(self, side: Colour | None) -> bool:
        """Stones that are listed: 'Blancs : a2, b2 ; Noirs : c4'."""
        stones: dict[Colour, list[str]] = {}
        for line, text in self.page.items():
            for colour, expression in _STONES.items():
                found = compiled(expression).search(text)
                if found and colour not in stones:
                    stones[colour] = compiled(r"[a-u][0-9]+").findall(found["points"].lower())
                    self._assume(line, "stones", colour=colour.value)
        if len(stones) < 2 or side is None:
            return False
        where = self._board()
        points = {colour: _set(where.by_name, names) for colour, names in stones.items()}
        if None in points.values():
            return False
        white, black = points[Colour.WHITE] or 0, points[Colour.BLACK] or 0
        self.guessed.tags[Tag.POSITION] = write_fen(Arrangement(where, white, black, side))
        return True

    def _board(self) -> Board:
        for line, text in self.page.items():
            found = compiled(_SIZE).search(text)
            if found:
                with suppress(ValueError):
                    size = board(int(found["width"]), int(found["height"]))
                    self._assume(line, "size", text=shown(found.group()))
                    return size
        self._assume(1, "usual-size")
        return board(*USUAL)


def _set(by_name: dict[str, int], names: list[str]) -> int | None:
    points = [by_name.get(name) for name in names]
    return None if None in points else sum(1 << point for point in points if point is not None)
