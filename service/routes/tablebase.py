"""`/v1/tablebase`: what the endgame tables say."""

from __future__ import annotations

from typing import Any

from flask import Response

from service import schemas
from service.answering import respond
from service.api import Blueprint
from service.parameters import PositionParameters
from service.problems import Kind
from service.questions import TablebaseQuestion

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
