"""`/v1/forced-win`: what is won, lost or drawn by force."""

from __future__ import annotations

from typing import Any

from flask import Response

from fanorona.service.contract import schemas
from fanorona.service.contract.parameters import ForcedWinParameters
from fanorona.service.engine.questions import ForcedWinQuestion
from fanorona.service.http.api import Blueprint
from fanorona.service.http.streaming import MEDIA_TYPE, respond_or_stream
from fanorona.service.problems import Kind

blueprint = Blueprint("forced_win", __name__, description="Forced wins")


@blueprint.route("/v1/forced-win")
@blueprint.arguments(ForcedWinParameters, location="query")
@blueprint.response(200, schemas.ForcedWin)
@blueprint.streamed(MEDIA_TYPE)
@blueprint.problems(Kind.SEARCHES_BUSY)
@blueprint.cacheable
@blueprint.sends("Clamped", "Server-Timing")
def find_forced_win(parameters: dict[str, Any]) -> Response:
    """Prove that a position is won, lost or drawn, and find the winning first turns.

    A value other than `unknown` is always proven. With `Accept: application/x-ndjson`, a line of
    JSON for every round of the search: `event` is `progress`, `heartbeat`, and at the end `answer`
    or `problem`.
    """
    return respond_or_stream(ForcedWinQuestion, parameters)
