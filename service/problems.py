"""Problems: every error that the service answers, as RFC 9457 describes them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from http import HTTPStatus
from typing import Any

import marshmallow as ma
from flask import Response
from werkzeug.exceptions import HTTPException

from fanorona.solver import (
    AmbiguousTurn,
    FanoronaError,
    IllegalPosition,
    IllegalTurn,
    NotationError,
    OutOfMemory,
    Stopped,
    TooManyTurns,
)
from fanorona.solver.as_json import as_json
from fanorona.solver.tables.tablebase import NoTables, NotCovered
from fanorona.words import Language, Message, say

MEDIA_TYPE = "application/problem+json"
PAGE = "/docs/problems"
"""What `type` begins with: the page that explains every code."""


MOST_READINGS = 100
"""How many of the turns that an ambiguous text fits are listed."""

MOST_FAULTS = 5
"""How many faults the detail of a problem names; `errors` has them all."""


class Kind(Enum):
    """The kinds of problems, each with the stable name that programs look at and its status."""

    MALFORMED_REQUEST = ("malformed-request", 400)
    NOT_FOUND = ("not-found", 404)
    NOT_COVERED = ("not-covered", 404)
    METHOD_NOT_ALLOWED = ("method-not-allowed", 405)
    REQUEST_TIMEOUT = ("request-timeout", 408)
    BODY_TOO_LARGE = ("body-too-large", 413)
    URL_TOO_LONG = ("url-too-long", 414)
    UNSUPPORTED_MEDIA_TYPE = ("unsupported-media-type", 415)
    INVALID_PARAMETER = ("invalid-parameter", 422)
    UNREADABLE_POSITION = ("unreadable-position", 422)
    ILLEGAL_POSITION = ("illegal-position", 422)
    UNREADABLE_TURN = ("unreadable-turn", 422)
    ILLEGAL_TURN = ("illegal-turn", 422)
    AMBIGUOUS_TURN = ("ambiguous-turn", 422)
    UNREADABLE_GAME = ("unreadable-game", 422)
    TOO_MANY_TURNS = ("too-many-turns", 422)
    BUDGET_SPENT = ("budget-spent", 422)
    TOO_MANY_REQUESTS = ("too-many-requests", 429)
    HEADERS_TOO_LARGE = ("headers-too-large", 431)
    INTERNAL_ERROR = ("internal-error", 500)
    NOT_AVAILABLE = ("not-available", 501)
    SEARCHES_BUSY = ("searches-busy", 503)
    NOT_READY = ("not-ready", 503)

    def __init__(self, code: str, status: int) -> None:
        self.code = code
        self.status = status

    @property
    def title(self) -> Message:
        """What it is, in a few words."""
        return Message(f"problem.{self.code}")

    @property
    def meaning(self) -> Message:
        """When it is answered."""
        return Message(f"problem.{self.code}.meaning")


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with one part of a question; the pointer is a JSON pointer to the part."""

    pointer: str
    detail: Message


