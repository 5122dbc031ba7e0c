"""The engine on the page: lines, bar, arrows and proofs; it stops when nobody looks."""

from __future__ import annotations

import re
from itertools import pairwise
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, Request, Route, expect

from fanorona import Position
from tests.cli.running import PROJECT
from tests.page.board import SMALL, START, Board
from tests.page.drawn import drawn_stones, stones_of, told_stones
from tests.service.serving import Server, until

ENDGAME = "BB1/3/1WW W"
NINE_TURNS = "B1B1B/5/1W1B1/5/B1W1W W"
HIDE = """() => {
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def is_search(request: Request) -> bool:
    return "/v1/analysis" in request.url


@pytest.fixture
def searching(site: Server, board: Board) -> Board:
    """A board whose engine has long to think."""
    until(lambda: site.searches_running() == 0)
    board.open(START)
    board.engine.check()
    until(lambda: site.searches_running() == 1)
    return board


def test_the_engine_is_off_until_it_is_switched_on(page: Page, board: Board) -> None:
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request))
    board.open(SMALL)
    page.wait_for_load_state("networkidle")
    assert not any(map(is_search, asked))


def test_the_engine_shows_as_many_lines_as_are_chosen(page: Page, board: Board) -> None:
    board.open(NINE_TURNS)
    board.engine.check()
    lines = page.get_by_role("list", name="Best lines").get_by_role("listitem")
    expect(lines).to_have_count(3)
    page.locator("#line-count").select_option("5")
    expect(lines).to_have_count(5)


def test_the_engine_shows_an_evaluation_bar(page: Page, board: Board) -> None:
    board.open(SMALL)
    board.engine.check()
    expect(page.get_by_role("meter")).to_have_attribute("aria-valuenow", "100")


def test_the_best_turn_is_an_arrow(page: Page, board: Board) -> None:
    board.open(SMALL)
    board.engine.check()
    expect(page.locator("#board .arrow.rank-0")).to_have_attribute("data-turn", "c1-b2A")


def test_a_proof_appears(board: Board) -> None:
    board.open(SMALL)
    board.engine.check()
    expect(board.verdict).to_contain_text("Proven: White wins in 6 turns")


def test_an_estimate_is_not_called_proven(searching: Board) -> None:
    expect(searching.verdict).to_contain_text("Estimate:")
    expect(searching.verdict).not_to_contain_text("Proven")


def test_a_proof_looks_different_from_an_estimate(page: Page, searching: Board) -> None:
    expect(searching.verdict).to_contain_text("Estimate:")
    estimate = looks_of_the_verdict(page)
    searching.open(SMALL)
    expect(searching.verdict).to_contain_text("Proven:")
    assert looks_of_the_verdict(page) != estimate


def looks_of_the_verdict(page: Page) -> list[str]:
    looks: list[str] = page.locator("#verdict strong").evaluate(
        """(head) => [getComputedStyle(head, "::before").content, getComputedStyle(head).color]"""
    )
    return looks


def test_a_line_is_walked_by_choosing_one_of_its_turns(page: Page, board: Board) -> None:
    board.open(SMALL)
    board.engine.check()
    best = page.get_by_role("list", name="Best lines").get_by_role("listitem").first
    expect(board.verdict).to_contain_text("Proven:")
    best.get_by_role("button").nth(1).click()
    expect(board.turns.get_by_role("button")).to_have_count(2)


def test_the_endgame_table_answers_turn_by_turn(page: Page, board: Board) -> None:
    board.open(ENDGAME)
    board.engine.check()
    table = page.get_by_role("table", name="Endgame table")
    expect(table.get_by_role("row").first).to_have_text(re.compile(r"White wins in \d+ turns?$"))


def test_a_search_ends_when_the_position_changes(page: Page, searching: Board) -> None:
    with page.expect_event("requestfailed", is_search), page.expect_request(is_search):
        searching.press("f2", "e3")


def test_a_search_ends_when_the_page_is_hidden(page: Page, site: Server, searching: Board) -> None:
    page.evaluate(HIDE)
    until(lambda: site.searches_running() == 0)


def test_a_search_ends_when_the_engine_is_switched_off(site: Server, searching: Board) -> None:
    searching.engine.uncheck()
    until(lambda: site.searches_running() == 0)


def test_a_search_ends_when_the_page_is_left(page: Page, site: Server, searching: Board) -> None:
    page.goto("about:blank")
    until(lambda: site.searches_running() == 0)


def test_a_search_ends_while_the_board_is_edited(
    page: Page, site: Server, searching: Board
) -> None:
    page.get_by_role("tab", name="Set up").click()
    page.get_by_role("button", name="Edit this position").click()
    until(lambda: site.searches_running() == 0)
    with page.expect_request(is_search):
        page.get_by_role("button", name="Cancel").click()


SWINGING = (PROJECT / "tests" / "data" / "swinging-analysis.ndjson").read_text("utf-8")
"""A search of the start position whose estimate changes its sign with every iteration."""
VALUES = """() => {
  const bar = document.querySelector("#bar");
  window.values = [];
  const note = (changes) => window.values.push(...changes.map(({ oldValue }) => oldValue));
  const watched = { attributeFilter: ["data-value"], attributeOldValue: true };
  new MutationObserver(note).observe(bar, watched);
}"""


def answer(page: Page, body: str) -> list[str]:
    """Answer every search with a text, and list what was asked."""
    asked: list[str] = []

    def fulfil(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(content_type="application/x-ndjson", body=body)

    page.route("**/v1/analysis*", fulfil)
    return asked


def test_the_estimate_does_not_swing_with_the_iterations(page: Page, board: Board) -> None:
    answer(page, SWINGING)
    board.open(START)
    page.evaluate(VALUES)
    board.engine.check()
    expect(board.button("Deeper")).to_be_enabled()
    shown = [value for value in page.evaluate("window.values") if value]
    signs = [value[0] for value in shown if value[0] in "+−"]
    changes = sum(one != other for one, other in pairwise(signs))
    assert shown
    assert changes <= 1, shown


def test_a_search_that_is_over_can_go_deeper(page: Page, board: Board) -> None:
    asked = answer(page, SWINGING)
    board.open(START)
    board.engine.check()
    expect(board.button("Deeper")).to_be_enabled()
    with page.expect_response("**/v1/analysis*"):
        board.button("Deeper").click()
    first, second = (int(parse_qs(urlsplit(url).query)["nodes"][0]) for url in asked)
    assert second > first


def test_a_search_that_ends_at_the_server_s_limit_says_so(page: Page, board: Board) -> None:
    answer(page, SWINGING.replace('"stopped_by":"nodes"', '"stopped_by":"time"'))
    board.open(START)
    board.engine.check()
    expect(board.verdict).to_contain_text("this server’s limit")
    expect(board.button("Deeper")).to_be_disabled()


def test_what_is_proven_needs_no_deeper_search(board: Board) -> None:
    board.open(SMALL)
    board.engine.check()
    expect(board.verdict).to_contain_text("Proven:")
    expect(board.button("Deeper")).to_be_disabled()


def test_the_bar_shows_the_value(page: Page, board: Board) -> None:
    board.open(SMALL)
    board.engine.check()
    expect(page.locator("#bar")).to_have_attribute("data-value", "#6")


@pytest.mark.parametrize("how", ["hover", "focus"])
def test_a_turn_of_a_line_is_previewed_on_the_board(page: Page, board: Board, how: str) -> None:
    board.open(SMALL)
    board.engine.check()
    expect(board.verdict).to_contain_text("Proven:")
    best = page.get_by_role("list", name="Best lines").get_by_role("listitem").first
    turns = best.get_by_role("button")
    after = Position.parse(SMALL)
    for turn in turns.all_inner_texts()[:2]:
        after = after.play(turn)
    getattr(turns.nth(1), how)()
    expect(page.locator("#board-area")).to_have_class("previewing")
    assert drawn_stones(page) == told_stones(page) == stones_of(after)
    page.mouse.move(1, 1)
    page.evaluate("document.activeElement.blur()")
    expect(page.locator("#board-area")).not_to_have_class("previewing")
    assert drawn_stones(page) == stones_of(Position.parse(SMALL))
    board.expect_address("position=BBB/B1W/WWW_W")


def test_what_a_table_knows_is_called_exact(board: Board) -> None:
    board.open(ENDGAME)
    board.engine.check()
    expect(board.verdict).to_contain_text("Proven:")
    expect(board.verdict).not_to_contain_text("depth 0")


PARTS = (
    *("#board", "#tools", "#verdict", ".lines-room", "#opponent"),
    *("#turns", "#branch-tools", ".share"),
)
PLACES = """(selectors) => selectors.map((selector) => {
  const { x, y } = document.querySelector(selector).getBoundingClientRect();
  return [selector, x, y];
})"""


@pytest.mark.parametrize(
    "looks",
    [
        {"reduced_motion": "no-preference", "viewport": {"width": width, "height": height}}
        for width, height in ((1280, 800), (390, 844), (844, 390))
    ],
    ids=["desk", "phone", "side"],
)
def test_nothing_moves_while_one_walks_with_the_engine_on(page: Page, board: Board) -> None:
    board.open(SMALL, turns="c2-b2A c3-c2A b2-c1W c2-c3W-b2A b1-c1", at="1")
    board.engine.check()
    expect(board.verdict).to_contain_text("Proven:")
    places = page.evaluate(PLACES, PARTS)
    for _ in range(3):
        page.keyboard.press("ArrowRight")
        assert page.evaluate(PLACES, PARTS) == places
        expect(board.verdict).to_contain_text("Proven:")
        assert page.evaluate(PLACES, PARTS) == places


def test_no_table_is_asked_while_stones_are_placed(page: Page, board: Board) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    board.open("9/9/9/9/9 W hand:22,22", rules="fliporona")
    board.engine.check()
    expect(board.verdict).not_to_be_empty()
    assert [url for url in asked if "/v1/tablebase" in url] == []
