"""`fanorona boards`: the boards that are solved, as a person and as a script reads them."""

from __future__ import annotations

import json

from tests.cli.running import Fanorona


def test_boards_are_listed_with_their_values(fanorona: Fanorona) -> None:
    lines = fanorona("boards").out.splitlines()
    assert "  3x3  White wins in 6 turns (11 plies) *" in lines
    assert "  5x5  Draw: neither side can force a win *" in lines
    assert lines[-1].startswith("* published before: Schadd et al.")


def test_one_rule_set_is_listed_alone(fanorona: Fanorona) -> None:
    out = fanorona("boards", "--rules", "escale").out
    assert "  3x3  White wins in 7 turns (13 plies)" in out
    assert "standard" not in out


def test_a_command_that_proves_a_board_gives_its_value(fanorona: Fanorona) -> None:
    (solved, *_) = json.loads(fanorona("boards", "--rules", "livret", "--json").out)
    _, *arguments = solved["command"].split()
    found = json.loads(fanorona(*arguments, "--json").out)
    assert (found["value"], found["distance"]) == (solved["value"], solved["distance"])


def test_boards_speak_french(fanorona: Fanorona) -> None:
    out = fanorona("boards", "--lang", "fr").out
    assert "Blanc gagne en 6 coups" in out
    assert " nœuds, 0,5 s : fanorona forced-win start:7x3 " in out
