"""Checking a puzzle: every defect, each with a line that proves it, or why it is sound."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from fanorona.solver.budget import CHECK_NODES, Budget
from fanorona.solver.errors import FanoronaError, TooManyTurns
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.kernel.tables import Tables
from fanorona.solver.position import Position
from fanorona.solver.puzzles.author import Author
from fanorona.solver.puzzles.full_play import ONLY_THE_VERDICT, FullPlay, PlayFinder, WantedPlay
from fanorona.solver.puzzles.goals import Meeting, Solution, meeting_of
from fanorona.solver.puzzles.puzzle import Goal, Puzzle, Stipulation, UnreadablePuzzle
from fanorona.solver.puzzles.solutions import replay
from fanorona.solver.puzzles.twins import Twin, twin_puzzles, without_twins
from fanorona.solver.puzzles.verdict import Code, Remark, Soundness, TwinVerdict, Verdict
from fanorona.solver.search.forced_win import ForcedWin, prove
from fanorona.solver.search.proof_lines import main_line
from fanorona.solver.search.prover import Prover, require_listable
from fanorona.solver.stopping import Stopped
from fanorona.solver.turn import Turn
from fanorona.solver.turns_by_result import MOST_ROUTES
from fanorona.solver.value import SearchInfo, StoppedBy, Value
from fanorona.solver.version import __version__
from fanorona.words import Language, Message

LOOK_FURTHER = 200_000
"""Nodes for the value of a position that has no win in time."""


TablesFor = Callable[[Position], Tables | None]
"""Finds the endgame tables for a position."""


def no_tables(position: Position) -> Tables | None:
    """Without endgame tables."""
    return None


def check(
    puzzle: Puzzle | UnreadablePuzzle,
    budget: Budget | None = None,
    *,
    tables_for: TablesFor = no_tables,
    stop: Stop | None = None,
    language: Language | None = None,
    file: str | None = None,
    wanted: WantedPlay = ONLY_THE_VERDICT,
    grade: bool = False,
) -> Verdict:
    """Judge one puzzle; the verdict is read in the language of its tags unless another is named.

    With `grade`, it also says how hard a sound puzzle is, and its themes.
    """
    if isinstance(puzzle, UnreadablePuzzle):
        return unreadable(puzzle, language or puzzle.language, file)
    found = examine(puzzle, budget, tables_for=tables_for, stop=stop, wanted=wanted)
    verdict = found.verdict(file, language)
    if not grade:
        return verdict
    from fanorona.solver.puzzles.verdict_grading import graded

    return graded(puzzle, verdict, found.stop)


def unreadable(puzzle: UnreadablePuzzle, language: Language, file: str | None) -> Verdict:
    """The verdict on a puzzle that cannot be read."""
    return Verdict(
        file=file,
        language=language,
        line=puzzle.line,
        title=puzzle.title,
        rules=None,
        position=None,
        stipulation=None,
        verdict=Soundness.UNREADABLE,
        errors=puzzle.errors,
        warnings=puzzle.warnings(),
    )


def examine(
    puzzle: Puzzle,
    budget: Budget | None = None,
    *,
    tables_for: TablesFor = no_tables,
    stop: Stop | None = None,
    wanted: WantedPlay = ONLY_THE_VERDICT,
) -> Examination:
    """As `check`, for those who have more questions about the puzzle.

    A puzzle in which a position has more turns than the budget allows stays unknown.
    """
    budget = budget or Budget()
    stop = stop or budget.stop()
    examination = _examined(without_twins(puzzle), budget, tables_for, stop)
    examination.find_play(wanted, budget)
    for twin, changed in twin_puzzles(puzzle):
        other = _examined(changed, budget, tables_for, stop)
        other.find_play(wanted, budget)
        examination.twins.append((twin, other))
    return examination


def _examined(puzzle: Puzzle, budget: Budget, tables_for: TablesFor, stop: Stop) -> Examination:
    examination = Examination(puzzle, stop)
    if examination.find_legal():
        # The turns themselves tell whether there is a win in 1.
        in_one = puzzle.stipulation.turns == 1
        examination.inquire(None if in_one else tables_for(puzzle.position), budget)
    return examination


@dataclass(frozen=True, slots=True)
class SolutionLine:
    """A solution and its line."""

    solution: Solution
    line: tuple[str, ...]
    turns: tuple[Turn, ...]
    """Those of the line, as far as they were searched."""

    @property
    def routes(self) -> tuple[str, ...]:
        """The turns that lead to the same position, the shown one first."""
        shown = self.line[0]
        return (shown, *(route for route in self.solution.routes if route != shown))


@dataclass(slots=True)
class Examination:
    """One puzzle under examination: what was found, and the prover for further questions."""

    puzzle: Puzzle
    stop: Stop
    defects: list[Remark] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    solutions: list[SolutionLine] = field(default_factory=list)
    """Those that the author means; without an author's word, the first."""
    undecided: bool = False
    prover: Prover | None = None
    """None where there was nothing to search."""
    meeting: Meeting | None = None
    why_undecided: str = "check.unknown"
    play: FullPlay = field(default_factory=FullPlay)
    twins: list[tuple[Twin, Examination]] = field(default_factory=list)

    def find_legal(self) -> bool:
        """Is the position legal, still being played, and reached by the game that is given?"""
        position = self.puzzle.position
        for defect in position.validate():
            self.defects.append(Remark(Code.ILLEGAL_POSITION, defect))
        if self.defects:
            return False
        if self.puzzle.game is not None:
            try:
                replay(self.puzzle, self.stop)
            except FanoronaError as error:
                self.defects.append(Remark(Code.ILLEGAL_POSITION, error.placed()))
            except Stopped:
                self._leave_undecided()
                return False
        if position.outcome() is not None:
            self._defect(Code.NO_SOLUTION, "check.over", ())
            return False
        return True

    def inquire(self, tables: Tables | None, budget: Budget) -> None:
        """Search, and note everything that is wrong."""
        if self.stop.is_over():
            self._leave_undecided()
            return
        position = self.puzzle.position
        prover = Prover.of(position, tables, budget, CHECK_NODES, self.stop)
        self.prover = prover
        try:
            require_listable(position, budget, self.stop)
            meeting = meeting_of(self.puzzle.stipulation, position, prover)
            self.meeting = meeting
            self.undecided = meeting.found.holds is None or not meeting.found.complete
            self._compare(meeting, prover, budget)
        except Stopped:
            self.undecided = True
        except TooManyTurns:
            self.undecided = True
            self.why_undecided = "check.too-many-turns"
        if self.undecided and not self.defects:
            self._leave_undecided()

    def _leave_undecided(self) -> None:
        self.undecided = True
        self._remark(Code.UNKNOWN, self.why_undecided, ())

    def find_play(self, wanted: WantedPlay, budget: Budget) -> None:
        """Find what is wanted besides the verdict."""
        if self.meeting is None or wanted == ONLY_THE_VERDICT:
            return
        lines = [(found.solution, found.line[0]) for found in self.solutions]
        finder = PlayFinder(self.puzzle.stipulation, self.meeting, budget.nodes_or(CHECK_NODES))
        self.play = finder.find(wanted, lines)

    def verdict(self, file: str | None = None, language: Language | None = None) -> Verdict:
        """What the examination has come to; a puzzle is as sound as the worst of its twins."""
        language = language or self.puzzle.language
        twins = tuple(
            TwinVerdict(twin.label, twin.message(), examination.verdict(file, language))
            for twin, examination in self.twins
        )
        remarks = [*self.remarks, *_undecided_twins(twins)]
        defects = [*self.defects, *_unsound_twins(twins)]
        soundness = Soundness.SOUND
        if self.undecided or len(remarks) > len(self.remarks):
            soundness = Soundness.UNKNOWN
        if defects:
            soundness = Soundness.UNSOUND
        puzzle = self.puzzle
        return Verdict(
            file=file,
            language=language,
            line=puzzle.line,
            title=puzzle.title_in(language),
            rules=puzzle.rules.id,
            position=puzzle.position.fen(),
            stipulation=puzzle.stipulation,
            verdict=soundness,
            solutions=tuple(found.line for found in self.solutions),
            routes=tuple(route for found in self.solutions for route in found.routes[:MOST_ROUTES]),
            defects=tuple(defects),
            remarks=tuple(remarks),
            warnings=puzzle.warnings(),
            search=self._search_info(),
            variations=self.play.variations,
            tries=self.play.tries,
            set_play=self.play.set_play,
            twins=twins,
        )

    def _search_info(self) -> SearchInfo | None:
        if self.prover is None and not self.undecided:
            return None
        stopped_by = StoppedBy.SOLVED
        if self.undecided:
            stopped_by = StoppedBy.TIME if self.stop.was_requested else StoppedBy.NODES
            if self.prover is not None and self.prover.over_memory:
                stopped_by = StoppedBy.MEMORY
            if self.stop.was_interrupted:
                stopped_by = StoppedBy.INTERRUPTED
        depth = max((len(found.line) for found in self.solutions), default=0)
        nodes = 0 if self.prover is None else self.prover.spent
        return SearchInfo(nodes=nodes, depth=depth, stopped_by=stopped_by, engine=__version__)

    def _defect(self, code: Code, key: str, line: tuple[str, ...], **values: object) -> None:
        self.defects.append(Remark(code, Message(key, **values), line))

    def _remark(self, code: Code, key: str, line: tuple[str, ...], **values: object) -> None:
        self.remarks.append(Remark(code, Message(key, **values), line))

    def _compare(self, meeting: Meeting, prover: Prover, budget: Budget) -> None:
        """Hold what was found against what the author says."""
        author = Author(self.puzzle, meeting, self.stop)
        author.follow()
        self.undecided |= author.undecided
        if meeting.found.holds is False:
            self._no_solution(meeting, prover, author)
        self._too_short(meeting, author)
        self._solutions_and_cooks(meeting, author)
        self.defects += author.defects
        self.remarks += author.remarks
        if not any(defect.code is Code.SHORT_SOLUTION for defect in self.defects):
            for found in self.solutions:
                self._duals(found, prover, budget)

    def _no_solution(self, meeting: Meeting, prover: Prover, author: Author) -> None:
        """The stipulation does not hold: show the best play against it, and what is true."""
        position, stipulation = self.puzzle.position, self.puzzle.stipulation
        value, line, quickest = meeting.found.value, meeting.found.line, None
        fails: Message | None = None
        further = self._look_further(prover) if value is Value.UNKNOWN else None
        if further is not None:
            value, line = further.value, further.line
            if further.value is Value.WIN and further.distance and further.distance_exact:
                quickest = further.distance.turns
        if stipulation.goal is Goal.WIN and (author.tried or not line):
            tried = author.tried or _natural_try(position, prover)
            line = (str(tried), *meeting.refutation(position.after(tried), 1))
            fails = _failing(*line)
        known = (_no_solution(stipulation), self._true_instead(value, quickest), fails)
        parts = tuple(part for part in known if part is not None)
        self._defect(Code.NO_SOLUTION, "check.no-solution", line, parts=parts)

    def _look_further(self, prover: Prover) -> ForcedWin | None:
        """The value of a position that has no win in time, with a small budget."""
        limit = prover.limit
        prover.limit = min(limit, prover.spent + LOOK_FURTHER)
        try:
            return prove(self.puzzle.position, None, prover)
        except Stopped:
            return None
        finally:
            prover.limit = limit

    def _true_instead(self, value: Value, quickest: int | None) -> Message | None:
        """What is true instead, as far as it is known."""
        if quickest is not None:
            return Message("check.instead.win-in", turns=quickest)
        if value is Value.UNKNOWN:
            return None
        return Message(f"check.instead.{value}", side=self.puzzle.position.side)

    def _too_short(self, meeting: Meeting, author: Author) -> None:
        turns, asked = meeting.found.turns, self.puzzle.stipulation.turns
        if turns is not None and asked is not None and turns < asked:
            line = _texts(meeting.line_of(meeting.found.solutions[0], author.preferred))
            self._defect(Code.SHORT_SOLUTION, "check.short-solution", line, turns=turns)

    def _solutions_and_cooks(self, meeting: Meeting, author: Author) -> None:
        """What the author means solves it, or else the best; anything besides is a cook."""
        found = meeting.found.solutions
        meant = [one for one in found if author.means(one.after)] or list(found[:1])
        for one in meant:
            played = meeting.line_of(one, author.preferred)
            line = _texts(played)
            if one.plies is None:
                line = author.right.get(one.after, line)
            self.solutions.append(SolutionLine(one, line, played))
        goal = "win-in" if self.puzzle.stipulation.turns else self.puzzle.stipulation.goal
        for one in found:
            if one not in meant:
                line = _texts(meeting.line_of(one, author.preferred))
                self._defect(Code.COOK, f"check.cook.{goal}", line, turn=line[0])

    def _duals(self, found: SolutionLine, prover: Prover, budget: Budget) -> None:
        """Later turns of the solver, before the last, at which another turn wins in time too."""
        if self.puzzle.stipulation.goal is not Goal.WIN:
            return
        positions = [self.puzzle.position]
        for turn in found.turns:
            positions.append(positions[-1].after(turn))
        if positions[-1].outcome() is None:
            return
        for index in range(2, len(found.line) - 1, 2):
            require_listable(positions[index], budget, self.stop)
            self._dual_at(index, positions, found.line, prover)

    def _dual_at(
        self, index: int, positions: Sequence[Position], line: tuple[str, ...], prover: Prover
    ) -> None:
        position, after = positions[index], positions[index + 1].words()
        left = len(line) - index - 1
        others = [
            routes[0]
            for routes in prover.results(position)
            if routes.after != after and prover.within(routes.after, False, left)
        ]
        if others:
            rest = main_line(prover, position.after(others[0]), left, False)
            self._remark(
                Code.DUAL,
                "check.dual" if len(others) == 1 else "check.duals",
                (*line[:index], str(others[0]), *rest),
                number=index // 2 + 1,
                turn=str(others[0]),
                others=len(others) - 1,
            )


