"""Why a puzzle's solutions work: each turn, whether it was forced, and what the others come to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fanorona.solver.position import Position
from fanorona.solver.puzzles.check import Examination, SolutionLine
from fanorona.solver.puzzles.defences import Others, other_turns
from fanorona.solver.puzzles.puzzle import Goal
from fanorona.solver.turn import Turn


@dataclass(frozen=True, slots=True)
class ExplainedTurn:
    """A turn of a solution."""

    position: Position
    """Before the turn."""
    turn: Turn
    forced: bool
    """A reply to which there is no alternative."""
    others: Others | None
    """What the alternatives come to; None: they do not matter here."""


@dataclass(frozen=True, slots=True)
class ExplainedLine:
    """A solution, turn by turn."""

    solution: SolutionLine
    turns: tuple[ExplainedTurn, ...]

    @property
    def end(self) -> Position:
        """The position after the last turn."""
        last = self.turns[-1]
        return last.position.after(last.turn)


def explain_solutions(examination: Examination) -> tuple[ExplainedLine, ...]:
    """Every solution of a puzzle that was examined, explained with what is left of its budget."""
    return tuple(
        ExplainedLine(found, tuple(_explained(examination, found)))
        for found in examination.solutions
    )


def _explained(examination: Examination, found: SolutionLine) -> Iterator[ExplainedTurn]:
    position = examination.puzzle.position
    for index, text in enumerate(found.line):
        turn = position.read(text)
        is_reply = index % 2 == 1
        forced = is_reply and len(position.listing().results()) == 1
        yield ExplainedTurn(position, turn, forced, _others(examination, position, turn, index))
        position = position.after(turn)


def _others(examination: Examination, position: Position, turn: Turn, index: int) -> Others | None:
    """A win has to answer every reply; otherwise the first turn has to be better than the rest."""
    if examination.prover is None:
        return None
    if examination.puzzle.stipulation.goal is Goal.WIN:
        return other_turns(examination.prover, position, [turn.after]) if index % 2 else None
    if index:
        return None
    known = [found.solution.after for found in examination.solutions]
    return other_turns(examination.prover, position, known)
