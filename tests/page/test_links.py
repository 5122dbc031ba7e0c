"""The address holds the game, and opens it again."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.page.board import CHOICE, START, Board
from tests.page.watching import Faults


def test_the_address_holds_position_rules_and_turns(board: Board) -> None:
    board.open(CHOICE, rules="escale")
    board.press("d1", "c1", "b1")
    board.button("End turn").click()
    board.expect_address("rules=escale", "position=1W2B/1B2W/1B1WB_W", "turns=d1-c1A")


def test_the_address_of_a_game_opens_it_again(context: BrowserContext, board: Board) -> None:
    board.open_link("/")
    board.press("f2", "e3", "d5", "d4")
    board.button("End turn").click()
    board.expect_turns("f2-e3A", "d5-d4A")
    board.expect_address("turns=f2-e3A_d5-d4A")
    again = Board(context.new_page())
    again.open_link(board.page.url)
    again.expect_turns("f2-e3A", "d5-d4A")
    again.expect_stones({"e3": "White", "d4": "Black", "d5": "empty"})


def test_a_link_opens_a_game_in_its_middle(board: Board) -> None:
    board.open(START, turns="f2-e3A d5-d4A", at="1")
    board.expect_turns("f2-e3A", "d5-d4A")
    expect(board.current).to_have_text("f2-e3A")


def test_a_link_pasted_over_the_address_is_followed(page: Page, board: Board) -> None:
    board.open_link("/")
    page.goto("/#rules=fliporona&position=3/3/3_W_hand:4,4")
    expect(board.status).to_have_text("White places a stone: 4 stones in hand")


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ("position=BBB/BB/WWW_W", "row 2 has 2 points"),
        ("position=WWW/W1B/WBB_W", "5 white stones"),
        ("position=BBB/B1W/WWW_W&turns=a1-c3", "a1-c3"),
        ("rules=chess&position=BBB/B1W/WWW_W", "unknown rule set 'chess'"),
    ],
    ids=("unreadable", "illegal", "turn", "rules"),
)
def test_a_wrong_link_is_explained(board: Board, faults: Faults, link: str, message: str) -> None:
    board.open_link(f"/#{link}")
    expect(board.message).to_contain_text(message)
    assert faults.take_refusals(422) == 1
