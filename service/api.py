"""flask-smorest with our errors, strict parameters, and names for the operations."""

from __future__ import annotations

import json
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import flask
import marshmallow as ma
from flask_smorest import Api as SmorestApi
from flask_smorest import Blueprint as SmorestBlueprint
from flask_smorest.utils import prepare_response
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import BadRequest, UnsupportedMediaType

from service import schemas
from service.problems import MEDIA_TYPE, Kind, ListingStopped, Problem, problem_of
from solver import FanoronaError

View = Callable[..., Any]

EVERYWHERE = (Kind.MALFORMED_REQUEST, Kind.URL_TOO_LONG, Kind.TOO_MANY_REQUESTS)
"""What any address may answer."""


class Api(SmorestApi):
    """Every error is a problem, in the answers and in the specification."""

    ERROR_SCHEMA = schemas.Problem
    DEFAULT_ERROR_RESPONSE_NAME = None

    def handle_http_exception(self, error: Exception) -> flask.Response:
        return problem_of(error).response()

    def _register_error_handlers(self) -> None:
        super()._register_error_handlers()
        for kind in (Problem, FanoronaError, ListingStopped):
            self._app.register_error_handler(kind, self.handle_http_exception)

    def _register_responses(self) -> None:
        """As the library does, with the media type of problems and the headers they come with."""
        for status in HTTPStatus:
            response: dict[str, Any] = {"description": status.phrase}
            if status >= HTTPStatus.BAD_REQUEST:
                response["schema"] = self.ERROR_SCHEMA
            if status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE):
                response["headers"] = {
                    "Retry-After": {"description": "Seconds.", "schema": {"type": "integer"}}
                }
            prepare_response(response, self.spec, MEDIA_TYPE)
            self.spec.components.response(status.name, response, lazy=True)


class Parser(FlaskParser):
    """Reads parameters; what is given twice, or is no JSON, is an error."""

    # None: what else is there is for the schema to judge.
    DEFAULT_UNKNOWN_BY_LOCATION: dict[str, str | None] = {"query": None, "json": None}

    def load_querystring(self, req: flask.Request, schema: ma.Schema) -> Any:
        values = req.args.to_dict(flat=False)
        for name, given in values.items():
            if len(given) > 1:
                raise ma.ValidationError({name: ["Given more than once."]})
        return {name: given[0] for name, given in values.items()}

    def load_json(self, req: flask.Request, schema: ma.Schema) -> Any:
        if not req.is_json:
            raise UnsupportedMediaType("The body must be application/json.")
        try:
            return json.loads(req.get_data())
        except (ValueError, RecursionError):
            raise BadRequest("The body is not JSON.") from None


class Blueprint(SmorestBlueprint):
    """Operations are named after their functions, and say which problems they may answer."""

    ARGUMENTS_PARSER = Parser()

    def route(self, rule: str, **options: Any) -> Callable[[View], View]:
        register = super().route(rule, **options)

        def decorator(view: View) -> View:
            registered: View = register(self.doc(operationId=view.__name__)(view))
            return registered

        return decorator

    def problems(self, *kinds: Kind) -> Callable[[View], View]:
        """Document what a view may answer besides its answer."""

        def decorator(view: View) -> View:
            for kind in (*EVERYWHERE, *kinds):
                name = HTTPStatus(kind.status).name
                view = self.alt_response(kind.status, name)(view)
            return view

        return decorator
