"""Searches and tables under rule sets of one's own: no claim is false by the reference."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from fanorona.solver import Position, analyse, rule_set
from fanorona.solver.as_json import as_json
from fanorona.solver.tables.tablebase import NoTables, Tablebase, has_tables
from tests.replayer import TooMuch, check_form, check_values, solve
from tests.solver.test_analysis_against_reference import check as check_analysis
from tests.solver.test_forced_against_reference import Values, questions, random_endgame
from tests.solver.test_switches import combinations
from tests.solver.test_tablebase import check as check_tables
from tests.solver.test_tablebase import every_position, pairs


def endgame(chance: Random, rules: str, most: int) -> Values:
    """The exact values of a small game, whole."""
    while True:
        root = random_endgame(chance, rules)
        if Position.parse(root.fen(), rules).validate():
            continue
        try:
            return solve([root], most)
        except TooMuch:
            continue


def check_searches(chance: Random, values: Values, number: int) -> Counter[str]:
    met: Counter[str] = Counter()
    for answer, max_turns in questions(chance, values, number):
        check_form(answer, max_turns)
        check_values(answer, values, max_turns)
        met[answer["value"]] += 1
        position = Position.parse(answer["position"], answer["rules"])
        nodes = chance.choice((1, 30, 1_000, 10_000))
        check_analysis(as_json(analyse(position, tables="off", nodes=nodes, lines=3)), values)
    return met


def test_no_answer_about_some_endgames_is_false(compiled: bool) -> None:
    chance = Random("endgames of one's own")
    for rules in combinations(chance, 10 if compiled else 4):
        check_searches(chance, endgame(chance, rules, 800), 5)


@pytest.mark.slow
def test_no_answer_about_many_endgames_is_false(capsys: pytest.CaptureFixture[str]) -> None:
    chance = Random("many endgames of one's own")
    met: Counter[str] = Counter()
    for rules in combinations(chance, 200):
        for _ in range(3):
            met += check_searches(chance, endgame(chance, rules, 6_000), 10)
    with capsys.disabled():
        sys.stdout.write(f"\nno false answer; {dict(met)}\n")


@pytest.mark.parametrize(
    "rules",
    [
        "standard paika=allowed",
        "standard choice=larger chain=axis",
        "standard captured=flip capturer=leaves",
        "livret paika=forbidden stopping=allowed",
        "fliporona captured=leave capturer=stays",
        "fliporona paika=forbidden chain=direction setup=fixed vela=yes",
    ],
)
def test_tables_are_built_for_a_rule_set_of_ones_own(tmp_path: Path, rules: str) -> None:
    tables = Tablebase.build(4, tmp_path, rules, "3x3").kernel_tables()
    for own, enemy in pairs(4):
        check_tables(tables, every_position(rules, 3, 3, own, enemy))


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        ("livret", "huff"),
        ("standard stopping=forfeit", "last stone"),
        ("standard captured=flip", "can be recaptured"),
    ],
)
def test_rule_sets_that_tables_cannot_hold_are_refused(rules: str, says: str) -> None:
    assert not has_tables(rule_set(rules))
    with pytest.raises(NoTables, match=says):
        Tablebase.open(rules=rules)


@pytest.mark.slow
def test_many_rule_sets_of_ones_own_have_right_tables(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    built = 0
    for number, rules in enumerate(combinations(Random("tables of one's own"), 150)):
        if not has_tables(rule_set(rules)):
            continue
        tables = Tablebase.build(4, tmp_path / str(number), rules, "3x3").kernel_tables()
        for own, enemy in pairs(4):
            check_tables(tables, every_position(rules, 3, 3, own, enemy))
        built += 1
    assert built >= 20
    with capsys.disabled():
        sys.stdout.write(f"\nevery table of {built} rule sets is right\n")
