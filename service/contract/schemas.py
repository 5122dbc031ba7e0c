"""The shapes of the answers, as the specification publishes them.

`solver/as_json.py` writes the answers; tests compare what it writes with these.
"""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from marshmallow.fields import Boolean, Enum, Float, Integer, List, Nested, String

from fanorona.service.problems import Kind
from fanorona.solver import Capture, Colour, Outcome
from fanorona.solver.puzzles.puzzle import Goal
from fanorona.solver.puzzles.verdict import Code, Soundness
from fanorona.solver.rules import RULE_SETS, Captured, ChainLimit, Choice, Paika, Stopping
from fanorona.solver.value import Proof, StoppedBy, Value


class Answer(ma.Schema):
    """Everything is always there; what is unknown is null."""

    class Meta:
        unknown = ma.RAISE

    def on_bind_field(self, field_name: str, field_obj: ma.fields.Field[Any]) -> None:
        field_obj.required = True


def _count() -> Integer:
    return Integer(validate=ma.validate.Range(0))


def _texts() -> List[str]:
    return List(String())


class Stones(Answer):
    white = _count()
    black = _count()


class Head(Answer):
    """What every answer about a position begins with."""

    rules = String(validate=ma.validate.OneOf(list(RULE_SETS)))
    position = String(metadata={"description": "The canonical text."})
    side = Enum(Colour, by_value=True, metadata={"description": "The colour to move."})
    stones = Nested(Stones)
    outcome = Enum(Outcome, by_value=True, allow_none=True)


class Step(Answer):
    origin = String(data_key="from", allow_none=True)
    to = String()
    capture = Enum(Capture, by_value=True, allow_none=True)
    captured = _texts()


class FullTurn(Answer):
    turn = String()
    steps = List(Nested(Step))
    captured = _texts()
    removed = _texts()
    position = String(metadata={"description": "The position after the turn."})


class ListedTurn(FullTurn):
    """With `distinct`, the turns that lead to the same position are listed too."""

    routes = _texts()
    routes_count = _count()

    def on_bind_field(self, field_name: str, field_obj: ma.fields.Field[Any]) -> None:
        field_obj.required = not field_name.startswith("routes")


class Moves(Head):
    count = _count()
    truncated = Boolean(metadata={"description": "Fewer are listed than counted."})
    turns = List(Nested(ListedTurn))


class Steps(Head):
    turn = Nested(FullTurn, allow_none=True, metadata={"description": "The steps so far."})
    turns = List(Nested(FullTurn), metadata={"description": "With one step more."})


class Play(Head):
    turns = List(Nested(FullTurn))
    after = Nested(Head)


class Distance(Answer):
    plies = _count()
    turns = Integer(validate=ma.validate.Range(0), metadata={"description": "Of the winner."})


class Search(Answer):
    nodes = _count()
    depth = _count()
    stopped_by = Enum(StoppedBy, by_value=True)
    engine = String()


class Judged(Answer):
    """A value, how far it can be trusted, and how far the end is."""

    value = Enum(Value, by_value=True)
    proof = Enum(Proof, by_value=True, allow_none=True)
    distance = Nested(Distance, allow_none=True)


class RatedLine(Judged):
    turns = _texts()
    score = Float(allow_none=True)


class Analysis(Head, Judged):
    distance_exact = Boolean()
    score = Float(allow_none=True, metadata={"description": "In stones; null when proven."})
    lines = List(Nested(RatedLine))
    search = Nested(Search)


class WinningTurn(Answer):
    turn = String()
    distance = Nested(Distance)
    distance_exact = Boolean()
    routes = _texts()
    routes_count = _count()


class ForcedWin(Head, Judged):
    distance_exact = Boolean()
    winning_turns = List(Nested(WinningTurn))
    undecided_turns = _texts()
    no_win_within = Integer(allow_none=True)
    line = _texts()
    search = Nested(Search)


class TurnValue(Answer):
    turn = String()
    value = Enum(Value, by_value=True)
    distance = Nested(Distance, allow_none=True)


class TableAnswer(Head):
    value = Enum(Value, by_value=True)
    distance = Nested(Distance, allow_none=True)
    turns = List(Nested(TurnValue))


