"""The review of a game: what every turn was worth, what it lost, and what was missed.

Positions are judged one by one, each by its own search, so that any number of processes gives the
same review. The last one comes first: what is proven of a position is known of the turn that led
to it, and so of the position before.

    chance(score) = 1 / (1 + e^(-score / 2))    a proven win is 1, a draw 1/2, a loss 0
    lost          = chance before - chance after, for the side that played
    accuracy      = 100 e^(-4 lost), the mean over the turns with a choice
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from math import exp, inf
from typing import TYPE_CHECKING

from fanorona.solver.board import Colour
from fanorona.solver.budget import REVIEW_NODES, Budget
from fanorona.solver.games.game_tree import Game, GameNode
from fanorona.solver.position import Position
from fanorona.solver.search.analysis import Analysis, analyse
from fanorona.solver.search.forced_win import forced_win
from fanorona.solver.spreading.spread import InThisProcess, Spread, spread_over
from fanorona.solver.tables.default_tables import TablesWanted
from fanorona.solver.tables.table_place import TablePlace
from fanorona.solver.value import Distance, Proof, SearchInfo, StoppedBy, Value
from fanorona.solver.version import __version__

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from fanorona.solver.kernel.stop import Stop

MEMORY_MB = 16
"""For each search: they are small."""
PART_FOR_OTHERS = 4
"""One node in this many is spent on whether another turn also wins."""
STONES_PER_E = 2.0
"""The scale of the chances: that of the games from which the evaluation was learned."""
DUBIOUS, MISTAKE, BLUNDER = 0.10, 0.20, 0.35
"""What a turn has lost, in chances, to be marked ?!, ? and ??."""
CLEAR = 0.75
"""A side with this chance is winning; a turning point takes it away or gives it to the other."""
ACCURACY_FALL = 4.0


class TurnMark(StrEnum):
    """What a turn gets; `good` is the only one that wins, with proof."""

    GOOD = "!"
    DUBIOUS = "?!"
    MISTAKE = "?"
    BLUNDER = "??"


class LostResult(StrEnum):
    """What a turn did to a proven result."""

    WIN_THROWN_AWAY = "win-thrown-away"
    """A proven win is a proven draw or loss now."""
    WIN_MISSED = "win-missed"
    """A win was proven, and of the turn that was played nothing is."""
    DRAW_THROWN_AWAY = "draw-thrown-away"
    """A proven draw is a proven loss now."""
    INTO_LOSS = "into-loss"
    """A proven loss now; before, nothing was proven."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """What is known at one moment, for the side that plays the turn; as in an analysis."""

    value: Value
    proof: Proof | None
    distance: Distance | None
    score: float | None
    chance: float
    """Of winning, from 0 to 1; half of a draw counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """What a turn gave away."""

    chance: float
    stones: float | None
    """Where both moments have a score."""
    result: LostResult | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewedTurn:
    """A turn of the main line, with what it was worth."""

    number: int
    """Counted from 1, over both colours."""
    label: str
    side: Colour
    turn: str
    position: str
    """Before the turn."""
    before: Rating
    after: Rating
    best: tuple[str, ...]
    """The best line instead, or with the turn itself if that was the best."""
    lost: Lost
    mark: TurnMark | None
    forced: bool
    """There was no other turn."""
    turning_point: bool
    nodes: int
    depth: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Conduct:
    """How a side has played."""

    turns: int
    accuracy: float | None
    """From 0 to 100, over the turns with a choice; None without such."""
    dubious: int
    mistakes: int
    blunders: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MissedPuzzle:
    """A sound puzzle that one of the turns has missed."""

    number: int
    """Of the turn."""
    position: str
    solution: tuple[str, ...]
    text: str
    """A puzzle file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """The review of a game, as far as it went: `complete` says whether that is all."""

    rules: str
    position: str
    """The start."""
    white_name: str | None
    black_name: str | None
    result: str
    count: int
    complete: bool
    turns: tuple[ReviewedTurn, ...]
    white: Conduct
    black: Conduct
    turning_points: tuple[int, ...]
    puzzles: tuple[MissedPuzzle, ...]
    nodes_per_position: int | None
    """The budget of each position; None if that was the time."""
    search: SearchInfo
    """What all searches took together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What a search says of a position, for the side to move."""

    rating: Rating
    line: tuple[str, ...]
    only_win: bool
    """Proven: one turn wins, and no other."""
    forced: bool
    nodes: int
    depth: int
    stopped: bool = False
    """The clock has cut the search short."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewTerms:
    """How positions are judged; they go to other processes with each position."""

    budget: Budget = field(default_factory=lambda: Budget(nodes=REVIEW_NODES, memory_mb=MEMORY_MB))
    with_tables: bool = True
    tables: TablePlace | None = None
    """Where the endgame tables are; None: in the user's folder."""
    look_up: Callable[[Position], TablesWanted] | None = None
    """Finds tables that are open already."""

    def tables_for(self, position: Position) -> TablesWanted:
        if self.look_up is not None:
            return self.look_up(position)
        from fanorona.solver.tables.default_tables import tablebase_for

        return tablebase_for(position, self.tables) if self.with_tables else None


