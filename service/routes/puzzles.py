"""`/v1/puzzles`: the collection, and puzzle files checked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic
from typing import Any, cast

from flask import Response, current_app, request
from werkzeug.exceptions import UnsupportedMediaType

from fanorona.service.contract import schemas
from fanorona.service.contract.fields import QuestionSchema, Text
from fanorona.service.contract.parameters import BudgetParameters, NoParameters
from fanorona.service.engine.answering import desk, respond_alone
from fanorona.service.engine.collection import Collection
from fanorona.service.engine.questions import LEAST_SECONDS, Engine, SearchQuestion, clamp
from fanorona.service.engine.searches import Flight
from fanorona.service.http.api import Blueprint
from fanorona.service.http.body import read_body
from fanorona.service.http.client_language import language_named
from fanorona.service.http.constant_answers import respond_constant
from fanorona.service.problems import Kind, Problem
from fanorona.solver.as_json import json_text
from fanorona.solver.language import Language
from fanorona.solver.puzzles.check import DEFAULT_NODES, Effort, check
from fanorona.solver.puzzles.reading import read_puzzles
from fanorona.solver.puzzles.verdict import Verdict

blueprint = Blueprint("puzzles", __name__, description="Puzzles")


class PuzzleText(QuestionSchema):
    """A puzzle file inside of JSON."""

    in_body = True

    text = Text(required=True, metadata={"description": "The puzzle file."})


@dataclass(frozen=True, slots=True)
class Checked:
    """The verdicts on the puzzles of a file."""

    count: int
    puzzles: tuple[Verdict, ...]


@blueprint.route("/v1/puzzles")
@blueprint.arguments(NoParameters, location="query")
@blueprint.response(200, schemas.PuzzleList)
@blueprint.problems()
@blueprint.cacheable
def list_puzzles(_parameters: dict[str, Any]) -> Response:
    """Every puzzle of the collection, without its solution."""
    return respond_constant(_collection().listed)


@blueprint.route("/v1/puzzles/<puzzle:id>")
@blueprint.arguments(NoParameters, location="query")
@blueprint.response(200, schemas.WholePuzzle)
@blueprint.problems(Kind.NOT_FOUND)
@blueprint.cacheable
def get_puzzle(_parameters: dict[str, Any], id: str) -> Response:  # noqa: A002 - as published
    """One puzzle of the collection, with its author's solutions and hint, if it has any."""
    found = _collection().whole(id)
    if found is None:
        raise Problem(Kind.NOT_FOUND, "the collection has no such puzzle")
    return respond_constant(found)


@blueprint.route("/v1/puzzles/check", methods=["POST"])
@blueprint.arguments(BudgetParameters, location="query")
@blueprint.body({"text/plain": {"type": "string"}, "application/json": PuzzleText})
@blueprint.response(200, schemas.Checked)
@blueprint.problems(Kind.BODY_TOO_LARGE, Kind.UNSUPPORTED_MEDIA_TYPE, Kind.SEARCHES_BUSY)
@blueprint.sends("Clamped", "Server-Timing")
def check_puzzles(parameters: dict[str, Any]) -> Response:
    """Check a puzzle file: a verdict for every puzzle in it.

    The budget of nodes is for each puzzle, that of time for all of them together. What is not
    settled within it is `unknown`. The details are in the language of the puzzle, unless
    `Accept-Language` names `en` or `fr`.
    """
    engine = desk().engine
    budget, clamped = clamp(parameters, SearchQuestion.CAPS, engine.settings)
    source, language = _puzzle_file(), language_named()
    return respond_alone(lambda flight: _checked(source, budget, engine, flight, language), clamped)


def _collection() -> Collection:
    return cast("Collection", current_app.extensions["collection"])


def _puzzle_file() -> str | bytes:
    if request.mimetype == "text/plain":
        return read_body()
    if request.is_json:
        text: str = blueprint.ARGUMENTS_PARSER.parse(PuzzleText(), location="json")["text"]
        return text
    raise UnsupportedMediaType("The body must be text/plain or application/json.")


def _checked(
    source: str | bytes,
    budget: dict[str, int],
    engine: Engine,
    flight: Flight,
    language: Language | None,
) -> str:
    verdicts = tuple(_verdicts(source, budget, engine, flight, language))
    return json_text(Checked(len(verdicts), verdicts))


def _verdicts(
    source: str | bytes,
    budget: dict[str, int],
    engine: Engine,
    flight: Flight,
    language: Language | None,
) -> Iterator[Verdict]:
    settings = engine.settings
    seconds = budget.get("time_ms", settings.max_time_ms) / 1000
    deadline = monotonic() + max(seconds, LEAST_SECONDS)
    effort = Effort(
        nodes=budget.get("nodes", min(DEFAULT_NODES, settings.max_nodes)),
        memory_mb=settings.search_memory_mb,
        most_turns=settings.max_turns,
    )
    for puzzle in read_puzzles(source):
        stop = flight.stop_in(max(deadline - monotonic(), 0))
        tables_for = engine.tables.kernel_tables
        yield check(puzzle, effort, tables_for=tables_for, stop=stop, language=language)
