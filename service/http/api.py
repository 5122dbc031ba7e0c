"""flask-smorest with our errors, strict parameters, and names for the operations."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import flask
import marshmallow as ma
from flask_smorest import Api as SmorestApi
from flask_smorest import Blueprint as SmorestBlueprint
from webargs.flaskparser import FlaskParser
from werkzeug.routing import BaseConverter

from fanorona.service.contract import schemas
from fanorona.service.contract.asks import Ask
from fanorona.service.contract.documented_fields import Described, document_fields
from fanorona.service.http.body import read_body
from fanorona.service.http.client import CLOSED_REQUEST, ClientGone
from fanorona.service.http.client_language import language_asked
from fanorona.service.http.headers import REQUEST_ID
from fanorona.service.problems import MEDIA_TYPE, Kind, Problem, problem_of
from fanorona.solver import FanoronaError, Stopped
from fanorona.solver.quoting import shown
from fanorona.words import Message

View = Callable[..., Any]

EVERYWHERE = (
    Kind.MALFORMED_REQUEST,
    Kind.REQUEST_TIMEOUT,
    Kind.URL_TOO_LONG,
    Kind.HEADERS_TOO_LARGE,
    Kind.TOO_MANY_REQUESTS,
    Kind.INTERNAL_ERROR,
)
"""What any address may answer."""

MOST_QUERIES = 512
"""How many addresses a worker caches: reading one takes as long as the rest of a short answer."""

NOT_MODIFIED = "NotModified"
RETRIED = (429, 503)

HEADERS: dict[str, dict[str, Any]] = {
    "Clamped": {
        "description": "What was above a limit, and what was used instead: `nodes=10000000`.",
        "schema": {"type": "string"},
    },
    "Retry-After": {"description": "When to ask again, in seconds.", "schema": {"type": "integer"}},
    "Server-Timing": {
        "description": "How long the answer took, from the `engine` or the `cache`.",
        "schema": {"type": "string"},
    },
    REQUEST_ID: {
        "description": "The id of the request in the log.",
        "schema": {"type": "string"},
    },
}
"""What answers carry besides the library's own ETag."""


class PuzzleId(BaseConverter):
    """The id of a puzzle in the collection, as the last part of an address."""

    regex = "[a-z0-9-]+-[0-9]+"


class Api(SmorestApi):
    """Every error is a problem, in the answers and in the specification."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def handle_http_exception(self, error: Exception) -> flask.Response:
        problem = problem_of(error)
        return problem.response(language_asked())

    def _register_error_handlers(self) -> None:
        super()._register_error_handlers()
        for kind in (Problem, FanoronaError, MemoryError, Stopped):
            self._app.register_error_handler(kind, self.handle_http_exception)
        self._app.register_error_handler(
            ClientGone, lambda _: flask.Response(status=CLOSED_REQUEST)
        )

    def register_blueprint(self, blp: Blueprint, **options: Any) -> None:
        self._add_components(blp.components)
        super().register_blueprint(blp, **options)

    def _init_spec(self, **options: Any) -> None:
        super()._init_spec(extra_plugins=[Described()], **options)
        document_fields(self.ma_plugin.converter)
        self._add_components(schemas.problem_components())
        self._app.url_map.converters["puzzle"] = PuzzleId
        pattern = {"type": "string", "pattern": f"^{PuzzleId.regex}$"}
        self.register_converter(PuzzleId, lambda _: pattern)

    def _add_components(self, components: Mapping[str, schemas.Schema]) -> None:
        for name, schema in components.items():
            if name not in self.spec.components.schemas:
                self.spec.components.schema(name, schema)

    def _register_pagination_header(self) -> None:
        """There is none: links to other pages are in the answers."""

    def _register_responses(self) -> None:
        """In the place of the library's own, whose names depend on the version of Python."""
        for name, header in HEADERS.items():
            self.spec.components.header(_header_id(name), header, lazy=True)
        unchanged = {
            "description": "The client has the answer already.",
            "headers": _documented_headers("ETag", REQUEST_ID),
        }
        self.spec.components.response(NOT_MODIFIED, unchanged, lazy=True)
        for status in {kind.status for kind in Kind}:
            titles = [f"{kind.title} (`{kind.code}`)" for kind in Kind if kind.status == status]
            retried = ["Retry-After"] if status in RETRIED else []
            response = {
                "description": ", ".join(titles),
                "content": {MEDIA_TYPE: {"schema": schemas.reference("Problem")}},
                "headers": _documented_headers(*retried, REQUEST_ID),
            }
            self.spec.components.response(_response_name(status), response, lazy=True)