Judge = Callable[[Position], Judgement]


def review(
    game: Game,
    nodes: int | None = None,
    time_ms: int | None = None,
    *,
    executor: Executor | None = None,
    on_turn: Callable[[ReviewedTurn], None] | None = None,
) -> Review:
    """Review the main line; the budget is that of each position.

    Examples:
        >>> from fanorona import Game
        >>> game = Game("5/W1B2/5 W", "escale")
        >>> last = game.play("a2-a1", "c2-b2")
        >>> first, second = review(game, nodes=1_000).turns
        >>> first.turn, first.mark.value, first.best, str(first.lost.result)
        ('a2-a1', '??', ('a2-b2A',), 'win-thrown-away')
    """
    from fanorona.solver.games.missed_puzzles import missed_puzzles

    if nodes is None and time_ms is None:
        nodes = REVIEW_NODES
    terms = ReviewTerms(budget=Budget(nodes=nodes, time_ms=time_ms, memory_mb=MEMORY_MB))
    spread = spread_over(executor)
    turns = []
    for turn in review_turns(game, partial(judge, terms), spread):
        turns.append(turn)
        if on_turn is not None:
            on_turn(turn)
    puzzles = [one for _, one in missed_puzzles(game, turns, terms, spread) if one is not None]
    return summary(game, turns, puzzles, terms)


