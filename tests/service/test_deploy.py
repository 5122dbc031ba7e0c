"""What stands in front of the service refuses requests in the service's own words."""

from __future__ import annotations

import json
import re

from service.problems import PAGE, Kind
from tests.cli.running import PROJECT

NGINX = (PROJECT / "deploy" / "nginx.conf").read_text("utf-8")
PROBLEMS = {
    int(status): json.loads(text) for status, text in re.findall(r"(\d{3}) '(\{.*\})';", NGINX)
}


def test_the_problems_of_nginx_are_those_of_the_service() -> None:
    kinds = {kind.code: kind for kind in Kind}
    assert PROBLEMS
    for status, problem in PROBLEMS.items():
        kind = kinds[problem["code"]]
        assert list(problem) == ["type", "title", "status", "detail", "code"]
        assert problem["type"] == f"{PAGE}#{kind.code}"
        assert (problem["title"], problem["status"]) == (kind.title, status)
        assert kind.status == status


def test_whatever_nginx_refuses_is_a_problem() -> None:
    answered = set()
    for codes, instead in re.findall(r"error_page ([\d ]+?)(?: =(\d+))? /problem;", NGINX):
        answered |= {int(instead)} if instead else {int(code) for code in codes.split()}
    assert answered == PROBLEMS.keys()
