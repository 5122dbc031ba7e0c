"""`/`: the analysis board."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any
from urllib.parse import quote

from flask import Blueprint, Response, current_app, make_response, render_template, request

from fanorona.service.engine.answering import answerer
from fanorona.service.http.client_language import best_of
from fanorona.service.http.script_bundle import BUNDLE
from fanorona.service.http.static_files import FOLDER
from fanorona.service.link_preview import preview_of
from fanorona.service.page_words import words_in
from fanorona.service.routes.lessons import lessons_address
from fanorona.solver import Position, answers
from fanorona.solver.as_json import as_json
from fanorona.solver.rules import STANDARD
from fanorona.words import LANGUAGES, catalogue, language_names

board_page = Blueprint("board", __name__)

ICON = (FOLDER / "icons" / "icon.svg").read_text("utf-8").strip()


@board_page.get("/")
def show_board() -> Response:
    """The board in the reader's language: `?lang=`, or what the browser prefers."""
    page = board_text(language_asked(), request.args)
    response = make_response(page)
    response.vary.add("Accept-Language")
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response


def board_text(language: str, link: Mapping[str, str]) -> str:
    """The page; `link` is what its address asks for, so that others can show a picture of it."""
    settings = current_app.extensions["settings"]
    collection = current_app.extensions["collection"]
    return render_template(
        "board.html",
        language=language,
        languages=language_names(),
        words=words_in(language),
        note=catalogue(language)["language.note"],
        script=BUNDLE,
        tables=_covered(),
        usual_rules=STANDARD.id,
        known_steps=[_first_steps()],
        lessons=lessons_address(language),
        icon=f"data:image/svg+xml,{quote(ICON)}",
        preview=preview_of(link, collection, language, settings.public_url),
    )


@cache
def _first_steps() -> dict[str, Any]:
    """What `/v1/steps` says of the start: the first turn can be played before anything is asked."""
    said: dict[str, Any] = as_json(answers.steps(Position.start()))
    return said


def _covered() -> dict[str, int]:
    """Up to how many stones the endgame tables of each game go, such as "standard 9x5"."""
    covers = answerer().engine.tables.stones().items()
    return {" ".join(game): stones for game, stones in covers}


def language_asked() -> str:
    """The reader's language: `?lang=`, or what the browser prefers."""
    asked = request.args.get("lang", "")
    if asked in LANGUAGES:
        return asked
    return best_of(LANGUAGES) or LANGUAGES[0]
