"""Problems: every error that the service answers, as RFC 9457 describes them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
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
from fanorona.solver.tables.tablebase import NoTables, NotCovered
from fanorona.words import LANGUAGES, Language, Message, code_of, say

MEDIA_TYPE = "application/problem+json"
PAGE = "/docs/problems"
"""What `type` begins with: the page that explains every code."""


MOST_READINGS = 100
"""So many of the turns that an ambiguous text fits are listed."""


class Kind(Enum):
    """The codes, each with its status, its title, and when it is answered."""

    MALFORMED_REQUEST = (400, "Malformed request", "The request is not HTTP, or its body not JSON.")
    NOT_FOUND = (404, "Not found", "There is nothing at this address.")
    NOT_COVERED = (404, "Not in the tables", "No endgame table here has the position.")
    METHOD_NOT_ALLOWED = (405, "Method not allowed", "`Allow` names the methods of the address.")
    REQUEST_TIMEOUT = (408, "Request timeout", "The request took too long to arrive.")
    BODY_TOO_LARGE = (413, "Body too large", "`/v1/limits` says how long a body may be.")
    URL_TOO_LONG = (414, "Address too long", "`/v1/limits` says how long it may be.")
    UNSUPPORTED_MEDIA_TYPE = (415, "Unsupported media type", "The body has another type or coding.")
    INVALID_PARAMETER = (422, "Invalid parameter", "`errors` names each one and what is wrong.")
    UNREADABLE_POSITION = (422, "Unreadable position", "The text is no position.")
    ILLEGAL_POSITION = (422, "Illegal position", "`errors` lists every defect under the rules.")
    UNREADABLE_TURN = (422, "Unreadable turn", "The text is no turn.")
    ILLEGAL_TURN = (422, "Illegal turn", "Not a turn of the position; `step` is the failing step.")
    AMBIGUOUS_TURN = (422, "Ambiguous turn", "The text fits several legal turns: `turns`.")
    TOO_MANY_TURNS = (422, "Too many turns", "The position has more turns than can be listed.")
    BUDGET_SPENT = (422, "Budget spent", "Earlier questions of the batch used up its budget.")
    TOO_MANY_REQUESTS = (429, "Too many requests", "`Retry-After` says when to ask again.")
    HEADERS_TOO_LARGE = (431, "Headers too large", "`/v1/limits` says how long a header may be.")
    INTERNAL_ERROR = (500, "Internal error", "A fault of the service; its operator can look it up.")
    NOT_AVAILABLE = (501, "Not available", "What it takes is not installed on this server.")
    SEARCHES_BUSY = (503, "All searches busy", "`Retry-After` says when to ask again.")
    NOT_READY = (503, "Not ready", "The service cannot answer now.")

    def __init__(self, status: int, title: str, meaning: str) -> None:
        self.status = status
        self.title = title
        self.meaning = meaning

    @property
    def code(self) -> str:
        """The stable name that programs look at."""
        return self.name.lower().replace("_", "-")


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with one part of a question; the pointer is a JSON pointer to the part."""

    pointer: str
    detail: Message
    code: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "code", code_of(self.detail))


class Problem(Exception):  # noqa: N818 - the RFC's word
    """An error on its way to the client."""

    def __init__(
        self,
        kind: Kind,
        detail: Message | str,
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
        """The published object; what it says in words, in that language as far as possible."""
        errors = [
            {
                "pointer": one.pointer,
                "detail": say(one.detail, language),
                "code": one.code,
            }
            for one in self.faults
        ]
        return {
            "type": f"{PAGE}#{self.kind.code}",
            "title": self.kind.title,
            "status": self.kind.status,
            "detail": _said(self.detail, language),
            "code": self.kind.code,
            **({"errors": errors} if errors else {}),
            **self.extensions,
        }

    def response(self, language: Language) -> Response:
        body = self.body(language)
        headers = {
            **self.headers,
            "Cache-Control": "no-store",
            "Content-Language": language if body != self.body() else LANGUAGES[0],
            "Vary": "Accept-Language",
        }
        return Response(json.dumps(body), self.kind.status, headers, mimetype=MEDIA_TYPE)


def _said(detail: Message | str, language: Language) -> str:
    return say(detail, language) if isinstance(detail, Message) else detail


def internal_error() -> Problem:
    """What is not the client's fault; the log alone has more."""
    return Problem(Kind.INTERNAL_ERROR, "the service failed to answer; the fault is not yours")


_WORDED: tuple[tuple[tuple[type[Exception], ...], Kind, str], ...] = (
    ((NotCovered, NoTables), Kind.NOT_COVERED, "no endgame table here has this position"),
    ((Stopped,), Kind.TOO_MANY_TURNS, "the turns could not be listed in time"),
    ((TooManyTurns,), Kind.TOO_MANY_TURNS, "the turns do not fit the memory of a search"),
    ((OutOfMemory, MemoryError), Kind.NOT_READY, "there is no memory for this search now"),
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
    worded = error.description != type(error).description and error.description
    return Problem(kind, worded or kind.meaning, headers=headers)


def _faulty(kind: Kind, messages: Any, headers: Mapping[str, str] | None = None) -> Problem:
    """A problem with every fault that marshmallow's messages tell."""
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
        known = isinstance(found, Message)
        yield Fault(pointer, found if known else Message("parameter.invalid", reason=str(found)))


def _joined(faults: Sequence[Fault]) -> str:
    return "; ".join(f"{one.pointer.lstrip('/') or 'body'}: {one.detail}" for one in faults[:5])
