"""Checking a puzzle: every defect, each with a line that proves it, or why it is sound."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum

from solver.errors import FanoronaError
from solver.kernel.stop import Stop
from solver.kernel.tables import Tables
from solver.language import Language, say, told, translated
from solver.notation.diagnosis import why_illegal
from solver.notation.matching import find_turns
from solver.notation.quoting import shown
from solver.notation.turn_text import TurnPattern
from solver.position import Position
from solver.prover import Prover
from solver.puzzles.meeting import Findings, Meeting, Solution, WinInN, meeting_of
from solver.puzzles.puzzle import Goal, Puzzle, ReadingError, Stipulation, UnreadablePuzzle
from solver.puzzles.solutions import hint_turn, replay, solution_lines
from solver.routes import MOST_ROUTES, by_result
from solver.turn import Turn
from solver.verdict import SearchInfo, StoppedBy
from solver.version import __version__

DEFAULT_NODES = 2_000_000
DEFAULT_MEMORY_MB = 64


class Code(StrEnum):
    """What can be said against a puzzle."""

    ILLEGAL_POSITION = "illegal-position"
    NO_SOLUTION = "no-solution"
    SHORT_SOLUTION = "short-solution"
    COOK = "cook"
    WRONG_SOLUTION = "wrong-solution"
    DUAL = "dual"
    UNKNOWN = "unknown"


class Soundness(StrEnum):
    """The verdict on a puzzle."""

    SOUND = "sound"
    UNSOUND = "unsound"
    UNKNOWN = "unknown"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Remark:
    """A defect or a remark, in words, with the line that proves it."""

    code: Code
    detail: str
    line: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The answer about one puzzle of a file."""

    file: str | None
    line: int | None
    title: str | None
    rules: str | None
    position: str | None
    stipulation: Stipulation | None
    verdict: Soundness
    solutions: tuple[tuple[str, ...], ...] = ()
    routes: tuple[str, ...] = ()
    defects: tuple[Remark, ...] = ()
    remarks: tuple[Remark, ...] = ()
    errors: tuple[ReadingError, ...] = ()
    search: SearchInfo | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How much a check may cost, for each puzzle."""

    nodes: int = DEFAULT_NODES
    time_ms: int | None = None
    memory_mb: int = DEFAULT_MEMORY_MB

    def stop(self) -> Stop:
        return Stop(None if self.time_ms is None else self.time_ms / 1000)


TablesFor = Callable[[Position], Tables | None]
"""Finds the endgame tables for a position."""


def no_tables(position: Position) -> Tables | None:
    """Without endgame tables."""
    return None


def check(
    puzzle: Puzzle | UnreadablePuzzle,
    effort: Effort | None = None,
    *,
    tables_for: TablesFor = no_tables,
    stop: Stop | None = None,
    language: Language | None = None,
    file: str | None = None,
) -> Verdict:
    """Judge one puzzle; the words are in the language of its tags unless another is named."""
    if isinstance(puzzle, UnreadablePuzzle):
        return _unreadable(puzzle, language or puzzle.language, file)
    effort = effort or Effort()
    stop = stop or effort.stop()
    inquiry = _Inquiry(puzzle, language or puzzle.language)
    if not inquiry.legal():
        return inquiry.verdict(file, None)
    prover = Prover.of(
        puzzle.position, tables_for(puzzle.position), effort.nodes, effort.memory_mb, stop
    )
    inquiry.inquire(prover, stop)
    return inquiry.verdict(file, _search_info(prover, stop, inquiry.undecided))


def _unreadable(puzzle: UnreadablePuzzle, language: Language, file: str | None) -> Verdict:
    errors = (replace(one, detail=translated(one.detail, language)) for one in puzzle.errors)
    return Verdict(
        file=file,
        line=puzzle.line,
        title=puzzle.title,
        rules=None,
        position=None,
        stipulation=None,
        verdict=Soundness.UNREADABLE,
        errors=tuple(errors),
    )


def _search_info(prover: Prover, stop: Stop, undecided: bool) -> SearchInfo:
    stopped_by = StoppedBy.SOLVED
    if undecided:
        stopped_by = StoppedBy.TIME if stop.was_requested else StoppedBy.NODES
        if stop.was_interrupted:
            stopped_by = StoppedBy.INTERRUPTED
    return SearchInfo(nodes=prover.spent, depth=0, stopped_by=stopped_by, engine=__version__)


@dataclass(slots=True)
class _Inquiry:
    """One puzzle under examination."""

    puzzle: Puzzle
    language: Language
    defects: list[Remark] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    solutions: list[Solution] = field(default_factory=list)
    undecided: bool = False
    meeting: Meeting = field(init=False)
    found: Findings = field(init=False)

    def legal(self) -> bool:
        """Is the position legal, still being played, and reached by the game that is given?"""
        position = self.puzzle.position
        for defect in position.validate():
            self.defects.append(Remark(Code.ILLEGAL_POSITION, translated(defect, self.language)))
        if self.defects:
            return False
        if self.puzzle.game is not None:
            try:
                replay(self.puzzle)
            except FanoronaError as error:
                self.defects.append(Remark(Code.ILLEGAL_POSITION, told(error, self.language)))
        if position.outcome() is not None:
            self._defect(Code.NO_SOLUTION, "check.over", ())
            return False
        return True

    def inquire(self, prover: Prover, stop: Stop) -> None:
        puzzle = self.puzzle
        self.meeting = meeting_of(puzzle.stipulation, puzzle.position, prover, stop)
        self.found = self.meeting.first_turns()
        self.undecided = self.found.holds is None or not self.found.complete
        intended = self._intended()
        if self.found.holds is False:
            self._no_solution(intended)
            return
        self._too_short()
        self._cooks(intended)
        self._duals()

    def verdict(self, file: str | None, search: SearchInfo | None) -> Verdict:
        soundness = Soundness.SOUND
        if self.defects:
            soundness = Soundness.UNSOUND
        elif self.undecided:
            soundness = Soundness.UNKNOWN
            self._remark(Code.UNKNOWN, "check.unknown", ())
        puzzle = self.puzzle
        return Verdict(
            file=file,
            line=puzzle.line,
            title=puzzle.title,
            rules=puzzle.rules.id,
            position=puzzle.position.fen(),
            stipulation=puzzle.stipulation,
            verdict=soundness,
            solutions=tuple(solution.line for solution in self.solutions),
            routes=tuple(
                route for solution in self.solutions for route in solution.routes[:MOST_ROUTES]
            ),
            defects=tuple(self.defects),
            remarks=tuple(self.remarks),
            search=search,
        )

    def _defect(self, code: Code, key: str, line: tuple[str, ...], **values: object) -> None:
        self.defects.append(Remark(code, say(key, self.language, **values), line))

    def _remark(self, code: Code, key: str, line: tuple[str, ...], **values: object) -> None:
        self.remarks.append(Remark(code, say(key, self.language, **values), line))

    def _intended(self) -> list[Turn]:
        """The author's first turns as far as they are legal; what is wrong with them is noted."""
        lines = list(solution_lines(self.puzzle))
        hint = hint_turn(self.puzzle)
        if hint is not None:
            lines.append((hint,))
        return [turn for line in lines for turn in self._follow(line)]

    def _follow(self, line: tuple[TurnPattern, ...]) -> Iterator[Turn]:
        """Play an author's line; its first turn comes out, a wrong turn becomes a defect."""
        position = self.puzzle.position
        played: list[str] = []
        for index, pattern in enumerate(line):
            turns = find_turns(position, pattern)
            if not turns:
                self._illegal(position, pattern, played)
                return
            if index % 2 == 0:
                turns = self._keeping(turns, index // 2 + 1, position, played)
            chosen = self._one_result(turns, pattern, played)
            if chosen is None:
                return
            if index == 0:
                yield chosen
            played.append(str(chosen))
            position = position.after(chosen)

    def _illegal(self, position: Position, pattern: TurnPattern, played: list[str]) -> None:
        reason = told(why_illegal(position, pattern), self.language)
        self._defect(
            Code.WRONG_SOLUTION,
            "check.illegal-solution",
            tuple(played),
            reason=reason,
        )

    def _keeping(
        self, turns: tuple[Turn, ...], number: int, position: Position, played: list[str]
    ) -> tuple[Turn, ...]:
        """Those of the turns that still meet the stipulation; if none does, a defect."""
        judged = [(turn, self.meeting.keeps(turn.found[4], number)) for turn in turns]
        keeping = tuple(turn for turn, keeps in judged if keeps)
        if keeping:
            return keeping
        if any(keeps is None for _, keeps in judged):
            self.undecided = True
        elif self.found.holds is not False:
            refutation = self.meeting.refutation(position.after(turns[0]), number)
            self._defect(
                Code.WRONG_SOLUTION,
                "check.failing-solution" if refutation else "check.wrong-solution",
                (*played, str(turns[0]), *refutation),
                turn=str(turns[0]),
                reply=refutation[0] if refutation else "",
            )
        return ()

    def _one_result(
        self, turns: tuple[Turn, ...], pattern: TurnPattern, played: list[str]
    ) -> Turn | None:
        groups = by_result(turns)
        if len(groups) > 1:
            self._defect(
                Code.WRONG_SOLUTION,
                "check.ambiguous-solution",
                tuple(played),
                text=shown(pattern.text),
                turns=", ".join(str(group[0]) for group in groups[:MOST_ROUTES]),
            )
        return groups[0][0] if len(groups) == 1 else None

    def _no_solution(self, intended: list[Turn]) -> None:
        """The stipulation does not hold: show the best play, or how the intended turn fails."""
        position = self.puzzle.position
        line = self.found.line
        if not line:
            first = intended[0] if intended else position.turns()[0]
            reply = self.meeting.refutation(position.after(first), 1)
            line = (str(first), *reply)
        turns = self.puzzle.stipulation.turns
        self._defect(Code.NO_SOLUTION, f"check.no-solution.{self._goal()}", line, turns=turns)

    def _goal(self) -> str:
        return "win-in" if isinstance(self.meeting, WinInN) else self.puzzle.stipulation.goal.value

    def _too_short(self) -> None:
        turns, asked = self.found.turns, self.puzzle.stipulation.turns
        if turns is not None and asked is not None and turns < asked:
            line = self.found.solutions[0].line
            self._defect(Code.SHORT_SOLUTION, "check.short-solution", line, turns=turns)

    def _cooks(self, intended: list[Turn]) -> None:
        results = {turn.found[4] for turn in intended}
        known = [one for one in self.found.solutions if one.after in results]
        if not known and not self._has_author_solution():
            known = list(self.found.solutions[:1])
        self.solutions = known
        for other in self.found.solutions:
            if other not in known:
                key = f"check.cook.{self._goal()}"
                self._defect(Code.COOK, key, other.line, turn=other.turn)

    def _has_author_solution(self) -> bool:
        return bool(self.puzzle.solutions)

    def _duals(self) -> None:
        """Later turns of the solver, before the last, at which another turn wins in time too."""
        if self.puzzle.stipulation.goal is not Goal.WIN or not self.solutions or self.defects:
            return
        line = self.solutions[0].line
        position = self.puzzle.position
        for index, text in enumerate(line[:-1]):
            if index % 2 == 0 and index > 0:
                self._dual_at(position, line, index)
            position = position.after(position.read(text))

    def _dual_at(self, position: Position, line: tuple[str, ...], index: int) -> None:
        played = position.read(line[index])
        prover = self.meeting.prover
        for turn, *_ in by_result(position.turns()):
            if turn.found[4] == played.found[4]:
                continue
            if prover.within(turn.found[4], False, len(line) - index - 1, prover.left):
                self._remark(
                    Code.DUAL,
                    "check.dual",
                    (*line[:index], str(turn)),
                    number=index // 2 + 1,
                    turn=str(turn),
                )
                return
