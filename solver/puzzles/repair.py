"""Repairing an unsound puzzle: the smallest changes that make the author's first turn its solution.

Candidates are tried in order: one change before two, a likely slip (the number of turns, a stone on
the next point) before an unlikely one (the side to move). Each proposal is checked as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations, islice
from time import monotonic
from typing import Any

from fanorona.solver.arrangement import Arrangement
from fanorona.solver.board import Board, Colour, Direction, points_of
from fanorona.solver.budget import REPAIR_NODES, Budget
from fanorona.solver.errors import FanoronaError
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.notation.fen import write_fen
from fanorona.solver.notation.turn_text import TurnPattern
from fanorona.solver.puzzles.bulk import Terms
from fanorona.solver.puzzles.check import check
from fanorona.solver.puzzles.printed.passages import Run, parts_of
from fanorona.solver.puzzles.printed.tokens import tokens_of
from fanorona.solver.puzzles.puzzle import MOST_TURNS, Goal, PlacedText, Puzzle
from fanorona.solver.puzzles.puzzle_changes import (
    Change,
    MoveStone,
    NewState,
    NewStipulation,
    PutStone,
    RemoveStone,
)
from fanorona.solver.puzzles.verdict import Soundness, Verdict
from fanorona.solver.rules import Paika
from fanorona.solver.search.prover import Prover
from fanorona.solver.spreading.spread import InThisProcess, Spread
from fanorona.solver.stopping import Stopped
from fanorona.solver.typed_turns.matching import find_turns

NODES_EACH = 300_000
EACH = Budget(nodes=NODES_EACH, memory_mb=8)
"""For one candidate: what is not proven by then is left alone."""
DEFAULT_COUNT = 5
CHUNK = 8
"""Candidates that go to a process together."""

Changes = tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Proposal:
    """Changes that make a puzzle sound, and the puzzle with them."""

    changes: Changes
    puzzle: Puzzle
    verdict: Verdict


@dataclass(slots=True)
class RepairProgress:
    """How far the search for repairs has come."""

    tried: int = 0
    nodes: int = 0
    undecided: int = 0
    """Candidates that the budget for one was too small for."""
    changes: int = 1
    proposals: list[Proposal] = field(default_factory=list)
    complete: bool = False
    """Whether everything within two changes was tried, or enough was found."""


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What came of some candidates."""

    proposals: tuple[Proposal, ...]
    nodes: int
    undecided: int


OnProgress = Callable[[RepairProgress], None]


class Deadline:
    """When the time is over; on its way to another machine, with another clock, how much is left.

    Without a number of seconds it never is.
    """

    def __init__(self, seconds: float | None) -> None:
        self._end = None if seconds is None else monotonic() + seconds

    def seconds_left(self) -> float | None:
        return None if self._end is None else max(self._end - monotonic(), 0.0)

    def is_over(self) -> bool:
        return self.seconds_left() == 0.0

    def __reduce__(self) -> tuple[Any, ...]:
        return Deadline, (self.seconds_left(),)


def repairs(
    puzzle: Puzzle,
    terms: Terms,
    *,
    count: int = DEFAULT_COUNT,
    spread: Spread | None = None,
    on_progress: OnProgress | None = None,
    progress: RepairProgress | None = None,
) -> RepairProgress:
    """Look for up to `count` repairs, best first; two changes only if no single one does.

    What is known so far is in `progress`, also when an interrupt ends the search.
    """
    progress = progress or RepairProgress()
    limit = terms.budget.nodes_or(REPAIR_NODES)
    seconds = None if terms.budget.time_ms is None else terms.budget.time_ms / 1000
    deadline = Deadline(seconds)
    work = partial(_attempt_all, puzzle, terms, deadline)
    for number in (1, 2):
        progress.changes = number
        chunks = _chunks(_candidates(puzzle, number))
        for chunk, outcome in (spread or InThisProcess()).each(work, chunks):
            _note(progress, chunk, outcome, count)
            if on_progress is not None:
                on_progress(progress)
            if len(progress.proposals) >= count:
                progress.complete = True
                return progress
            if progress.nodes > limit or deadline.is_over():
                return progress
        if progress.proposals:
            break
    progress.complete = True
    return progress


