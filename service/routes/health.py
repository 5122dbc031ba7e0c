"""`/health/…`: for whoever operates the service."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from flask import Response

from fanorona.service.contract.parameters import NoParameters
from fanorona.service.engine.answering import answerer
from fanorona.service.http.api import Blueprint
from fanorona.service.http.constant_answers import respond_uncached
from fanorona.service.problems import Kind
from fanorona.solver import __version__, is_compiled

blueprint = Blueprint("health", __name__, description="For the operator")


class Kernel(StrEnum):
    """How the kernel runs."""

    COMPILED = "compiled"
    PYTHON = "python"


@dataclass(frozen=True, slots=True)
class Health:
    """The process answers."""

    status: str


@dataclass(frozen=True, slots=True)
class TableCover:
    """A game, and up to how many stones its tables go."""

    rules: str
    board: str
    stones: int


@dataclass(frozen=True, slots=True)
class Readiness:
    """What the service can answer with."""

    status: str
    engine: str
    kernel: Kernel
    tables: tuple[TableCover, ...]


@blueprint.route("/health/live")
@blueprint.arguments(NoParameters, location="query")
@blueprint.answers(Health)
@blueprint.problems()
def get_live(_parameters: dict[str, Any]) -> Response:
    """Whether the process answers at all.

    The only answer is `live`; if there is none, restart the process.
    """
    return respond_uncached(Health("live"))


@blueprint.route("/health/ready")
@blueprint.arguments(NoParameters, location="query")
@blueprint.answers(Readiness)
@blueprint.problems(Kind.NOT_READY)
def get_ready(_parameters: dict[str, Any]) -> Response:
    """Whether questions can be answered, and with which engine and tables.

    Send questions only to a server that is `ready`.
    """
    answerer().searches.require_slots()
    covers = answerer().engine.tables.stones().items()
    return respond_uncached(
        Readiness(
            status="ready",
            engine=__version__,
            kernel=Kernel.COMPILED if is_compiled() else Kernel.PYTHON,
            tables=tuple(TableCover(*game, stones) for game, stones in covers),
        )
    )
