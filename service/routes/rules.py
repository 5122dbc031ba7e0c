"""`/v1/rules`: the rule sets as data."""

from __future__ import annotations

from typing import Any

from flask import Response

from service import schemas
from service.api import Blueprint
from service.constant import respond_constant
from service.parameters import NoParameters
from service.problems import Kind
from solver import RULE_SETS, answers

blueprint = Blueprint("rules", __name__, description="The rule sets")


@blueprint.route("/v1/rules")
@blueprint.arguments(NoParameters, location="query")
@blueprint.response(200, schemas.RuleSets)
@blueprint.problems()
@blueprint.cacheable
def list_rules(_parameters: dict[str, Any]) -> Response:
    """Every rule set, with its switches and its start position."""
    return respond_constant(answers.rule_sets())


@blueprint.route(f"/v1/rules/<any({','.join(RULE_SETS)}):rules>")
@blueprint.arguments(NoParameters, location="query")
@blueprint.response(200, schemas.RuleSet)
@blueprint.problems(Kind.NOT_FOUND)
@blueprint.cacheable
def get_rules(_parameters: dict[str, Any], rules: str) -> Response:
    """One rule set, with its switches and its start position."""
    return respond_constant(answers.rule_set_data(RULE_SETS[rules]))
