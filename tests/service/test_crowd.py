"""A position with more turns than fit the memory: every address refuses or bounds it."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from fanorona.service.app import create_app
from fanorona.service.engine.open_tables import OpenTables
from fanorona.service.settings import Settings
from fanorona.solver import Position

CROWD = "BBB1BBB1B/B3B3B/B2B2WB1/2BBWBBB1/BB2B1W1B/B3B3B/B1BBBBBBB W"
"""1,671,591 turns under fliporona, which would take 2.5 GB."""
QUESTION = {"position": CROWD, "rules": "fliporona"}
CHAIN = "g5-f5-f6-e5-d6-c6-c5-b4-c3-c2-d2-d3-c3"
"""Fits many turns: without A and W nothing says what each step captures."""

ASKED: list[tuple[str, dict[str, Any], int, str | None]] = [
    ("/v1/moves", {}, 422, "too-many-turns"),
    ("/v1/moves", {"distinct": "true", "limit": 1}, 422, "too-many-turns"),
    ("/v1/moves", {"limit": 0, "offset": 10**9}, 422, "too-many-turns"),
    ("/v1/steps", {}, 200, None),
    ("/v1/steps", {"turn": "g3-f2W"}, 200, None),
    ("/v1/play", {"turn": CHAIN}, 422, "ambiguous-turn"),
    ("/v1/play", {"turn": f"{CHAIN}-a1"}, 422, "illegal-turn"),
    ("/v1/play", {"turn": "up"}, 422, "ambiguous-turn"),
    ("/v1/play", {"turn": "NW E " * 150}, 422, "illegal-turn"),
    ("/v1/play", {"line": "g3-f2W " * 300}, 422, "illegal-turn"),
    ("/v1/diagram.svg", {}, 200, None),
    ("/v1/diagram.svg", {"turn": CHAIN}, 422, "ambiguous-turn"),
    ("/v1/analysis", {"nodes": 1}, 422, "too-many-turns"),
    ("/v1/forced-win", {"max_turns": 1}, 422, "too-many-turns"),
    ("/v1/tablebase", {}, 404, "not-covered"),
]


@pytest.fixture
def unlisted(app_client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """Asking it fails where it would list all turns of a position."""
    monkeypatch.delattr(Position, "listing")
    return app_client


@pytest.mark.parametrize(
    ("path", "query", "status", "code"), ASKED, ids=lambda value: str(value)[:25]
)
def test_a_crowd_is_refused_or_never_listed(
    unlisted: FlaskClient, path: str, query: dict[str, Any], status: int, code: str | None
) -> None:
    response = unlisted.get(path, query_string={**QUESTION, **query})
    assert response.status_code == status
    assert code is None or response.get_json()["code"] == code


def test_a_crowd_in_a_batch_leaves_the_other_questions_alone(unlisted: FlaskClient) -> None:
    asks = ("moves", "steps", "analysis", "forced-win", "tablebase")
    body = {"questions": [{"ask": ask, **QUESTION} for ask in asks]}
    answers = unlisted.post("/v1/batch", json=body).get_json()["answers"]
    assert [one["status"] for one in answers] == [422, 200, 422, 422, 404]


def test_a_crowd_leaves_only_its_own_puzzle_unknown(app_client: FlaskClient) -> None:
    crowd = f"Rules: fliporona\nPosition: {CROWD}\nStipulation: White to play and win in 1\n"
    small = "Position: BBB/B1W/WWW W\nStipulation: White to play and win\n"
    response = app_client.post("/v1/puzzles/check", json={"text": f"{crowd}---\n{small}"})
    first, second = response.get_json()["puzzles"]
    assert first["verdict"] == "unknown"
    assert [one["detail"] for one in first["remarks"]] == [
        "a position has more legal turns than can be listed here"
    ]
    assert second["verdict"] != "unknown"


BEFORE = {
    "position": "W1BBB1B/1B2B2/BB3B1/2BBBB1/B1WB2B/B2BW1B/BBBBBBB B",
    "rules": "fliporona",
    "nodes": 30_000,
}
"""Black has 57 turns, and White 97,000 after most of them."""


@pytest.mark.parametrize("path", ["/v1/analysis", "/v1/forced-win"])
def test_an_answer_says_that_memory_ended_its_search(path: str) -> None:
    client = create_app(Settings(search_memory_mb=1), OpenTables([])).test_client()
    answer = client.get(path, query_string=BEFORE).get_json()
    assert answer["search"]["stopped_by"] == "memory"
    assert answer["value"] == "unknown"


@pytest.fixture
def poor(monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """A service on a machine that has no memory for a search."""

    def fail(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("fanorona.solver.search.prover.ProofSearch", fail)
    return create_app(Settings(), OpenTables([])).test_client()


SMALL = {"position": "BBB/B1W/WWW W"}


@pytest.mark.parametrize("path", ["/v1/analysis", "/v1/forced-win"])
def test_a_search_without_memory_is_not_ready(poor: FlaskClient, path: str) -> None:
    response = poor.get(path, query_string=SMALL)
    assert (response.status_code, response.get_json()["code"]) == (503, "not-ready")
    assert "errors" not in response.get_json()


def test_a_check_without_memory_is_not_ready(poor: FlaskClient) -> None:
    text = f"Position: {SMALL['position']}\nStipulation: White to play and win\n"
    response = poor.post("/v1/puzzles/check", json={"text": text})
    assert (response.status_code, response.get_json()["code"]) == (503, "not-ready")


def test_a_search_without_memory_leaves_the_rest_of_a_batch_alone(poor: FlaskClient) -> None:
    body = {"questions": [{"ask": "forced-win", **SMALL}, {"ask": "moves", **SMALL}]}
    first, second = poor.post("/v1/batch", json=body).get_json()["answers"]
    assert (first["status"], first["problem"]["code"]) == (503, "not-ready")
    assert second["status"] == 200
