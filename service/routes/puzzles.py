"""`/v1/puzzles`: the collection, and puzzle files checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from functools import partial
from secrets import choice
from typing import Any, cast
from urllib.parse import urlencode

from flask import Response, current_app, request

from fanorona.service.contract.fields import QuestionSchema, Text
from fanorona.service.contract.parameters import (
    CheckParameters,
    DailyParameters,
    NoParameters,
    PuzzleListParameters,
    WantedParameters,
)
from fanorona.service.contract.schemas import Schema, reference
from fanorona.service.engine.answering import answerer, respond_alone
from fanorona.service.engine.collection import (
    Collection,
    DailyPuzzle,
    ListedPuzzle,
    PageLinks,
    PuzzleFilter,
    PuzzleList,
    WholePuzzle,
)
from fanorona.service.engine.puzzle_budget import PuzzleBudget
from fanorona.service.engine.questions import Engine, SearchQuestion, clamp
from fanorona.service.engine.searches import Flight
from fanorona.service.http.api import Blueprint, path_parameter
from fanorona.service.http.body import read_body
from fanorona.service.http.client_language import language_named
from fanorona.service.http.constant_answers import respond_constant, respond_uncached
from fanorona.service.problems import Fault, Kind, Problem
from fanorona.solver.as_json import json_text
from fanorona.solver.puzzles.check import check
from fanorona.solver.puzzles.duplicates import Duplicates, likeness_of
from fanorona.solver.puzzles.full_play import WantedPlay
from fanorona.solver.puzzles.reading import read_puzzles
from fanorona.solver.puzzles.verdict import Verdict
from fanorona.words import Language, Message

NONE_FITS = Message("service.no-puzzle")

blueprint = Blueprint("puzzles", __name__, description="Puzzles")


class PuzzleText(QuestionSchema):
    """A puzzle file inside of JSON."""

    in_body = True

    text = Text(required=True, metadata={"description": "The puzzle file."})


BYTES: Schema = {"type": "string", "format": "binary", "description": "The puzzle file."}
"""A file is taken as it is: its encoding is found out."""

PUZZLE_UPLOAD: Schema = {
    "type": "object",
    "description": "A puzzle file as a form uploads it.",
    "properties": {"file": BYTES},
    "required": ["file"],
    "additionalProperties": False,
}

PUZZLE_BODY = (
    {
        "text/plain": BYTES,
        "application/json": PuzzleText,
        "multipart/form-data": reference("PuzzleUpload"),
    },
    "A puzzle file: as it is, inside of JSON, or as a form uploads it.",
)

blueprint.components["PuzzleUpload"] = PUZZLE_UPLOAD


@dataclass(frozen=True, slots=True)
class Checked:
    """The verdicts on the puzzles of a file."""

    count: int
    puzzles: tuple[Verdict, ...]


@blueprint.route("/v1/puzzles")
@blueprint.arguments(PuzzleListParameters, location="query")
@blueprint.answers(PuzzleList)
@blueprint.problems()
@blueprint.cacheable
def list_puzzles(parameters: dict[str, Any]) -> Response:
    """The puzzles of the collection, without their solutions.

    With `limit`, page by page: `links` has the addresses of the others. `/v1/puzzles/{id}` has the
    solution, too.
    """
    found = _collection().wanted(_wanted(parameters))
    offset, limit = parameters["offset"], parameters.get("limit", max(len(found), 1))
    page = tuple(found[offset : offset + limit])
    previous = max(0, min(offset, len(found)) - limit) if offset and found else None
    following = offset + limit if offset + limit < len(found) else None
    return respond_constant(
        PuzzleList(len(found), page, PageLinks(_page(previous), _page(following)))
    )


@blueprint.route("/v1/puzzles/random")
@blueprint.arguments(WantedParameters, location="query")
@blueprint.answers(ListedPuzzle)
@blueprint.problems(Kind.NOT_FOUND)
def get_random_puzzle(parameters: dict[str, Any]) -> Response:
    """A random puzzle of the collection, without its solution.

    `/v1/puzzles/{id}` has the solution, too.
    """
    found = _collection().wanted(_wanted(parameters))
    if not found:
        raise Problem(Kind.NOT_FOUND, NONE_FITS)
    return respond_uncached(choice(found))


@blueprint.route("/v1/puzzles/daily")
@blueprint.arguments(DailyParameters, location="query")
@blueprint.answers(DailyPuzzle)
@blueprint.problems(Kind.NOT_FOUND)
@blueprint.cacheable
def get_daily_puzzle(parameters: dict[str, Any]) -> Response:
    """The puzzle of a day, without its solution.

    The same day always has the same puzzle, and none is repeated before all have had their turn.
    """
    day = parameters.get("date")
    found = _collection().of_day(day or datetime.now(UTC).date(), _wanted(parameters))
    if found is None:
        raise Problem(Kind.NOT_FOUND, NONE_FITS)
    return respond_uncached(found) if day is None else respond_constant(found)


def _wanted(parameters: Mapping[str, Any]) -> PuzzleFilter:
    graded = sorted(int(one) for one in parameters.get("difficulty", "").split("-") if one)
    return PuzzleFilter(
        rules=parameters.get("rules"),
        difficulty=(graded[0], graded[-1]) if graded else None,
        theme=parameters.get("theme"),
    )


def _page(offset: int | None) -> str | None:
    """The address of this question's page that begins there."""
    if offset is None:
        return None
    query = {**request.args.to_dict(), "offset": offset}
    return f"{request.path}?{urlencode(query)}"


