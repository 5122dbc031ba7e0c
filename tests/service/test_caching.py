"""The same question has the same answer, is searched once, and says whether it may be kept."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from fanorona.service.app import create_app
from fanorona.service.engine.answer_cache import AnswerCache, Answered
from fanorona.service.engine.open_tables import OpenTables
from fanorona.service.settings import Settings
from tests.service.serving import HARD, SMALL, START, Server, serving

CACHEABLE = [
    ("/v1/rules", {}),
    ("/v1/limits", {}),
    ("/v1/moves", {"position": START}),
    ("/v1/steps", {"position": START, "turn": "f2-e3A"}),
    ("/v1/play", {"position": START, "turn": "f2-e3A"}),
    ("/v1/analysis", {"position": SMALL, "nodes": "10000"}),
    ("/v1/forced-win", {"position": SMALL}),
    ("/v1/tablebase", {"position": "1B1/3/W1W W"}),
    ("/v1/diagram.svg", {"position": SMALL}),
    ("/openapi.yaml", {}),
]


@pytest.mark.parametrize(("path", "query"), CACHEABLE, ids=lambda value: str(value)[:20])
def test_a_client_that_has_the_answer_gets_304(
    server: Server, path: str, query: dict[str, str]
) -> None:
    first = server.get(path, **query)
    assert first.headers["Cache-Control"] == "public, max-age=3600"
    tag = first.headers["ETag"]
    assert not tag.startswith("W/")
    # A proxy that compresses the answer makes its tag a weak one.
    for known in (f'"other", {tag}', f"W/{tag}", "*"):
        again = server.get(path, headers={"If-None-Match": known}, **query)
        assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
        # What the client keeps takes the headers of the 304.
        policy = "Content-Security-Policy"
        assert again.headers[policy] == first.headers[policy]


@pytest.mark.parametrize(
    ("path", "query", "status"),
    [
        ("/v1/play", {"position": START, "turn": "a1-a2"}, 422),
        ("/v1/tablebase", {"position": START}, 404),
        ("/v1/moves", {"position": "nonsense"}, 422),
    ],
)
def test_an_error_never_gets_304(
    server: Server, path: str, query: dict[str, str], status: int
) -> None:
    assert server.get(path, headers={"If-None-Match": "*"}, **query).status_code == status


def test_the_same_question_has_the_same_bytes_and_tag_in_every_worker(server: Server) -> None:
    answers = set()
    for worker in server.workers():
        server.session.close()
        with server.only(worker):
            response = server.get("/v1/forced-win", position=SMALL)
        answers.add((response.content, response.headers["ETag"]))
    assert len(answers) == 1


def test_questions_that_mean_the_same_have_one_tag(server: Server) -> None:
    plain = server.get("/v1/moves", position=START).headers["ETag"]
    dotted = server.get("/v1/moves", position=START.replace("1", ".") + " -", offset="0")
    assert dotted.headers["ETag"] == plain


@pytest.mark.parametrize("path", ["/v1/steps", "/v1/diagram.svg"])
def test_a_parameter_never_stands_for_one_that_is_missing(
    app_client: FlaskClient, path: str
) -> None:
    assert app_client.get(path, query_string={"position": SMALL}).status_code == 200
    named = app_client.get(path, query_string={"position": SMALL, "turn": "None"})
    assert named.status_code == 422


def test_a_clamped_question_has_the_tag_of_what_was_asked_after_it(server: Server) -> None:
    over = server.get("/v1/forced-win", position=SMALL, nodes=10**12)
    at = server.get("/v1/forced-win", position=SMALL, nodes=3_000_000)
    assert over.headers["ETag"] == at.headers["ETag"]
    assert over.content == at.content


def test_whatever_may_change_an_answer_changes_the_tag(tables: Path) -> None:
    less_memory = Settings(search_memory_mb=Settings().search_memory_mb // 2)
    tags = {
        create_app(settings, opened)
        .test_client()
        .get("/v1/forced-win", query_string={"position": SMALL})
        .headers["ETag"]
        for settings, opened in (
            (Settings(), OpenTables([])),
            (Settings(), OpenTables.open(str(tables))),
            (less_memory, OpenTables([])),
        )
    }
    assert len(tags) == 3


def test_a_time_budget_is_not_stored(server: Server) -> None:
    response = server.get("/v1/forced-win", position=SMALL, time_ms=1_000)
    assert response.headers["Cache-Control"] == "no-store"
    assert "ETag" not in response.headers


def test_an_answer_that_the_clock_ended_is_not_stored(tables: Path) -> None:
    app = create_app(Settings(max_time_ms=50), OpenTables.open(str(tables)))
    query = {"position": HARD, "nodes": "10000000"}
    response = app.test_client().get("/v1/forced-win", query_string=query)
    assert response.get_json()["search"]["stopped_by"] == "time"
    assert response.headers["Cache-Control"] == "no-store"
    assert "ETag" not in response.headers


def test_if_none_match_costs_no_search(server: Server) -> None:
    question = {"position": HARD, "nodes": 2_000}
    tag = server.get("/v1/forced-win", **question).headers["ETag"]
    before = server.metric("fanorona_search_nodes_total")
    for _ in range(5):
        server.session.close()
        assert (
            server.get("/v1/forced-win", headers={"If-None-Match": tag}, **question).status_code
            == 304
        )
    assert server.metric("fanorona_search_nodes_total") == before


def test_equal_questions_in_flight_share_one_search(tables: Path) -> None:
    question = {"position": HARD, "nodes": 400_000}
    with serving(tables, workers=1, max_time_ms=20_000) as server:
        with ThreadPoolExecutor(6) as pool:
            bodies = set(
                pool.map(lambda _: server.get("/v1/forced-win", **question).content, range(6))
            )
        assert len(bodies) == 1
        nodes = server.get("/v1/forced-win", **question).json()["search"]["nodes"]
        assert server.metric("fanorona_search_nodes_total") == nodes


def test_the_oldest_answers_are_forgotten_first() -> None:
    cache = AnswerCache(40_000)
    answer = Answered(b"x" * 3_600, 0, True)
    for number in range(10):
        cache.put(str(number), answer)
    cache.get("0")
    cache.put("10", answer)
    assert cache.get("0") is answer
    assert cache.get("1") is None
    assert cache.get("10") is answer


def test_an_answer_too_large_for_the_cache_is_not_kept() -> None:
    cache = AnswerCache(8_000)
    cache.put("large", Answered(b"x" * 1_000, 0, True))
    assert cache.get("large") is None
