"""`/v1/review`: a game turn by turn, within one budget, alone and in a batch."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from fanorona import Game
from fanorona.solver.as_json import as_json
from fanorona.solver.budget import Budget
from fanorona.solver.games.review import ReviewTerms, judge, review_turns

PLAYED = (Path(__file__).parents[1] / "data" / "games" / "played.fgn").read_text("utf-8")
LINE = {"game": "1. d3-e3A d4-d3A 2. e3-d4A"}


def review(client: FlaskClient, game: Any = LINE, **query: Any) -> Any:
    """What the service answers to a game as JSON, or to a file."""
    if isinstance(game, str):
        sent: dict[str, Any] = {"data": game.encode(), "content_type": "text/plain"}
    else:
        sent = {"json": game}
    return client.post("/v1/review", query_string=query, **sent)


def events(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_file_and_a_line_get_the_same_review(app_client: FlaskClient) -> None:
    answer = review(app_client, nodes=200).get_json()
    assert answer == review(app_client, LINE["game"], nodes=200).get_json()
    assert [turn["turn"] for turn in answer["turns"]] == ["d3-e3A", "d4-d3A", "e3-d4A"]
    assert (answer["complete"], answer["nodes_per_position"]) == (True, 200)


def test_the_marks_are_those_of_the_library(app_client: FlaskClient) -> None:
    answer = review(app_client, PLAYED, nodes=300).get_json()
    tables = app_client.application.extensions["answerer"].engine.tables
    terms = ReviewTerms(budget=Budget(nodes=300, memory_mb=16), look_up=tables.at_hand)
    expected = review_turns(Game.parse(PLAYED), partial(judge, terms))
    assert answer["turns"] == [as_json(turn) for turn in reversed(list(expected))]


def test_turns_are_streamed_from_the_last_to_the_first(app_client: FlaskClient) -> None:
    for address, headers in (
        ("/v1/review/stream", {}),
        ("/v1/review", {"Accept": "application/x-ndjson"}),
    ):
        response = app_client.post(
            address,
            query_string={"nodes": 201 + len(address)},
            json=LINE,
            headers=headers,
            buffered=True,
        )
        *told, answer = [event for event in events(response.text) if event["event"] != "heartbeat"]
        assert [event["number"] for event in told] == [3, 2, 1]
        assert answer["event"] == "answer"
        assert answer["count"] == 3


def test_a_browser_gets_server_sent_events(app_client: FlaskClient) -> None:
    accept = {"Accept": "text/event-stream"}
    response = app_client.post("/v1/review", json=LINE, headers=accept, buffered=True)
    assert response.mimetype == "text/event-stream"
    assert "event: progress\ndata: " in response.text
    assert "event: answer\ndata: " in response.text


def test_all_positions_together_take_no_more_than_one_search_may(app_client: FlaskClient) -> None:
    budget = {"nodes": 4_000}
    question = {"ask": "review", **LINE, "nodes": 1_000_000}
    response = app_client.post("/v1/batch", json={"budget": budget, "questions": [question]})
    (item,) = response.get_json()["answers"]
    assert item["answer"]["nodes_per_position"] == 500
    assert item["answer"]["search"]["nodes"] <= 4_000
    assert item["clamped"] == {"nodes": 4_000}


def test_a_plain_line_begins_where_it_is_said(app_client: FlaskClient) -> None:
    game = {"game": "a1-b2", "position": "1B1/3/W1W W", "rules": "escale"}
    answer = review(app_client, game, nodes=100).get_json()
    assert (answer["position"], answer["rules"]) == ("1B1/3/W1W W -", "escale")


def test_every_fault_of_a_game_comes_with_its_place(app_client: FlaskClient) -> None:
    problem = review(app_client, '[White "A]\n\n1. d3-e3A (1. a1-a2) d4-d3A').get_json()
    assert (problem["status"], problem["code"]) == (422, "unreadable-game")
    codes = [error["code"] for error in problem["errors"]]
    assert codes == ["game.header", "turn.illegal-step"]
    assert problem["detail"].startswith("line 1, column 1: ")


def test_one_game_at_a_time(app_client: FlaskClient) -> None:
    problem = review(app_client, "1. d3-e3A *\n1. d3-e3A *").get_json()
    assert problem["errors"][0]["code"] == "game.one-wanted"


def test_a_file_in_latin_1_keeps_its_accents(app_client: FlaskClient) -> None:
    body = '[White "Éva"]\n\n1. d3-e3A'.encode("latin-1")
    response = app_client.post("/v1/review?nodes=1", data=body, content_type="text/plain")
    assert response.get_json()["white_name"] == "Éva"


def test_a_text_without_a_game_is_refused(app_client: FlaskClient) -> None:
    for text in ("", " \n", "\0"):
        assert review(app_client, text).get_json()["code"] == "unreadable-game"


def test_other_bodies_are_refused(app_client: FlaskClient) -> None:
    assert app_client.post("/v1/review", data=b"x", content_type="image/png").status_code == 415
    assert review(app_client, {"game": ""}).status_code == 422
    assert review(app_client, {}).status_code == 422
    assert app_client.get("/v1/review").status_code == 405


def test_an_answer_that_is_known_costs_no_search(app_client: FlaskClient) -> None:
    review(app_client, nodes=321)
    again = review(app_client, nodes=321)
    assert again.headers["Server-Timing"].startswith("cache")
    assert again.headers["Cache-Control"] == "no-store"


def test_when_the_time_is_up_the_turns_that_are_done_are_there(app_client: FlaskClient) -> None:
    answer = review(app_client, PLAYED, time_ms=60).get_json()
    assert answer["complete"] is (len(answer["turns"]) == 37)
    numbers = [turn["number"] for turn in answer["turns"]]
    assert numbers == list(range(38 - len(numbers), 38))
