"""`/v1/moves`: the legal turns of a position."""

from __future__ import annotations

from typing import Any

from flask import Response

from fanorona.service.contract import schemas
from fanorona.service.contract.parameters import MovesParameters
from fanorona.service.engine.answering import respond
from fanorona.service.engine.questions import MovesQuestion
from fanorona.service.http.api import Blueprint
from fanorona.service.problems import Kind

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
