"""`/v1/tablebase`: what the endgame tables say."""

from __future__ import annotations

from typing import Any

from flask import Response

from fanorona.service.contract.asks import TABLEBASE
from fanorona.service.engine.answering import respond
from fanorona.service.http.api import Blueprint

blueprint = Blueprint("tablebase", __name__, description="Endgame tables")


@blueprint.asks(TABLEBASE)
def probe_tablebase(parameters: dict[str, Any]) -> Response:
    """Look up the exact value and distance of a position and of each of its turns.

    The tables cover positions with few stones; `/health/ready` says how many.
    """
    return respond(TABLEBASE.question, parameters)
