"""Pages for people, the specification, and the metrics."""

from __future__ import annotations

import re
from shlex import quote
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, current_app, redirect, render_template, request
from markupsafe import Markup, escape
from prometheus_client import CONTENT_TYPE_LATEST
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as WerkzeugResponse

from fanorona.service.contract.examples import Example, recorded
from fanorona.service.contract.openapi import operations, published
from fanorona.service.http.constant_answers import CACHEABLE
from fanorona.service.operation import metrics
from fanorona.service.problems import Kind

pages = Blueprint("pages", __name__)


@pages.get("/docs")
def show_docs() -> str:
    """The specification for people: every operation, with an example to try."""
    spec = published(current_app).data
    return render_template(
        "docs.html",
        spec=spec,
        operations=list(operations(spec)),
        choices=lambda schema: _choices(spec, schema),
        curl=_curl,
        examples=recorded(),
    )


@pages.get("/docs/")
@pages.get("/docs/problems/")
def leave_out_slash() -> WerkzeugResponse:
    """The same page without the slash at the end of its address."""
    return redirect(request.path.rstrip("/"), code=308)


@pages.get("/docs/problems")
def show_problems() -> str:
    """What every code of a problem means."""
    return render_template("problems.html", kinds=list(Kind))


@pages.get("/openapi.yaml")
def get_specification() -> Response:
    """The specification for programs."""
    response = Response(published(current_app).text, mimetype="application/yaml")
    response.headers["Cache-Control"] = CACHEABLE
    response.add_etag()
    response.make_conditional(request)
    return response


@pages.get("/metrics")
def get_metrics() -> Response:
    """For Prometheus, and only on the port that is set aside for it."""
    port = current_app.extensions["settings"].metrics_port
    if not port or request.environ.get("SERVER_PORT") != str(port):
        raise NotFound
    return Response(metrics.text(), content_type=CONTENT_TYPE_LATEST)


@pages.app_template_filter()
def with_code(text: str) -> Markup:
    """The text as HTML, with what stands between backticks as code."""
    return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", str(escape(text))))


def _choices(spec: dict[str, Any], schema: dict[str, Any]) -> list[str]:
    """What a parameter may be, if that can be listed."""
    if schema.get("type") == "boolean":
        return ["true", "false"]
    name = schema.get("$ref", "").rpartition("/")[2]
    listed: list[str] = spec["components"]["schemas"].get(name, schema).get("enum", [])
    return listed


def _address() -> str:
    """Where clients find the service: never what a request says, which anybody may have sent."""
    public: str = current_app.extensions["settings"].public_url
    # The server's own port, whatever `Host` says.
    return public.rstrip("/") or f"http://localhost:{request.environ['SERVER_PORT']}"


def _curl(example: Example) -> str:
    """The command that asks an example of this server."""
    query = f"?{urlencode(example.query, safe='/:')}" if example.query else ""
    command = f"curl {quote(_address() + example.path + query)}"
    if example.body is None:
        return command
    kind = quote(f"Content-Type: {example.body_type}")
    return f"{command} -H {kind} --data-binary {quote(_data(example))}"


def _data(example: Example) -> str:
    if example.body_type != "application/json":
        return str(example.body)
    return current_app.json.dumps(example.body)
