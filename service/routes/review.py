"""`/v1/review`: what every turn of a game was worth."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from fanorona.service.contract.asks import REVIEW
from fanorona.service.contract.parameters import GameBody
from fanorona.service.http.api import Blueprint
from fanorona.service.http.body import read_body
from fanorona.service.http.streaming import MEDIA_TYPES, respond_or_stream, stream
from fanorona.service.problems import Kind, Problem
from fanorona.solver.rules import STANDARD
from fanorona.words import Message

blueprint = Blueprint("review", __name__, description="Review of games")

BODY = {
    "text/plain": {"type": "string", "format": "binary", "description": "The game file."},
    "application/json": GameBody,
}
ABOUT_BODY = "A game file (FGN) or a line of turns: as it is, or inside of JSON."


@blueprint.route("/v1/review", methods=["POST"])
@blueprint.arguments(REVIEW.in_address, location="query")
@blueprint.body(BODY, ABOUT_BODY)
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
    return respond_or_stream(REVIEW.question, {**parameters, **_game()})


@blueprint.streams(REVIEW, MEDIA_TYPES, methods=["POST"])
@blueprint.body(BODY, ABOUT_BODY)
def stream_review(parameters: dict[str, Any]) -> Response:
    """Review a game, and send each turn as soon as it is judged, the last one first.

    A `progress` event has a turn, `answer` at the end the whole review.
    """
    return stream(REVIEW.question, {**parameters, **_game()})


def _game() -> dict[str, Any]:
    """The parameters that the body has."""
    if request.is_json:
        found: dict[str, Any] = blueprint.ARGUMENTS_PARSER.parse(GameBody(), location="json")
        return found
    if request.mimetype != "text/plain":
        kinds = ("text/plain", "application/json")
        raise Problem(Kind.UNSUPPORTED_MEDIA_TYPE, Message("body.type", kinds=kinds))
    body = read_body()
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError:
        # The accents of an older editor survive, as in puzzle files.
        text = body.decode("cp1252", errors="replace")
    return {"game": text, "position": "start", "rules": STANDARD.id}
