"""The body of a batch: questions with the same parameters as their addresses have."""

from __future__ import annotations

from typing import Any

import marshmallow as ma

from fanorona.service.contract import checks, fields, parameters
from fanorona.service.contract.asks import ASKS, Ask
from fanorona.service.contract.fields import QuestionSchema
from fanorona.words import Message


def _in_batch(ask: Ask) -> ma.Schema:
    """The parameters of an address as those of a question in a batch."""
    name = f"{ask.name.title().replace('-', '')}InBatch"
    about = f"A question as `/v1/{ask.name}` answers it."
    named = fields.Text(
        required=True,
        validate=checks.Exactly(ask.name),
        metadata={"description": "Which question it is."},
    )
    members = {"in_body": True, "ask": named, "__doc__": about}
    schema: ma.Schema = type(name, (ask.parameters,), members)()
    return schema


BY_ASK = {ask.name: _in_batch(ask) for ask in ASKS.values()}


class AnyQuestion(fields.Strict, ma.fields.Dict):
    """A question of the kind that its `ask` names; it is checked when its turn comes."""

    default_error_messages = {"invalid": [Message("parameter.object")]}  # noqa: RUF012
    schemas = tuple(BY_ASK.values())
    discriminator = "ask"


def checked(question: dict[str, Any]) -> dict[str, Any]:
    """The parameters of a question, or the error that names each of its faults."""
    ask = question.get("ask")
    if not isinstance(ask, str) or ask not in BY_ASK:
        raise ma.ValidationError({"ask": [Message("parameter.choice", known=tuple(BY_ASK))]})
    parameters_of: dict[str, Any] = BY_ASK[ask].load(question)
    return parameters_of


class BatchBudget(parameters.BudgetParameters):
    """What all searches of the batch may take together."""

    in_body = True


class BatchParameters(QuestionSchema):
    """Several questions, and what their searches may take together."""

    budget = fields.Inner(
        BatchBudget, metadata={"description": "What all searches may take together."}
    )
    questions = fields.Several(
        AnyQuestion(),
        required=True,
        validate=checks.Long(1),
        metadata={"description": "The questions; they are answered in this order."},
    )
