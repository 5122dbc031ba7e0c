"""What composers ask besides the solution: variations, tries and set play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fanorona.solver.position import Position
from fanorona.solver.puzzles.goals import Meeting, Solution
from fanorona.solver.puzzles.puzzle import Goal, Stipulation
from fanorona.solver.puzzles.set_play import SetPlay, set_play
from fanorona.solver.puzzles.tries import TryList, tries_of
from fanorona.solver.puzzles.variations import Grower, TooManyVariations, VariationTree
from fanorona.solver.search.prover import Prover
from fanorona.solver.stopping import Stopped
from fanorona.solver.value import Value


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedPlay:
    """What is wanted besides the verdict."""

    variations: bool = False
    tries: bool = False
    set_play: bool = False


ONLY_THE_VERDICT = WantedPlay()


@dataclass(frozen=True, slots=True, kw_only=True)
class FullPlay:
    """What was found; None: it was not asked for, or the puzzle could not be searched."""

    variations: tuple[VariationTree, ...] | None = None
    tries: TryList | None = None
    set_play: SetPlay | None = None


@dataclass(frozen=True, slots=True)
class PlayFinder:
    """Answers what is wanted about one puzzle; each question has a budget of its own."""

    stipulation: Stipulation
    meeting: Meeting
    nodes: int

    def find(self, wanted: WantedPlay, lines: Sequence[tuple[Solution, str]]) -> FullPlay:
        """`lines`: the solutions, each with the first turn that is shown."""
        return FullPlay(
            variations=self._variations(lines) if wanted.variations else None,
            tries=self._tries() if wanted.tries else None,
            set_play=self._set_play() if wanted.set_play else None,
        )

    @property
    def _position(self) -> Position:
        return self.meeting.position

    def _prover(self) -> Prover:
        """With nodes for the next question."""
        prover = self.meeting.prover
        prover.limit = prover.spent + self.nodes
        return prover

    def _variations(self, lines: Sequence[tuple[Solution, str]]) -> tuple[VariationTree, ...]:
        return tuple(
            self._tree(shown, solution.plies)
            for solution, shown in lines
            if solution.wins and solution.plies is not None
        )

    def _tree(self, first: str, plies: int) -> VariationTree:
        try:
            return Grower(self._prover(), self.nodes).tree(self._position, first, plies)
        except (Stopped, TooManyVariations):
            return VariationTree(first, (plies + 1) // 2, False, ())

    def _tries(self) -> TryList:
        self._prover()
        return tries_of(self.meeting, self._plies())

    def _set_play(self) -> SetPlay:
        plies = self._plies() or (self.meeting.found.turns and 2 * self.meeting.found.turns - 1)
        turns = None if plies is None else (plies + 1) // 2
        return set_play(self._position, turns, Grower(self._prover(), self.nodes))

    def _plies(self) -> int | None:
        """Within how many plies the win is asked for; None if it is not."""
        if self.stipulation.turns is not None:
            return 2 * self.stipulation.turns - 1
        found = self.meeting.found
        if self.stipulation.goal is Goal.BEST_TURN and found.value is Value.WIN:
            return found.solutions[0].plies if found.solutions else None
        return None
