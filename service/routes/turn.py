"""`/v1/turn`: a turn of the engine, at a level for people."""

from __future__ import annotations

from typing import Any

from flask import Response

from fanorona.service.contract.asks import TURN
from fanorona.service.engine.answering import respond
from fanorona.service.http.api import Blueprint

blueprint = Blueprint("turn", __name__, description="Playing against the engine")


@blueprint.asks(TURN)
def choose_turn(parameters: dict[str, Any]) -> Response:
    """Choose a turn at one of ten levels.

    Lower levels search less deeply and choose more freely among turns of similar value. With a
    `seed` and without `time_ms` the answer is always the same.
    """
    return respond(TURN.question, parameters)
