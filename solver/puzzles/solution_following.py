"""Following a printed solution over the board: every move read from the position it belongs to.

A path is the line from the puzzle's position to where a move is played. A variation may leave more
than one path to choose from (`(d3-d4 2. a1-b2A)` may replace the move before or answer it): the
first one on which all of its moves are right is taken, else the one on which most are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from fanorona.solver.kernel.stop import Stop
from fanorona.solver.notation.turn_text import TurnPattern
from fanorona.solver.position import Position
from fanorona.solver.puzzles.goals import Meeting
from fanorona.solver.puzzles.printed.passages import (
    Numbering,
    Opener,
    Part,
    PrintedTurn,
    Run,
    numbering_of,
    parts_of,
)
from fanorona.solver.puzzles.printed.suspects import Suspect
from fanorona.solver.puzzles.printed.tokens import Aside, Token
from fanorona.solver.stopping import Stopped
from fanorona.solver.turn import Capture, Turn
from fanorona.solver.turns_by_result import by_result
from fanorona.solver.typed_turns.matching import find_turns

MOST_BASES = 10
"""Positions that a variation without a number is tried from."""
MOST_RUNS = 300
"""Variations of one text."""
MOST_REPLIES = 400
"""Replies that are tried where the text says 'any'."""


@dataclass(frozen=True, slots=True)
class Path:
    """A line of play, with the position before every move and after the last."""

    positions: tuple[Position, ...]
    texts: tuple[str, ...] = ()
    guessed: bool = False
    """A side has moved twice, as in a threat: what follows can be legal, but proves nothing."""

    @property
    def depth(self) -> int:
        return len(self.texts)

    @property
    def position(self) -> Position:
        return self.positions[-1]

    def upto(self, depth: int) -> Path:
        return Path(self.positions[: depth + 1], self.texts[:depth], self.guessed)

    def then(self, turn: Turn) -> Path:
        after = self.position.after(turn)
        return Path((*self.positions, after), (*self.texts, str(turn)), self.guessed)

    def threats(self, stop: Stop) -> Iterator[Path]:
        """Where the side that has just moved may carry out a threat: after a pass, or a reply."""
        if not self.depth:
            return
        arrangement = self.position.arrangement
        passed = Position(replace(arrangement, side=arrangement.side.other), self.position.rules)
        if not arrangement.liable and not passed.validate():
            yield self._guessed(passed)
        for routes in self.position.listing(stop).results()[:MOST_REPLIES]:
            yield self._guessed(self.position.after(routes[0]))

    def _guessed(self, position: Position) -> Path:
        return Path((*self.positions[:-1], position), self.texts, guessed=True)


@dataclass(frozen=True, slots=True)
class TurnFault:
    """What is wrong with a move: `kind` names the sentence, the others fill it."""

    kind: str
    turn: PrintedTurn
    path: Path
    turns: tuple[Turn, ...] = ()
    """The legal turns that it may mean."""
    expected: int = 0

    @property
    def has_own_stone(self) -> bool:
        position, origin = self.path.position, self.turn.pattern.origin
        if origin is None or position.outcome() is not None:
            return False
        return bool(position.arrangement.stones(position.side) >> origin & 1)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A run played from one base: the path after each of its moves, as far as it went."""

    paths: tuple[Path, ...]
    fault: TurnFault | None = None
    left: int = 0
    """Moves at the end of the run that belong elsewhere."""
    undecided: bool = False

    @property
    def taken(self) -> int:
        return len(self.paths) - 1

    @property
    def merit(self) -> tuple[bool, int, bool]:
        """What is meant is what goes furthest, and begins with a stone of the side to move."""
        return self.fault is None, self.taken, self.fault is None or self.fault.has_own_stone


