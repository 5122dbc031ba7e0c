"""What a batch answers, as the specification publishes it."""

from __future__ import annotations

from fanorona.service.contract.asks import ASKS
from fanorona.service.contract.schemas import Schema, components_of, name_of, reference


def components() -> dict[str, Schema]:
    """The answer to a batch, and all that it consists of."""
    found = {"Batch": BATCH, "BatchItem": BATCH_ITEM}
    for ask in ASKS.values():
        found |= components_of(ask.answer)
    return found


BATCH: Schema = {
    "type": "object",
    "description": "One item per question, in order.",
    "properties": {
        "answers": {
            "type": "array",
            "items": reference("BatchItem"),
            "description": "One item per question, in order.",
        }
    },
    "required": ["answers"],
}

BATCH_ITEM: Schema = {
    "type": "object",
    "description": "`answer` with status 200, otherwise `problem`.",
    "properties": {
        "status": {"type": "integer", "description": "The status that it would have on its own."},
        "answer": {
            "anyOf": [reference(name_of(ask.answer)) for ask in ASKS.values()],
            "description": "The answer, of the kind that was asked for.",
        },
        "problem": {**reference("Problem"), "description": "Why there is no answer."},
        "clamped": {
            "type": "object",
            "additionalProperties": {"type": "integer"},
            "description": "Parameters above a limit, and what was used instead.",
        },
    },
    "required": ["status"],
}
