"""`/v1/diagram.svg`, `/v1/diagram.png`: the board as a picture."""

from __future__ import annotations

from typing import Any

from flask import Response

from fanorona.service.contract.parameters import DiagramParameters, PngParameters
from fanorona.service.engine.answering import respond
from fanorona.service.engine.questions import DiagramQuestion, PngQuestion
from fanorona.service.http.api import Blueprint
from fanorona.service.problems import Kind

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


@blueprint.route("/v1/diagram.png")
@blueprint.arguments(PngParameters, location="query")
@blueprint.response(
    200,
    {"type": "string", "format": "binary"},
    content_type="image/png",
    description="The picture.",
)
@blueprint.problems(Kind.NOT_AVAILABLE, Kind.SEARCHES_BUSY)
@blueprint.cacheable
@blueprint.sends("Server-Timing")
def draw_png(parameters: dict[str, Any]) -> Response:
    """Draw a position as a PNG picture.

    The same picture as `/v1/diagram.svg`, for link previews, messages and whatever else cannot show
    SVG.
    """
    return respond(PngQuestion, parameters)
