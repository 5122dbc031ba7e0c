"""`/v1/play`: a turn of a position, or a line of turns, in full."""

from __future__ import annotations

from typing import Any

from flask import Response

from fanorona.service.contract.asks import PLAY
from fanorona.service.engine.answering import respond
from fanorona.service.http.api import Blueprint

blueprint = Blueprint("play", __name__, description="Turns")


@blueprint.asks(PLAY)
def play_turn(parameters: dict[str, Any]) -> Response:
    """Read a turn in any notation, or a line of turns, and describe each in full.

    Give either `turn` or `line`. A text that fits no legal turn, or several, is an error that says
    why; in a line `turn_number` says which turn it is.
    """
    return respond(PLAY.question, parameters)
