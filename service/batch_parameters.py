"""The body of a batch: questions with the same parameters as their addresses have."""

from __future__ import annotations

from typing import Any

import marshmallow as ma

from service import fields, parameters
from service.fields import QuestionSchema


class MovesInBatch(parameters.MovesParameters):
    in_body = True
    ask = fields.Text(required=True, validate=ma.validate.Equal("moves"))


class StepsInBatch(parameters.StepsParameters):
    in_body = True
    ask = fields.Text(required=True, validate=ma.validate.Equal("steps"))


class PlayInBatch(parameters.PlayParameters):
    in_body = True
    ask = fields.Text(required=True, validate=ma.validate.Equal("play"))


class AnalysisInBatch(parameters.AnalysisParameters):
    in_body = True
    ask = fields.Text(required=True, validate=ma.validate.Equal("analysis"))


class ForcedWinInBatch(parameters.ForcedWinParameters):
    in_body = True
    ask = fields.Text(required=True, validate=ma.validate.Equal("forced-win"))


class TablebaseInBatch(parameters.PositionParameters):
    in_body = True
    ask = fields.Text(required=True, validate=ma.validate.Equal("tablebase"))


BY_ASK: dict[str, ma.Schema] = {
    "moves": MovesInBatch(),
    "steps": StepsInBatch(),
    "play": PlayInBatch(),
    "analysis": AnalysisInBatch(),
    "forced-win": ForcedWinInBatch(),
    "tablebase": TablebaseInBatch(),
}


class AnyQuestion(ma.fields.Field[dict[str, Any]]):
    """A question of the kind that its `ask` names."""

    schemas = tuple(BY_ASK.values())

    def _deserialize(
        self, value: Any, attr: str | None, data: Any, **kwargs: Any
    ) -> dict[str, Any]:
        ask = value.get("ask") if isinstance(value, dict) else None
        if not isinstance(ask, str) or ask not in BY_ASK:
            raise ma.ValidationError({"ask": [f"Must be one of: {', '.join(BY_ASK)}."]})
        loaded: dict[str, Any] = BY_ASK[ask].load(value)
        return loaded


class BatchBudget(parameters.BudgetParameters):
    """Shared by all questions of the batch."""

    in_body = True


class BatchParameters(QuestionSchema):
    budget = ma.fields.Nested(BatchBudget)
    questions = ma.fields.List(AnyQuestion(), required=True, validate=ma.validate.Length(1))
