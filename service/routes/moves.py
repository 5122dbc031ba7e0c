"""`/v1/moves`: the legal turns of a position."""

from __future__ import annotations

from typing import Any

from flask import Response

from service import schemas
from service.answering import respond
from service.api import Blueprint
from service.parameters import MovesParameters
from service.problems import Kind
from service.questions import MovesQuestion

blueprint = Blueprint("moves", __name__, description="Legal turns")


@blueprint.route("/v1/moves")
@blueprint.arguments(MovesParameters, location="query")
@blueprint.response(200, schemas.Moves)
@blueprint.problems(Kind.SEARCHES_BUSY)
@blueprint.cacheable
@blueprint.sends("Clamped", "Server-Timing")
def list_moves(parameters: dict[str, Any]) -> Response:
    """List the legal turns of a position, sorted by their text.

    `count` is exact. Where fewer are listed, `truncated` is true: `offset` gives the next page.
    """
    return respond(MovesQuestion, parameters)
