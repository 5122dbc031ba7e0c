"""What a puzzle's author says, followed turn by turn: which solution is meant, what is wrong."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from fanorona.solver.kernel.stop import Stop
from fanorona.solver.notation.scanning import compiled
from fanorona.solver.position import Position
from fanorona.solver.puzzles.goals import Meeting
from fanorona.solver.puzzles.printed.passages import Run, parts_of
from fanorona.solver.puzzles.printed.suspects import Suspect
from fanorona.solver.puzzles.printed.tokens import Aside, Token, tokens_of
from fanorona.solver.puzzles.printed.unread import why_unread
from fanorona.solver.puzzles.puzzle import Goal, PlacedText, Puzzle
from fanorona.solver.puzzles.solution_following import Followed, Follower, Path, TurnFault
from fanorona.solver.puzzles.verdict import Code, Place, Remark
from fanorona.solver.quoting import shown
from fanorona.solver.turn import Turn, Words
from fanorona.solver.turns_by_result import MOST_ROUTES, by_result
from fanorona.solver.typed_turns.matching import find_turns
from fanorona.words import Message

SOLUTION, HINT = "solution", "hint"


@dataclass(slots=True)
class Author:
    """The author's solutions and hint, compared with what the search has found."""

    puzzle: Puzzle
    meeting: Meeting
    stop: Stop
    meant: dict[str, set[Words]] = field(default_factory=lambda: {SOLUTION: set(), HINT: set()})
    """What the first turns of solutions and hint lead to, as far as they meet the stipulation."""
    preferred: dict[Words, Turn] = field(default_factory=dict)
    """The solver's right turns, by the position in which they are played."""
    tried: Turn | None = None
    """The first legal turn that is given, right or not."""
    right: dict[Words, tuple[str, ...]] = field(default_factory=dict)
    """Each right line as far as it is right, by what its first turn leads to."""
    defects: list[Remark] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    undecided: bool = False
    paths: list[Path] = field(default_factory=list)

    def follow(self) -> None:
        """Play every line that the author gives."""
        for solution in self.puzzle.solutions:
            self._follow(solution, SOLUTION)
        if self.puzzle.hint is not None:
            self._follow(self.puzzle.hint, HINT)
        self.defects.sort(key=_by_place)

    def means(self, after: Words) -> bool:
        """Is a first turn with that result listed? Without solutions, the hint says which."""
        return after in self.meant[SOLUTION if self.puzzle.solutions else HINT]

    def _follow(self, given: PlacedText, kind: str) -> None:
        tokens = tokens_of(given.text, self.puzzle.position.board)
        if not any(isinstance(part, (Run, Suspect)) for part in parts_of(tokens)):
            if kind == SOLUTION:
                self._no_turns(given, tokens)
            return
        root = Path((self.puzzle.position,))
        pool = self.paths if kind == HINT else []
        follower = Follower(root, self.meeting, self.stop, pool)
        self._take(follower.follow(tokens), given, kind)

    def _no_turns(self, given: PlacedText, tokens: tuple[Token, ...]) -> None:
        start = tokens[0].start if tokens else 0
        suspect = Suspect(start, len(given.text), "no-turns", {"text": given.text})
        self._unread(suspect, given, SOLUTION)

    def _take(self, followed: Followed, given: PlacedText, kind: str) -> None:
        self.undecided |= followed.undecided
        self.tried = self.tried or followed.tried
        self.paths += followed.paths
        for position, turns in followed.right:
            if position == self.puzzle.position:
                self.meant[kind].update(turn.after for turn in turns)
            if len(by_result(turns)) == 1:
                self.preferred.setdefault(position.words(), turns[0])
        for path in followed.paths:
            self._remember(path)
        for fault, in_variation in followed.faults:
            self._fault(fault, given, "variation" if in_variation else kind)
        for suspect in followed.unread:
            self._unread(suspect, given, kind)
        for aside in followed.asides:
            self._unread_aside(aside, given)

    def _remember(self, path: Path) -> None:
        """Keep the longest line of each first turn."""
        first = path.positions[1].words()
        known = self.right.get(first, ())
        if path.texts[: len(known)] == known:
            self.right[first] = path.texts

    def _fault(self, fault: TurnFault, given: PlacedText, kind: str) -> None:
        place = _place(given, fault.turn.start)
        line = list(fault.path.texts)
        if fault.kind == "illegal":
            self._illegal(fault, line, place, kind)
        elif fault.kind == "ambiguous":
            groups = by_result(fault.turns)[:MOST_ROUTES]
            text = shown(fault.turn.pattern.text)
            turns = tuple(str(group[0]) for group in groups)
            self._wrong(f"check.ambiguous-{kind}", line, place, text=text, turns=turns)
        elif self.meeting.found.holds is not False:
            self._failing(fault, line, place, kind)

    def _illegal(self, fault: TurnFault, line: list[str], place: Place | None, kind: str) -> None:
        from fanorona.solver.typed_turns.diagnosis import why_illegal

        forgotten = _forgotten_huff(fault)
        if forgotten:
            self._wrong("check.huff-forgotten", line, place, point=forgotten)
            return
        reason = why_illegal(fault.path.position, fault.turn.pattern).message
        self._wrong(f"check.illegal-{kind}", line, place, reason=reason)

    def _failing(self, fault: TurnFault, line: list[str], place: Place | None, kind: str) -> None:
        turn = fault.turns[0]
        number = fault.path.depth // 2 + 1
        refutation = self.meeting.refutation(fault.path.position.after(turn), number)
        how = "failing" if refutation else "wrong"
        if self.puzzle.stipulation.goal is Goal.BEST_TURN and number == 1:
            how = "not-best"
        reply = refutation[0] if refutation else ""
        line = [*line, str(turn), *refutation]
        self._wrong(f"check.{how}-{kind}", line, place, turn=str(turn), reply=reply)

    def _wrong(self, key: str, line: list[str], place: Place | None, **values: object) -> None:
        detail = Message(key, **values)
        self.defects.append(Remark(Code.WRONG_SOLUTION, detail, tuple(line), place))

    def _unread(self, suspect: Suspect, given: PlacedText, kind: str) -> None:
        detail = why_unread(suspect)
        place = _place(given, suspect.start)
        self.defects.append(Remark(Code.UNREAD_MOVES, detail, (), place))

    def _unread_aside(self, aside: Aside, given: PlacedText) -> None:
        detail = Message("check.unread.aside", text=shown(aside.text, 60))
        self.remarks.append(Remark(Code.UNREAD_ASIDE, detail, (), _place(given, aside.start)))


def _forgotten_huff(fault: TurnFault) -> str | None:
    """The stone that a first move takes off, if the state fails to say that it is liable."""
    pattern, position = fault.turn.pattern, fault.path.position
    if pattern.huffed is None or fault.path.depth or position.arrangement.liable:
        return None
    liable = replace(position.arrangement, liable=1 << pattern.huffed)
    meant = Position(liable, position.rules)
    if meant.validate() or not find_turns(meant, pattern):
        return None
    return position.board.names[pattern.huffed]


def _by_place(remark: Remark) -> tuple[int, int]:
    return (remark.place.line, remark.place.column) if remark.place else (0, 0)


def _place(given: PlacedText, index: int) -> Place | None:
    if not given.places:
        return None
    blank = compiled(r"\s*").match(given.text, index)
    error = given.error(Message("place.unknown"), (blank.end() if blank else index) + 1)
    return Place(error.line or 1, error.column or 1)
