"""The shipped collection is found wherever the packages are installed."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from fanorona.service.app import create_app
from fanorona.service.engine.collection import Collection, shipped_with
from fanorona.service.engine.open_tables import OpenTables
from fanorona.service.settings import Settings

PUZZLE = "Position: 3/1B1/W1W W\nStipulation: White to play and win in 1\n"


@pytest.mark.parametrize(
    ("packages", "puzzles"),
    [
        ("checkout", "checkout/puzzles"),
        ("venv/lib/python3.13/site-packages", "venv/share/fanorona/puzzles"),
        ("home/.local/lib/python3.13/site-packages", "home/.local/share/fanorona/puzzles"),
        ("target", "target/share/fanorona/puzzles"),
    ],
)
def test_the_shipped_puzzles_are_found(tmp_path: Path, packages: str, puzzles: str) -> None:
    folder = tmp_path / puzzles
    folder.mkdir(parents=True)
    (folder / "small.txt").write_text(PUZZLE, encoding="utf-8")
    (tmp_path / packages).mkdir(parents=True, exist_ok=True)
    assert shipped_with(tmp_path / packages) == folder
    assert [one.id for one in Collection.read(str(folder)).listed] == ["small-1"]


def test_the_puzzles_of_a_checkout_come_before_those_of_the_system(tmp_path: Path) -> None:
    for folder in ("share/fanorona/puzzles", "src/fanorona/puzzles"):
        (tmp_path / folder).mkdir(parents=True)
    assert shipped_with(tmp_path / "src/fanorona") == tmp_path / "src/fanorona/puzzles"


def test_without_a_folder_the_shipped_puzzles_are_read() -> None:
    assert len(Collection.read("").listed) >= 80


GRADED = """Title: easy
Difficulty: 2
Themes: sacrifice, Quiet key
Position: 3/1B1/W1W W
Stipulation: White to play and win in 1
---
Title: hard
Difficulty: 7
Themes: sacrifice
Rules: fliporona
Position: 4W/BWW2/W3B/4B/W1W1W B
Stipulation: Black to play and win in 1
---
Title: not graded
Difficulty: very
Position: 3/1B1/W1W W
Stipulation: White to play and win
"""


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """A service with three puzzles, two of them graded."""
    folder = tmp_path_factory.mktemp("puzzles")
    (folder / "small.txt").write_text(GRADED, encoding="utf-8")
    return create_app(Settings(puzzles=str(folder)), OpenTables([])).test_client()


def titles(response: TestResponse) -> list[str]:
    assert response.status_code == 200, response.text
    return [one["title"] for one in response.get_json()["puzzles"]]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["easy", "hard", "not graded"]),
        ("rules=standard", ["easy", "not graded"]),
        ("difficulty=2", ["easy"]),
        ("difficulty=1-7", ["easy", "hard"]),
        ("difficulty=7-3", ["hard"]),
        ("difficulty=10", []),
        ("theme=sacrifice", ["easy", "hard"]),
        ("theme=quiet-key", ["easy"]),
        ("theme=sacrifice&rules=fliporona", ["hard"]),
        ("theme=blockade", []),
    ],
)
def test_puzzles_are_found_by_rules_difficulty_and_theme(
    graded: FlaskClient, query: str, found: list[str]
) -> None:
    response = graded.get(f"/v1/puzzles?{query}")
    assert titles(response) == found
    assert response.get_json()["count"] == len(found)
    assert response.get_json()["links"] == {"previous": None, "next": None}


def test_a_grade_is_listed_and_null_without_one(graded: FlaskClient) -> None:
    easy, _, other = graded.get("/v1/puzzles").get_json()["puzzles"]
    assert (easy["difficulty"], easy["themes"]) == (2, ["sacrifice", "quiet-key"])
    assert (other["difficulty"], other["themes"]) == (None, None)
    assert graded.get(f"/v1/puzzles/{easy['id']}").get_json()["difficulty"] == 2


@pytest.mark.parametrize("query", ["difficulty=0", "difficulty=11", "difficulty=easy", "limit=0"])
def test_an_unreadable_filter_is_refused(graded: FlaskClient, query: str) -> None:
    assert graded.get(f"/v1/puzzles?{query}").status_code == 422


def test_pages_are_linked(app_client: FlaskClient) -> None:
    everything = app_client.get("/v1/puzzles?rules=standard").get_json()
    seen, pages, address = [], [], "/v1/puzzles?rules=standard&limit=7"
    while address:
        pages.append(address)
        page = app_client.get(address).get_json()
        assert page["count"] == everything["count"]
        seen += page["puzzles"]
        back, address = page["links"]["previous"], page["links"]["next"]
    assert seen == everything["puzzles"]
    assert len(pages) > 3
    assert app_client.get(back).get_json() == app_client.get(pages[-2]).get_json()
    beyond = app_client.get("/v1/puzzles?rules=standard&limit=7&offset=9999").get_json()
    assert beyond["puzzles"] == []
    last = app_client.get(beyond["links"]["previous"]).get_json()["puzzles"]
    assert last == everything["puzzles"][-7:]


def test_a_random_puzzle_is_one_of_those_wanted(graded: FlaskClient) -> None:
    response = graded.get("/v1/puzzles/random?rules=fliporona")
    assert response.get_json()["title"] == "hard"
    assert "solutions" not in response.get_json()
    assert response.headers["Cache-Control"] == "no-store"
    assert graded.get("/v1/puzzles/random?theme=blockade").status_code == 404


def test_every_puzzle_has_its_day(graded: FlaskClient) -> None:
    days = [f"2026-12-{30 + day}" for day in range(2)] + ["2027-01-01"]
    answers = [graded.get(f"/v1/puzzles/daily?date={day}") for day in days]
    assert [one.get_json()["date"] for one in answers] == days
    assert {one.get_json()["title"] for one in answers} == {"easy", "hard", "not graded"}
    again = graded.get(
        f"/v1/puzzles/daily?date={days[0]}", headers={"If-None-Match": answers[0].headers["ETag"]}
    )
    assert again.status_code == 304


def test_the_puzzle_of_today_is_not_kept(graded: FlaskClient) -> None:
    today = graded.get("/v1/puzzles/daily")
    assert today.headers["Cache-Control"] == "no-store"
    assert "ETag" not in today.headers
    day = today.get_json()["date"]
    assert graded.get(f"/v1/puzzles/daily?date={day}").get_json() == today.get_json()


@pytest.mark.parametrize("day", ["20261118", "2026-W47-3", "2026-13-01", "today", "2026-2-3"])
def test_a_day_is_year_month_and_day(graded: FlaskClient, day: str) -> None:
    assert graded.get(f"/v1/puzzles/daily?date={day}").status_code == 422
