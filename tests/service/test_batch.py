"""Many questions at once: a status each, in their order, within one budget."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from fanorona.solver.search import forced_win as forced
from tests.service.serving import FLIPORONA, HARD, SMALL, START, Server

CROWDED = "BWBBBBB/WBW1BWB/BB2WWW/BBBBBWW/BWWWWWW W"
"""Fliporona: a list of turns that costs more than a small budget."""
ENDGAME = "1B1/3/W1W W"


def ask(server: Server, *questions: dict[str, Any], **budget: int) -> list[Any]:
    body = {"questions": list(questions), **({"budget": budget} if budget else {})}
    response = server.post("/v1/batch", json=body)
    assert response.status_code == 200, response.text
    answers: list[Any] = response.json()["answers"]
    return answers


def test_each_question_is_answered_as_alone(server: Server) -> None:
    answers = ask(
        server,
        {"ask": "moves", "position": START, "limit": 2, "distinct": True},
        {"ask": "steps", "position": START, "turn": "d3-e3A"},
        {"ask": "play", "position": START, "turn": "f2-e3A"},
        {"ask": "play", "position": START, "line": "f2-e3A d5-d4A"},
        {"ask": "forced-win", "position": FLIPORONA, "rules": "fliporona", "max_turns": 1},
        {"ask": "analysis", "position": SMALL, "nodes": 20_000},
        {"ask": "tablebase", "position": ENDGAME},
    )
    assert [one["status"] for one in answers] == [200] * 7
    assert [one["answer"] for one in answers] == [
        server.answer("/v1/moves", position=START, limit=2, distinct="true"),
        server.answer("/v1/steps", position=START, turn="d3-e3A"),
        server.answer("/v1/play", position=START, turn="f2-e3A"),
        server.answer("/v1/play", position=START, line="f2-e3A d5-d4A"),
        server.answer("/v1/forced-win", position=FLIPORONA, rules="fliporona", max_turns=1),
        server.answer("/v1/analysis", position=SMALL, nodes=20_000),
        server.answer("/v1/tablebase", position=ENDGAME),
    ]


def test_a_problem_leaves_the_others_alone(server: Server) -> None:
    answers = ask(
        server,
        {"ask": "play", "position": START, "turn": "a1-a9"},
        {"ask": "tablebase", "position": START},
        {"ask": "moves", "position": "nonsense"},
        {"ask": "moves", "position": START, "limit": 0},
    )
    assert [one["status"] for one in answers] == [422, 404, 422, 200]
    assert [one["problem"]["status"] for one in answers[:3]] == [422, 404, 422]


def test_the_budget_is_shared(server: Server) -> None:
    question = {"ask": "forced-win", "position": HARD, "nodes": 20_000}
    answers = ask(server, question, {**question, "nodes": 19_999}, nodes=30_000)
    spent = answers[0]["answer"]["search"]["nodes"]
    assert "clamped" not in answers[0]
    assert answers[1]["clamped"] == {"nodes": 30_000 - spent}


def test_a_budget_over_a_limit_is_named(server: Server) -> None:
    question = {"ask": "moves", "position": SMALL}
    for nodes, named in ((3_000_000, None), (10**12, "nodes=3000000")):
        body = {"questions": [question], "budget": {"nodes": nodes}}
        assert server.post("/v1/batch", json=body).headers.get("Clamped") == named


def test_a_problem_in_a_batch_is_in_the_language_of_the_reader(server: Server) -> None:
    body = {"questions": [{"ask": "play", "position": SMALL, "turn": "a1-a2"}]}
    response = server.post("/v1/batch", json=body, headers={"Accept-Language": "fr"})
    assert "pion noir" in response.json()["answers"][0]["problem"]["detail"]


def test_a_spent_budget_is_a_problem(server: Server) -> None:
    questions = [
        {"ask": "forced-win", "position": HARD},
        {"ask": "forced-win", "position": SMALL},
        {"ask": "moves", "position": SMALL},
    ]
    answers = ask(server, *questions, nodes=1)
    assert [one["status"] for one in answers] == [200, 422, 200]
    assert answers[1]["problem"]["code"] == "budget-spent"


def test_remembered_answers_cost_what_they_did(server: Server) -> None:
    question = {"ask": "forced-win", "position": HARD, "nodes": 15_000}
    assert ask(server, question, question, nodes=25_000) == ask(
        server, question, question, nodes=25_000
    )


def test_a_malformed_question_leaves_the_others_alone(server: Server) -> None:
    answers = ask(
        server,
        {"ask": "moves", "position": START, "limit": "5", "depth": 3},
        {"ask": "guess", "position": START},
        {},
        {"ask": "play", "position": START},
        {"ask": "moves", "position": START, "limit": 0},
    )
    assert [one["status"] for one in answers] == [422, 422, 422, 422, 200]
    problems = [one["problem"] for one in answers[:4]]
    assert {problem["code"] for problem in problems} == {"invalid-parameter"}
    assert [{one["pointer"] for one in problem["errors"]} for problem in problems] == [
        {"/limit", "/depth"},
        {"/ask"},
        {"/ask"},
        {"/turn"},
    ]


@pytest.mark.parametrize("question", [None, 5, "moves", [], [{"ask": "moves"}]])
def test_a_question_that_is_not_an_object_refuses_the_batch(
    server: Server, question: object
) -> None:
    body = {"questions": [{"ask": "moves", "position": START}, question]}
    response = server.post("/v1/batch", json=body)
    assert response.status_code == 422
    assert [one["pointer"] for one in response.json()["errors"]] == ["/questions/1"]


def test_a_batch_has_a_longest_length(server: Server) -> None:
    question = {"ask": "moves", "position": START, "limit": 0}
    response = server.post("/v1/batch", json={"questions": [question] * 33})
    assert response.status_code == 422
    assert "32" in response.json()["detail"]


def test_a_question_that_fails_leaves_the_others_alone(
    app_client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("/secret/path")

    monkeypatch.setattr(forced, "forced_win", fail)
    questions = [
        {"ask": "moves", "position": SMALL},
        {"ask": "forced-win", "position": SMALL, "nodes": 997},
        {"ask": "steps", "position": SMALL},
    ]
    response = app_client.post("/v1/batch", json={"questions": questions})
    assert response.status_code == 200
    answers = response.get_json()["answers"]
    assert [one["status"] for one in answers] == [200, 500, 200]
    assert answers[1]["problem"]["code"] == "internal-error"
    assert "secret" not in response.get_data(as_text=True)


def test_a_small_budget_holds_in_a_crowd_of_turns(server: Server) -> None:
    questions = [
        {"ask": ask, "position": CROWDED, "rules": "fliporona", "nodes": nodes}
        for ask in ("analysis", "forced-win")
        for nodes in (1, 100, 1_000)
    ]
    answers = ask(server, *questions, nodes=1_500)
    spent = [one["answer"]["search"]["nodes"] for one in answers if one["status"] == 200]
    assert sum(spent) <= 1_500
    assert {one["status"] for one in answers} <= {200, 422}
