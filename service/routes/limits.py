"""`/v1/limits`: what this server allows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Response

from fanorona.service.contract.parameters import NoParameters
from fanorona.service.engine.answering import answerer
from fanorona.service.http.api import Blueprint
from fanorona.service.http.constant_answers import respond_constant
from fanorona.service.settings import HEADER_BYTES, Settings

blueprint = Blueprint("limits", __name__, description="What this server allows")


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The caps that a client can meet."""

    nodes: int
    time_ms: int
    lines: int
    turns_listed: int
    turns: int
    batch_questions: int
    body_bytes: int
    url_bytes: int
    header_bytes: int
    searches: int
    memory_mb: int
    rate: str | None


def limits_of(settings: Settings) -> Limits:
    return Limits(
        nodes=settings.max_nodes,
        time_ms=settings.max_time_ms,
        lines=settings.max_lines,
        turns_listed=settings.max_listed,
        turns=settings.max_turns,
        batch_questions=settings.max_batch,
        body_bytes=settings.max_body_bytes,
        url_bytes=settings.max_url_bytes,
        header_bytes=HEADER_BYTES,
        searches=settings.searches,
        memory_mb=settings.search_memory_mb,
        rate=settings.rate_limit or None,
    )


@blueprint.route("/v1/limits")
@blueprint.arguments(NoParameters, location="query")
@blueprint.answers(Limits)
@blueprint.problems()
@blueprint.cacheable
def get_limits(_parameters: dict[str, Any]) -> Response:
    """The limits of this server.

    A budget, `limit` or `lines` above its limit is lowered to it, and the header `Clamped` says so.
    Anything else above its limit is an error.
    """
    return respond_constant(limits_of(answerer().engine.settings))
