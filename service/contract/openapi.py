"""The specification: what flask-smorest gathers from the routes, with recorded examples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

import yaml
from flask import Flask

from fanorona.service.contract.examples import Recorded, recorded

ABOUT: dict[str, Any] = {
    "info": {
        "summary": "Rules, notation and exact analysis of Fanorona, the board game of Madagascar",
        "description": """\
Questions about positions, answered exactly. Nothing is stored and nobody signs in.

A position is its ranks from the top, the side to move, and further state where the rules have
it: `BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W` is the start of the usual game. In an
address `_` may stand for a space. A turn is written `f2-e3A` (approach), `d3-e3W` (withdrawal)
or `f2-e3A-d3W` (a chain).

Values are those of the side to move. What is unknown is null. Distances count the plies of both
colours, and the turns of the winner. An error is a problem as RFC 9457 describes it, with a
stable `code`.

A question without a time budget always has the same answer, byte for byte: it has an `ETag`, and
asking again with `If-None-Match` costs no search. What is over a limit of `/v1/limits` is an error,
or is lowered, and the header `Clamped` then says to what.
""",
        "contact": {"name": "the fanorona authors"},
        "license": {"name": "MIT", "identifier": "MIT"},
    },
    "servers": [{"url": "/", "description": "The server that this specification comes from."}],
    "security": [],
}


def specification(app: Flask) -> dict[str, Any]:
    """The specification as data, with an example for every operation."""
    spec: dict[str, Any] = app.extensions["api"].spec.to_dict()
    examples = recorded()
    for _, _, operation in operations(spec):
        operation["responses"] = dict(sorted(operation["responses"].items()))
        if operation["operationId"] in examples:
            _add_example(operation, examples[operation["operationId"]])
    schemas = dict(sorted(spec["components"]["schemas"].items()))
    spec["components"]["schemas"] = schemas
    questions = schemas["BatchParameters"]["properties"]["questions"]
    questions["maxItems"] = app.extensions["settings"].max_batch
    return {"openapi": spec.pop("openapi"), **spec}


@dataclass(frozen=True, slots=True)
class Published:
    """The specification as data and as the text of a file."""

    data: dict[str, Any]
    text: str


def published(app: Flask) -> Published:
    """The specification of an app, made once."""
    if "published" not in app.extensions:
        data = specification(app)
        text = yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100)
        app.extensions["published"] = Published(data, text)
    return cast("Published", app.extensions["published"])


class _Dumper(yaml.SafeDumper):
    """Writes a text of several lines as such, and every object in full."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def _as_block(dumper: _Dumper, text: str) -> Any:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, "|" if "\n" in text else None)


_Dumper.add_representer(str, _as_block)


def operations(spec: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every operation with its method and its path."""
    for path, methods in spec["paths"].items():
        for method, operation in methods.items():
            if method != "parameters":
                yield method, path, operation


def _add_example(operation: dict[str, Any], example: Recorded) -> None:
    for parameter in operation.get("parameters", ()):
        if parameter.get("name") in example.query:
            parameter["example"] = example.query[parameter["name"]]
    if example.body is not None:
        body = operation["requestBody"]["content"][example.body_type]
        body["example"] = example.body
    if example.answer is not None:
        operation["responses"]["200"]["content"][example.answer_type]["example"] = example.answer
