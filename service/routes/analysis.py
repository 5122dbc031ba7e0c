"""`/v1/analysis`: the best lines of a position."""

from __future__ import annotations

from typing import Any

from flask import Response

from fanorona.service.contract import schemas
from fanorona.service.contract.parameters import AnalysisParameters
from fanorona.service.engine.questions import AnalysisQuestion
from fanorona.service.http.api import Blueprint
from fanorona.service.http.streaming import MEDIA_TYPE, respond_or_stream
from fanorona.service.problems import Kind

blueprint = Blueprint("analysis", __name__, description="Best lines")


@blueprint.route("/v1/analysis")
@blueprint.arguments(AnalysisParameters, location="query")
@blueprint.response(200, schemas.Analysis)
@blueprint.streamed(MEDIA_TYPE)
@blueprint.problems(Kind.SEARCHES_BUSY)
@blueprint.cacheable
@blueprint.sends("Clamped", "Server-Timing")
def analyse(parameters: dict[str, Any]) -> Response:
    """Find the best line, or several.

    With `Accept: application/x-ndjson`, a line of JSON for every iteration of the search: `event`
    is `progress`, `heartbeat`, and at the end `answer` or `problem`.
    """
    return respond_or_stream(AnalysisQuestion, parameters)