def path_parameter(name: str, about: str) -> dict[str, str]:
    """What the specification says of a part of an address."""
    return {"in": "path", "name": name, "description": about}


def _response_name(status: int) -> str:
    return f"Problem{status}"


def _header_id(name: str) -> str:
    return name.upper().replace("-", "_")


def _documented_headers(*names: str) -> dict[str, str]:
    return {name: _header_id(name) for name in names}


class Parser(FlaskParser):
    """Reads parameters; what is given twice, or is not JSON, is an error."""

    def __init__(self) -> None:
        # Whether other parameters are allowed is for the schema to say, not for the place.
        super().__init__(unknown=None)
        self._queries_read = lru_cache(maxsize=MOST_QUERIES)(self._read_query)

    def parse(self, argmap: Any, *arguments: Any, **options: Any) -> Any:
        """The checked parameters; those of an address are read once, and then remembered."""
        if options.get("location") != "query":
            return super().parse(argmap, *arguments, **options)
        return dict(self._queries_read(argmap, flask.request.query_string))

    def _read_query(self, schema: ma.Schema, _query: bytes) -> dict[str, Any]:
        values: dict[str, Any] = super().parse(schema, location="query")
        return values

    def load_querystring(self, req: flask.Request, schema: ma.Schema) -> Any:
        values = req.args.to_dict(flat=False)
        for name, given in values.items():
            if len(given) > 1:
                raise ma.ValidationError({name: [Message("parameter.twice")]})
        return {name: given[0] for name, given in values.items()}

    def load_json(self, req: flask.Request, schema: ma.Schema) -> Any:
        if not req.is_json:
            kinds = ("application/json",)
            raise Problem(Kind.UNSUPPORTED_MEDIA_TYPE, Message("body.type", kinds=kinds))
        try:
            return json.loads(
                read_body(), object_pairs_hook=_object, parse_constant=_refuse_constant
            )
        except (ValueError, RecursionError):
            raise Problem(Kind.MALFORMED_REQUEST, Message("body.not-json")) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of a JSON text; Python's reader would take the last of two equal names."""
    members: dict[str, Any] = {}
    for name, value in pairs:
        if name in members:
            detail = Message("body.name-twice", name=shown(name, 40))
            raise Problem(Kind.MALFORMED_REQUEST, detail)
        members[name] = value
    return members


def _refuse_constant(name: str) -> None:
    """Refuse NaN and Infinity: Python's reader takes them, but they are not JSON."""
    raise ValueError(name)