class Problem(Exception):  # noqa: N818 - the RFC's word
    """An error on its way to the client."""

    def __init__(
        self,
        kind: Kind,
        detail: Message,
        faults: Sequence[Fault] = (),
        *,
        headers: Mapping[str, str] | None = None,
        extensions: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(str(detail))
        self.kind = kind
        self.detail = detail
        self.faults = tuple(faults)
        self.headers = dict(headers or {})
        self.extensions = dict(extensions or {})

    def body(self, language: Language = "en") -> dict[str, Any]:
        """The published object; what it says in words is in that language."""
        errors = as_json(self.faults, language)
        return {
            "type": f"{PAGE}#{self.kind.code}",
            "title": say(self.kind.title, language),
            "status": self.kind.status,
            "detail": say(self.detail, language),
            "code": self.kind.code,
            **({"errors": errors} if errors else {}),
            **self.extensions,
        }

    def response(self, language: Language) -> Response:
        headers = {
            **self.headers,
            "Cache-Control": "no-store",
            "Content-Language": language,
            "Vary": "Accept-Language",
        }
        return Response(
            json.dumps(self.body(language)), self.kind.status, headers, mimetype=MEDIA_TYPE
        )


def internal_error() -> Problem:
    """What is not the client's fault; the log alone has more."""
    return Problem(Kind.INTERNAL_ERROR, Message("service.failed"))


_WORDED: tuple[tuple[tuple[type[Exception], ...], Kind, Message], ...] = (
    ((NotCovered, NoTables), Kind.NOT_COVERED, Message("service.not-covered")),
    ((Stopped,), Kind.TOO_MANY_TURNS, Message("service.turns-time")),
    ((TooManyTurns,), Kind.TOO_MANY_TURNS, Message("service.turns-memory")),
    ((OutOfMemory, MemoryError), Kind.NOT_READY, Message("service.memory")),
)
"""Errors whose own words are not for the client."""


def problem_of(error: Exception, turn_pointer: str = "/turn") -> Problem:
    """The problem that an error is to the client; what is not the client's fault stays vague."""
    for errors, kind, detail in _WORDED:
        if isinstance(error, errors):
            return Problem(kind, detail)
    match error:
        case Problem():
            return error
        case IllegalPosition():
            faults = [Fault("/position", defect) for defect in error.defects]
            return Problem(Kind.ILLEGAL_POSITION, error.message, faults)
        case AmbiguousTurn() | IllegalTurn() | NotationError():
            return _turn_problem(error, turn_pointer)
        case FanoronaError():
            return Problem(Kind.INVALID_PARAMETER, error.placed())
        case ma.ValidationError():
            return _faulty(Kind.INVALID_PARAMETER, error.messages)
        case HTTPException():
            return _http_problem(error)
    return internal_error()


def _turn_problem(error: AmbiguousTurn | IllegalTurn | NotationError, pointer: str) -> Problem:
    extensions: dict[str, object] = {}
    match error:
        case AmbiguousTurn():
            kind = Kind.AMBIGUOUS_TURN
            extensions["turns"] = list(error.turns[:MOST_READINGS])
        case IllegalTurn():
            kind = Kind.ILLEGAL_TURN
            extensions["step"] = error.step
        case NotationError():
            kind = Kind.UNREADABLE_TURN
    detail = error.placed()
    if error.turn_number is not None:
        which = Message("place.turn", number=error.turn_number)
        detail = Message("place.before", place=which, reason=detail)
        extensions["turn_number"] = error.turn_number
    return Problem(kind, detail, [Fault(pointer, detail)], extensions=extensions)


_KIND_OF_STATUS = {
    HTTPStatus.NOT_FOUND: Kind.NOT_FOUND,
    HTTPStatus.METHOD_NOT_ALLOWED: Kind.METHOD_NOT_ALLOWED,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: Kind.BODY_TOO_LARGE,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: Kind.UNSUPPORTED_MEDIA_TYPE,
    HTTPStatus.UNPROCESSABLE_ENTITY: Kind.INVALID_PARAMETER,
}


def _http_problem(error: HTTPException) -> Problem:
    """An error that Flask or webargs raised; their extra headers, such as Allow, are kept."""
    status = error.code or HTTPStatus.INTERNAL_SERVER_ERROR
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return internal_error()
    kind = _KIND_OF_STATUS.get(HTTPStatus(status), Kind.MALFORMED_REQUEST)
    headers = {name: text for name, text in error.get_headers() if name != "Content-Type"}
    messages = getattr(error, "data", {}).get("messages")
    if messages:
        # They begin with the place: query, json, path.
        return _faulty(kind, list(messages.values()), headers)
    return Problem(kind, kind.meaning, headers=headers)


def _faulty(kind: Kind, messages: Any, headers: Mapping[str, str] | None = None) -> Problem:
    """A problem with every fault that marshmallow has found."""
    faults = list(_below("", messages))
    return Problem(kind, _joined(faults), faults, headers=headers)


def _below(pointer: str, found: Any) -> Iterator[Fault]:
    if isinstance(found, Mapping):
        for name, inner in found.items():
            step = str(name).replace("~", "~0").replace("/", "~1")
            yield from _below(pointer if name == "_schema" else f"{pointer}/{step}", inner)
    elif isinstance(found, list):
        for inner in found:
            yield from _below(pointer, inner)
    else:
        yield Fault(pointer, found if isinstance(found, Message) else Message("parameter.invalid"))


def _joined(faults: Sequence[Fault]) -> Message:
    told = tuple(
        Message(
            "place.before",
            place=one.pointer.lstrip("/") or Message("place.body"),
            reason=one.detail,
        )
        for one in faults[:MOST_FAULTS]
    )
    return Message("parameter.faults", faults=told)
