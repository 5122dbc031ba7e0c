"""Every address answers what the contract says, and what the command line prints."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from fanorona.solver import Position, answers, png
from fanorona.solver.as_json import as_json
from fanorona.solver.search.forced_win import forced_win
from tests.cli.running import in_own_process
from tests.service.serving import FLIPORONA, HARD, SMALL, START, Server

ENDGAME = "1B1/3/W1W W"
LINE = "f2-e3A d5-d4A"
HEAD = ["rules", "position", "side", "stones", "outcome"]


def test_moves_are_those_of_the_library(server: Server) -> None:
    expected = as_json(answers.moves(Position.parse(START)))
    assert server.answer("/v1/moves", position=START) == expected


def test_an_underscore_may_stand_for_a_space(server: Server) -> None:
    assert server.answer("/v1/moves", position=START.replace(" ", "_")) == server.answer(
        "/v1/moves", position=START
    )


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("start", "standard"),
        ("start", "fliporona"),
        ("start:5x5", "livret"),
        ("start:vela:B", "standard"),
        ("start:5x5:vela:W", "escale"),
    ],
)
def test_a_start_position_has_a_name(server: Server, text: str, rules: str) -> None:
    expected = as_json(answers.moves(Position.parse(text, rules)))
    assert server.answer("/v1/moves", position=text, rules=rules) == expected
    assert server.answer("/v1/moves", position=expected["position"], rules=rules) == expected


def test_fen_is_another_name_of_position(server: Server) -> None:
    named = server.get("/v1/moves", position=START)
    other = server.get("/v1/moves", fen=START)
    assert (other.content, other.headers["ETag"]) == (named.content, named.headers["ETag"])
    asked = [{"ask": "moves", name: SMALL} for name in ("position", "fen")]
    first, second = server.post("/v1/batch", json={"questions": asked}).json()["answers"]
    assert first["status"] == 200
    assert first == second


def test_distinct_moves_have_routes(server: Server) -> None:
    found = server.answer("/v1/moves", position=FLIPORONA, rules="fliporona", distinct="true")
    assert found["count"] == len(found["turns"])
    assert all(turn["routes"][0] == turn["turn"] for turn in found["turns"])


def test_play_reads_directions(server: Server) -> None:
    found = server.answer("/v1/play", position=START, turn="f2: up-left")
    assert [turn["turn"] for turn in found["turns"]] == ["f2-e3A"]
    assert found["after"]["side"] == "black"


@pytest.mark.parametrize("line", ["f2-e3A d5-d4A", "1._f2-e3A_d5-d4A", "f2: up-left; d5d4A!"])
def test_play_reads_a_line(server: Server, line: str) -> None:
    found = server.answer("/v1/play", position=START, line=line)
    assert found == as_json(answers.play(Position.parse(START), ["f2-e3A", "d5-d4A"]))
    assert found["after"]["position"] == found["turns"][1]["position"]


def test_every_solution_of_the_collection_is_a_line(server: Server) -> None:
    for listed in server.answer("/v1/puzzles")["puzzles"]:
        for line in server.answer(f"/v1/puzzles/{listed['id']}")["solutions"]:
            query = {"position": listed["position"], "rules": listed["rules"], "line": line}
            assert server.answer("/v1/play", **query)["turns"]


def test_a_forced_win_is_that_of_the_library(server: Server) -> None:
    position = Position.parse(FLIPORONA, "fliporona")
    found = server.answer("/v1/forced-win", position=FLIPORONA, rules="fliporona", max_turns=1)
    assert found == as_json(forced_win(position, max_turns=1))
    assert found["value"] == "win"


def test_analysis_begins_with_the_position(server: Server) -> None:
    found = server.answer("/v1/analysis", position=SMALL, nodes=50_000)
    assert list(found)[:5] == HEAD
    assert found["value"] == "win"
    assert found["lines"][0]["turns"]


def test_the_tables_value_every_turn(server: Server) -> None:
    found = server.answer("/v1/tablebase", position=ENDGAME)
    moves = server.answer("/v1/moves", position=ENDGAME)
    assert list(found)[:5] == HEAD
    assert {one["turn"] for one in found["turns"]} == {one["turn"] for one in moves["turns"]}


@pytest.mark.parametrize("path", ["/v1/analysis", "/v1/forced-win"])
def test_a_finished_game_has_a_value_and_no_lines(server: Server, path: str) -> None:
    found = server.answer(path, position="3/3/W2 B")
    assert (found["outcome"], found["value"], found["proof"]) == ("white-wins", "loss", "proven")
    assert found["distance"] == {"plies": 0, "turns": 0}
    assert found.get("lines", found.get("line")) == []


def test_every_rule_set_is_listed(server: Server) -> None:
    listed = server.answer("/v1/rules")
    assert listed == as_json(answers.rule_sets())
    for rules in listed["rule_sets"]:
        assert server.answer(f"/v1/rules/{rules['id']}") == rules


def test_a_picture_is_drawn(server: Server) -> None:
    response = server.get("/v1/diagram.svg", position=START, turn="f2-e3A", size=200, theme="wood")
    assert response.headers["Content-Type"].startswith("image/svg+xml")
    assert response.text.startswith("<svg")


PUZZLES = f"""Title: won
Rules: fliporona
Position: {FLIPORONA}
Stipulation: Black to play and win in 1
---
Title: unreadable
"""


def test_the_collection_is_listed_without_solutions(server: Server) -> None:
    listed = server.answer("/v1/puzzles")
    assert listed["count"] == len(listed["puzzles"]) > 0
    problem = next(one for one in listed["puzzles"] if one["id"] == "fliporona-problem-1")
    assert problem["stipulation"] == {"side": "black", "goal": "win", "turns": 1}
    whole = server.answer("/v1/puzzles/fliporona-problem-1")
    assert whole.items() >= problem.items()
    assert whole["solutions"] or whole["hint"]


def test_puzzles_are_checked_as_text_in_json_and_uploaded(server: Server) -> None:
    as_text = server.post(
        "/v1/puzzles/check", data=PUZZLES.encode(), headers={"Content-Type": "text/plain"}
    )
    in_json = server.post("/v1/puzzles/check", json={"text": PUZZLES})
    uploaded = server.post("/v1/puzzles/check", files={"file": ("one.txt", PUZZLES.encode())})
    typed_in = server.post("/v1/puzzles/check", files={"file": (None, PUZZLES)})
    assert as_text.json() == in_json.json() == uploaded.json() == typed_in.json()
    assert [one["verdict"] for one in as_text.json()["puzzles"]] == ["sound", "unreadable"]


def test_the_command_line_checks_puzzles_the_same(server: Server, tables: Path) -> None:
    arguments = ["check", "-", "--tables", str(tables), "--json"]
    printed = in_own_process(arguments, PUZZLES.encode()).out
    answered = server.post("/v1/puzzles/check", json={"text": PUZZLES}).json()
    assert json.loads(printed) == answered


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        (None, ["no win", "pas de gain"]),
        ("*", ["no win", "pas de gain"]),
        ("de", ["no win", "pas de gain"]),
        ("de, fr;q=0.5", ["pas de gain", "pas de gain"]),
        ("mg", ["tsy misy fandresena", "tsy misy fandresena"]),
        ("en", ["no win", "no win"]),
    ],
)
def test_defects_are_in_the_language_of_the_puzzle_unless_the_client_names_one(
    server: Server, wanted: str | None, told: list[str]
) -> None:
    english = "Position: BBB/B1W/WWW W\nStipulation: White to play and win in 1"
    french = "Position: BBB/B1W/WWW W\nÉnoncé: Blanc joue et gagne en un coup"
    headers = {"Accept-Language": wanted} if wanted else {}
    body = {"text": f"{english}\n---\n{french}"}
    answer = server.post("/v1/puzzles/check", json=body, headers=headers).json()
    details = [puzzle["defects"][0]["detail"] for puzzle in answer["puzzles"]]
    assert [part in detail for part, detail in zip(told, details, strict=True)] == [True, True]


@pytest.mark.parametrize(
    ("arguments", "path", "query"),
    [
        (["moves", START], "/v1/moves", {"position": START}),
        (["play", START, "f2-e3A"], "/v1/play", {"position": START, "turn": "f2-e3A"}),
        (["play", START, "f2-e3A", "d5-d4A"], "/v1/play", {"position": START, "line": LINE}),
        (["rules", "livret"], "/v1/rules/livret", {}),
        (["analyse", SMALL], "/v1/analysis", {"position": SMALL}),
        (
            ["analyse", HARD, "--nodes", "20000", "--lines", "3"],
            "/v1/analysis",
            {"position": HARD, "nodes": 20_000, "lines": 3},
        ),
        (["forced-win", SMALL], "/v1/forced-win", {"position": SMALL}),
        (
            ["forced-win", FLIPORONA, "--rules", "fliporona", "--max-turns", "1"],
            "/v1/forced-win",
            {"position": FLIPORONA, "rules": "fliporona", "max_turns": 1},
        ),
        (["tablebase", "probe", ENDGAME], "/v1/tablebase", {"position": ENDGAME}),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_the_command_line_prints_the_same(
    server: Server, tables: Path, arguments: list[str], path: str, query: dict[str, Any]
) -> None:
    folder = {"analyse": "--tables", "forced-win": "--tables", "tablebase": "--dir"}
    if arguments[0] in folder:
        arguments = [*arguments, folder[arguments[0]], str(tables)]
    printed = in_own_process([*arguments, "--json"]).out
    assert server.get(path, **query).text == printed.rstrip("\n")
    assert json.loads(printed)


def test_the_operator_sees_engine_and_tables(server: Server) -> None:
    assert server.answer("/health/live") == {"status": "live"}
    ready = server.answer("/health/ready")
    assert ready["status"] == "ready"
    assert {"rules": "standard", "board": "3x3", "stones": 6} in ready["tables"]


def test_head_is_answered_without_a_body(server: Server) -> None:
    response = server.session.head(f"{server.url}/v1/moves", params={"position": HARD}, timeout=10)
    assert response.status_code == 200
    assert response.content == b""


def test_a_picture_is_drawn_in_pixels(server: Server) -> None:
    query = {"position": START, "turn": "f2-e3A", "size": 200, "theme": "wood"}
    response = server.get("/v1/diagram.png", **query)
    assert response.headers["Content-Type"] == "image/png"
    assert response.content == png.board(Position.start(), "f2-e3A", size=200, theme="wood")
    tag = response.headers["ETag"]
    again = server.get("/v1/diagram.png", headers={"If-None-Match": tag}, **query)
    assert (again.status_code, again.content) == (304, b"")


def test_a_server_without_the_renderer_says_so(
    app_client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    response = app_client.get("/v1/diagram.png?position=start:3x5&size=77")
    assert (response.status_code, response.get_json()["code"]) == (501, "not-available")
    assert "fanorona[png]" in response.get_json()["detail"]
