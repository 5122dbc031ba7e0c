"""`/v1/batch`: many questions at once, within one budget."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from logging import Logger
from time import monotonic
from typing import Any

from flask import Response, current_app

from fanorona.service.contract.asks import ASKS
from fanorona.service.contract.batch_answer import components
from fanorona.service.contract.batch_parameters import BatchParameters, checked
from fanorona.service.engine.answering import Answerer, answerer, respond_alone
from fanorona.service.engine.questions import (
    Asked,
    SearchQuestion,
    clamp,
    read_question,
)
from fanorona.service.engine.searches import CalledOff, Flight
from fanorona.service.http.api import Blueprint
from fanorona.service.http.client_language import language_asked
from fanorona.service.problems import Fault, Kind, Problem, problem_of
from fanorona.words import Language, Message

blueprint = Blueprint("batch", __name__, description="Many questions at once")


@blueprint.route("/v1/batch", methods=["POST"])
@blueprint.arguments(BatchParameters, location="json", description="The questions.")
@blueprint.described("Batch", components())
@blueprint.problems(Kind.BODY_TOO_LARGE, Kind.UNSUPPORTED_MEDIA_TYPE, Kind.SEARCHES_BUSY)
@blueprint.sends("Clamped", "Server-Timing")
def ask_batch(parameters: dict[str, Any]) -> Response:
    """Ask several questions; each gets an answer or a problem, in order.

    The searches share the budget. A question that comes after it is used up gets the problem
    `budget-spent`. A batch counts as one search.
    """
    questions = parameters["questions"]
    settings = answerer().engine.settings
    most = settings.max_batch
    if len(questions) > most:
        detail = Message("parameter.batch-size", number=len(questions), most=most)
        raise Problem(Kind.INVALID_PARAMETER, detail, [Fault("/questions", detail)])
    budget, clamped = clamp(parameters.get("budget", {}), SearchQuestion.CAPS, settings)
    batch = _Batch(answerer(), budget, language_asked(), current_app.logger)
    return respond_alone(lambda flight: batch.body(questions, flight), clamped)


class _Batch:
    """Questions answered one after the other, and what is left of their budget."""

    def __init__(
        self, answerer: Answerer, budget: Mapping[str, int], language: Language, log: Logger
    ) -> None:
        settings = answerer.engine.settings
        self._answerer = answerer
        self._settings = settings
        self._language = language
        self._log = log
        self._nodes = budget.get("nodes", settings.max_nodes)
        self._deadline = monotonic() + budget.get("time_ms", settings.max_time_ms) / 1000

    def body(self, questions: list[dict[str, Any]], flight: Flight) -> bytes:
        return b'{"answers":[' + b",".join(self._items(questions, flight)) + b"]}"

    def _items(self, questions: list[dict[str, Any]], flight: Flight) -> Iterator[bytes]:
        for raw in questions:
            try:
                yield self._item(raw, flight)
            except CalledOff:
                raise
            except Exception as error:
                problem = problem_of(error)
                if problem.kind is Kind.INTERNAL_ERROR:
                    self._log.exception("a question of a batch failed")
                item = {"status": problem.kind.status, "problem": problem.body(self._language)}
                yield json.dumps(item).encode()

    def _item(self, raw: dict[str, Any], flight: Flight) -> bytes:
        parameters = checked(raw)
        kind = ASKS[parameters.pop("ask")].question
        asked = self._within_budget(read_question(kind, parameters, self._settings))
        question = asked.question
        tag = self._answerer.tag(question)
        answered = self._answerer.remembered(question, tag)
        if answered is None:
            seconds = question.seconds(max(self._deadline - monotonic(), 0))
            answered = self._answerer.work(question, tag, flight.stop_in(seconds), None)[1]
        self._nodes -= answered.nodes
        clamped = b',"clamped":' + json.dumps(asked.clamped).encode() if asked.clamped else b""
        return b'{"status":200,"answer":' + answered.body + clamped + b"}"

    def _within_budget(self, asked: Asked) -> Asked:
        """The question with no more nodes than are left."""
        question = asked.question
        if monotonic() >= self._deadline:
            raise Problem(Kind.BUDGET_SPENT, Message("service.batch-time"))
        if not isinstance(question, SearchQuestion) or question.most_nodes <= self._nodes:
            return asked
        if self._nodes <= 0:
            raise Problem(Kind.BUDGET_SPENT, Message("service.batch-nodes"))
        lowered = question.limited(self._nodes)
        return Asked(lowered, {**asked.clamped, "nodes": self._nodes})
