"""The board as an app: its manifest, and the service worker that opens it without the network."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from flask import Blueprint, Response, request, url_for

from fanorona.service.http.headers import WORKER_POLICY
from fanorona.service.http.script_bundle import BUNDLE
from fanorona.service.http.static_files import FOLDER
from fanorona.service.page_words import words_in
from fanorona.service.routes.board_page import board_text, language_asked
from fanorona.service.routes.lessons import lessons_address

installing = Blueprint("installing", __name__)

SCRIPT = FOLDER / "service-worker.js"
OFFLINE_MODULES = (
    BUNDLE,
    "arrows.js",
    "board-tab.js",
    "branch-tools.js",
    "dialog.js",
    "elements.js",
    "key-help.js",
    "learn.js",
    "lesson-card.js",
    "sounds.js",
    "tabs.js",
    "turn-list.js",
)
"""What the page and the lessons are made of; the rest needs the service anyway."""

COLOUR = "#f4ebdc"
ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("maskable-512.png", "512x512", "maskable"),
)


@installing.get("/manifest.webmanifest")
def get_manifest() -> Response:
    """What a phone needs to know to put the page beside its apps."""
    language = language_asked()
    words = words_in(language)
    manifest = {
        "id": "/",
        "name": words["title"],
        "short_name": "Fanorona",
        "description": words["summary"],
        "lang": language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": COLOUR,
        "theme_color": COLOUR,
        "categories": ["games"],
        "icons": [
            {"src": _file(f"icons/{name}"), "sizes": sizes, "type": "image/png", "purpose": purpose}
            for name, sizes, purpose in ICONS
        ],
        "shortcuts": [{"name": words["way-learn"], "url": "/#lesson="}],
    }
    return _fresh(json.dumps(manifest, ensure_ascii=False), "application/manifest+json")


@installing.get("/service-worker.js")
def get_service_worker() -> Response:
    """The script, and what it is to keep, in the language of the page that asks for it."""
    script = f"const OFFLINE = {json.dumps(_offline(language_asked()))};\n"
    response = _fresh(script + SCRIPT.read_text("utf-8"), "text/javascript")
    response.headers["Content-Security-Policy"] = WORKER_POLICY
    return response


def _offline(language: str) -> dict[str, Any]:
    modules = [_file(f"board/{name}") for name in OFFLINE_MODULES]
    files = [_file("board/board.css"), *modules, lessons_address(language)]
    # The names of files have their edition in them: whatever changes, this does.
    whole = board_text(language, {}) + json.dumps(files)
    return {
        "edition": f"{hashlib.sha256(whole.encode()).hexdigest()[:16]}-{language}",
        "page": f"/?lang={language}",
        "files": files,
    }


def _file(name: str) -> str:
    return url_for("static", filename=name)


def _fresh(text: str, media_type: str) -> Response:
    """A response that is asked for again each time."""
    response = Response(text, mimetype=media_type)
    response.vary.add("Accept-Language")
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response
