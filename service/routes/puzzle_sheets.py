"""`/v1/puzzles/sheet`: puzzles as a booklet to print."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from flask import Response

from fanorona.service.contract.parameters import SHEET_TYPES, SheetParameters
from fanorona.service.engine.answering import answerer, respond_alone
from fanorona.service.engine.puzzle_budget import PuzzleBudget
from fanorona.service.engine.questions import Engine, SearchQuestion, clamp
from fanorona.service.engine.searches import Flight
from fanorona.service.http.api import Blueprint
from fanorona.service.http.client_language import language_named
from fanorona.service.problems import Fault, Kind, Problem
from fanorona.service.routes.puzzles import PUZZLE_BODY, puzzle_file
from fanorona.solver.puzzles.check import examine
from fanorona.solver.puzzles.full_play import WantedPlay
from fanorona.solver.puzzles.puzzle import Puzzle, UnreadablePuzzle
from fanorona.solver.puzzles.reading import read_puzzles
from fanorona.solver.sheets import typesetting
from fanorona.solver.sheets.html_source import html_source
from fanorona.solver.sheets.sheet import (
    Paper,
    PrintedProblem,
    Sheet,
    SheetStyle,
    printed,
    sheet_of,
)
from fanorona.words import Language, Message, placed

MOST_PROBLEMS = 100
"""Setting more takes longer than a request may."""


blueprint = Blueprint("sheets", __name__, description="Puzzles on paper")


@blueprint.route("/v1/puzzles/sheet", methods=["POST"])
@blueprint.arguments(SheetParameters, location="query")
@blueprint.body(*PUZZLE_BODY)
@blueprint.response(
    200, {"type": "string"}, content_type=SHEET_TYPES["typ"], description="The sheet."
)
@blueprint.response(
    200, {"type": "string"}, content_type=SHEET_TYPES["html"], description="The sheet."
)
@blueprint.response(
    200,
    {"type": "string", "format": "binary"},
    content_type=SHEET_TYPES["pdf"],
    description="The sheet.",
)
@blueprint.problems(
    Kind.BODY_TOO_LARGE, Kind.UNSUPPORTED_MEDIA_TYPE, Kind.SEARCHES_BUSY, Kind.NOT_AVAILABLE
)
@blueprint.sends("Clamped", "Server-Timing")
def print_sheet(parameters: dict[str, Any]) -> Response:
    """Print a puzzle file: diagrams, then the solutions with variations and final boards.

    At most 100 puzzles, each of which must be readable. The budget of nodes is for each puzzle,
    that of time for all of them together; a puzzle that is unsound or undecided is printed with a
    remark. The sheet is in the language that `Accept-Language` names, or else in that of the first
    puzzle.
    """
    engine = answerer().engine
    style = _style(parameters)
    if parameters["format"] == "pdf":
        _require_typesetter()
    puzzles = list(_readable(puzzle_file()))
    budget, clamped = clamp(parameters, SearchQuestion.CAPS, engine.settings)
    language = language_named() or puzzles[0].language
    work = partial(_made, puzzles, budget, engine, language, style, parameters["format"])
    return respond_alone(work, clamped, SHEET_TYPES[parameters["format"]])


def _style(parameters: Mapping[str, Any]) -> SheetStyle:
    return SheetStyle(
        title=parameters.get("title"),
        author=parameters.get("author"),
        paper=Paper(parameters["paper"]),
        per_page=parameters["per_page"],
        solutions=parameters["solutions"],
    )


def _require_typesetter() -> None:
    try:
        typesetting.require_typesetter()
    except typesetting.NoTypesetter as error:
        raise Problem(Kind.NOT_AVAILABLE, error.message) from None


def _readable(source: str | bytes) -> Iterator[Puzzle]:
    """The puzzles of the file; a problem that lists every reading error if there is one."""
    faults, count = [], 0
    for puzzle in read_puzzles(source):
        count += 1
        if count > MOST_PROBLEMS:
            raise _refused(Message("sheet.too-many", most=MOST_PROBLEMS), [])
        if isinstance(puzzle, UnreadablePuzzle):
            faults += [
                Fault("", placed(error.line, error.column, error.detail)) for error in puzzle.errors
            ]
        else:
            yield puzzle
    if faults:
        raise _refused(faults[0].detail, faults)
    if not count:
        raise _refused(Message("file.no-puzzle"), [])


def _refused(detail: Message, faults: list[Fault]) -> Problem:
    return Problem(Kind.INVALID_PARAMETER, detail, faults or [Fault("", detail)])


def _made(
    puzzles: list[Puzzle],
    budget: dict[str, int],
    engine: Engine,
    language: Language,
    style: SheetStyle,
    form: str,
    flight: Flight,
) -> bytes:
    problems = list(_solved(puzzles, budget, engine, language, flight))
    return _set(sheet_of(problems, language, style), form)


def _set(sheet: Sheet, form: str) -> bytes:
    if form == "pdf":
        return typesetting.pdf(sheet)
    source = html_source(sheet) if form == "html" else typesetting.typst_source(sheet)
    return source.encode()


def _solved(
    puzzles: list[Puzzle],
    budget: dict[str, int],
    engine: Engine,
    language: Language,
    flight: Flight,
) -> Iterator[PrintedProblem]:
    limits = PuzzleBudget(budget, engine.settings)
    for puzzle in puzzles:
        examination = examine(
            puzzle,
            limits.each,
            tables_for=engine.tables.kernel_tables,
            stop=limits.stop_of(flight),
            wanted=WantedPlay(variations=True),
        )
        yield printed(puzzle, examination, language)