@blueprint.route(
    "/v1/puzzles/<puzzle:id>", parameters=[path_parameter("id", "The id of the puzzle.")]
)
@blueprint.arguments(NoParameters, location="query")
@blueprint.answers(WholePuzzle)
@blueprint.problems(Kind.NOT_FOUND)
@blueprint.cacheable
def get_puzzle(_parameters: dict[str, Any], id: str) -> Response:  # noqa: A002 - as published
    """One puzzle of the collection, with its author's solutions and hint, if it has any.

    `/v1/puzzles` lists the ids.
    """
    found = _collection().whole(id)
    if found is None:
        raise Problem(Kind.NOT_FOUND, NONE_FITS)
    return respond_constant(found)


@blueprint.route("/v1/puzzles/check", methods=["POST"])
@blueprint.arguments(CheckParameters, location="query")
@blueprint.body(*PUZZLE_BODY)
@blueprint.answers(Checked)
@blueprint.problems(Kind.BODY_TOO_LARGE, Kind.UNSUPPORTED_MEDIA_TYPE, Kind.SEARCHES_BUSY)
@blueprint.sends("Clamped", "Server-Timing")
def check_puzzles(parameters: dict[str, Any]) -> Response:
    """Check a puzzle file: a verdict for every puzzle in it.

    The node limit is per puzzle, the time limit for all of them together. What it does not settle
    is `unknown`. The details are in the language of the puzzle, unless `Accept-Language` names
    another: `en`, `fr` or `mg`. `variations`, `tries` and `set_play` have as many nodes each as the
    check itself, within the same time.
    """
    engine = answerer().engine
    budget, clamped = clamp(parameters, SearchQuestion.CAPS, engine.settings)
    language = language_named()
    wanted = WantedPlay(**{one.name: parameters[one.name] for one in fields(WantedPlay)})
    check_all = partial(_checked, puzzle_file(), budget, wanted, engine, language)
    return respond_alone(check_all, clamped)


def _collection() -> Collection:
    return cast("Collection", current_app.extensions["collection"])


def puzzle_file() -> str | bytes:
    """The puzzle file of the request, in whichever way it was sent."""
    if request.mimetype == "text/plain":
        return read_body()
    if request.is_json:
        text: str = blueprint.ARGUMENTS_PARSER.parse(PuzzleText(), location="json")["text"]
        return text
    if request.mimetype == "multipart/form-data":
        return _uploaded()
    kinds = ("text/plain", "application/json", "multipart/form-data")
    raise Problem(Kind.UNSUPPORTED_MEDIA_TYPE, Message("body.type", kinds=kinds))


def _uploaded() -> str | bytes:
    """The part `file` of a form; without a file name it is plain text."""
    # Read before it is taken apart, so that errors in the body itself are reported as such.
    read_body()
    uploads, texts = request.files.getlist("file"), request.form.getlist("file")
    # A part without a name is None.
    other = sorted({str(name or "") for name in (*request.files, *request.form)} - {"file"})
    if other or len(uploads) + len(texts) != 1:
        detail = Message("parameter.form")
        fault = Fault(f"/{other[0] if other else 'file'}", detail)
        raise Problem(Kind.INVALID_PARAMETER, detail, [fault])
    return uploads[0].read() if uploads else texts[0]


def _checked(
    source: str | bytes,
    budget: dict[str, int],
    wanted: WantedPlay,
    engine: Engine,
    language: Language | None,
    flight: Flight,
) -> str:
    verdicts = tuple(_verdicts(source, budget, wanted, engine, language, flight))
    return json_text(Checked(len(verdicts), verdicts))


def _verdicts(
    source: str | bytes,
    budget: dict[str, int],
    wanted: WantedPlay,
    engine: Engine,
    language: Language | None,
    flight: Flight,
) -> Iterator[Verdict]:
    limits = PuzzleBudget(budget, engine.settings)
    duplicates = Duplicates()
    for puzzle in read_puzzles(source):
        verdict = check(
            puzzle,
            limits.each,
            tables_for=engine.tables.kernel_tables,
            stop=limits.stop_of(flight),
            language=language,
            wanted=wanted,
            grade=True,
        )
        yield duplicates.remarked(verdict, likeness_of(puzzle))
