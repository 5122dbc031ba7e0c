"""`/lessons/…`: the lessons of the board in one language, for as long as they stay the same."""

from __future__ import annotations

from flask import Blueprint, Response, request, url_for
from werkzeug.exceptions import NotFound

from fanorona.service.course import course
from fanorona.service.http.static_files import FOR_A_YEAR
from fanorona.words import LANGUAGES

lessons_file = Blueprint("lessons", __name__)


def lessons_address(language: str) -> str:
    """Where the lessons are; another address as soon as they change."""
    return url_for("lessons.get_lessons", edition=course(language).edition, language=language)


@lessons_file.get("/lessons/<edition>/<language>.json")
def get_lessons(edition: str, language: str) -> Response:
    """All lessons. While servers are replaced, those of another edition are asked for again."""
    if language not in LANGUAGES:
        raise NotFound
    found = course(language)
    response = Response(found.text, mimetype="application/json")
    same = edition == found.edition
    response.headers["Cache-Control"] = FOR_A_YEAR if same else "no-cache"
    response.set_etag(found.edition)
    response.make_conditional(request)
    return response
