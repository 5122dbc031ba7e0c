"""Answers as JSON."""

from __future__ import annotations

import json

import pytest

from fanorona.solver import RULE_SETS, Position, answers
from fanorona.solver.as_json import as_json, json_text


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_text_is_that_of_the_object(rules: str) -> None:
    for answer in (
        answers.moves(Position.start(rules, 5, 5)),
        answers.moves(Position.start(rules, 3, 3), distinct=True),
        answers.rule_set_data(RULE_SETS[rules]),
    ):
        assert json.loads(json_text(answer)) == as_json(answer)
