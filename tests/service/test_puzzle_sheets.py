"""`/v1/puzzles/sheet`: every form, its limits, and what is refused."""

from __future__ import annotations

import sys

import pytest
from flask.testing import FlaskClient

GOOD = "Title: One\nPosition: 5/W1B2/5 W\nStipulation: White to play and win in 1\n"
PATH = "/v1/puzzles/sheet"


@pytest.mark.parametrize(
    ("form", "media_type", "start"),
    [
        ("pdf", "application/pdf", b"%PDF"),
        ("html", "text/html", b"<!doctype html>"),
        ("typ", "text/vnd.typst", b"#let sheet"),
    ],
)
def test_a_sheet_is_sent_in_the_form_asked_for(
    app_client: FlaskClient, form: str, media_type: str, start: bytes
) -> None:
    answer = app_client.post(
        PATH, query_string={"format": form}, data=GOOD, content_type="text/plain"
    )
    assert (answer.status_code, answer.mimetype) == (200, media_type)
    assert answer.data.startswith(start)
    assert answer.headers["Cache-Control"] == "no-store"


def test_the_sheet_speaks_the_language_of_the_client(app_client: FlaskClient) -> None:
    style = {"format": "html", "title": "Takila", "paper": "letter", "per_page": "2"}
    answer = app_client.post(
        PATH, query_string=style, json={"text": GOOD}, headers={"Accept-Language": "mg"}
    )
    assert '<html lang="mg">' in answer.text
    assert "<h1>Takila</h1>" in answer.text
    assert "Vahaolana" in answer.text


def test_solutions_can_be_left_out(app_client: FlaskClient) -> None:
    query = {"format": "html", "solutions": "false"}
    answer = app_client.post(PATH, query_string=query, data=GOOD, content_type="text/plain")
    assert "Solutions" not in answer.text


@pytest.mark.parametrize(
    ("query", "pointer"),
    [
        ({"format": "doc"}, "/format"),
        ({"paper": "a5"}, "/paper"),
        ({"per_page": "3"}, "/per_page"),
        ({"per_page": "1000"}, "/per_page"),
        ({"title": ""}, "/title"),
        ({"title": "x" * 201}, "/title"),
        ({"solutions": "perhaps"}, "/solutions"),
        ({"nodes": "0"}, "/nodes"),
    ],
)
def test_bad_parameters_are_named(
    app_client: FlaskClient, query: dict[str, str], pointer: str
) -> None:
    answer = app_client.post(PATH, query_string=query, data=GOOD, content_type="text/plain")
    assert answer.status_code == 422
    assert [one["pointer"] for one in answer.get_json()["errors"]] == [pointer]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no puzzle found"),
        ("Title: nothing", "line 1"),
        ("Position: 5/WxB2/5 W\nStipulation: win", "line 1, column 14"),
        (f"{GOOD}---\n" * 101, "at most 100"),
    ],
)
def test_a_file_that_cannot_be_printed_is_refused(
    app_client: FlaskClient, text: str, says: str
) -> None:
    answer = app_client.post(PATH, data=text, content_type="text/plain")
    assert answer.status_code == 422
    assert says in answer.get_json()["detail"]


def test_an_unsound_puzzle_is_printed_with_a_remark(app_client: FlaskClient) -> None:
    text = GOOD.replace("in 1", "in 2")
    answer = app_client.post(
        PATH, query_string={"format": "html"}, data=text, content_type="text/plain"
    )
    assert "Unsound: short solution." in answer.text


def test_without_typst_only_documents_are_not_available(
    app_client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    answer = app_client.post(PATH, data=GOOD, content_type="text/plain")
    assert (answer.status_code, answer.get_json()["code"]) == (501, "not-available")
    answer = app_client.post(
        PATH, query_string={"format": "html"}, data=GOOD, content_type="text/plain"
    )
    assert answer.status_code == 200


def test_other_bodies_are_refused(app_client: FlaskClient) -> None:
    assert app_client.post(PATH, data=b"x", content_type="image/png").status_code == 415
    assert app_client.get(PATH).status_code == 405