def _note(
    progress: RepairProgress, chunk: Sequence[Changes], outcome: _Outcome, count: int
) -> None:
    progress.tried += len(chunk)
    progress.nodes += outcome.nodes
    progress.undecided += outcome.undecided
    room = count - len(progress.proposals)
    progress.proposals += outcome.proposals[:room]


def _chunks(candidates: Iterable[Changes]) -> Iterator[list[Changes]]:
    waiting = iter(candidates)
    while chunk := list(islice(waiting, CHUNK)):
        yield chunk


def _candidates(puzzle: Puzzle, number: int) -> Iterator[Changes]:
    """Every set of that many changes, the likeliest first."""
    weighed = sorted(single_changes(puzzle), key=lambda one: one[0])
    if number == 1:
        return ((change,) for _, change in weighed)
    weights = sorted({weight for weight, _ in weighed})
    sums = sorted({one + other for one in weights for other in weights})
    return (
        (first, second)
        for total in sums
        for (one, first), (other, second) in combinations(weighed, 2)
        if one + other == total
    )


def single_changes(puzzle: Puzzle) -> Iterator[tuple[int, Change]]:
    """Every single change, each with its weight: the lighter, the likelier."""
    asked = puzzle.stipulation
    if asked.goal is Goal.WIN and asked.turns is not None:
        for turns in range(1, min(asked.turns + 2, MOST_TURNS) + 1):
            if turns != asked.turns:
                weight = 1 if abs(turns - asked.turns) == 1 else 3
                yield weight, NewStipulation(replace(asked, turns=turns))
    arrangement = puzzle.position.arrangement
    yield from ((3, NewState(state)) for state in _states(puzzle))
    yield from _stones(arrangement)
    yield 4, NewStipulation(replace(asked, side=asked.side.other))


def _stones(arrangement: Arrangement) -> Iterator[tuple[int, Change]]:
    board = arrangement.board
    empty = board.everywhere & ~(arrangement.white | arrangement.black)
    for colour in Colour:
        for point in points_of(arrangement.stones(colour)):
            name = board.names[point]
            yield 2, RemoveStone(name)
            yield 2, PutStone(name, colour.other)
            for to in points_of(empty):
                weight = 2 if _is_next_to(board, point, to) else 3
                yield weight, MoveStone(name, board.names[to])
        for point in points_of(empty):
            yield 2, PutStone(board.names[point], colour)


def _is_next_to(board: Board, point: int, other: int) -> bool:
    return any(board.beside(point, direction) == other for direction in Direction)


def _states(puzzle: Puzzle) -> Iterator[str]:
    """Other states that the rule set knows: who gives, who has not moved, what may be huffed."""
    old, rules = puzzle.position.arrangement, puzzle.rules
    others = [Arrangement(old.board, old.white, old.black, old.side)]
    if rules.vela:
        others += [replace(old, giver=giver) for giver in (None, *Colour)]
    if not rules.chain_on_first_turn:
        firsts = (frozenset[Colour](), frozenset({Colour.WHITE}), frozenset({Colour.BLACK}))
        others += [replace(old, first=first) for first in (*firsts, frozenset(Colour))]
    if rules.paika_while_capture is Paika.HUFFED:
        enemy = points_of(old.stones(old.side.other))
        others += [replace(old, liable=0)]
        others += [replace(old, liable=old.liable ^ (1 << point)) for point in enemy]
    now = _state(old)
    yield from dict.fromkeys(state for state in map(_state, others) if state != now)


def _state(arrangement: Arrangement) -> str:
    return write_fen(arrangement).rpartition(" ")[2]


def first_turn(puzzle: Puzzle) -> TurnPattern | None:
    """The author's first turn, as it is typed; None if there is none."""
    for given in (*puzzle.solutions, *([puzzle.hint] if puzzle.hint else [])):
        for part in parts_of(tokens_of(given.text, puzzle.position.board)):
            if isinstance(part, Run) and part.turns:
                return part.turns[0].pattern
    return None


