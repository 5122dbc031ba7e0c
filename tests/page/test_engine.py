"""The engine on the page: lines, bar, arrows and proofs; it stops when nobody looks."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Request, expect

from tests.page.board import SMALL, START, Board
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


def test_the_engine_shows_the_five_best_lines(page: Page, board: Board) -> None:
    board.open(NINE_TURNS)
    board.engine.check()
    lines = page.get_by_role("list", name="Best lines").get_by_role("listitem")
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
