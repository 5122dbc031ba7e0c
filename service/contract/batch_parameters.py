"""The body of a batch: questions with the same parameters as their addresses have."""

from __future__ import annotations

from typing import Any

import marshmallow as ma

from fanorona.service.contract import fields, parameters
from fanorona.service.contract.fields import QuestionSchema


def _in_batch(ask: str, parameters_alone: type[QuestionSchema]) -> ma.Schema:
    """The parameters of an address as those of a question in a batch."""
    name = f"{ask.title().replace('-', '')}InBatch"
    asked = fields.Text(required=True, validate=ma.validate.Equal(ask))
    schema: ma.Schema = type(name, (parameters_alone,), {"in_body": True, "ask": asked})()
    return schema


BY_ASK = {
    ask: _in_batch(ask, parameters_alone)
    for ask, parameters_alone in {
        "moves": parameters.MovesParameters,
        "steps": parameters.StepsParameters,
        "play": parameters.PlayParameters,
        "analysis": parameters.AnalysisParameters,
        "forced-win": parameters.ForcedWinParameters,
        "tablebase": parameters.PositionParameters,
    }.items()
}


class AnyOther(ma.Schema):
    """No question that there is: the item of the answer says so, and the others are answered."""

    class Meta:
        unknown = ma.INCLUDE


class AnyQuestion(ma.fields.Dict):
    """A question of the kind that its `ask` names; it is checked when its turn comes."""

    schemas = (*BY_ASK.values(), AnyOther())


def checked(question: dict[str, Any]) -> dict[str, Any]:
    """The parameters of a question, or the error that names each of its faults."""
    ask = question.get("ask")
    if not isinstance(ask, str) or ask not in BY_ASK:
        raise ma.ValidationError({"ask": [f"Must be one of: {', '.join(BY_ASK)}."]})
    parameters_of: dict[str, Any] = BY_ASK[ask].load(question)
    return parameters_of


class BatchBudget(parameters.BudgetParameters):
    """Shared by all questions of the batch."""

    in_body = True


class BatchParameters(QuestionSchema):
    budget = ma.fields.Nested(BatchBudget)
    questions = ma.fields.List(AnyQuestion(), required=True, validate=ma.validate.Length(1))