class Blueprint(SmorestBlueprint):
    """Operations are named after their functions, and say which problems they may answer."""

    ARGUMENTS_PARSER = Parser()

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.components: dict[str, schemas.Schema] = {}
        """What its operations answer, by published name."""
        self._prepare_doc_cbks.append(self._prepare_header_doc)

    def route(self, rule: str, **options: Any) -> Callable[[View], View]:
        register = super().route(rule, **options)

        def decorator(view: View) -> View:
            _notes(view).setdefault("manual_doc", {})["operationId"] = view.__name__
            registered: View = register(view)
            return registered

        return decorator

    def asks(self, ask: Ask) -> Callable[[View], View]:
        """The address of a kind of question, and all that there is to say about it."""

        def decorator(view: View) -> View:
            view = self.cacheable(self.sends(*ask.headers)(view))
            view = self.answers(ask.answer)(self.problems(*ask.problems)(view))
            view = self.arguments(ask.parameters, location="query")(view)
            return self.route(f"/v1/{ask.name}")(view)

        return decorator

    def streams(
        self, ask: Ask, media_types: Sequence[str], methods: Sequence[str] = ("GET",)
    ) -> Callable[[View], View]:
        """The address of a kind of question whose answer comes event by event."""
        self.components |= schemas.event_components()
        events = schemas.reference(f"{schemas.name_of(ask.answer)}Event")

        def decorator(view: View) -> View:
            view = self.problems(*ask.problems)(self.sends("Clamped")(view))
            for media_type in reversed(media_types):
                text = {
                    "type": "string",
                    "contentMediaType": media_type,
                    "contentSchema": {"type": "array", "items": events},
                }
                told = "What is known so far, event by event, and at the end the answer."
                view = self.response(200, text, content_type=media_type, description=told)(view)
            view = self.arguments(ask.in_address, location="query")(view)
            return self.route(f"/v1/{ask.name}/stream", methods=list(methods))(view)

        return decorator

    def answers(self, kind: type) -> Callable[[View], View]:
        """Document that the answer is a dataclass of this kind, as JSON."""
        return self.described(schemas.name_of(kind), schemas.components_of(kind))

    def described(
        self, name: str, components: Mapping[str, schemas.Schema]
    ) -> Callable[[View], View]:
        """Document that the answer is one of some components."""
        self.components |= components
        about = components[name]["description"]
        return self.response(200, schemas.reference(name), description=about)

    def response(
        self, status: int, schema: schemas.Schema, **options: Any
    ) -> Callable[[View], View]:
        decorator: Callable[[View], View] = super().response(status, schema, **options)
        return decorator

    def arguments(self, schema: type[ma.Schema], **options: Any) -> Callable[[View], View]:
        # One instance for all requests: making one takes longer than using it.
        decorate = super().arguments(schema(), **options)

        def decorator(view: View) -> View:
            decorated: View = decorate(view)
            refused = Kind.INVALID_PARAMETER.status
            _notes(decorated)["arguments"]["responses"] = {refused: _response_name(refused)}
            return decorated

        return decorator

    def body(self, kinds: dict[str, Any], about: str) -> Callable[[View], View]:
        """Document a body that the view reads itself, in one of several media types."""

        def decorator(view: View) -> View:
            content = {media_type: {"schema": schema} for media_type, schema in kinds.items()}
            body = {"required": True, "description": about, "content": content}
            _notes(view)["manual_doc"] = {"requestBody": body}
            return view

        return decorator

    def problems(self, *kinds: Kind) -> Callable[[View], View]:
        """Document what a view may answer besides its answer."""

        def decorator(view: View) -> View:
            for kind in (*EVERYWHERE, *kinds):
                _documented_responses(view)[kind.status] = [_response_name(kind.status)]
            return view

        return decorator

    def cacheable(self, view: View) -> View:
        """Document that the answer has an ETag."""
        _documented_responses(view)[304] = [NOT_MODIFIED]
        return self.sends("ETag")(view)

    def sends(self, *headers: str) -> Callable[[View], View]:
        """Document headers of the answer."""

        def decorator(view: View) -> View:
            _notes(view).setdefault("headers", []).extend(headers)
            return view

        return decorator

    @staticmethod
    def _prepare_header_doc(doc: Any, doc_info: Any, **_: object) -> Any:
        sent = doc_info.get("headers", [])
        doc["responses"][200]["headers"] = _documented_headers(*sorted(sent), REQUEST_ID)
        if "ETag" in sent:
            doc.setdefault("parameters", []).append("IF_NONE_MATCH")
        return doc


def _notes(view: View) -> dict[str, Any]:
    """What flask-smorest has noted about a view. Its own decorators would wrap the view each time,
    and a request would go through all of them."""
    noted: Any = view
    if not hasattr(noted, "_apidoc"):
        noted._apidoc = {}
    notes: dict[str, Any] = noted._apidoc
    return notes


def _documented_responses(view: View) -> dict[int, list[Any]]:
    responses: dict[int, list[Any]] = (
        _notes(view).setdefault("response", {}).setdefault("responses", {})
    )
    return responses
