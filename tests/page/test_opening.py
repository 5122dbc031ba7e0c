"""Games that are opened while the service is slow: what was asked for last is on the board."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.page.board import CHOICE, START, Board
from tests.page.holding import STEPS, waiting
from tests.page.test_slow_service import expect_played
from tests.page.watching import Faults


def test_the_window_for_a_new_game_opens_once(page: Page, board: Board) -> None:
    board.open_link("/")
    with waiting(page, "**/v1/rules"):
        for _ in range(2):
            board.button("New game").click()
    dialog = page.get_by_role("dialog", name="New game")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    board.press("f2")
    expect(dialog).to_have_count(0)


def begin_a_game(page: Page) -> None:
    page.get_by_role("button", name="New game", exact=True).click()
    page.get_by_role("radio", name="A friend, here").check()
    page.get_by_role("button", name="Start", exact=True).click()


def test_a_new_game_waits_for_the_game_of_the_last_visit(page: Page, board: Board) -> None:
    board.open(START, turns="f2-e3A")
    expect_played(board, "f2-e3A")
    with waiting(page, "**/v1/play*"):
        page.reload()
        begin_a_game(page)
    expect(board.message).to_have_text("")
    expect(board.turns).to_be_hidden()
    board.button("Undo").click()
    expect_played(board, "f2-e3A")


def test_the_game_of_a_link_waits_while_a_puzzle_is_on_the_board(page: Page, board: Board) -> None:
    with waiting(page, "**/v1/play*"):
        page.goto(f"/#position={START.replace(' ', '_')}&turns=f2-e3A")
        board.open_tab("Puzzles")
        expect(page.locator(".asked")).not_to_be_empty()
    page.wait_for_load_state("networkidle")
    board.expect_address("puzzle=first-wins-1")
    page.get_by_role("tab", name="Game").click()
    expect_played(board, "f2-e3A")


PASTE = """(text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  document.dispatchEvent(new ClipboardEvent("paste", { clipboardData }));
}"""


def paste(page: Page, text: str) -> None:
    page.evaluate(PASTE, text)


def paste_a_position(page: Page) -> None:
    paste(page, START)


def follow_a_link(page: Page) -> None:
    link = f"position={START.replace(' ', '_')}"
    page.evaluate(f"location.hash = '{link}'")


@pytest.mark.parametrize("open_another", [begin_a_game, paste_a_position, follow_a_link])
def test_a_game_is_opened_while_the_puzzles_of_the_last_visit_hang(
    page: Page, board: Board, open_another: Callable[[Page], None]
) -> None:
    board.open(START, turns="f2-e3A")
    board.open_tab("Puzzles")
    board.expect_address("puzzle=first-wins-1")
    with waiting(page, "**/v1/puzzles"):
        page.reload()
        board.expect_on("e3", "White")
        open_another(page)
        board.expect_on("e3", "empty")


def test_puzzles_that_come_late_leave_a_game_that_was_begun(page: Page, board: Board) -> None:
    board.open(START, turns="f2-e3A")
    board.open_tab("Puzzles")
    board.expect_address("puzzle=first-wins-1")
    with waiting(page, "**/v1/puzzles"):
        with page.expect_request("**/v1/puzzles"):
            page.reload()
        begin_a_game(page)
        board.expect_on("e3", "empty")
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("tabpanel", name="Game")).to_be_visible()
    board.press("f2", "e3")
    board.expect_turns("f2-e3A")


def test_the_opponent_stays_if_a_new_game_gives_way_to_a_text_that_cannot_be_read(
    page: Page, board: Board
) -> None:
    board.open(START)
    page.get_by_label("Opponent").select_option("Engine: Black")
    board.button("New game").click()
    page.get_by_text("Rules and board").click()
    page.get_by_role("dialog").get_by_label("Board").select_option("3 × 3")
    with waiting(page, STEPS):
        with page.expect_request(STEPS):
            page.get_by_role("dialog").get_by_role("button", name="Start").click()
        paste(page, " ")
        expect(board.message).to_have_text("There is nothing to open in this text.")
    page.wait_for_load_state("networkidle")
    expect(page.get_by_label("Opponent")).to_have_value("black")
    board.press("f2", "e3")
    expect(board.turns.get_by_role("button")).to_have_count(2)


def test_the_last_of_two_pasted_games_stays_on_the_board(page: Page, board: Board) -> None:
    board.open(START)
    with waiting(page, "**/v1/games"):
        with page.expect_request("**/v1/games"):
            paste(page, "1. f2-e3A")
        paste(page, CHOICE)
        board.expect_on("a3", "empty")
    page.wait_for_load_state("networkidle")
    board.expect_on("a3", "empty")


def test_a_text_that_cannot_be_read_is_named_though_another_is_being_read(
    page: Page, board: Board, faults: Faults
) -> None:
    board.open(START)
    with waiting(page, "**/v1/games"):
        with page.expect_request("**/v1/games"):
            paste(page, "1. f2-e3A")
        paste(page, "nonsense")
        expect(board.message).to_contain_text("is not a stone")
    page.wait_for_load_state("networkidle")
    expect(board.message).to_contain_text("is not a stone")
    assert faults.take_refusals(422) == 1


def test_the_last_of_two_links_counts(page: Page, board: Board) -> None:
    board.open(START)
    page.get_by_role("tab", name="Learn").click()
    expect(page.locator(".lesson-card")).to_be_visible()
    with waiting(page, "**/v1/play*"):
        with page.expect_request("**/v1/play*"):
            page.evaluate("location.hash = 'position=5/2B2/2W2/5/5_W&turns=c3-c2W'")
        page.evaluate("location.hash = 'lesson=approach-1'")
        board.expect_address("lesson=approach-1")
    page.wait_for_load_state("networkidle")
    expect(page.locator(".lesson-card")).to_be_visible()
    board.expect_address("lesson=approach-1")
