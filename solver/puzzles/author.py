"""What a puzzle's author says, followed turn by turn: which solution is meant, what is wrong."""

from __future__ import annotations

from dataclasses import dataclass, field

from fanorona.solver.language import Language, say, told
from fanorona.solver.notation.turn_text import TurnPattern
from fanorona.solver.position import Position
from fanorona.solver.puzzles.goals import Meeting
from fanorona.solver.puzzles.puzzle import Goal, Puzzle
from fanorona.solver.puzzles.solutions import hint_turn, solution_lines
from fanorona.solver.puzzles.verdict import Code, Remark
from fanorona.solver.quoting import shown
from fanorona.solver.turn import Turn, Words
from fanorona.solver.turns_by_result import MOST_ROUTES, by_result
from fanorona.solver.typed_turns.matching import find_turns

SOLUTION, HINT = "solution", "hint"


@dataclass(slots=True)
class Author:
    """The author's solutions and hint, compared with what the search has found."""

    puzzle: Puzzle
    meeting: Meeting
    language: Language
    meant: dict[str, set[Words]] = field(default_factory=lambda: {SOLUTION: set(), HINT: set()})
    """What the first turns of solutions and hint lead to, as far as they meet the stipulation."""
    preferred: dict[Words, Turn] = field(default_factory=dict)
    """The solver's right turns, by the position in which they are played."""
    tried: Turn | None = None
    """The first legal turn that is given, right or not."""
    right: dict[Words, tuple[str, ...]] = field(default_factory=dict)
    """Each right line as far as it is right, by what its first turn leads to."""
    defects: list[Remark] = field(default_factory=list)
    undecided: bool = False

    def follow(self) -> None:
        """Play every line that the author gives."""
        for line in solution_lines(self.puzzle):
            self._follow(line, SOLUTION)
        hint = hint_turn(self.puzzle)
        if hint is not None:
            self._follow((hint,), HINT)

    def means(self, after: Words) -> bool:
        """Is a first turn with that result listed? Without solutions, the hint says which."""
        return after in self.meant[SOLUTION if self.puzzle.solutions else HINT]

    def _follow(self, line: tuple[TurnPattern, ...], kind: str) -> None:
        """Play a line as far as it is legal and right; a wrong turn becomes a defect."""
        position = self.puzzle.position
        played: list[str] = []
        for index, pattern in enumerate(line):
            turns = find_turns(position, pattern)
            if not turns:
                self._illegal(position, pattern, played, kind)
            elif index % 2 == 0:
                self.tried = self.tried or turns[0]
                turns = self._keeping(turns, index // 2 + 1, position, played, kind)
            if index == 0:
                self.meant[kind].update(turn.after for turn in turns)
            groups = by_result(turns)
            if len(groups) > 1:
                self._ambiguous(groups, pattern, played, kind)
            if len(groups) != 1:
                break
            turn = groups[0][0]
            if index % 2 == 0:
                self.preferred.setdefault(position.words(), turn)
            played.append(str(turn))
            position = position.after(turn)
        if played:
            first = self.puzzle.position.read(played[0])
            self.right.setdefault(first.after, tuple(played))

    def _illegal(
        self, position: Position, pattern: TurnPattern, played: list[str], kind: str
    ) -> None:
        from fanorona.solver.typed_turns.diagnosis import why_illegal

        reason = told(why_illegal(position, pattern), self.language)
        self._defect(f"check.illegal-{kind}", played, reason=reason)

    def _keeping(
        self,
        turns: tuple[Turn, ...],
        number: int,
        position: Position,
        played: list[str],
        kind: str,
    ) -> tuple[Turn, ...]:
        """Those of the turns that still meet the stipulation; if none does, a defect."""
        judged = [(turn, self.meeting.keeps(turn.after, number)) for turn in turns]
        keeping = tuple(turn for turn, keeps in judged if keeps)
        if any(keeps is None for _, keeps in judged):
            self.undecided = True
        elif not keeping and self.meeting.found.holds is not False:
            self._failing(turns[0], number, position, played, kind)
        return keeping

    def _failing(
        self, turn: Turn, number: int, position: Position, played: list[str], kind: str
    ) -> None:
        refutation = self.meeting.refutation(position.after(turn), number)
        how = "failing" if refutation else "wrong"
        if self.puzzle.stipulation.goal is Goal.BEST_TURN and number == 1:
            how = "not-best"
        self._defect(
            f"check.{how}-{kind}",
            [*played, str(turn), *refutation],
            turn=str(turn),
            reply=refutation[0] if refutation else "",
        )

    def _ambiguous(
        self, groups: list[tuple[Turn, ...]], pattern: TurnPattern, played: list[str], kind: str
    ) -> None:
        self._defect(
            f"check.ambiguous-{kind}",
            played,
            text=shown(pattern.text),
            turns=", ".join(str(group[0]) for group in groups[:MOST_ROUTES]),
        )

    def _defect(self, key: str, line: list[str], **values: object) -> None:
        detail = say(key, self.language, **values)
        self.defects.append(Remark(Code.WRONG_SOLUTION, detail, tuple(line)))
