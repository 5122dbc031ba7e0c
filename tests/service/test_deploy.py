"""What runs in front of the service refuses requests in the service's own words."""

from __future__ import annotations

import json
import re
import subprocess
import sys

from fanorona.service.problems import PAGE, Kind
from tests.cli.running import PROJECT
from tests.service.serving import PATIENCE, Server, free_port, until

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
        assert (problem["title"], problem["status"]) == (str(kind.title), status)
        assert kind.status == status


def test_whatever_nginx_refuses_is_a_problem() -> None:
    answered = set()
    for codes, instead in re.findall(r"error_page ([\d ]+?)(?: =(\d+))? /problem;", NGINX):
        answered |= {int(instead)} if instead else {int(code) for code in codes.split()}
    assert answered == PROBLEMS.keys()


def test_the_health_check_of_the_image_asks_the_port_that_is_set(server: Server) -> None:
    written = (PROJECT / "Dockerfile").read_text("utf-8").replace("\\\n", "")
    (check,) = map(json.loads, re.findall(r"^HEALTHCHECK .* CMD (\[.*\])$", written, re.M))

    def status(port: str | int) -> int:
        command = [sys.executable, *check[1:]]
        environment = {"FANORONA_PORT": str(port)}
        return subprocess.run(
            command, env=environment, check=False, timeout=PATIENCE, stderr=subprocess.DEVNULL
        ).returncode

    # It gives up after two seconds: as Docker does, it is asked again on a busy machine.
    until(lambda: status(server.url.rpartition(":")[2]) == 0)
    assert status(free_port()) != 0


def test_the_image_has_what_the_service_can_use() -> None:
    lock = "requirements.image.lock"
    for name in ("Dockerfile", ".dockerignore"):
        assert lock in (PROJECT / name).read_text("utf-8")
    installed = (PROJECT / lock).read_text("utf-8")
    assert "\nredis==" in installed
    assert "\nresvg-py==" in installed
