"""`/v1/review`: what every turn of a game was worth."""

from __future__ import annotations

from typing import Any

from flask import Response

from fanorona.service.contract.asks import REVIEW
from fanorona.service.http.api import Blueprint
from fanorona.service.http.streaming import MEDIA_TYPES, respond_or_stream, stream
from fanorona.service.routes.games import GAME_BODY, game_text

blueprint = Blueprint("review", __name__, description="Review of games")


@blueprint.route("/v1/review", methods=["POST"])
@blueprint.arguments(REVIEW.in_address, location="query")
@blueprint.body(*GAME_BODY)
@blueprint.answers(REVIEW.answer)
@blueprint.problems(*REVIEW.problems)
@blueprint.sends("Clamped", "Server-Timing")
def review_game(parameters: dict[str, Any]) -> Response:
    """Review a game: the value of every turn, what it lost, and what was missed.

    The budget of nodes is for each position, but all of them together take no more than one search
    may; that of time is for the whole game. Turns are judged from the last to the first. When the
    time is up, `complete` is false, and the turns that are done are there. `/v1/review/stream`
    sends each turn as soon as it is judged; so does this address with `Accept:
    application/x-ndjson` or `text/event-stream`.
    """
    return respond_or_stream(REVIEW.question, {**parameters, **game_text()})


@blueprint.streams(REVIEW, MEDIA_TYPES, methods=["POST"])
@blueprint.body(*GAME_BODY)
def stream_review(parameters: dict[str, Any]) -> Response:
    """Review a game, and send each turn as soon as it is judged, the last one first.

    A `progress` event has a turn, `answer` at the end the whole review.
    """
    return stream(REVIEW.question, {**parameters, **game_text()})
