"""`/v1/turn` and `history`: playing a game against the engine over HTTP."""

from __future__ import annotations

import json

from fanorona.solver import Position, analyse
from fanorona.solver.as_json import json_text
from tests.service.serving import START, Server


def test_a_level_and_a_seed_have_one_answer(server: Server) -> None:
    question = {"position": START, "level": 2, "seed": 3}
    first = server.get("/v1/turn", **question)
    again = server.get("/v1/turn", **question)
    assert first.status_code == 200
    assert first.content == again.content
    assert first.headers["ETag"] == again.headers["ETag"]
    found = first.json()
    assert (found["level"], found["seed"]) == (2, 3)
    legal = server.answer("/v1/moves", position=START)["turns"]
    assert found["turn"] in legal


def test_without_a_seed_games_differ_and_nothing_is_kept(server: Server) -> None:
    answers = [server.get("/v1/turn", position=START, level=1) for _ in range(12)]
    assert {one.headers["Cache-Control"] for one in answers} == {"no-store"}
    assert len({one.json()["turn"]["turn"] for one in answers}) > 1


def test_running_out_of_time_is_not_an_error(server: Server) -> None:
    found = server.get("/v1/turn", position=START, time_ms=1)
    assert found.status_code == 200, found.text
    assert found.json()["search"]["stopped_by"] == "time"
    legal = server.answer("/v1/moves", position=START)["turns"]
    assert found.json()["turn"] in legal


def test_the_turn_is_that_of_the_position_after_the_history(server: Server) -> None:
    found = server.answer("/v1/turn", position=START, history="f2-e3A d5-d4A", level=4, seed=1)
    line = server.answer("/v1/play", position=START, line="f2-e3A d5-d4A")
    assert found["position"] == line["after"]["position"]
    assert found["side"] == "white"


def test_a_finished_game_has_no_turn(server: Server) -> None:
    found = server.answer("/v1/turn", position="5/W1BB1/5 W", history="a2-b2A", level=4, seed=1)
    assert found["turn"] is None
    assert found["outcome"] == "white-wins"


def test_analysis_knows_the_positions_of_the_game(server: Server) -> None:
    calm = "1W2B3B/5B3/9/W8/1W3W2B W"
    line = ("a2-a1", "e5-d4", "a1-a2", "d4-e5")
    positions = [Position.parse(calm)]
    for turn in line:
        positions.append(positions[-1].play(turn))
    found = server.answer("/v1/analysis", position=calm, history="_".join(line), depth=6)
    known = analyse(positions[-1], depth=6, history=positions[:-1])
    unknown = analyse(positions[-1], depth=6)
    assert found == json.loads(json_text(known))
    assert known != unknown


def test_a_turn_of_the_history_that_is_not_legal_is_named(server: Server) -> None:
    for path in ("/v1/analysis", "/v1/turn"):
        problem = server.get(path, position=START, history="f2-e3A d5-d4A f2-e3A")
        assert problem.status_code == 422
        assert problem.json()["errors"][0]["pointer"] == "/history"
        assert problem.json()["turn_number"] == 3


def test_a_turn_may_be_asked_for_in_a_batch(server: Server) -> None:
    asked = {"ask": "turn", "position": START, "level": 3, "seed": 5}
    answers = server.post("/v1/batch", json={"questions": [asked]}).json()["answers"]
    alone = server.answer("/v1/turn", position=START, level=3, seed=5)
    assert answers == [{"status": 200, "answer": alone}]