class RuleSet(Answer):
    id = String()
    title = String()
    sources = _texts()
    paika_while_capture = Enum(Paika, by_value=True)
    stopping_chain = Enum(Stopping, by_value=True)
    approach_or_withdrawal = Enum(Choice, by_value=True)
    chain_on_first_turn = Boolean()
    captured_stones = Enum(Captured, by_value=True)
    capturing_stone_leaves = Boolean()
    chain_may_not = Enum(ChainLimit, by_value=True)
    placed_by_players = Boolean()
    vela = Boolean()
    start = String(metadata={"description": "On the usual 9x5 board."})
    boards = _texts()


class RuleSets(Answer):
    count = _count()
    rule_sets = List(Nested(RuleSet))


class Stipulation(Answer):
    side = Enum(Colour, by_value=True)
    goal = Enum(Goal, by_value=True)
    turns = Integer(allow_none=True, metadata={"description": "Of the side to move."})


class Remark(Answer):
    code = Enum(Code, by_value=True)
    detail = String()
    line = _texts()


class ReadingError(Answer):
    line = _count()
    column = _count()
    detail = String()


class Verdict(Answer):
    file = String(allow_none=True)
    line = Integer(allow_none=True, metadata={"description": "Where the puzzle begins."})
    title = String(allow_none=True)
    rules = String(allow_none=True)
    position = String(allow_none=True)
    stipulation = Nested(Stipulation, allow_none=True)
    verdict = Enum(Soundness, by_value=True)
    solutions = List(_texts())
    routes = _texts()
    defects = List(Nested(Remark))
    remarks = List(Nested(Remark))
    errors = List(Nested(ReadingError))
    search = Nested(Search, allow_none=True)


class ListedPuzzle(Answer):
    id = String()
    title = String(allow_none=True)
    author = String(allow_none=True)
    source = String(allow_none=True)
    rules = String()
    position = String()
    stipulation = Nested(Stipulation)


class WholePuzzle(ListedPuzzle):
    solutions = _texts()
    hint = String(allow_none=True)


class PuzzleList(Answer):
    count = _count()
    puzzles = List(Nested(ListedPuzzle))


class Checked(Answer):
    count = _count()
    puzzles = List(Nested(Verdict))


class Limits(Answer):
    nodes = _count()
    time_ms = _count()
    lines = _count()
    turns_listed = _count()
    turns = _count()
    batch_questions = _count()
    body_bytes = _count()
    url_bytes = _count()
    header_bytes = _count()
    searches = _count()
    memory_mb = _count()
    rate = String(allow_none=True)


class Health(Answer):
    status = String()


class TableCover(Answer):
    rules = String()
    board = String()
    stones = _count()


class Readiness(Answer):
    status = String()
    engine = String()
    kernel = String(validate=ma.validate.OneOf(["compiled", "python"]))
    tables = List(Nested(TableCover))


class Fault(Answer):
    pointer = String(metadata={"description": "A JSON pointer into the question."})
    detail = String()


class Problem(ma.Schema):
    """An error as RFC 9457 describes it."""

    type = String(required=True)
    title = String(required=True)
    status = Integer(required=True)
    detail = String(required=True)
    code = String(required=True, validate=ma.validate.OneOf([kind.code for kind in Kind]))
    errors = List(Nested(Fault))
    step = Integer(allow_none=True, metadata={"description": "The failing step of a turn."})
    turn_number = Integer(metadata={"description": "The failing turn of a line, from 1."})
    turns = List(String(), metadata={"description": "The turns that an ambiguous text fits."})

    class Meta:
        unknown = ma.RAISE


class AnyAnswer(ma.fields.Field[Any]):
    """An answer of the kind that was asked for."""

    schemas = (Moves(), Steps(), Play(), Analysis(), ForcedWin(), TableAnswer())


class BatchItem(ma.Schema):
    """`answer` with status 200, else `problem`."""

    status = Integer(required=True)
    answer = AnyAnswer()
    problem = Nested(Problem)
    clamped = ma.fields.Dict(
        keys=String(),
        values=Integer(),
        metadata={"description": "Parameters over a limit, and what was used instead."},
    )

    class Meta:
        unknown = ma.RAISE


class Batch(Answer):
    answers = List(Nested(BatchItem))