def _texts(turns: Sequence[Turn]) -> tuple[str, ...]:
    return tuple(map(str, turns))


def _unsound_twins(twins: Sequence[TwinVerdict]) -> Iterator[Remark]:
    for twin in twins:
        for defect in twin.verdict.defects:
            code = Message(f"code.{defect.code}")
            reason = Message("check.finding", code=code, detail=defect.detail)
            detail = Message("check.twin", label=twin.label, reason=reason)
            yield Remark(Code.UNSOUND_TWIN, detail, defect.line, defect.place)


def _undecided_twins(twins: Sequence[TwinVerdict]) -> Iterator[Remark]:
    for twin in twins:
        if twin.verdict.verdict is Soundness.UNKNOWN:
            detail = Message("check.twin", label=twin.label, reason=Message("check.unknown"))
            yield Remark(Code.UNKNOWN, detail)


def _no_solution(stipulation: Stipulation) -> Message:
    if stipulation.turns is None:
        return Message(f"check.no-solution.{stipulation.goal}")
    return Message("check.no-solution.win-in", count=stipulation.turns)


def _failing(tried: str, *replies: str) -> Message | None:
    """That a turn fails, so that its line is not taken for the win that there is."""
    return Message("check.instead.fails", turn=tried, reply=replies[0]) if replies else None


def _natural_try(position: Position, prover: Prover) -> Turn:
    """What most people would play first: the turn that leaves the fewest enemy stones."""
    return min(prover.results(position), key=lambda routes: routes.after[0].bit_count())[0]
