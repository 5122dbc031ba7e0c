"""`/v1/moves`: the legal turns of a position."""

from __future__ import annotations

from typing import Any

from flask import Response

from fanorona.service.contract.asks import MOVES
from fanorona.service.engine.answering import respond
from fanorona.service.http.api import Blueprint

blueprint = Blueprint("moves", __name__, description="Legal turns")


@blueprint.asks(MOVES)
def list_moves(parameters: dict[str, Any]) -> Response:
    """List the legal turns of a position, sorted by their text.

    `count` is exact. If fewer are listed, `truncated` is true, and `offset` gives the next page.
    """
    return respond(MOVES.question, parameters)
