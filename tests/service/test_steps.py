"""A turn is built step by step over HTTP, in positions of any number of turns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from fanorona.service.app import create_app
from fanorona.service.engine.open_tables import OpenTables
from fanorona.service.engine.search_slots import SearchSlots
from fanorona.service.settings import Settings
from fanorona.solver import RULE_SETS, Position, answers
from fanorona.solver.as_json import as_json
from tests.service.serving import MANY_TURNS, START, Server


def walked(client: FlaskClient, query: dict[str, Any]) -> Iterator[str]:
    response = client.get("/v1/steps", query_string=query)
    assert response.status_code == 200
    for turn in response.get_json()["turns"]:
        yield turn["turn"]
        yield from walked(client, {**query, "turn": turn["turn"]})


@pytest.mark.parametrize("rules", RULE_SETS)
def test_walking_the_answers_finds_every_turn(
    app_client: FlaskClient, random_position: Callable[[Random, str], str], rules: str
) -> None:
    chance = Random(rules)
    for _ in range(15):
        position = Position.parse(random_position(chance, rules), rules)
        if position.count_turns() <= 60:
            query = {"position": position.fen(), "rules": rules}
            assert sorted(walked(app_client, query)) == [str(turn) for turn in position.turns()]


def test_steps_are_those_of_the_library(server: Server) -> None:
    expected = as_json(answers.steps(Position.parse(START), "d3-e3A"))
    assert server.answer("/v1/steps", position=START, turn="d3-e3A") == expected
    assert server.answer("/v1/steps", position=START)["turn"] is None


def test_steps_need_no_search_slot(tmp_path: Path) -> None:
    app = create_app(Settings(searches=1, run_folder=str(tmp_path)), OpenTables([]))
    query = {"position": MANY_TURNS, "rules": "fliporona"}
    taken = SearchSlots(tmp_path, 1).take()
    assert taken is not None
    client = app.test_client()
    assert client.get("/v1/moves", query_string=query).status_code == 503
    assert client.get("/v1/steps", query_string=query).status_code == 200
    taken.release()
    assert client.get("/v1/moves", query_string=query).status_code == 200


def test_steps_that_begin_no_turn_are_refused(server: Server) -> None:
    response = server.get("/v1/steps", position=START, turn="a1-a2")
    assert response.status_code == 422
    assert response.json()["code"] == "illegal-turn"