@dataclass(slots=True)
class Followed:
    """What came of a text."""

    faults: list[tuple[TurnFault, bool]] = field(default_factory=list)
    """Each with whether it is in a variation."""
    unread: list[Suspect] = field(default_factory=list)
    asides: list[Aside] = field(default_factory=list)
    """Those with something in them that cannot be read."""
    paths: list[Path] = field(default_factory=list)
    right: list[tuple[Position, tuple[Turn, ...]]] = field(default_factory=list)
    """Moves of the solver that are right, with the position in which they are played."""
    tried: Turn | None = None
    undecided: bool = False
    runs: int = 0
    moves: int = 0


@dataclass(slots=True)
class Follower:
    """Plays the moves of a text."""

    root: Path
    meeting: Meeting
    stop: Stop
    pool: list[Path] = field(default_factory=list)
    """Paths that are known from other texts about the puzzle."""
    followed: Followed = field(default_factory=Followed)
    numbering: Numbering = field(default_factory=Numbering)
    first_is_try: bool = False

    def follow(self, tokens: Sequence[Token]) -> Followed:
        """Play everything, main line and variations."""
        parts = parts_of(tokens)
        self.numbering = numbering_of(parts, self.root.position)
        self.first_is_try = self._first_is_try(parts)
        _Level(self, self.root, in_brackets=False).follow(parts)
        return self.followed

    def _first_is_try(self, parts: Sequence[Part]) -> bool:
        """Is what comes first marked as bad, and another first move given further on?"""
        turns = [turn for part in parts if isinstance(part, Run) for turn in part.turns]
        again = (turn.number and self.numbering.ply(turn.number) == 0 for turn in turns[1:])
        return bool(turns) and turns[0].is_bad and any(again)

    @property
    def known_paths(self) -> list[Path]:
        return [*self.followed.paths, *self.pool]

    def play(self, base: Path, run: Run, *, variation: bool) -> Attempt:
        """Play a run from there as far as it is legal and right."""
        paths = [base]
        undecided = False
        trying = variation and run.turns[0].is_bad and self.is_solvers(base)
        for index, turn in enumerate(run.turns):
            path = paths[-1]
            before = self._before(path, turn) if index or turn.any_reply else path.depth
            if before < path.depth:
                return Attempt(tuple(paths), None, len(run.turns) - index, undecided)
            if before > path.depth:
                return self._over_a_gap(paths, turn, before, run.turns[index + 1 :])
            if index and turn.mark_is_bad and variation and self.is_solvers(path):
                trying = True
            judged = self._judged(path, turn, trying or path.guessed)
            undecided = undecided or judged is None
            if judged is None:
                return Attempt(tuple(paths), None, 0, undecided)
            if isinstance(judged, TurnFault):
                return Attempt(tuple(paths), judged, 0, undecided)
            paths.append(path.then(judged))
        return Attempt(tuple(paths), None, 0, undecided)

    def is_solvers(self, path: Path) -> bool:
        return path.position.side is self.root.position.side

    def _before(self, path: Path, turn: PrintedTurn) -> int:
        """How many moves its number puts before a move; without one, those that are there."""
        if turn.number is None or path.guessed:
            return path.depth
        return self.numbering.ply(turn.number)

    def _over_a_gap(
        self, paths: list[Path], turn: PrintedTurn, before: int, rest: Sequence[PrintedTurn]
    ) -> Attempt:
        """The number says that moves are missing; 'any reply' stands for one of them."""
        path = paths[-1]
        if not turn.any_reply or before != path.depth + 1 or rest:
            fault = TurnFault("gap", turn, path, expected=path.depth)
            return Attempt(tuple(paths), fault)
        replies = path.position.listing(self.stop).results()
        if len(replies) > MOST_REPLIES:
            return Attempt(tuple(paths), undecided=True)
        answered = path
        for routes in replies:
            reply = routes[0]
            judged = self._judged(path.then(reply), turn, trying=False)
            if judged is None:
                return Attempt(tuple(paths), undecided=True)
            if isinstance(judged, TurnFault):
                return Attempt(tuple(paths), judged)
            answered = path.then(reply).then(judged)
        return Attempt((*paths, answered))

    def _judged(self, path: Path, printed: PrintedTurn, trying: bool) -> Turn | TurnFault | None:
        """The turn that a move is, or what is wrong with it; None: not known within the budget."""
        turns = _fitting(path.position, printed.pattern)
        if not turns:
            return TurnFault("illegal", printed, path)
        solvers = self.is_solvers(path)
        if solvers and path.depth == 0:
            self.followed.tried = self.followed.tried or turns[0]
        if trying:
            return turns[0]
        if solvers:
            number = path.depth // 2 + 1
            judged = [(turn, self.meeting.keeps(turn.after, number)) for turn in turns]
            keeping = tuple(turn for turn, keeps in judged if keeps)
            if not keeping and any(keeps is None for _, keeps in judged):
                return None
            if not keeping:
                return TurnFault("failing", printed, path, turns)
            if any(keeps is None for _, keeps in judged):
                self.followed.undecided = True
            turns = keeping
            self.followed.right.append((path.position, turns))
        if len(by_result(turns)) > 1:
            return TurnFault("ambiguous", printed, path, turns)
        return turns[0]

    def require_time(self) -> None:
        if self.stop.was_requested:
            raise Stopped


