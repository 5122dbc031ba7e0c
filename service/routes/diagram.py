"""`/v1/diagram.svg`: the board as a picture."""

from __future__ import annotations

from typing import Any

from flask import Response

from fanorona.service.contract.parameters import DiagramParameters
from fanorona.service.engine.answering import respond
from fanorona.service.engine.questions import DiagramQuestion
from fanorona.service.http.api import Blueprint

blueprint = Blueprint("diagram", __name__, description="Pictures")


@blueprint.route("/v1/diagram.svg")
@blueprint.arguments(DiagramParameters, location="query")
@blueprint.response(
    200, {"type": "string"}, content_type="image/svg+xml", description="The picture."
)
@blueprint.problems()
@blueprint.cacheable
@blueprint.sends("Server-Timing")
def draw_diagram(parameters: dict[str, Any]) -> Response:
    """Draw a position; with a turn of it, the position after, and what has happened.

    The picture needs no font, style sheet or script; `size` is the longer side.
    """
    return respond(DiagramQuestion, parameters)
