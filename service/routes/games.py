"""`/v1/games`: game files as JSON, for programs without a reader of their own."""

from __future__ import annotations

import sys
from functools import partial
from itertools import islice
from typing import Any

from flask import Response, request

from fanorona.service.contract.parameters import GameBody, GameListParameters
from fanorona.service.engine.answering import respond_alone
from fanorona.service.engine.searches import Flight
from fanorona.service.http.api import Blueprint
from fanorona.service.http.body import read_body
from fanorona.service.http.client_language import language_asked
from fanorona.service.problems import Kind, Problem
from fanorona.solver import Position
from fanorona.solver.as_json import json_text
from fanorona.solver.games.game_reading import read_games
from fanorona.solver.games.listed_games import GameList, listed
from fanorona.solver.rules import STANDARD
from fanorona.words import Language, Message

blueprint = Blueprint("games", __name__, description="Game files")

GAME_BODY = (
    {
        "text/plain": {"type": "string", "format": "binary", "description": "The game file."},
        "application/json": GameBody,
    },
    "A game file (FGN) or a line of turns: as it is, or inside of JSON.",
)


@blueprint.route("/v1/games", methods=["POST"])
@blueprint.arguments(GameListParameters, location="query")
@blueprint.body(*GAME_BODY)
@blueprint.answers(GameList)
@blueprint.problems(Kind.BODY_TOO_LARGE, Kind.UNSUPPORTED_MEDIA_TYPE, Kind.SEARCHES_BUSY)
@blueprint.sends("Server-Timing")
def read_game_file(parameters: dict[str, Any]) -> Response:
    """Read a game file: headers, the tree of turns, comments and marks, and what is wrong.

    Reading is lenient, and the answer is canonical. A game with `errors` has the turns before the
    first one; the other games of the file are not affected. Each turn `follows` another one of the
    list; of those that follow the same one, the first belongs to the line, the others are
    variations.
    """
    return respond_alone(partial(_read, game_text(), parameters.get("limit"), language_asked()), {})


def game_text() -> dict[str, Any]:
    """The game and where it begins, in whichever way they were sent."""
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


def _read(sent: dict[str, Any], limit: int | None, language: Language, _flight: Flight) -> str:
    start = Position.parse(sent["position"], sent["rules"])
    start.require_legal()
    games = islice(read_games(sent["game"], start), limit and min(limit, sys.maxsize))
    return json_text(listed(games, language))
