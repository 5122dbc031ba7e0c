"""Nothing is lost: what the page shows comes back after a reload, another language, a detour."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.page.board import CHOICE, SMALL, START, Board
from tests.page.drawn import drawn_stones
from tests.page.watching import Faults

pytestmark = pytest.mark.parametrize("looks", [{"reduced_motion": "no-preference"}], ids=["motion"])

TREE = ("f2-e3A", "d5-d4A-c5W", "d5-d4A", "d2-e3A")
"""The turns of a game with two variations, as they are listed."""
TURNS = "f2-e3A_(d2-e3A)_d5-d4A-c5W_(d5-d4A)"


def expect_tree(board: Board) -> None:
    expect(board.turns.get_by_role("group", name="Variation")).to_have_count(2)
    assert sorted(board.turns.get_by_role("button").all_inner_texts()) == sorted(TREE)


@pytest.fixture
def variations(board: Board) -> Board:
    """A game with variations, one of which is looked at."""
    board.open(START, turns=TURNS.replace("_", " "), at="2")
    expect(board.current).to_have_text("d2-e3A")
    return board


def reload(board: Board) -> None:
    board.page.reload()


def change_language(board: Board) -> None:
    board.page.get_by_role("link", name="Français").click()
    expect(board.page.locator("html")).to_have_attribute("lang", "fr")


def leave_and_return(board: Board) -> None:
    board.page.get_by_role("link", name="API").click()
    expect(board.page.get_by_role("heading").first).to_be_visible()
    board.page.go_back()


def look_at_a_puzzle(board: Board) -> None:
    board.open_tab("Puzzles")
    board.expect_address("puzzle=first-wins-1")
    board.page.get_by_role("tab", name="Game").click()


def reload_in_a_puzzle(board: Board) -> None:
    board.open_tab("Puzzles")
    board.expect_address("puzzle=first-wins-1")
    board.page.reload()
    expect(board.page.locator(".asked")).not_to_be_empty()
    board.page.get_by_role("tab", name="Game").click()


def return_without_the_address(board: Board) -> None:
    board.expect_address("at=2")
    board.page.goto("about:blank")
    board.page.goto("/")


DETOURS = (
    reload,
    change_language,
    leave_and_return,
    look_at_a_puzzle,
    reload_in_a_puzzle,
    return_without_the_address,
)


@pytest.mark.parametrize("detour", DETOURS, ids=lambda one: str(one.__name__))
def test_the_tree_comes_back(variations: Board, detour: object) -> None:
    assert callable(detour)
    detour(variations)
    expect(variations.current).to_have_text("d2-e3A")
    expect(variations.turns.locator(".variation")).to_have_count(2)
    assert sorted(variations.turns.get_by_role("button").all_inner_texts()) == sorted(TREE)


def test_one_link_holds_the_variations(context: BrowserContext, variations: Board) -> None:
    variations.expect_address(f"turns={TURNS}", "at=2")
    context.clear_cookies()
    variations.page.evaluate("localStorage.clear()")
    again = Board(context.new_page())
    again.open_link(variations.page.url)
    expect_tree(again)
    expect(again.current).to_have_text("d2-e3A")


def test_a_chain_that_was_begun_comes_back(page: Page, board: Board) -> None:
    board.open(CHOICE)
    board.press("d1", "c1", "b1")
    expect(board.button("End turn")).to_be_visible()
    page.reload()
    expect(board.button("End turn")).to_be_visible()
    board.expect_stones({"c1": "White", "b1": "empty", "d1": "empty"})
    board.press("d2", "c3")
    board.expect_turns("d1-c1A-d2A-c3W")


def test_opponent_engine_lines_and_side_come_back(page: Page, board: Board) -> None:
    board.open(SMALL)
    page.get_by_label("Opponent").select_option("Engine: Black")
    page.locator("#level").select_option("8")
    page.locator("#line-count").select_option("2")
    board.engine.check()
    board.button("Turn the board").click()
    page.reload()
    expect(page.get_by_label("Opponent")).to_have_value("black")
    expect(page.locator("#level")).to_have_value("8")
    expect(board.engine).to_be_checked()
    expect(page.get_by_role("list", name="Best lines").get_by_role("listitem")).to_have_count(2)
    assert board.centre("a3")[1] > board.centre("a1")[1]


def test_the_engine_is_still_on_after_a_puzzle(page: Page, board: Board) -> None:
    board.open(SMALL)
    board.engine.check()
    expect(board.verdict).to_contain_text("Proven")
    board.open_tab("Puzzles")
    expect(page.locator(".asked")).not_to_be_empty()
    expect(page.get_by_role("meter")).to_be_hidden()
    page.get_by_role("tab", name="Game").click()
    expect(board.engine).to_be_checked()
    expect(board.verdict).to_contain_text("Proven")


def test_a_draft_comes_back(page: Page, board: Board) -> None:
    board.open(SMALL)
    panel = board.open_tab("Set up")
    panel.get_by_role("button", name="Edit this position").click()
    board.point("b2").click()
    board.expect_on("b2", "White")
    page.reload()
    expect(board.status).to_have_text("Setting up")
    board.expect_on("b2", "White")
    panel.get_by_role("button", name="Cancel").click()
    board.expect_on("b2", "empty")


def start_anew(board: Board) -> None:
    board.open_tab("Set up").get_by_role("button", name="Start", exact=True).click()


def use_a_position(board: Board) -> None:
    panel = board.open_tab("Set up")
    panel.get_by_role("button", name="Edit this position").click()
    panel.get_by_role("button", name="Use this position").click()


def paste(board: Board) -> None:
    panel = board.open_tab("Set up")
    panel.get_by_role("textbox", name="Paste").fill(SMALL)
    panel.get_by_role("button", name="Open", exact=True).click()


def analyse_a_puzzle(board: Board) -> None:
    panel = board.open_tab("Puzzles")
    expect(panel.locator(".asked")).not_to_be_empty()
    panel.get_by_role("button", name="Analyse").click()


REPLACING = (start_anew, use_a_position, paste, analyse_a_puzzle)


@pytest.mark.parametrize("replace", REPLACING, ids=lambda one: str(one.__name__))
def test_what_replaces_a_game_offers_undo(variations: Board, replace: object) -> None:
    assert callable(replace)
    replace(variations)
    expect(variations.page.get_by_role("tabpanel", name="Game")).to_be_visible()
    variations.button("Undo").click()
    expect(variations.current).to_have_text("d2-e3A")
    expect_tree(variations)


@pytest.mark.parametrize("replace", REPLACING, ids=lambda one: str(one.__name__))
def test_the_browser_s_way_back_leads_to_the_game_before(
    variations: Board, replace: object
) -> None:
    assert callable(replace)
    variations.expect_address("at=2")
    replace(variations)
    expect(variations.button("Undo")).to_be_visible()
    expect(variations.page).not_to_have_url(re.compile("at=2"))
    for _ in range(3):
        if "at=2" not in variations.page.url:
            variations.page.go_back()
    expect(variations.current).to_have_text("d2-e3A")
    expect_tree(variations)


def test_nothing_is_offered_where_nothing_is_lost(page: Page, board: Board) -> None:
    board.open_link("/")
    paste(board)
    board.expect_address("position=BBB/B1W/WWW_W")
    expect(board.button("Undo")).to_be_hidden()


def test_a_link_offers_the_game_of_the_visit_before(variations: Board) -> None:
    page = variations.page
    variations.expect_address("at=2")
    page.goto("about:blank")
    variations.open(SMALL)
    expect(variations.message).to_have_text("Your earlier game is kept.")
    variations.button("Undo").click()
    expect(variations.current).to_have_text("d2-e3A")
    expect_tree(variations)


def test_a_draw_that_was_agreed_comes_back(page: Page, board: Board) -> None:
    shuffled = "a5-a4 e1-e2 a4-a5 e2-e1 a5-a4 e1-e2 a4-a5 e2-e1"
    board.open("W4/5/5/5/4B W", turns=shuffled)
    board.button("Agree a draw").click()
    expect(board.status).to_have_text("Draw agreed")
    page.reload()
    expect(board.status).to_have_text("Draw agreed")


@pytest.mark.parametrize("kept", ["{", "5", '{"link": 3}', '{"link": "position=x"}', "null"])
def test_the_page_opens_whatever_the_browser_remembers(
    context: BrowserContext, page: Page, board: Board, faults: Faults, kept: str
) -> None:
    context.add_init_script(f"localStorage.setItem('fanorona-page', {kept!r})")
    board.open_link("/")
    board.press("f2", "e3")
    board.expect_turns("f2-e3A")
    faults.take_refusals(422)
    assert len(drawn_stones(page)) == 42


def test_what_was_kept_survives_a_service_that_is_away(
    page: Page, variations: Board, faults: Faults
) -> None:
    page.route("**/v1/**", lambda route: route.abort("connectionrefused"))
    page.reload()
    expect(variations.message).to_contain_text("is not responding")
    page.unroute("**/v1/**")
    page.reload()
    expect_tree(variations)
    faults.seen.clear()


def test_a_turn_is_entered_once_the_service_is_there_again(
    page: Page, board: Board, faults: Faults
) -> None:
    def refuse(route: Route) -> None:
        route.abort("connectionrefused")

    board.open(START)
    page.route("**/v1/**", refuse)
    board.press("f2", "e3")
    expect(board.message).to_contain_text("is not responding")
    page.unroute("**/v1/**", refuse)
    # Nobody presses anything: the page asks again by itself.
    board.expect_turns("f2-e3A")
    expect(board.point("d5")).to_have_accessible_name("d5, Black, can move")
    expect(board.message).to_be_empty()
    faults.seen.clear()
