"""`/v1/tablebase`: what the endgame tables say."""

from __future__ import annotations

from typing import Any

from flask import Response

from fanorona.service.contract import schemas
from fanorona.service.contract.parameters import PositionParameters
from fanorona.service.engine.answering import respond
from fanorona.service.engine.questions import TablebaseQuestion
from fanorona.service.http.api import Blueprint
from fanorona.service.problems import Kind

blueprint = Blueprint("tablebase", __name__, description="Endgame tables")


@blueprint.route("/v1/tablebase")
@blueprint.arguments(PositionParameters, location="query")
@blueprint.response(200, schemas.TableAnswer)
@blueprint.problems(Kind.NOT_COVERED)
@blueprint.cacheable
@blueprint.sends("Server-Timing")
def probe_tablebase(parameters: dict[str, Any]) -> Response:
    """Look up the exact value and distance of a position and of each of its turns.

    Covered are positions with few stones; `/health/ready` says how many.
    """
    return respond(TablebaseQuestion, parameters)
