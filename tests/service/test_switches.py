"""Rule sets of one's own over HTTP: named back canonically, kept apart everywhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from fanorona.service.app import create_app
from fanorona.service.engine.open_tables import OpenTables
from fanorona.service.settings import Settings
from fanorona.solver import Position, answers
from fanorona.solver.as_json import as_json
from fanorona.solver.tables.tablebase import Tablebase
from tests.service.serving import Server

CAPTURE_OR_NOT = "1B1/3/W1W W"
OWN = "standard paika=allowed stopping=forfeit"


@pytest.mark.parametrize(
    "typed", [OWN, "stopping=forfeit_standard_PAIKA=allowed", "paika=allowed,stopping=forfeit"]
)
def test_a_rule_set_is_named_back_canonically(server: Server, typed: str) -> None:
    found = server.answer("/v1/moves", position=CAPTURE_OR_NOT, rules=typed)
    assert found == as_json(answers.moves(Position.parse(CAPTURE_OR_NOT, OWN)))
    assert found["rules"] == OWN


def test_one_rule_set_has_one_tag_however_it_is_typed(server: Server) -> None:
    tags = {
        server.get("/v1/moves", position=CAPTURE_OR_NOT, rules=rules).headers["ETag"]
        for rules in (OWN, "stopping=forfeit paika=allowed", f"{OWN} vela=yes")
    }
    assert len(tags) == 1


def test_different_rule_sets_have_different_tags_and_answers(server: Server) -> None:
    asked = [
        server.get("/v1/moves", position=CAPTURE_OR_NOT, rules=rules)
        for rules in ("standard", "standard paika=allowed", "standard paika=huffed", "escale")
    ]
    assert len({one.headers["ETag"] for one in asked}) == len({one.content for one in asked}) == 4


def test_a_rule_set_of_ones_own_is_described(server: Server) -> None:
    found = server.answer("/v1/rules/paika=allowed stopping=forfeit")
    assert (found["id"], found["base"]) == (OWN, "standard")
    assert (
        found["title"] == "Fanorona Tsivy, tournament rules, with paika=allowed, stopping=forfeit"
    )
    assert found["switches"]["stopping"] == "forfeit"
    assert found["stopping_chain"] == "forfeit"


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        ("chess", "unknown rule set 'chess'"),
        ("standard pieka=allowed", "did you mean paika?"),
        ("standard paika=allowd", "did you mean allowed?"),
        ("fliporona vela=yes", "cannot be combined with"),
    ],
)
def test_a_faulty_rule_set_is_refused_with_a_fix(server: Server, rules: str, says: str) -> None:
    asked = server.get("/v1/moves", position=CAPTURE_OR_NOT, rules=rules)
    assert asked.status_code == 422
    (fault,) = asked.json()["errors"]
    assert fault["pointer"] == "/rules"
    assert says in fault["detail"]
    described = server.get(f"/v1/rules/{rules}")
    assert described.status_code == 404
    assert says in described.json()["detail"]


def test_tables_are_used_for_the_rule_set_that_they_were_built_for(tmp_path: Path) -> None:
    Tablebase.build(2, tmp_path, "standard", "3x3")
    Tablebase.build(3, tmp_path, "standard paika=allowed", "3x3")
    tables = OpenTables.open(str(tmp_path))
    assert tables.stones() == {("standard", "3x3"): 2, ("standard paika=allowed", "3x3"): 3}
    client = create_app(Settings(), tables).test_client()
    for rules, status in (("standard", 404), ("standard paika=allowed", 200), ("escale", 404)):
        query = {"position": CAPTURE_OR_NOT, "rules": rules}
        assert client.get("/v1/tablebase", query_string=query).status_code == status
