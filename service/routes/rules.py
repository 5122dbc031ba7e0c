"""`/v1/rules`: the rule sets as data."""

from __future__ import annotations

from typing import Any

from flask import Response

from fanorona.service.contract.parameters import NoParameters
from fanorona.service.http.api import Blueprint, path_parameter
from fanorona.service.http.constant_answers import respond_constant
from fanorona.service.problems import Kind, Problem
from fanorona.solver import FanoronaError, answers, rule_set

blueprint = Blueprint("rules", __name__, description="The rule sets")


@blueprint.route("/v1/rules")
@blueprint.arguments(NoParameters, location="query")
@blueprint.answers(answers.RuleSetList)
@blueprint.problems()
@blueprint.cacheable
def list_rules(_parameters: dict[str, Any]) -> Response:
    """Every rule set, with its switches and its start position.

    The switches are the rows in which the rule sets differ.
    """
    return respond_constant(answers.rule_sets())


@blueprint.route(
    "/v1/rules/<rules>",
    parameters=[path_parameter("rules", "A name, or a base and switches.")],
)
@blueprint.arguments(NoParameters, location="query")
@blueprint.answers(answers.RuleSetData)
@blueprint.problems(Kind.NOT_FOUND)
@blueprint.cacheable
def get_rules(_parameters: dict[str, Any], rules: str) -> Response:
    """One rule set, with its switches and its start position.

    `rules` is a name, or a base and switches: `standard paika=allowed`.
    """
    try:
        chosen = rule_set(rules)
    except FanoronaError as error:
        raise Problem(Kind.NOT_FOUND, error.message) from None
    return respond_constant(answers.rule_set_data(chosen))