def _fitting(position: Position, pattern: TurnPattern) -> tuple[Turn, ...]:
    """The legal turns that a move fits; a + behind it may also be a mark."""
    turns = find_turns(position, pattern)
    if turns or not pattern.text.endswith("+") or not pattern.steps:
        return turns
    last = pattern.steps[-1]
    if last.capture is not Capture.APPROACH:
        return turns
    plain = (*pattern.steps[:-1], replace(last, capture=None))
    return find_turns(position, replace(pattern, steps=plain, others=()))


@dataclass(slots=True)
class _Level:
    """One level of a text: the main one, or what stands in one pair of brackets."""

    follower: Follower
    current: Path
    in_brackets: bool
    lost: bool = False
    """After something unreadable or wrong: where the next moves belong is not known."""
    begun: bool = False

    @property
    def followed(self) -> Followed:
        return self.follower.followed

    def follow(self, parts: Sequence[Part]) -> None:
        for part in parts:
            self.follower.require_time()
            if isinstance(part, Suspect):
                self.followed.unread.append(part)
                self.lost = True
            elif isinstance(part, Aside):
                self._enter(part, self.current)
            else:
                self._take(part)

    def _enter(self, aside: Aside, path: Path) -> None:
        """Follow what stands in brackets."""
        before = len(self.followed.unread)
        inner = _Level(self.follower, path, in_brackets=True)
        inner.follow(parts_of(aside.tokens))
        if len(self.followed.unread) > before:
            del self.followed.unread[before:]
            self.followed.asides.append(aside)

    def _take(self, run: Run) -> None:
        self.followed.runs += 1
        self.followed.moves += len(run.turns)
        left: Run | None = run
        while left is not None and left.turns:
            if self.followed.runs > MOST_RUNS:
                first = left.turns[0]
                end = first.start + len(first.pattern.text)
                self.followed.unread.append(Suspect(first.start, end, "too-many"))
                self.lost = True
                return
            left = self._take_one(left)

    def _take_one(self, run: Run) -> Run | None:
        """Play a run where it belongs; what belongs elsewhere comes back."""
        attempts = []
        for base in self._bases(run):
            variation = self._is_variation(run, base)
            attempt = self.follower.play(base, run, variation=variation)
            attempts.append((attempt, variation))
            if attempt.fault is None:
                break
        if not attempts:
            self._misplaced(run)
            return None
        best = max(attempts, key=lambda one: one[0].merit)
        return self._commit(run, *best)

    def _is_variation(self, run: Run, base: Path) -> bool:
        """Does it leave the main line, or is it in the way of one that is marked as bad?"""
        if not self.begun and not self.in_brackets:
            return self.follower.first_is_try
        goes_on = run.turns[0].opener in (Opener.ON, Opener.SEMICOLON, Opener.THREAT)
        return self.in_brackets or not goes_on or base != self.current

    def _misplaced(self, run: Run) -> None:
        """A run with a number that fits nowhere."""
        if not self.lost:
            fault = TurnFault("gap", run.turns[0], self.current, expected=self.current.depth)
            self._fault(fault, variation=self.in_brackets)

    def _fault(self, fault: TurnFault, *, variation: bool) -> None:
        if fault.kind == "gap":
            number = fault.turn.number
            assert number, "only a number tells that moves are missing"
            missing = self.follower.numbering.ply(number) - fault.expected
            reason = "reply" if missing == 1 and fault.expected % 2 else "number"
            values = {"text": fault.turn.pattern.text, "number": number.value}
            self.followed.unread.append(Suspect(number.start, number.end, reason, values))
        else:
            self.followed.faults.append((fault, variation))

    def _commit(self, run: Run, attempt: Attempt, variation: bool) -> Run | None:
        done, left = run.split(attempt.taken)
        self.followed.undecided |= attempt.undecided
        if attempt.fault:
            self._fault(attempt.fault, variation=variation)
        self.lost = attempt.fault is not None or attempt.undecided
        end = attempt.paths[-1]
        if end.depth and not end.guessed:
            self.followed.paths.append(end)
        for count, aside in done.asides:
            self._enter(aside, attempt.paths[count])
        is_threat = end.guessed and not self.in_brackets
        if not is_threat:
            self.current = end
        self.begun = True
        if not attempt.left or not attempt.taken:
            return None
        self.followed.runs += 1
        first = replace(left.turns[0], opener=Opener.BACK)
        return Run((first, *left.turns[1:]), left.asides)

    def _bases(self, run: Run) -> Iterator[Path]:
        """Where a run may begin, the likeliest first."""
        first = run.turns[0]
        seen: set[Position] = set()
        tried = 0
        bases = self._by_number(first) if first.number else self._by_opener(first)
        for base in bases:
            if base.position not in seen and (base.guessed or tried < MOST_BASES):
                seen.add(base.position)
                tried += not base.guessed
                yield base

    def _by_number(self, first: PrintedTurn) -> Iterator[Path]:
        assert first.number
        ply = self.follower.numbering.ply(first.number)
        current, opener = self.current, first.opener
        if self.current.guessed:
            yield self.current
        if 0 <= ply <= current.depth:
            yield current.upto(ply)
        if ply == current.depth - 1 and ply % 2 == 0 and not self.lost:
            yield current
        separated = opener in (Opener.SEMICOLON, Opener.IF, Opener.OR)
        if separated and not self.lost:
            yield from (
                path.upto(ply) for path in self.follower.known_paths if path.depth >= ply >= 0
            )
        if ply == current.depth + 1 and (opener is Opener.THREAT or self.in_brackets):
            yield from current.threats(self.follower.stop)
        if not self.lost and ply == current.depth + 1 and first.any_reply and current.depth % 2:
            yield current

    def _by_opener(self, first: PrintedTurn) -> Iterator[Path]:
        if self.lost:
            return
        current, opener = self.current, first.opener
        if opener is Opener.ON and self.in_brackets and not self.begun:
            opener = Opener.BRACKET
        if opener is Opener.THREAT:
            yield from current.threats(self.follower.stop)
        if opener is Opener.ON:
            yield current
            yield from self._elsewhere(first)
            return
        yield from (current.upto(ply) for ply in _plies(current.depth, opener))

    def _elsewhere(self, first: PrintedTurn) -> Iterator[Path]:
        """What a hint speaks of may be a reply: 'think of d3-c3'."""
        if first.after_prose and not self.begun:
            yield from (path.upto(1) for path in self.follower.pool if path.depth)


def _plies(depth: int, opener: Opener) -> Iterator[int]:
    """Where on a path a variation without a number may begin, the likeliest first."""
    downwards = range(depth, -1, -1)
    if opener in (Opener.IF, Opener.THREAT):
        yield from (ply for ply in downwards if ply % 2)
        yield from (ply for ply in downwards if not ply % 2)
    elif opener is Opener.SEMICOLON:
        yield from downwards
    else:
        yield from (ply for ply in (depth - 1, depth) if ply >= 0)
        yield from range(depth - 2, -1, -1)
