"""The specification is that of the code, and its examples are the service's own answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
import yaml
from flask import Flask

from fanorona.service.contract.descriptions import DESCRIPTIONS
from fanorona.service.contract.examples import ask, ask_all, recorded
from fanorona.service.contract.openapi import operations, specification
from fanorona.service.http.headers import EXPOSED
from tests.cli.running import PROJECT
from tests.service.serving import Server

FILE = PROJECT / "openapi.yaml"


def published() -> Any:
    return yaml.safe_load(FILE.read_text("utf-8"))


def objects(spec: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema of an object, wherever it stands, with the name of its component."""
    for name, schema in spec["components"]["schemas"].items():
        for part in (schema, *schema.get("allOf", ())):
            if "properties" in part:
                yield name, part


def test_everything_has_a_description() -> None:
    spec = published()
    bare = [name for name, one in spec["components"]["schemas"].items() if not one["description"]]
    bare += [
        f"{name}.{member}"
        for name, schema in objects(spec)
        for member, value in schema["properties"].items()
        if not value.get("description")
    ]
    for _, path, operation in operations(spec):
        told = [operation, operation.get("requestBody", operation)]
        told += [one for one in operation.get("parameters", ()) if "name" in one]
        told += [operation["responses"]["200"]]
        bare += [f"{path}: {one}" for one in told if not one.get("description")]
    assert bare == []


def test_no_description_is_left_over() -> None:
    used = {
        value["description"]
        for _, schema in objects(published())
        for value in schema["properties"].values()
    }
    assert set(DESCRIPTIONS.values()) - used == set()


def test_every_list_of_choices_has_a_name() -> None:
    spec = published()
    listed = [schema for schema in _below(spec) if "enum" in schema]
    assert listed == [one for one in spec["components"]["schemas"].values() if "enum" in one]


def test_no_component_has_a_field_of_its_own_name() -> None:
    """Generators of clients would use one name for both."""
    for name, schema in objects(published()):
        assert name.lower() not in {one.replace("_", "") for one in schema["properties"]}


def _below(node: Any) -> Iterator[dict[str, Any]]:
    """Every object of the specification but for examples."""
    if isinstance(node, dict):
        yield node
        for name, inner in node.items():
            if name not in ("example", "examples"):
                yield from _below(inner)
    elif isinstance(node, list):
        for inner in node:
            yield from _below(inner)


WITH_ANSWERS = sorted(name for name, one in recorded().items() if one.answer is not None)


@pytest.mark.parametrize("kind", WITH_ANSWERS)
def test_an_example_fits_its_schema(kind: str) -> None:
    spec = published()
    example = recorded()[kind]
    operation = next(one for _, _, one in operations(spec) if one["operationId"] == kind)
    schema = operation["responses"]["200"]["content"][example.answer_type]["schema"]
    whole = {**strict(schema), "components": strict(spec["components"])}
    jsonschema_rs.validate(whole, example.answer)


def strict(schema: Any) -> Any:
    """The schema without room for what is not in it."""
    if isinstance(schema, list):
        return [strict(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {"additionalProperties": False} if "properties" in schema else {}
    return {**closed, **{name: strict(one) for name, one in schema.items()}}


def test_the_file_is_what_the_service_answers(server: Server) -> None:
    assert server.get("/openapi.yaml").text == FILE.read_text("utf-8"), "run: make openapi"


def test_every_operation_has_an_example() -> None:
    spec = published()
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
    streamed = {"stream_analysis", "stream_forced_win", "stream_review"}
    whole = {
        "list_moves",
        "analyse",
        "choose_turn",
        "find_forced_win",
        "check_puzzles",
        "print_sheet",
        "review_game",
        "ask_batch",
    }
    assert clamped == whole | streamed


def test_every_problem_is_documented_as_one(app: Flask) -> None:
    spec = specification(app)
    for name, response in spec["components"]["responses"].items():
        if name.startswith("Problem"):
            assert list(response["content"]) == ["application/problem+json"]
    for _, _, operation in operations(spec):
        assert {"422", "429", "431"} <= set(operation["responses"])
