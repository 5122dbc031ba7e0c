"""A question asked again at the same address has the same answer, which is logged and counted."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from fanorona.service.app import create_app
from fanorona.service.engine import known_addresses
from fanorona.service.engine.known_addresses import OF_ONE_REQUEST, KnownAddresses
from fanorona.service.engine.open_tables import OpenTables
from fanorona.service.settings import Settings
from fanorona.solver import answers
from tests.service.serving import SMALL

GZIP = {"Accept-Encoding": "gzip"}
ADDRESSES = [
    f"/v1/moves?position={SMALL}&limit=2",
    "/v1/moves?position=start&distinct=true",
    "/v1/steps?position=start",
    "/v1/play?position=start&turn=f2-e3A",
    "/v1/diagram.svg?position=start:5x5",
]


class Counted:
    """How many requests have reached the app behind the known addresses."""

    def __init__(self, app: Flask) -> None:
        known = app.wsgi_app
        assert isinstance(known, KnownAddresses)
        self.number = 0
        self._app = known._app
        known._app = self

    def __call__(self, environ: Any, start_response: Any) -> Any:
        self.number += 1
        return self._app(environ, start_response)


def new_app(**settings: Any) -> Flask:
    return create_app(Settings(**settings), OpenTables.open(""))


@pytest.fixture
def app() -> Flask:
    return new_app()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def shared_headers(response: TestResponse) -> list[tuple[str, str]]:
    return sorted(one for one in response.headers if one[0].lower() not in OF_ONE_REQUEST)


@pytest.mark.parametrize("remembered", [True, False])
@pytest.mark.parametrize("headers", [{}, GZIP], ids=["plain", "gzip"])
@pytest.mark.parametrize("address", ADDRESSES)
def test_the_second_answer_is_the_first(
    address: str, headers: dict[str, str], remembered: bool
) -> None:
    app = new_app(answer_cache_mb=4 if remembered else 0)
    counted = Counted(app)
    first, second = (app.test_client().get(address, headers=headers) for _ in range(2))
    assert counted.number == 1
    assert (second.status, second.data) == (first.status, first.data)
    assert shared_headers(second) == shared_headers(first)
    source = "cache" if remembered else "engine"
    assert second.headers["Server-Timing"].startswith(f"{source};dur=")
    assert second.headers["X-Request-ID"] != first.headers["X-Request-ID"]


def test_it_has_a_line_in_the_log(client: FlaskClient, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        response = client.get(ADDRESSES[0], headers={"X-Request-ID": "chosen-by-me"}, buffered=True)
    assert response.headers["X-Request-ID"] == "chosen-by-me"
    first, second = map(json.loads, capsys.readouterr().err.splitlines())
    assert second.keys() == first.keys()
    own = {"time", "ms", "source"}
    assert {name: second[name] for name in second.keys() - own} == {
        name: first[name] for name in first.keys() - own
    }
    assert (first["source"], second["source"]) == ("engine", "cache")


def test_it_is_counted(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[tuple[str, str, int]] = []
    monkeypatch.setattr(
        "fanorona.service.operation.metrics.count_request",
        lambda method, route, status, _seconds: counted.append((method, route, status)),
    )
    for _ in range(2):
        client.get(ADDRESSES[0], buffered=True)
    assert counted == [("GET", "/v1/moves", 200)] * 2


def test_a_client_that_has_the_answer_gets_304(client: FlaskClient) -> None:
    tag = client.get(ADDRESSES[0]).headers["ETag"]
    client.get(ADDRESSES[0])
    assert client.get(ADDRESSES[0], headers={"If-None-Match": tag}).status_code == 304


def test_other_methods_are_left_to_the_app(client: FlaskClient) -> None:
    client.get(ADDRESSES[0])
    assert client.head(ADDRESSES[0]).data == b""
    assert client.post(ADDRESSES[0]).status_code == 405


def test_searches_are_left_to_the_app(app: Flask) -> None:
    counted = Counted(app)
    for _ in range(2):
        app.test_client().get(f"/v1/analysis?position={SMALL}&nodes=10")
    assert counted.number == 2


def test_errors_are_left_to_the_app(monkeypatch: pytest.MonkeyPatch) -> None:
    client = new_app(answer_cache_mb=0).test_client()
    client.get(ADDRESSES[0])

    def fail(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr(answers, "moves", fail)
    assert client.get(ADDRESSES[0]).status_code == 503


def test_old_addresses_make_room(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known_addresses, "MOST_KNOWN", 2)
    counted = Counted(app)
    for address in (*ADDRESSES[:3], ADDRESSES[2], ADDRESSES[0]):
        client.get(address)
    assert counted.number == 4


@pytest.mark.parametrize(
    "settings", [{"rate_limit": "2/hour"}, {"cors_origins": ("https://example.org",)}]
)
def test_answers_that_depend_on_the_client_are_not_kept(settings: dict[str, Any]) -> None:
    app = new_app(**settings)
    assert not isinstance(app.wsgi_app, KnownAddresses)
    statuses = [app.test_client().get(ADDRESSES[0]).status_code for _ in range(3)]
    assert statuses == ([200, 200, 429] if "rate_limit" in settings else [200] * 3)
