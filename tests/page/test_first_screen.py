"""The first screen: what this is, and four ways in."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page.board import START, Board


@pytest.fixture
def welcome(page: Page, board: Board) -> Locator:
    board.open_link("/")
    welcome = page.locator("#welcome")
    expect(welcome).to_be_visible()
    return welcome


def test_it_says_what_this_is(welcome: Locator) -> None:
    expect(welcome).to_contain_text("the board game of Madagascar")
    expect(welcome.page.locator("#turns")).to_be_hidden()


def test_play_begins_a_game(welcome: Locator, board: Board) -> None:
    welcome.get_by_role("button", name="Play").click()
    board.button("Start").click()
    expect(welcome).to_be_hidden()
    board.press("f2", "e3")
    expect(board.turns.get_by_role("button")).to_have_count(2)


def test_learn_opens_the_first_lesson(welcome: Locator, page: Page) -> None:
    welcome.get_by_role("button", name="Learn").click()
    expect(welcome).to_be_hidden()
    expect(page.locator(".lesson-card")).to_contain_text("Lesson 1 of 10")


def test_solve_opens_a_puzzle(welcome: Locator, page: Page) -> None:
    welcome.get_by_role("button", name="Solve").click()
    expect(page.locator(".puzzle-card .asked")).not_to_be_empty()


def test_analyse_switches_the_engine_on(welcome: Locator, board: Board) -> None:
    welcome.get_by_role("button", name="Analyse").click()
    expect(welcome).to_be_hidden()
    expect(board.engine).to_be_checked()


def test_a_turn_on_the_board_is_a_way_in_too(welcome: Locator, board: Board) -> None:
    board.press("f2", "e3")
    board.expect_turns("f2-e3A")
    expect(welcome).to_be_hidden()


def test_it_stays_after_a_reload(welcome: Locator, page: Page) -> None:
    page.reload()
    expect(welcome).to_be_visible()


def test_a_link_skips_it(page: Page, board: Board) -> None:
    board.open(START)
    expect(board.engine).to_be_visible()
    expect(page.locator("#welcome")).to_be_hidden()
