"""The specification is that of the code, and its examples are the service's own answers."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

import marshmallow as ma
import pytest
import yaml
from flask import Flask

from fanorona.service.contract import schemas
from fanorona.service.contract.examples import ask, ask_all, recorded
from fanorona.service.contract.openapi import operations, specification
from fanorona.service.engine import collection
from fanorona.service.http.headers import EXPOSED
from fanorona.service.routes import health, limits, puzzles
from fanorona.solver import answers, turn, value
from fanorona.solver.puzzles import puzzle
from fanorona.solver.puzzles.verdict import Remark, Verdict
from fanorona.solver.search import analysis, forced_win
from fanorona.solver.tables import tablebase
from tests.cli.running import PROJECT
from tests.service.serving import Server

FILE = PROJECT / "openapi.yaml"

PUBLISHED = [
    (schemas.Moves, answers.Moves),
    (schemas.Steps, answers.Steps),
    (schemas.Play, answers.Play),
    (schemas.FullTurn, answers.FullTurn),
    (schemas.ListedTurn, answers.Result),
    (schemas.Step, turn.Step),
    (schemas.Analysis, analysis.Analysis),
    (schemas.RatedLine, analysis.RatedLine),
    (schemas.ForcedWin, forced_win.ForcedWin),
    (schemas.WinningTurn, forced_win.WinningTurn),
    (schemas.Search, value.SearchInfo),
    (schemas.Distance, value.Distance),
    (schemas.TableAnswer, tablebase.TableAnswer),
    (schemas.TurnValue, tablebase.TurnValue),
    (schemas.RuleSet, answers.RuleSetData),
    (schemas.RuleSets, answers.RuleSetList),
    (schemas.Verdict, Verdict),
    (schemas.Remark, Remark),
    (schemas.Stipulation, puzzle.Stipulation),
    (schemas.ReadingError, puzzle.ReadingError),
    (schemas.Checked, puzzles.Checked),
    (schemas.PuzzleList, collection.PuzzleList),
    (schemas.ListedPuzzle, collection.ListedPuzzle),
    (schemas.WholePuzzle, collection.WholePuzzle),
    (schemas.Limits, limits.Limits),
    (schemas.Readiness, health.Readiness),
]


@pytest.mark.parametrize(("schema", "answer"), PUBLISHED, ids=lambda kind: kind.__name__)
def test_a_schema_has_the_fields_of_its_answer(schema: type[ma.Schema], answer: type) -> None:
    assert is_dataclass(answer)
    assert set(schema().fields) == {field.name for field in fields(answer)}


def test_the_file_is_what_the_service_answers(server: Server) -> None:
    assert server.get("/openapi.yaml").text == FILE.read_text("utf-8"), "run: make openapi"


def test_every_operation_has_an_example() -> None:
    spec = yaml.safe_load(FILE.read_text("utf-8"))
    assert spec["openapi"] == "3.1.0"
    assert {operation["operationId"] for _, _, operation in operations(spec)} == set(recorded())


def test_the_examples_are_the_answers_of_this_version() -> None:
    now = {one.operation: one for one in ask_all()}
    assert now == recorded(), "run: make openapi"


def test_every_header_that_a_page_may_read_is_documented(app: Flask) -> None:
    exposed = set(EXPOSED.split(", "))
    for _, _, operation in operations(specification(app)):
        response = ask(app.test_client(), recorded()[operation["operationId"]])
        documented = operation["responses"]["200"]["headers"].keys() - {"Clamped"}
        assert documented == exposed & set(response.headers.keys()), operation["operationId"]


def test_only_what_is_capped_may_be_clamped(app: Flask) -> None:
    clamped = {
        operation["operationId"]
        for _, _, operation in operations(specification(app))
        if "Clamped" in operation["responses"]["200"]["headers"]
    }
    assert clamped == {"list_moves", "analyse", "find_forced_win", "check_puzzles", "ask_batch"}


def test_every_problem_is_documented_as_one(app: Flask) -> None:
    spec = specification(app)
    for name, response in spec["components"]["responses"].items():
        if name.startswith("Problem"):
            assert list(response["content"]) == ["application/problem+json"]
    for _, _, operation in operations(spec):
        assert {"422", "429", "431"} <= set(operation["responses"])
