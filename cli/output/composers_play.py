"""Variations, tries and set play in the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from fanorona.solver.board import Colour
from fanorona.solver.puzzles.full_play import FullPlay
from fanorona.solver.puzzles.set_play import SetPlay
from fanorona.solver.puzzles.tries import TryList
from fanorona.solver.puzzles.variations import DefenceGroup, VariationTree
from fanorona.words import Language, say

INDENT = "  "


@dataclass(frozen=True, slots=True)
class PlayWriter:
    """Puts the play around a solution into lines, one paragraph per heading."""

    language: Language
    dots: str
    """Stands after the number of a reply."""
    defender: Colour

    def paragraphs(self, play: FullPlay) -> Iterator[list[str]]:
        for tree in play.variations or ():
            if tree.variations or not tree.complete:
                yield [self._heading(tree), *self._variations(tree.variations, 1)]
        if play.tries is not None:
            yield list(self._tries(play.tries))
        if play.set_play is not None:
            yield list(self._set_play(play.set_play))

    def _say(self, code: str, **values: object) -> str:
        return say(code, self.language, **values)

    def _heading(self, tree: VariationTree) -> str:
        code = "play.variations" if tree.complete else "play.variations-cut"
        return self._say(code, turn=tree.turn)

    def _variations(self, variations: Iterable[DefenceGroup], number: int) -> Iterator[str]:
        for one in variations:
            yield INDENT * number + self.variation(one, number)
            yield from self._variations(one.then or (), number + 1)

    def variation(self, one: DefenceGroup, number: int) -> str:
        """'1… a1-a2, b2-b3  2. c3-c4A or d1-e1': defences and what they lose to."""
        text = f"{number}{self.dots} {', '.join(one.defences)}"
        if one.answer is None:
            return f"{text}  {self._say('play.gives-up')}"
        text += f"  {number + 1}. {one.answer}"
        if one.also:
            text += f" {self._say('play.also', turns=self._also(one))}"
        if one.then is None:
            text += f" {self._say('play.wins-in', count=one.turns)}"
        return text

    def _also(self, one: DefenceGroup) -> str:
        left_out = one.also_count - len(one.also)
        listed = ", ".join(one.also)
        return f"{listed} {self._say('why.more', number=left_out)}" if left_out else listed

    def _tries(self, found: TryList) -> Iterator[str]:
        yield self._say("play.tries" if found.tries else "play.no-tries")
        for one in found.tries:
            yield INDENT + self._say("play.try", turn=one.turn, refutation=one.refutation)
        if found.undecided:
            yield INDENT + self._say("play.undecided", turns=", ".join(found.undecided))

    def _set_play(self, found: SetPlay) -> Iterator[str]:
        yield self._say("play.set-play", side=self.defender)
        if found.reason is not None:
            yield INDENT + say("play.reason", self.language, reason=found.reason)
        yield from self._variations(found.variations, 1)
        if found.unanswered:
            turns = ", ".join(found.unanswered)
            yield INDENT + self._say("play.unanswered", turns=turns)
