"""With the keyboard alone: a game from the first screen to its end, and a puzzle."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.page.board import SMALL, Board
from tests.page.test_lessons import WithKeyboard


def tab_to(page: Page, name: str) -> None:
    """Press Tab until a button with this name has the focus."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent").strip().startswith(name):
            return
    raise AssertionError(f"Tab does not lead to {name}")


def test_a_game_is_begun_played_and_ended(page: Page, board: Board) -> None:
    page.goto("/")
    tab_to(page, "Play")
    page.keyboard.press("Enter")
    expect(page.get_by_role("radio", name=re.compile("Tortoise"))).to_be_focused()
    tab_to(page, "Start")
    page.keyboard.press("Enter")
    expect(page.locator("#match")).to_contain_text("Tortoise")
    if board.status.inner_text() != "White to move":
        expect(board.turns.get_by_role("button")).to_have_count(1)
    expect(page.locator("#board .movable").first).to_be_attached()
    before = board.turns.get_by_role("button").count()
    player = WithKeyboard(page)
    stone = page.get_by_role("button", name=re.compile(", can move$")).first
    player.press(str(stone.get_attribute("data-point")))
    point = page.get_by_role("button", name=re.compile("can move here$")).first
    player.press(str(point.get_attribute("data-point")))
    finish(board)
    expect(board.turns.get_by_role("button")).to_have_count(before + 2)
    tab_to(page, "Resign")
    page.keyboard.press("Enter")
    expect(page.locator("#match")).to_contain_text("Tortoise has won")


def finish(board: Board) -> None:
    """Take the first capture if there is a choice, and end the turn if it could go on."""
    page = board.page
    ended = page.locator("#status").filter(has_text=re.compile("thinking|to move"))
    waiting = page.locator("#choice:visible, #end-turn:visible")
    expect(waiting.or_(ended).first).to_be_visible()
    if page.locator("#choice").is_visible():
        page.keyboard.press("a")
        finish(board)
    elif page.locator("#end-turn").is_visible():
        page.keyboard.press("e")


def test_a_small_game_is_won(page: Page, board: Board) -> None:
    board.open("5/2B2/2W2/5/5 W")
    player = WithKeyboard(page)
    player.press("c3")
    player.press("c2")
    expect(board.status).to_have_text("White has won")


def test_a_puzzle_is_solved(page: Page, board: Board) -> None:
    board.open(SMALL)
    page.locator("#tab-game").focus()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".puzzle-card .asked")).not_to_be_empty()
    expect(page).to_have_url(re.compile(r"puzzle=[\w-]+"))
    found = re.search(r"puzzle=([\w-]+)", page.url)
    assert found
    solution = page.request.get(f"/v1/puzzles/{found[1]}").json()["solutions"][0]
    origin, *steps = solution.split()[0].split("-")
    player = WithKeyboard(page)
    player.press_when_ready(origin)
    for step in steps:
        player.press_when_ready(step[:2])
        if page.locator("#choice").is_visible():
            player.choose(step[2:])
    if page.locator("#end-turn").is_visible():
        player.end_turn()
    expect(page.locator(".feedback")).to_contain_text("Solved!")
