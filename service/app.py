"""The app: settings in, a Flask application with every route out."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

from flask import Flask, Request, Response, request
from werkzeug.middleware.proxy_fix import ProxyFix

from fanorona.service.contract.openapi import ABOUT
from fanorona.service.engine.answer_cache import AnswerCache
from fanorona.service.engine.answering import Answerer
from fanorona.service.engine.collection import Collection
from fanorona.service.engine.known_addresses import KnownAddresses
from fanorona.service.engine.open_tables import OpenTables
from fanorona.service.engine.questions import Engine
from fanorona.service.engine.search_slots import SearchSlots
from fanorona.service.engine.searches import Searches
from fanorona.service.engine.shared_answers import SharedAnswers
from fanorona.service.http.api import Api
from fanorona.service.http.compression import compress_text
from fanorona.service.http.headers import set_headers
from fanorona.service.http.rate_limit import limit_rate
from fanorona.service.http.static_files import edition, send_file_of_pages, serve_files
from fanorona.service.operation.request_log import log_requests
from fanorona.service.problems import Kind, Problem
from fanorona.service.routes import BLUEPRINTS
from fanorona.service.routes.board_page import board_page
from fanorona.service.routes.installing import installing
from fanorona.service.routes.lessons import lessons_file
from fanorona.service.routes.pages import pages
from fanorona.service.settings import Settings
from fanorona.solver.version import __version__
from fanorona.words import Message

FREE_THREADS = 4
"""Threads of a worker that never wait for a search, so that short answers are always possible."""


class AppRequest(Request):
    """A body is in memory already when a form in it is read: its files need none on the disk."""

    def _get_file_stream(self, *_arguments: object, **_options: object) -> BytesIO:
        return BytesIO()


class App(Flask):
    """Flask without looking at every view and hook of every request for coroutines; none is one."""

    request_class = AppRequest

    def send_static_file(self, filename: str) -> Response:
        return send_file_of_pages(filename)

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func


def create_app(settings: Settings | None = None, tables: OpenTables | None = None) -> Flask:
    """The service; without settings, with those of the environment."""
    settings = settings or Settings.from_environment()
    app = App(__name__, static_url_path=f"/static/{edition()}")
    app.config.update(
        API_TITLE="Fanorona",
        API_VERSION=__version__,
        OPENAPI_VERSION="3.1.0",
        API_SPEC_OPTIONS=ABOUT,
        MAX_CONTENT_LENGTH=settings.max_body_bytes,
    )
    log_requests(app)
    tables = tables or OpenTables.open(settings.tables)
    for warning in tables.warnings:
        app.logger.warning(warning)
    app.extensions["settings"] = settings
    app.extensions["collection"] = Collection.read(settings.puzzles)
    app.extensions["answerer"] = _answerer(settings, tables, _run_folder(app, settings))
    compress_text(app)
    serve_files(app)
    set_headers(app, settings.cors_origins)
    _check_address(app, settings.max_url_bytes)
    limit_rate(app, settings)
    api = Api(app)
    for blueprint in BLUEPRINTS:
        api.register_blueprint(blueprint)
    app.register_blueprint(board_page)
    app.register_blueprint(lessons_file)
    app.register_blueprint(installing)
    app.register_blueprint(pages)
    app.extensions["api"] = api
    if _answers_are_the_same_for_all(settings):
        app.wsgi_app = KnownAddresses(app.wsgi_app, app.extensions["answerer"])  # type: ignore[method-assign]
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.proxies, x_proto=settings.proxies)  # type: ignore[method-assign]
    return app


def _answers_are_the_same_for_all(settings: Settings) -> bool:
    """Whether a short answer depends on nothing but its address."""
    return not settings.rate_limit and settings.cors_origins in ((), ("*",))


def _run_folder(app: Flask, settings: Settings) -> Path:
    """The folder that the workers share; without one, the app has its own for as long as it is."""
    if settings.run_folder:
        return Path(settings.run_folder)
    folder = tempfile.mkdtemp(prefix="fanorona-")
    weakref.finalize(app, shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def _answerer(settings: Settings, tables: OpenTables, folder: Path) -> Answerer:
    return Answerer(
        Engine(settings, tables),
        AnswerCache(settings.answer_cache_mb << 20),
        _shared_answers(settings),
        Searches(
            SearchSlots(folder, settings.searches),
            most_waiting=max(1, settings.threads - FREE_THREADS),
        ),
    )


def _shared_answers(settings: Settings) -> SharedAnswers | None:
    if not settings.shared_cache:
        return None
    return SharedAnswers(settings.shared_cache, settings.shared_cache_seconds)


def _check_address(app: Flask, most: int) -> None:
    @app.before_request
    def refuse_long_address() -> None:
        address = request.environ.get("RAW_URI") or request.full_path
        if len(address) > most:
            detail = Message("service.address-bytes", number=len(address), most=most)
            raise Problem(Kind.URL_TOO_LONG, detail)

    @app.before_request
    def refuse_unreadable_query() -> None:
        try:
            request.query_string.decode()
        except UnicodeDecodeError:
            raise Problem(Kind.MALFORMED_REQUEST, Message("parameter.query-bytes")) from None