def judge(terms: ReviewTerms, position: Position, stop: Stop | None = None) -> Judgement:
    """What one search says of a position."""
    budget = terms.budget if stop is None else terms.budget.untimed()
    tables = terms.tables_for(position)
    found = analyse(position, budget=budget, tables=tables, stop=stop)
    _raise_if_interrupted(found.search)
    few = position.count_turns(most=2)
    only, nodes = False, found.search.nodes
    if found.value is Value.WIN and few > 1:
        part = replace(budget, nodes=max(1, budget.nodes_or(REVIEW_NODES) // PART_FOR_OTHERS))
        wins = forced_win(position, budget=part, tables=tables, stop=stop)
        _raise_if_interrupted(wins.search)
        only = len(wins.winning_turns) == 1 and not wins.undecided_turns
        nodes += wins.search.nodes
    return Judgement(
        rating=_rating(found),
        line=found.lines[0].turns if found.lines else (),
        only_win=only,
        forced=few == 1,
        nodes=nodes,
        depth=found.search.depth,
        stopped=found.search.stopped_by is StoppedBy.TIME,
    )


def _raise_if_interrupted(search: SearchInfo) -> None:
    """Ctrl-C ends a search with what it has; a review must not take that for an answer."""
    if search.stopped_by is StoppedBy.INTERRUPTED:
        raise KeyboardInterrupt


def review_turns(
    game: Game, judging: Judge, spread: Spread | None = None
) -> Iterator[ReviewedTurn]:
    """Every turn of the main line, the last one first."""
    nodes = game.main_line
    positions = [node.position for node in reversed(nodes)]
    judgements = (spread or InThisProcess()).each(judging, [*positions, game.start])
    after: Judgement | None = None
    for node, (_, found) in zip((None, *reversed(nodes)), judgements, strict=True):
        if node is None or after is None:
            after = found
            continue
        turn = reviewed(node, found, after)
        yield turn
        after = replace(found, rating=turn.before, line=turn.best)


def reviewed(node: GameNode, found: Judgement, after: Judgement) -> ReviewedTurn:
    """What a turn was worth, from what is known of the positions before and after it."""
    assert node.parent is not None
    played = _reversed(after.rating)
    best = found.rating
    line = found.line
    if _is_better(played, best):
        # The search after the turn has seen further than the one before it.
        best, line = played, (str(node.turn), *after.line)
    lost = _lost(best, played)
    only = found.only_win and played.value is Value.WIN and played.proof is Proof.PROVEN
    return ReviewedTurn(
        number=node.ply,
        label=node.label,
        side=node.side,
        turn=str(node.turn),
        position=node.parent.position.fen(),
        before=best,
        after=played,
        best=line,
        lost=lost,
        mark=TurnMark.GOOD if only else _mark(lost, forced=found.forced),
        forced=found.forced,
        turning_point=_turns_the_game(best, played, lost),
        nodes=found.nodes,
        depth=found.depth,
    )


def summary(
    game: Game,
    turns: Sequence[ReviewedTurn],
    puzzles: Sequence[MissedPuzzle],
    terms: ReviewTerms,
) -> Review:
    """The whole review, in the order of the game."""
    ordered = tuple(sorted(turns, key=lambda one: one.number))
    count = len(game.turns)
    return Review(
        rules=game.rules.id,
        position=game.start.fen(),
        white_name=game.headers.get("White"),
        black_name=game.headers.get("Black"),
        result=game.result,
        count=count,
        complete=len(ordered) == count,
        turns=ordered,
        white=_conduct(one for one in ordered if one.side is Colour.WHITE),
        black=_conduct(one for one in ordered if one.side is Colour.BLACK),
        turning_points=tuple(one.number for one in ordered if one.turning_point),
        puzzles=tuple(sorted(puzzles, key=lambda one: one.number)),
        nodes_per_position=terms.budget.nodes if terms.budget.time_ms is None else None,
        search=SearchInfo(
            nodes=sum(one.nodes for one in ordered),
            depth=max((one.depth for one in ordered), default=0),
            stopped_by=_ended_by(terms, complete=len(ordered) == count),
            engine=__version__,
        ),
    )


def _ended_by(terms: ReviewTerms, *, complete: bool) -> StoppedBy:
    if terms.budget.time_ms is not None or not complete:
        return StoppedBy.TIME
    return StoppedBy.NODES


def chance_of(value: Value, score: float | None) -> float:
    """The chance of winning, half of a draw counted, of a position with that value or score."""
    if value is not Value.UNKNOWN:
        return {Value.WIN: 1.0, Value.DRAW: 0.5, Value.LOSS: 0.0}[value]
    return round(1 / (1 + exp(-(score or 0.0) / STONES_PER_E)), 4)


def _rating(found: Analysis) -> Rating:
    return Rating(
        value=found.value,
        proof=found.proof,
        distance=found.distance,
        score=found.score,
        chance=chance_of(found.value, found.score),
    )


_OPPOSITE = {Value.WIN: Value.LOSS, Value.LOSS: Value.WIN}


def _reversed(rating: Rating) -> Rating:
    """The rating of a position, for the side whose turn led to it."""
    value = _OPPOSITE.get(rating.value, rating.value)
    distance = rating.distance and Distance.of(rating.distance.plies + 1, value)
    score = None if rating.score is None else -rating.score or 0.0
    return replace(
        rating,
        value=value,
        distance=distance,
        score=score,
        chance=round(1 - rating.chance, 4),
    )


def _is_better(played: Rating, best: Rating) -> bool:
    """Whether the turn that was played is known to be better than what the search had found."""
    if played.value is Value.WIN:
        return best.value is not Value.WIN or _plies(played) < _plies(best)
    both_scored = played.score is not None and best.score is not None
    return both_scored and (played.score or 0.0) > (best.score or 0.0)


def _plies(rating: Rating) -> float:
    return inf if rating.distance is None else rating.distance.plies


def _lost(before: Rating, after: Rating) -> Lost:
    stones = None
    if before.score is not None and after.score is not None:
        stones = max(0.0, round(before.score - after.score, 2))
    chance = max(0.0, round(before.chance - after.chance, 4))
    return Lost(chance=chance, stones=stones, result=_lost_result(before.value, after.value))


def _lost_result(before: Value, after: Value) -> LostResult | None:
    if before is Value.WIN and after is not Value.WIN:
        unknown = after is Value.UNKNOWN
        return LostResult.WIN_MISSED if unknown else LostResult.WIN_THROWN_AWAY
    if after is not Value.LOSS or before is Value.LOSS:
        return None
    return LostResult.DRAW_THROWN_AWAY if before is Value.DRAW else LostResult.INTO_LOSS


def _mark(lost: Lost, *, forced: bool) -> TurnMark | None:
    if forced or lost.chance < DUBIOUS:
        return None
    if lost.chance < MISTAKE:
        return TurnMark.DUBIOUS
    return TurnMark.MISTAKE if lost.chance < BLUNDER else TurnMark.BLUNDER


def _turns_the_game(before: Rating, after: Rating, lost: Lost) -> bool:
    return lost.chance >= MISTAKE and _side_of(before) != _side_of(after)


def _side_of(rating: Rating) -> int:
    return (rating.chance >= CLEAR) - (rating.chance <= 1 - CLEAR)


def _conduct(turns: Iterable[ReviewedTurn]) -> Conduct:
    played = list(turns)
    each_turn = [100 * exp(-ACCURACY_FALL * one.lost.chance) for one in played if not one.forced]
    marks = [one.mark for one in played]
    return Conduct(
        turns=len(played),
        accuracy=round(sum(each_turn) / len(each_turn), 1) if each_turn else None,
        dubious=marks.count(TurnMark.DUBIOUS),
        mistakes=marks.count(TurnMark.MISTAKE),
        blunders=marks.count(TurnMark.BLUNDER),
    )
