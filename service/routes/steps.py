"""`/v1/steps`: a turn built step by step."""

from __future__ import annotations

from typing import Any

from flask import Response

from fanorona.service.contract.asks import STEPS
from fanorona.service.engine.answering import respond
from fanorona.service.http.api import Blueprint

blueprint = Blueprint("steps", __name__, description="Turns step by step")


@blueprint.asks(STEPS)
def list_steps(parameters: dict[str, Any]) -> Response:
    """List how a turn can begin, or continue.

    `turns` are the legal turns with one step more than `turn`, sorted by their text; without
    `turn`, those of one step, with every choice of capture and of huffed stone. The list is empty
    if the turn cannot continue. Every beginning of a turn is itself a legal turn, so this reaches
    every turn of a position that has too many to list.
    """
    return respond(STEPS.question, parameters)
