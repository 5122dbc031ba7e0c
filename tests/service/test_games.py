"""`/v1/games`: game files as JSON, the tree as a list, errors with their place."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from flask.testing import FlaskClient

from fanorona import Game
from tests.random_games import random_game

MANY = (Path(__file__).parents[1] / "data" / "games" / "other-programs.fgn").read_bytes()


def read(client: FlaskClient, text: str | bytes, language: str = "en") -> list[dict[str, Any]]:
    """What the service says of the games of a file."""
    body = text.encode() if isinstance(text, str) else text
    headers = {"Accept-Language": language}
    response = client.post("/v1/games", data=body, content_type="text/plain", headers=headers)
    assert response.status_code == 200, response.text
    answer = response.get_json()
    assert answer["count"] == len(answer["games"])
    games: list[dict[str, Any]] = answer["games"]
    return games


def rebuilt(listed: dict[str, Any]) -> Game:
    """The game that an answer describes."""
    game = Game(listed["position"], listed["rules"])
    game.headers = {header["name"]: header["value"] for header in listed["headers"]}
    game.root.comments = listed["comments"]
    nodes = [game.root]
    for turn in listed["turns"]:
        parent = nodes[turn["follows"]]
        node = parent.add(parent.position.read(turn["turn"]))
        assert node.label == turn["label"]
        node.foreword, node.comments = turn["foreword"], turn["comments"]
        node.marks = turn["marks"]
        nodes.append(node)
    return game


def test_the_list_has_everything_that_the_game_has(app_client: FlaskClient) -> None:
    for seed in range(25):
        game = random_game(Random(seed))
        (listed,) = read(app_client, f"{game}\n")
        assert rebuilt(listed) == game


def test_the_games_of_other_programs_are_listed_and_faults_have_a_place(
    app_client: FlaskClient,
) -> None:
    first, dimy, telo, french = read(app_client, MANY)
    assert [turn["follows"] for turn in first["turns"]][:2] == [0, 1]
    assert dimy["result"] == "1/2-1/2"
    assert (telo["position"], telo["turns"]) == (None, [])
    (error,) = telo["errors"]
    assert (error["line"], error["column"], error["code"]) == (27, 11, "game.telo")
    assert french["rules"] == "livret"


def test_a_game_with_a_fault_has_the_turns_before_it(app_client: FlaskClient) -> None:
    (game,) = read(app_client, "1. d3-e3A d4-d3A 2. a1-a2")
    assert [turn["turn"] for turn in game["turns"]] == ["d3-e3A", "d4-d3A"]
    assert [(error["line"], error["column"]) for error in game["errors"]] == [(1, 21)]


def test_errors_are_in_the_language_of_the_client(app_client: FlaskClient) -> None:
    (game,) = read(app_client, '[Result "1-0"]\n\n1. d3-e3A (1. f2-e3A', "fr")
    assert game["language"] == "fr"
    assert "variante" in game["errors"][0]["detail"]


def test_a_plain_list_of_turns_begins_where_it_is_said(app_client: FlaskClient) -> None:
    sent = {"game": "a1-b2 b3-c3", "position": "1B1/3/W1W W", "rules": "escale"}
    (game,) = app_client.post("/v1/games", json=sent).get_json()["games"]
    assert (game["position"], game["rules"]) == ("1B1/3/W1W W -", "escale")
    assert [turn["turn"] for turn in game["turns"]] == ["a1-b2", "b3-c3"]


def test_old_encodings_are_read(app_client: FlaskClient) -> None:
    text = '[Blancs "Éva"]\r\n\r\n1. d3e3A { très bon }\r\n'
    for body in (text.encode("latin-1"), text.encode("utf-8-sig")):
        (game,) = read(app_client, body)
        assert {"name": "White", "value": "Éva"} in game["headers"]
        assert game["turns"][0]["comments"] == ["très bon"]


def test_a_text_without_a_game_has_none(app_client: FlaskClient) -> None:
    assert read(app_client, "\n") == []


def test_only_the_first_games_are_read_on_request(app_client: FlaskClient) -> None:
    file = '[White "A"]\n\n1. f2-e3A\n\n' * 3
    sent = app_client.post("/v1/games?limit=2", data=file, content_type="text/plain")
    assert sent.get_json()["count"] == 2
    sent = app_client.post(f"/v1/games?limit={10**20}", data=file, content_type="text/plain")
    assert sent.get_json()["count"] == 3


def test_other_bodies_and_starts_are_refused(app_client: FlaskClient) -> None:
    assert app_client.post("/v1/games", data=b"x", content_type="image/png").status_code == 415
    assert app_client.get("/v1/games").status_code == 405
    wrong = app_client.post("/v1/games", json={"game": "a1-a2", "position": "9/9 W"})
    assert wrong.status_code == 422
