"""What the headers say to caches and browsers, and what no request can put into them."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from fanorona.service.app import create_app
from fanorona.service.contract.examples import recorded
from fanorona.service.settings import Settings

EVIL = "evil.example"
PAGES = [
    "/",
    "/docs",
    "/docs/",
    "/docs/problems",
    "/docs/problems/",
    "//docs",
    "/openapi.yaml",
    "/manifest.webmanifest",
    "/service-worker.js",
]
OTHERWISE = {
    "Accept": "application/x-ndjson",
    "Accept-Encoding": "gzip",
    "Accept-Language": "fr",
    "Origin": "https://a.example",
}
"""Headers that may change an answer."""


@pytest.fixture(scope="module")
def named() -> FlaskClient:
    """An app that one origin may read."""
    return create_app(Settings(cors_origins=("https://a.example",))).test_client()


@pytest.mark.parametrize("path", [*PAGES, "/v1/limits", "/v1/nothing"])
def test_the_host_of_a_request_is_not_repeated(app_client: FlaskClient, path: str) -> None:
    response = app_client.get(path, headers={"Host": EVIL, "X-Forwarded-Host": EVIL})
    assert EVIL not in response.text
    assert EVIL not in str(response.headers)


def test_redirects_stay_here(app_client: FlaskClient) -> None:
    moved = app_client.get("/docs/", headers={"Host": EVIL})
    assert (moved.status_code, moved.headers["Location"]) == (308, "/docs")
    odd = app_client.get(f"//{EVIL}/docs/")
    assert not re.match(r"//|\w+:", odd.headers.get("Location", "/"))


def test_examples_have_the_public_address() -> None:
    client = create_app(Settings(public_url="https://fanorona.example/")).test_client()
    assert "curl https://fanorona.example/v1/" in client.get("/docs").text


def test_other_windows_are_kept_apart(app_client: FlaskClient) -> None:
    for path in ("/", "/v1/limits"):
        headers = app_client.get(path).headers
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin"


ASKED = sorted(
    {
        (example.path, tuple(sorted((example.query or {}).items())))
        for example in recorded().values()
        if example.body is None
    }
)


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("name", OTHERWISE)
def test_a_page_says_what_it_varies_by(named: FlaskClient, path: str, name: str) -> None:
    assert_varies_as_it_says(named, path, {}, name)


@pytest.mark.parametrize(("path", "query"), ASKED, ids=lambda value: str(value)[:30])
@pytest.mark.parametrize("name", OTHERWISE)
def test_an_answer_says_what_it_varies_by(
    named: FlaskClient, path: str, query: tuple[tuple[str, str], ...], name: str
) -> None:
    assert_varies_as_it_says(named, path, dict(query), name)


def assert_varies_as_it_says(
    client: FlaskClient, path: str, query: dict[str, str], name: str
) -> None:
    """An answer that a header changes names the header, changed or not."""
    plain = client.get(path, query_string=query)
    other = client.get(path, query_string=query, headers={name: OTHERWISE[name]})
    if "no-store" in plain.headers.get("Cache-Control", "no-store"):
        return
    kept = ("Content-Type", "Content-Encoding", "Content-Language", "Access-Control-Allow-Origin")
    differs = plain.data != other.data or any(
        plain.headers.get(one) != other.headers.get(one) for one in kept
    )
    if differs:
        for response in (plain, other):
            assert name.lower() in ", ".join(response.headers.getlist("Vary")).lower()
