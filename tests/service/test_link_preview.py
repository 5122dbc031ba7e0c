"""What other pages show of a link to the board: its picture, at an address nobody else chooses."""

from __future__ import annotations

import html
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient

from fanorona import Position
from fanorona.service.app import create_app
from fanorona.service.settings import Settings

PUBLIC = "https://fanorona.example"
SMALL = "BBB/B1W/WWW W"


@pytest.fixture(scope="module")
def public() -> FlaskClient:
    return create_app(Settings(public_url=f"{PUBLIC}/")).test_client()


def told(client: FlaskClient, what: str, **query: str) -> str:
    """A property of the page that a query opens."""
    page = client.get("/", query_string=query, headers={"Host": "evil.example"}).text
    found = re.search(rf'<meta property="og:{what}" content="([^"]*)">', page)
    assert found
    return html.unescape(found[1])


def shown(client: FlaskClient, **query: str) -> Position:
    """The position on the picture, which the service draws."""
    address = urlsplit(told(client, "image", **query))
    picture = client.get(f"{address.path}?{address.query}")
    assert picture.mimetype == "image/png"
    asked = {key: values[0] for key, values in parse_qs(address.query).items()}
    return Position.parse(asked["position"], rules=asked["rules"])


def test_the_picture_is_at_the_public_address(public: FlaskClient) -> None:
    assert told(public, "image").startswith(f"{PUBLIC}/v1/diagram.png?")


def test_without_a_public_address_it_is_on_this_server(app_client: FlaskClient) -> None:
    assert told(app_client, "image").startswith("/v1/diagram.png?")


def test_it_is_the_position_of_the_link(public: FlaskClient) -> None:
    assert shown(public, position=SMALL.replace(" ", "_")) == Position.parse(SMALL)


def test_it_is_the_position_after_the_turns_of_the_link(public: FlaskClient) -> None:
    link = {"position": SMALL, "turns": "c1-b2A_(a1-b2A_(b1-b2A))_a2-a3W"}
    assert shown(public, **link) == Position.parse(SMALL).play("c1-b2A").play("a2-a3W")


def test_it_is_the_turn_that_the_link_shows(public: FlaskClient) -> None:
    link = {"position": SMALL, "turns": "c1-b2A_a2-a3W", "at": "1"}
    assert shown(public, **link) == Position.parse(SMALL).play("c1-b2A")


def test_it_follows_the_rules_of_the_link(public: FlaskClient) -> None:
    link = {"position": "3/3/3_W_hand:4,4", "rules": "fliporona", "turns": "@a1"}
    start = Position.parse("3/3/3 W hand:4,4", rules="fliporona")
    assert shown(public, **link) == start.play("@a1")


def test_a_puzzle_has_its_title_and_its_position(public: FlaskClient) -> None:
    name = "fliporona-problem-1"
    puzzle = public.get(f"/v1/puzzles/{name}").json
    assert puzzle
    assert told(public, "title", puzzle=name) == puzzle["title"]
    assert shown(public, puzzle=name).fen() == puzzle["position"]
    assert told(public, "title", puzzle=name, lang="fr") == puzzle["french_title"]


@pytest.mark.parametrize(
    "link",
    [
        {"position": "nonsense"},
        {"position": SMALL, "turns": "a1-a9"},
        {"position": SMALL, "rules": "chess"},
        {"position": SMALL, "at": "9" * 300, "turns": "c1-b2A " * 400},
        {"position": "W8/9/9/9/9 B"},
        {"puzzle": "no-such"},
        {"turns": "(((((" * 100},
        {"position": '"><script>alert(1)</script>'},
    ],
    ids=str,
)
def test_a_wrong_link_still_shows_a_board(public: FlaskClient, link: dict[str, str]) -> None:
    assert shown(public, **link).board.width in (3, 9)


def test_without_a_renderer_there_is_no_picture(
    public: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fanorona.service.link_preview.find_spec", lambda _: None)
    assert "og:image" not in public.get("/").text
