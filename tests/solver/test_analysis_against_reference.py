"""Best lines against the reference: no value, no distance and no line of an analysis is false."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from fanorona.solver import Position, analyse
from fanorona.solver.as_json import as_json
from tests import reference
from tests.puzzle_judge import rank
from tests.replayer import Answer, Exact, position_of, require, results_of
from tests.solver.test_forced_against_reference import WHOLE_GAMES, Values, whole_game

NODES = (1, 30, 1_000, 30_000)
LINES = (1, 2, 5, 50)
DEPTHS = (None, None, 2)
FOR_THE_OTHER_SIDE = {"win": "loss", "loss": "win", "draw": "draw"}


@pytest.mark.parametrize(("rules", "fen"), WHOLE_GAMES)
def test_no_analysis_of_a_whole_game_is_false(rules: str, fen: str, compiled: bool) -> None:
    values = whole_game(rules, fen)
    chance = Random(fen)
    listed = sorted(values, key=reference.Position.fen)
    for position in chance.sample(listed, min(150 if compiled else 10, len(listed))):
        budget: dict[str, Any] = {
            "nodes": chance.choice(NODES if compiled else NODES[:2]),
            "lines": chance.choice(LINES),
            "depth": chance.choice(DEPTHS),
        }
        found = analyse(Position.parse(position.fen(), rules), tables="off", memory_mb=1, **budget)
        check(as_json(found), values)


def check(answer: Answer, values: Values) -> None:
    """Compare what is proven with the exact values; an estimate claims nothing."""
    exact = values[position_of(answer)]
    require(answer["value"] in (exact.value, "unknown"), answer, f"it is a {exact}")
    if answer["distance"] is not None:
        claimed, certain = answer["distance"]["plies"], answer["distance_exact"]
        assert exact.plies is not None
        holds = claimed == exact.plies if certain else claimed >= exact.plies
        require(holds, answer, f"{claimed} plies (exact: {certain}), it is a {exact}")
    for line in answer["lines"]:
        check_line(line, answer, values)
    if answer["search"]["stopped_by"] == "solved":
        check_order(answer, values)


def check_order(answer: Answer, values: Values) -> None:
    """Nothing is left open: the lines are the best turns, quick wins first, ties by text."""
    results = results_of(position_of(answer)).items()
    ranked = sorted((rank(values[result]), first) for result, (first, *_) in results)
    listed = [line["turns"][0] for line in answer["lines"]]
    best = [turn for _, turn in ranked[: len(listed)]]
    require(listed == best, answer, f"{listed}, but {best} are best")


def check_line(line: Answer, answer: Answer, values: Values) -> None:
    """The first turn has the value of the line, and each turn keeps to its distance."""
    after = position_of(answer)
    distance = line["distance"]
    proven = line["value"] != "unknown"
    require(proven or not line["distance_exact"], answer, f"{line}: exact, but unknown")
    if answer["search"]["stopped_by"] == "solved":
        require(line["distance_exact"], answer, f"{line}: solved, but not exact")
    for number, turn in enumerate(line["turns"], 1):
        after = after.turns()[turn]
        if number == 1:
            value = FOR_THE_OTHER_SIDE[values[after].value]
            require(line["value"] in (value, "unknown"), answer, f"{turn} is a {value}")
            if distance is not None and line["distance_exact"]:
                plies = values[after].plies
                holds = distance["plies"] - 1 == plies
                require(holds, answer, f"{line}: exact, but {turn} leaves {plies} plies")
        if distance is not None:
            left = distance["plies"] - number
            require(is_over_within(values[after], left), answer, f"{line}: not over after {number}")


def is_over_within(exact: Exact, plies: int) -> bool:
    return exact.plies is not None and exact.plies <= plies
