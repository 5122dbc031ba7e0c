"""Analysis, forced wins and tables never disagree on what is proven, nor on what is best."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.service.serving import Server

RULES = ("standard", "escale", "livret", "fliporona")


def random_small(chance: Random) -> dict[str, Any]:
    """A position of few stones on a board that has tables."""
    width, height, most = chance.choice(((3, 3, 6), (5, 5, 4)))
    points = width * height
    white = chance.randint(1, min(4, most - 1))
    black = chance.randint(1, min(4, most - white))
    cells = list("W" * white + "B" * black + "." * (points - white - black))
    chance.shuffle(cells)
    rows = ["".join(cells[row * width : (row + 1) * width]) for row in range(height)]
    return {"position": f"{'/'.join(rows)} {chance.choice('WB')}"}


def check_agreement(server: Server, question: dict[str, Any], *, in_tables: bool) -> None:
    moves = server.answer("/v1/moves", **question)
    legal = {turn["turn"] for turn in moves["turns"]}
    analysis = server.answer("/v1/analysis", nodes=50_000, **question)
    forced = server.answer("/v1/forced-win", nodes=50_000, **question)
    best = [line["turns"][0] for line in analysis["lines"] if line["turns"]]
    best += [turn["turn"] for turn in forced["winning_turns"]] + forced["line"][:1]
    assert moves["truncated"] or set(best) <= legal
    proven = [one for one in (analysis, forced) if one["proof"] == "proven"]
    if in_tables:
        table = server.answer("/v1/tablebase", **question)
        proven.append({**table, "distance_exact": True})
        assert {turn["turn"] for turn in table["turns"]} == legal
        if table["turns"] and table["value"] != "draw" and analysis["proof"] == "proven":
            assert analysis["lines"][0]["turns"][0] == table["turns"][0]["turn"]
    assert len({one["value"] for one in proven}) <= 1, (question, proven)
    exact = [one["distance"] for one in proven if one["distance_exact"]]
    assert all(one == exact[0] for one in exact), (question, proven)


def agree_on(server: Server, positions: int, random_position: Callable[[Random, str], str]) -> None:
    chance = Random(positions)
    for number in range(positions):
        if number % 2:
            check_agreement(server, random_small(chance), in_tables=True)
        else:
            rules = RULES[number // 2 % 4]
            question = {"position": random_position(chance, rules), "rules": rules}
            check_agreement(server, question, in_tables=False)


def test_the_answers_agree(server: Server, random_position: Callable[[Random, str], str]) -> None:
    agree_on(server, 30, random_position)


@pytest.mark.slow
def test_the_answers_agree_on_many_positions(
    server: Server, random_position: Callable[[Random, str], str]
) -> None:
    agree_on(server, 500, random_position)
