"""`/v1/analysis`: the best lines of a position."""

from __future__ import annotations

from typing import Any

from flask import Response

from service import schemas
from service.api import Blueprint
from service.parameters import AnalysisParameters
from service.problems import Kind
from service.questions import AnalysisQuestion
from service.streaming import MEDIA_TYPE, respond_or_stream

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
