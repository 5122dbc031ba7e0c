"""`fanorona analyse` and `fanorona bench`, as a person runs them."""

from __future__ import annotations

import json

import pytest

from fanorona.cli.exit_status import ExitStatus
from tests.cli.running import Fanorona

WON = "9/9/2WW5/9/6B2 W"


def test_a_proven_win_is_called_proven(fanorona: Fanorona) -> None:
    done = fanorona("analyse", WON)
    assert "Proven: White wins in 8 turns (15 plies)." in done.out
    assert done.status == ExitStatus.YES


@pytest.mark.parametrize(("language", "bound"), [("en", "within"), ("fr", "au plus")])
def test_a_bound_is_not_called_a_distance(fanorona: Fanorona, language: str, bound: str) -> None:
    """The first win's distance is exact; that of the others takes more nodes to find."""
    fen, options = "5/W1W1B/5 W", ("--rules", "escale", "--lines", "5", "--lang", language)
    bounds = 0
    for nodes in range(2_000, 20_000, 2_000):
        budget = ("--nodes", str(nodes), "--memory", "1", "--no-tables")
        done = fanorona("analyse", fen, *options, *budget)
        first, *others = [line for line in done.out.splitlines() if line[1:2] == "."]
        assert bound not in first
        bounds += any(bound in line for line in others)
    assert bounds


def test_an_estimate_is_called_an_estimate(fanorona: Fanorona) -> None:
    done = fanorona("analyse", "start", "--depth", "3", "--no-tables")
    assert "Estimate: " in done.out
    assert "not proven" in done.out


@pytest.mark.parametrize(("language", "word"), [("en", "adds"), ("fr", "ajoute")])
def test_the_evaluation_is_explained(fanorona: Fanorona, language: str, word: str) -> None:
    done = fanorona("analyse", "start", "--depth", "1", "--explain", "--lang", language)
    assert done.out.count(word) == 2
    stones = fanorona("analyse", "start:5x5", "--depth", "1", "--explain", "--lang", language)
    assert word not in stones.out


def test_the_turns_before_are_played_first(fanorona: Fanorona) -> None:
    done = fanorona("analyse", "start", "--after", "d3-e3A c3-d3A", "--depth", "1", "--json")
    after = fanorona("play", "start", "d3-e3A", "c3-d3A", "--json")
    assert json.loads(done.out)["position"] in after.out


def test_as_many_lines_as_wanted_are_shown(fanorona: Fanorona) -> None:
    done = fanorona("analyse", "start", "--depth", "2", "--lines", "3", "--json")
    assert len(json.loads(done.out)["lines"]) == 3


def test_the_same_question_has_the_same_answer(fanorona: Fanorona) -> None:
    first, second = (
        fanorona("analyse", "start:5x5", "--nodes", "20000", "--json").out for _ in range(2)
    )
    assert first == second


def test_a_finished_game_is_reported_as_finished(fanorona: Fanorona) -> None:
    done = fanorona("analyse", "BBB/3/3 W", "--json")
    answer = json.loads(done.out)
    assert answer["value"] == "loss"
    assert answer["distance"] == {"plies": 0, "turns": 0}
    assert answer["lines"] == []


@pytest.mark.parametrize("option", ["--nodes", "--depth", "--lines", "--memory", "--time"])
def test_an_empty_budget_is_a_usage_error(fanorona: Fanorona, option: str) -> None:
    assert fanorona("analyse", "start", option, "0").status == ExitStatus.USAGE


def test_the_bench_prints_its_signature(fanorona: Fanorona) -> None:
    done = fanorona("bench")
    assert done.out == f"signature {SIGNATURE}\n"
    assert "nodes/s" in done.err


SIGNATURE = 420703
"""Changes only together with a search, on purpose."""
