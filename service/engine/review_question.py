"""The question for a review of a game: all its searches share one budget."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Self

from fanorona.service.engine.questions import (
    Engine,
    OnProgress,
    SearchQuestion,
    refuse_too_many_turns,
)
from fanorona.service.problems import Fault, Kind, Problem
from fanorona.service.settings import Settings
from fanorona.solver import Position, Stop, Stopped
from fanorona.solver.budget import REVIEW_NODES, Budget
from fanorona.solver.games.game_reading import read_game
from fanorona.solver.games.game_splitting import split_games
from fanorona.solver.games.game_tree import Game, UnreadableGame
from fanorona.solver.games.missed_puzzles import NODES_PER_NODE, missed_puzzles
from fanorona.solver.games.review import (
    MEMORY_MB,
    Judgement,
    MissedPuzzle,
    ReviewedTurn,
    ReviewTerms,
    judge,
    review_turns,
    summary,
)
from fanorona.words import Message, placed

PART_FOR_TURNS = 2
"""Half of all nodes go into the turns, and what is left of them into puzzles."""
NODES_PER_PUZZLE = 2 * NODES_PER_NODE
"""Finding the win and checking the puzzle, each with as many nodes as that many positions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewQuestion(SearchQuestion):
    """What was every turn of a game worth?"""

    ASK = "review"
    SHORT = False
    DEFAULT_NODES = REVIEW_NODES

    game: str
    total: int
    """Nodes for all positions together."""
    played: Game = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "played", _read(self.game, self.position))

    @classmethod
    def defaults(cls, given: Mapping[str, Any], settings: Settings) -> dict[str, Any]:
        budget = super(ReviewQuestion, cls).defaults(given, settings)
        return {**budget, "total": settings.max_nodes}

    def key(self) -> str:
        asked = (self.nodes, self.time_ms, self.total, self.text, self.game)
        return " ".join([self.ASK, self.position.rules.id, *map(repr, asked)])

    @property
    def most_nodes(self) -> int:
        return self.total

    def limited(self, nodes: int) -> Self:
        return replace(self, total=nodes)

    @property
    def each(self) -> int:
        """Nodes for each position."""
        share = self.total // PART_FOR_TURNS // (len(self.played.turns) + 1)
        return max(1, min(self.nodes, share))

    def answer(self, engine: Engine, stop: Stop, on_progress: OnProgress | None) -> object:
        for position in self.played.positions:
            refuse_too_many_turns(position, engine.settings)
        memory = min(engine.settings.search_memory_mb, MEMORY_MB)
        terms = ReviewTerms(
            budget=Budget(nodes=self.each, memory_mb=memory), look_up=engine.tables.at_hand
        )
        turns: list[ReviewedTurn] = []
        puzzles: list[MissedPuzzle] = []
        for found in self._found(terms, turns, stop):
            if isinstance(found, ReviewedTurn):
                turns.append(found)
                if on_progress is not None:
                    on_progress(found)
            else:
                puzzles.append(found)
        return summary(self.played, turns, puzzles, terms)

    def _found(
        self, terms: ReviewTerms, turns: list[ReviewedTurn], stop: Stop
    ) -> Iterator[ReviewedTurn | MissedPuzzle]:
        """Turns and then puzzles, as far as the time allows."""
        try:
            yield from review_turns(self.played, partial(_judged, terms, stop))
            spent = sum(one.nodes for one in turns)
            most = max(0, self.total - spent) // (NODES_PER_PUZZLE * self.each)
            for _, puzzle in missed_puzzles(self.played, turns, terms, stop=stop, most=most):
                if puzzle is not None:
                    yield puzzle
        except Stopped:
            return


def _judged(terms: ReviewTerms, stop: Stop, position: Position) -> Judgement:
    """A search that the clock has cut short says less than it should: it does not count."""
    found = judge(terms, position, stop)
    if found.stopped:
        raise Stopped
    return found


def _read(text: str, start: Position) -> Game:
    """The one game of a text; a plain list of turns begins at the start that is given."""
    texts = list(split_games(text))
    if not texts:
        raise _unreadable(Message("game.none"))
    if len(texts) > 1:
        raise _unreadable(Message("game.one-wanted", number=len(texts)))
    game = read_game(texts[0], start)
    if isinstance(game, UnreadableGame):
        raise _unreadable(
            *(placed(error.line, error.column, error.detail) for error in game.errors)
        )
    return game


def _unreadable(*details: Message) -> Problem:
    faults = [Fault("/game", detail) for detail in details]
    return Problem(Kind.UNREADABLE_GAME, details[0], faults)