def _attempt_all(
    puzzle: Puzzle, terms: Terms, deadline: Deadline, chunk: Sequence[Changes]
) -> _Outcome:
    """Try some candidates, in this process; those after the deadline stay undecided."""
    attempt = _Attempt(puzzle, terms, first_turn(puzzle), deadline)
    proposals = tuple(found for changes in chunk if (found := attempt.of(changes)))
    return _Outcome(proposals, attempt.nodes, attempt.undecided)


@dataclass(slots=True)
class _Attempt:
    """Tries candidates for one puzzle."""

    puzzle: Puzzle
    terms: Terms
    first: TurnPattern | None
    deadline: Deadline
    nodes: int = 0
    undecided: int = 0

    def of(self, changes: Changes) -> Proposal | None:
        """The proposal, if the changes make the puzzle sound."""
        changed = self._changed(changes)
        if changed is None:
            return None
        if self.deadline.is_over():
            self.undecided += 1
            return None
        try:
            if not self._may_do(changed):
                return None
        except Stopped:
            self.undecided += 1
            return None
        for solutions in self._solutions(changed):
            verdict = self._check(replace(changed, solutions=solutions))
            if verdict.verdict is Soundness.SOUND:
                return self._proposal(changes, changed, verdict)
            self.undecided += verdict.verdict is Soundness.UNKNOWN
        return None

    def _stop(self) -> Stop:
        return Stop(self.deadline.seconds_left())

    def _changed(self, changes: Changes) -> Puzzle | None:
        """The puzzle with the changes; the game that led to it leads elsewhere now."""
        changed = self.puzzle
        try:
            for change in changes:
                changed = change.made(changed)
            if changed.position.validate() or changed.position.outcome() is not None:
                return None
        except FanoronaError:
            return None
        if changed.position != self.puzzle.position:
            changed = replace(changed, game=None)
        return changed

    def _may_do(self, puzzle: Puzzle) -> bool:
        """Is the author's first turn legal, and does it win in time? That rules out most."""
        if self.first is None:
            return True
        turns = find_turns(puzzle.position, self.first)
        asked = puzzle.stipulation
        if not turns or asked.goal is not Goal.WIN or asked.turns is None:
            return bool(turns)
        tables = self.terms.tables_for(puzzle.position) if asked.turns > 1 else None
        prover = Prover.of(puzzle.position, tables, EACH, NODES_EACH, stop := self._stop())
        plies = 2 * (asked.turns - 1)
        known = [prover.within(turn.after, False, plies, prover.left) for turn in turns]
        self.nodes += prover.spent
        _obey_interrupts(stop)
        if not any(known) and None in known:
            raise Stopped
        return any(known)

    def _solutions(self, puzzle: Puzzle) -> Iterator[tuple[PlacedText, ...]]:
        """The author's solutions as they are, or else the first turn alone."""
        yield puzzle.solutions
        if self.first is not None and puzzle.solutions:
            yield (PlacedText(self.first.text),)

    def _check(self, puzzle: Puzzle) -> Verdict:
        stop = self._stop()
        verdict = check(
            puzzle,
            EACH,
            tables_for=self.terms.tables_for,
            stop=stop,
            language=self.terms.language,
        )
        _obey_interrupts(stop)
        self.nodes += verdict.search.nodes if verdict.search else 0
        return verdict

    def _proposal(self, changes: Changes, puzzle: Puzzle, verdict: Verdict) -> Proposal | None:
        """With the line that was proven, where the author's goes wrong later."""
        kept = self._check(puzzle)
        if kept.verdict is Soundness.SOUND:
            return Proposal(changes, puzzle, kept)
        lines = tuple(PlacedText(" ".join(line)) for line in verdict.solutions)
        mended = replace(puzzle, solutions=lines)
        final = self._check(mended)
        return Proposal(changes, mended, final) if final.verdict is Soundness.SOUND else None


def _obey_interrupts(stop: Stop) -> None:
    """Ctrl-C ends a search without an error of its own."""
    if stop.was_interrupted:
        raise KeyboardInterrupt
