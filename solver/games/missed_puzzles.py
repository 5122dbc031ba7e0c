"""Puzzles out of the turns that a game has missed: every one is checked and sound."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from fanorona.solver.budget import REVIEW_NODES, Budget
from fanorona.solver.games.game_tree import Game
from fanorona.solver.games.review import (
    LostResult,
    MissedPuzzle,
    ReviewedTurn,
    ReviewTerms,
    TurnMark,
)
from fanorona.solver.position import Position
from fanorona.solver.puzzles.check import check
from fanorona.solver.puzzles.puzzle import Goal, PlacedText, Puzzle, Stipulation
from fanorona.solver.puzzles.verdict import Soundness
from fanorona.solver.puzzles.writing import write_puzzle
from fanorona.solver.search.forced_win import forced_win
from fanorona.solver.spreading.spread import InThisProcess, Spread
from fanorona.solver.value import Value
from fanorona.words import say

if TYPE_CHECKING:
    from fanorona.solver.kernel.stop import Stop

TACTIC_TURNS = 4
"""If no win was proven, one within this many turns is looked for."""
NODES_PER_NODE = 4
"""A puzzle may cost this many times the nodes of a position."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A turn that may have missed a puzzle."""

    number: int
    label: str
    position: Position
    draw: str | None
    """The turn that would have held a proven draw; None: a win is looked for."""
    source: str


def missed_puzzles(
    game: Game,
    turns: Iterable[ReviewedTurn],
    terms: ReviewTerms,
    spread: Spread | None = None,
    *,
    stop: Stop | None = None,
    most: int | None = None,
) -> Iterator[tuple[Candidate, MissedPuzzle | None]]:
    """Each turn that may have missed a puzzle, and the puzzle if it makes a sound one.

    `most` candidates are looked at, those first that come first.
    """
    candidates = [_candidate(game, turn) for turn in turns if _has_missed(turn)]
    work = partial(composed, terms, stop=stop)
    return (spread or InThisProcess()).each(work, candidates[:most])


def _has_missed(turn: ReviewedTurn) -> bool:
    if turn.forced:
        return False
    missed = turn.lost.result in (LostResult.WIN_MISSED, LostResult.WIN_THROWN_AWAY)
    return missed or turn.mark in (TurnMark.MISTAKE, TurnMark.BLUNDER)


def _candidate(game: Game, turn: ReviewedTurn) -> Candidate:
    position = Position.parse(turn.position, game.rules)
    lost_draw = turn.lost.result is LostResult.DRAW_THROWN_AWAY
    names = [game.headers.get(name, "?") for name in ("White", "Black")]
    return Candidate(
        number=turn.number,
        label=turn.label,
        position=position,
        draw=turn.best[0] if lost_draw and turn.best else None,
        source=f"{names[0]} – {names[1]}, {turn.label} {turn.turn}",
    )


def composed(
    terms: ReviewTerms, candidate: Candidate, *, stop: Stop | None = None
) -> MissedPuzzle | None:
    """The sound puzzle that a position makes, or None."""
    stop = stop or terms.budget.stop()
    budget = _for_puzzles(terms.budget.untimed())
    puzzle = _puzzle(candidate, terms, budget, stop)
    if puzzle is None:
        return None
    found = terms.tables_for(puzzle.position)
    tables = None if found is None or isinstance(found, str) else found.kernel_tables()
    verdict = check(puzzle, budget, tables_for=lambda _: tables, stop=stop)
    if stop.was_interrupted:
        raise KeyboardInterrupt
    if verdict.verdict is not Soundness.SOUND:
        return None
    return MissedPuzzle(
        number=candidate.number,
        position=puzzle.position.fen(),
        solution=tuple(puzzle.solutions[0].text.split()),
        text=write_puzzle(puzzle),
    )


def _for_puzzles(budget: Budget) -> Budget:
    return replace(budget, nodes=budget.nodes_or(REVIEW_NODES) * NODES_PER_NODE)


def _puzzle(candidate: Candidate, terms: ReviewTerms, budget: Budget, stop: Stop) -> Puzzle | None:
    position = candidate.position
    if candidate.draw is not None:
        return _stated(candidate, Stipulation(position.side, Goal.DRAW), (candidate.draw,))
    tables = terms.tables_for(position)
    wins = forced_win(position, budget=budget, max_turns=TACTIC_TURNS, tables=tables, stop=stop)
    if wins.value is not Value.WIN or wins.distance is None or not wins.line:
        return None
    goal = Stipulation(position.side, Goal.WIN, wins.distance.turns)
    return _stated(candidate, goal, wins.line)


def _stated(candidate: Candidate, asked: Stipulation, line: tuple[str, ...]) -> Puzzle:
    title = say("review.puzzle-title", "en", turn=candidate.label)
    return Puzzle(
        position=candidate.position,
        stipulation=asked,
        title=title,
        source=candidate.source,
        solutions=(PlacedText(" ".join(line)),),
    )
