"""Questions about a position and their answers, whose fields are those of the JSON.

Every answer about a position begins with the fields of `Head`. `solver/as_json.py` writes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

from fanorona.solver.board import MAX_POINTS, Board, Colour, board, is_possible_size
from fanorona.solver.errors import FanoronaError, NotationError
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.notation.turn_line import read_line
from fanorona.solver.position import Outcome, Position
from fanorona.solver.rules import (
    RULE_SETS,
    Captured,
    ChainLimit,
    Choice,
    Paika,
    RuleSet,
    Stopping,
)
from fanorona.solver.stepping import beginnings, continuations
from fanorona.solver.turn import Step, Turn, captured_in
from fanorona.solver.turns_by_result import MOST_ROUTES
from fanorona.words import Message


@dataclass(frozen=True, slots=True)
class Stones:
    """How many stones each colour has on the board."""

    white: int
    black: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What every answer about a position begins with."""

    rules: str
    position: str
    """The canonical text."""
    side: Colour
    stones: Stones
    outcome: Outcome | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FullTurn:
    """A turn with its steps, what it takes, and the position that it leads to."""

    turn: str
    steps: tuple[Step, ...]
    captured: tuple[str, ...]
    removed: tuple[str, ...]
    position: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Result(FullTurn):
    """One of the positions that the turns lead to, with the turns that do; `turn` is the first."""

    routes: tuple[str, ...]
    routes_count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Moves(Head):
    """The legal turns, sorted by their text; `count` counts those that are not listed too."""

    count: int
    truncated: bool
    turns: tuple[FullTurn, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(Head):
    """Turns played one after the other; the head is the position before, `after` the last one."""

    turns: tuple[FullTurn, ...]
    after: Head


@dataclass(frozen=True, slots=True, kw_only=True)
class Steps(Head):
    """The turns, sorted by their text, that go one step further than `turn`; None: that begin."""

    turn: FullTurn | None
    turns: tuple[FullTurn, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """How many sequences begin with a turn."""

    turn: str
    nodes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Perft(Head):
    """How many sequences of `depth` turns there are; `divide` counts them by first turn."""

    depth: int
    nodes: int
    divide: tuple[Branch, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Switches:
    """The switches of a rule set, by the short names that its own name uses."""

    paika: str
    stopping: str
    choice: str
    first: str
    captured: str
    capturer: str
    chain: str
    setup: str
    vela: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSetData:
    """A rule set with its start position and the boards it can be played on."""

    id: str
    title: str
    sources: tuple[str, ...]
    paika_while_capture: Paika
    stopping_chain: Stopping
    approach_or_withdrawal: Choice
    chain_on_first_turn: bool
    captured_stones: Captured
    capturing_stone_leaves: bool
    chain_may_not: ChainLimit
    placed_by_players: bool
    vela: bool
    base: str
    """The rule set that it is named after."""
    switches: Switches
    start: str
    """On the usual 9x5 board."""
    boards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSetList:
    """Every rule set."""

    count: int
    rule_sets: tuple[RuleSetData, ...]


def head(position: Position) -> Head:
    """The position itself: whose turn it is, the stones, and who has won."""
    return Head(**head_fields(position))


def moves(
    position: Position,
    *,
    distinct: bool = False,
    limit: int | None = None,
    offset: int = 0,
    stop: Stop | None = None,
) -> Moves:
    """The legal turns from number `offset` on, at most `limit`; with `distinct`, one per result."""
    turns = position.listing(stop)
    part = slice(offset, None if limit is None else offset + limit)
    listed: tuple[FullTurn, ...]
    if distinct:
        results = turns.results()
        count = len(results)
        listed = tuple(_result(position, routes) for routes in turns.looking(results[part]))
    else:
        count = len(turns)
        listed = tuple(full_turn(position, turn) for turn in turns.part(part))
    fields = head_fields(position, may_be_over=count == 0)
    return Moves(**fields, count=count, truncated=len(listed) < count, turns=listed)


def play(position: Position, turns: Sequence[str], stop: Stop | None = None) -> Play:
    """Play turns, given in any readable notation, one after the other.

    An error says which one it is about, unless its message quotes the only one.
    """
    played = []
    now = position
    for number, text in enumerate(turns, 1):
        try:
            turn = now.read(text, stop)
        except FanoronaError as error:
            if len(turns) > 1:
                error.turn_number = number
                error.about(Message("place.turn-of", number=number, most=len(turns)))
            elif isinstance(error, NotationError):
                error.about(Message("place.the-turn"))
            raise
        played.append(full_turn(now, turn))
        now = now.after(turn)
    return Play(**head_fields(position), turns=tuple(played), after=head(now))


def play_line(position: Position, line: str, stop: Stop | None = None) -> Play:
    """Play the turns of one text, as puzzles print a solution or a game."""
    return play(position, [pattern.text for pattern in read_line(line, position.board)], stop)


def steps(position: Position, so_far: str | None = None, stop: Stop | None = None) -> Steps:
    """How a turn may begin, or go on after the steps so far, given in any readable notation.

    Every beginning of a turn is a turn itself. However many turns there are, few are looked at.
    """
    turn = None if so_far is None else position.read(so_far, stop)
    longer = beginnings(position) if turn is None else continuations(position, turn)
    return Steps(
        **head_fields(position),
        turn=None if turn is None else full_turn(position, turn),
        turns=tuple(full_turn(position, one) for one in sorted(longer, key=str)),
    )


def full_turn(position: Position, turn: Turn) -> FullTurn:
    """A turn of a position, in full."""
    return FullTurn(**_turn_fields(position, turn))


def perft(
    position: Position, depth: int, *, divide: bool = False, stop: Stop | None = None
) -> Perft:
    """Count the sequences of `depth` turns."""
    branches = tuple(divided(position, depth, stop)) if divide else None
    nodes = sum(one.nodes for one in branches) if branches else position.perft(depth, stop)
    return Perft(**head_fields(position), depth=depth, nodes=nodes, divide=branches)


def divided(position: Position, depth: int, stop: Stop | None = None) -> Iterator[Branch]:
    """The sequences of `depth` turns, counted by their first turn, one after the other."""
    for turn in position.listing(stop) if depth else ():
        yield Branch(str(turn), position.after(turn).perft(depth - 1, stop))


def rule_set_data(rules: RuleSet) -> RuleSetData:
    """A rule set as data."""
    given = {one.name: getattr(rules, one.name) for one in fields(RuleSet)}
    return RuleSetData(
        **given,
        id=rules.id,
        title=rules.title,
        sources=rules.sources,
        switches=Switches(**rules.switches),
        start=Position.start(rules).fen(),
        boards=tuple(board.size for board in _boards()),
    )


def rule_sets() -> RuleSetList:
    """Every rule set as data."""
    listed = tuple(rule_set_data(rules) for rules in RULE_SETS.values())
    return RuleSetList(count=len(listed), rule_sets=listed)


def head_fields(position: Position, *, may_be_over: bool = True) -> dict[str, Any]:
    """The fields of `Head`, for an answer that begins with them; a game with turns goes on."""
    return {
        "rules": position.rules.id,
        "position": position.fen(),
        "side": position.side,
        "stones": Stones(position.stones(Colour.WHITE), position.stones(Colour.BLACK)),
        "outcome": position.outcome() if may_be_over else None,
    }


def _turn_fields(position: Position, turn: Turn) -> dict[str, Any]:
    steps = turn.steps
    return {
        "turn": str(turn),
        "steps": steps,
        "captured": captured_in(steps),
        "removed": turn.removed,
        "position": position.fen_after(turn),
    }


def _result(position: Position, group: Sequence[Turn]) -> Result:
    return Result(
        **_turn_fields(position, group[0]),
        routes=tuple(map(str, group[:MOST_ROUTES])),
        routes_count=len(group),
    )


def _boards() -> Iterator[Board]:
    sizes = range(3, MAX_POINTS // 3 + 1, 2)
    for width in sizes:
        for height in sizes:
            if is_possible_size(width, height):
                yield board(width, height)
