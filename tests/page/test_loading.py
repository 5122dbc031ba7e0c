"""The first load: little, from one place, and usable before any engine answers."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.page.board import Board
from tests.service.serving import Server

MOST_REQUESTS = 12
MOST_BYTES = 250_000


def test_the_first_load_is_few_requests(page: Page, board: Board) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    board.open_link("/")
    page.wait_for_load_state("networkidle")
    assert len(asked) <= MOST_REQUESTS, asked


def test_the_first_load_is_few_bytes(context: BrowserContext, page: Page, board: Board) -> None:
    received: list[float] = []
    network = context.new_cdp_session(page)
    network.on("Network.loadingFinished", lambda one: received.append(one["encodedDataLength"]))
    network.send("Network.enable")
    board.open_link("/")
    page.wait_for_load_state("networkidle")
    assert 0 < sum(received) <= MOST_BYTES


def test_a_turn_can_be_played_while_the_engine_is_silent(page: Page, board: Board) -> None:
    page.route("**/v1/analysis*", lambda route: None)
    board.open()
    board.engine.check()
    board.press("f2", "e3")
    expect(board.status).to_have_text("Black to move")


def test_the_page_may_load_nothing_inline_and_nothing_from_elsewhere(site: Server) -> None:
    policy = dict(
        rule.strip().split(" ", 1)
        for rule in site.get("/").headers["Content-Security-Policy"].split(";")
    )
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"


class Inline(HTMLParser):
    """Collects what a strict policy forbids in a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        data = given.get("type") == "application/json"
        if tag == "style" or (tag == "script" and "src" not in given and not data):
            self.found.append(tag)
        self.found += [name for name in given if name == "style" or name.startswith("on")]


def test_the_page_has_nothing_inline(site: Server) -> None:
    parser = Inline()
    parser.feed(site.get("/").text)
    assert parser.found == []


@pytest.mark.parametrize("looks", [{"java_script_enabled": False}])
def test_without_javascript_the_page_says_what_it_needs(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_text(re.compile("needs JavaScript"))).to_be_visible()
