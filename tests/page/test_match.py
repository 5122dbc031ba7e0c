"""A game against the engine: begun in a window, with hints, draws, resignation and an end card."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page.board import START, Board

ONE_LEFT = "3/1W1/2B W"
"""White takes the last stone."""


def begin(board: Board, opponent: str, colour: str = "White") -> None:
    board.button("New game").click()
    window = board.page.get_by_role("dialog", name="New game")
    window.get_by_role("radio", name=re.compile(opponent)).check(force=True)
    window.get_by_role("radio", name=colour).check(force=True)
    window.get_by_role("button", name="Start").click()


@pytest.fixture
def match(page: Page) -> Locator:
    return page.get_by_role("region", name="Your game")


def test_a_game_begins_with_a_level_and_a_colour(board: Board, match: Locator) -> None:
    board.open_link("/")
    begin(board, "Chameleon", colour="Black")
    expect(match).to_contain_text("Chameleon")
    expect(match).to_contain_text("Level 3 · White")
    expect(board.turns.get_by_role("button")).to_have_count(1)
    assert board.centre("a5")[1] > board.centre("a1")[1]


def test_the_level_and_the_history_are_asked_for(page: Page, board: Board) -> None:
    board.open_link("/")
    begin(board, "Tenrec")
    with page.expect_request("**/v1/turn*") as asked:
        board.press("f2", "e3")
    assert "level=2" in asked.value.url
    expect(board.status).to_have_text("White to move")


def test_a_friend_at_the_board_is_not_answered(board: Board, match: Locator) -> None:
    board.open_link("/")
    board.button("New game").click()
    window = board.page.get_by_role("dialog", name="New game")
    window.get_by_role("radio", name="A friend, here").check(force=True)
    expect(window.get_by_role("radio", name="White")).to_be_hidden()
    window.get_by_role("button", name="Start").click()
    board.press("f2", "e3")
    expect(board.status).to_have_text("Black to move")
    expect(match).to_be_hidden()


def test_the_keyboard_alone_begins_a_game(page: Page, board: Board, match: Locator) -> None:
    board.open_link("/")
    board.button("New game").press("Enter")
    expect(page.get_by_role("radio", name=re.compile("Tortoise"))).to_be_focused()
    page.keyboard.press("ArrowRight")
    board.button("Start").press("Enter")
    expect(match).to_contain_text("Tenrec")


@pytest.fixture
def against_tortoise(board: Board, match: Locator) -> Board:
    board.open_link("/")
    begin(board, "Tortoise")
    expect(match).to_contain_text("Tortoise")
    return board


def test_the_opponent_is_named_beside_the_board_at_once(against_tortoise: Board) -> None:
    names = against_tortoise.page.locator(".side .name")
    expect(names).to_have_text(["Tortoise", "White"])


def test_a_hint_is_drawn_and_forgotten(against_tortoise: Board) -> None:
    board = against_tortoise
    board.button("Hint").click()
    expect(board.message).to_contain_text("Hint:")
    expect(board.page.locator("#board .arrow")).to_have_count(1)
    board.press("f2", "e3")
    expect(board.turns.get_by_role("button")).to_have_count(2)
    expect(board.page.locator("#board .arrow")).to_have_count(0)


def test_resigning_loses_even_after_a_reload(
    page: Page, against_tortoise: Board, match: Locator
) -> None:
    against_tortoise.button("Resign").click()
    expect(match).to_contain_text("Tortoise has won")
    expect(against_tortoise.status).to_have_text("White has resigned")
    against_tortoise.expect_address("resigned=white-0")
    page.reload()
    expect(match).to_contain_text("White has resigned")


def test_nobody_agrees_a_draw_at_the_beginning(against_tortoise: Board) -> None:
    against_tortoise.button("Offer a draw").click()
    expect(against_tortoise.message).to_have_text("Tortoise would rather play on.")


def test_a_rematch_changes_colours(against_tortoise: Board, match: Locator) -> None:
    against_tortoise.button("Resign").click()
    match.get_by_role("button", name="Rematch").click()
    expect(match).to_contain_text("Level 1 · White")
    expect(against_tortoise.turns.get_by_role("button")).to_have_count(1)


def test_the_winner_gives_a_vela_round(against_tortoise: Board, match: Locator) -> None:
    against_tortoise.button("Resign").click()
    match.get_by_role("button", name="Vela round").click()
    expect(against_tortoise.page.locator("#rules")).to_contain_text("Vela: Black")
    expect(against_tortoise.status).to_have_text("White to move")


def test_a_won_game_ends_with_a_card(page: Page, board: Board, match: Locator) -> None:
    board.open(ONE_LEFT)
    page.get_by_label("Opponent").select_option("Engine: Black")
    board.press("b2", "a3")
    expect(match).to_contain_text("You have won!")
    expect(match).to_contain_text("Black has no stones left")
    expect(page.locator(".side.to-move")).to_have_count(0)


def test_the_turning_point_of_a_game_is_named(page: Page, board: Board, match: Locator) -> None:
    blunder = "c3-d2A-d1W-e1W-f2A-e3W"
    board.open(START, turns=f"f2-e3A d5-d4A-c5W e2-e3A-d3W {blunder} h2-g3A-f3W-f4A-e4W-e5W-f5A")
    page.get_by_label("Opponent").select_option("Engine: White")
    board.button("Resign").click()
    expect(match).to_contain_text(f"Turning point: 2… {blunder}")
    match.get_by_role("button", name=blunder).click()
    expect(board.current).to_have_text(blunder)
