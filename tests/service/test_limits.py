"""Over a limit is an error, or a clamp that the answer names."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Any

import pytest

from fanorona.service.app import create_app
from fanorona.service.engine.open_tables import OpenTables
from fanorona.service.routes.limits import limits_of
from fanorona.service.settings import Settings
from tests.service.serving import MANY_TURNS, SMALL, START, Server

PAGES = "WWBBBWBBB/BBWBB2WW/WB1W1B1BB/1BB3BBW/2B1BBBW1 W"
"""2,622 turns under fliporona: enough that listing them counts as a search."""


def test_the_limits_are_shown(server: Server) -> None:
    limits = server.answer("/v1/limits")
    assert limits["nodes"] == 3_000_000
    assert limits["time_ms"] == 5_000
    assert limits["searches"] == 2
    assert limits["rate"] is None


def test_every_cap_that_can_be_set_is_shown() -> None:
    names = [one.name for one in fields(Settings) if one.name.startswith("max_")]
    caps: dict[str, Any] = {name: 2_000 + number for number, name in enumerate(names)}
    caps |= {"searches": 7, "search_memory_mb": 9, "rate_limit": "60/minute"}
    assert set(caps.values()) <= set(asdict(limits_of(Settings(**caps))).values())


@pytest.mark.parametrize(
    ("path", "query", "clamped"),
    [
        ("/v1/forced-win", {"nodes": 10**15, "max_turns": 1}, "nodes=3000000"),
        ("/v1/analysis", {"depth": 2, "lines": 999}, "lines=10"),
        ("/v1/forced-win", {"time_ms": 10**30, "max_turns": 1}, "time_ms=5000"),
        ("/v1/moves", {"limit": 10**6}, "limit=1000"),
    ],
)
def test_a_clamp_is_named(server: Server, path: str, query: dict[str, int], clamped: str) -> None:
    response = server.get(path, position=SMALL, **query)
    assert response.status_code == 200
    assert response.headers["Clamped"] == clamped


def test_within_the_limits_nothing_is_clamped(server: Server) -> None:
    assert "Clamped" not in server.get("/v1/moves", position=SMALL, limit=1_000).headers


def test_many_turns_are_listed_by_pages(server: Server) -> None:
    seen: list[str] = []
    while len(seen) < 2_622:
        page = server.answer("/v1/moves", position=PAGES, rules="fliporona", offset=len(seen))
        assert (page["count"], page["truncated"]) == (2_622, True)
        seen += [turn["turn"] for turn in page["turns"]]
    assert seen == sorted(set(seen))


@pytest.mark.parametrize("path", ["moves", "forced-win", "analysis"])
def test_more_turns_than_allowed_are_refused(path: str) -> None:
    client = create_app(Settings(max_turns=5_000), OpenTables([])).test_client()
    query = {"position": MANY_TURNS, "rules": "fliporona"}
    response = client.get(f"/v1/{path}", query_string=query)
    assert response.status_code == 422
    assert response.get_json()["code"] == "too-many-turns"
    assert "more than 5,000" in response.get_json()["detail"]


def test_a_client_that_asks_too_often_is_refused() -> None:
    client = create_app(Settings(rate_limit="3/day"), OpenTables([])).test_client()
    statuses = [client.get("/v1/limits").status_code for _ in range(4)]
    assert statuses == [200, 200, 200, 429]
    refused = client.get("/v1/limits")
    assert refused.get_json()["code"] == "too-many-requests"
    assert 1 <= int(refused.headers["Retry-After"]) <= 86_400
    for exempt in ("/health/live", "/static/page.css"):
        with client.get(exempt) as response:
            assert response.status_code == 200


def test_every_one_of_several_rates_holds() -> None:
    client = create_app(Settings(rate_limit="9/day, 2/year"), OpenTables([])).test_client()
    statuses = [client.get("/v1/limits").status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
    assert "at most 2 requests" in client.get("/v1/limits").get_json()["detail"]


def test_a_forwarded_address_counts_only_behind_a_proxy() -> None:
    for proxies, statuses in ((0, [200, 429]), (1, [200, 200])):
        settings = Settings(rate_limit="1/day", proxies=proxies)
        client = create_app(settings, OpenTables([])).test_client()
        asked = [
            client.get("/v1/limits", headers={"X-Forwarded-For": address}).status_code
            for address in ("10.0.0.1", "10.0.0.2")
        ]
        assert asked == statuses


def test_a_page_of_a_position_may_begin_anywhere(server: Server) -> None:
    assert server.answer("/v1/moves", position=START, offset=10**20)["turns"] == []
