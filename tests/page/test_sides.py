"""Beside the board: each colour's stones, those it has taken, and the tray of those in hand."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page.board import CHOICE, START, Board

EMPTY = "9/9/9/9/9 W hand:22,22"
HEARD = """() => {
  window.heard = 0;
  const { start } = AudioScheduledSourceNode.prototype;
  AudioScheduledSourceNode.prototype.start = function (...at) {
    window.heard++;
    return start.apply(this, at);
  };
}"""

LOADED = """() => import(performance.getEntriesByType("resource").map(({ name }) => name)
  .find((name) => name.endsWith("sounds.js")))"""


def side(page: Page, colour: str) -> Locator:
    return page.locator(f'.side[data-colour="{colour}"]')


def test_each_side_shows_what_it_has_taken(page: Page, board: Board) -> None:
    board.open(START, turns="f2-e3A d5-d4A-c5W")
    expect(side(page, "white")).to_contain_text("18 stones")
    expect(side(page, "white").get_by_role("img", name="2 stones taken")).to_be_visible()
    expect(side(page, "black").get_by_role("img", name="4 stones taken")).to_be_visible()
    page.keyboard.press("Home")
    expect(page.locator(".side").get_by_role("img")).to_have_count(0)
    expect(side(page, "black")).to_contain_text("22 stones")


def test_the_side_to_move_is_marked(page: Page, board: Board) -> None:
    board.open(START, turns="f2-e3A")
    expect(side(page, "black")).to_have_class(re.compile("to-move"))
    expect(side(page, "white")).not_to_have_class(re.compile("to-move"))


def test_the_side_to_move_stays_in_the_middle_of_a_turn(page: Page, board: Board) -> None:
    board.open(CHOICE)
    board.press("d1", "c1")
    board.button("Approach (A)").click()
    expect(board.button("End turn")).to_be_visible()
    expect(side(page, "white")).to_have_class(re.compile("to-move"))


def test_no_side_is_to_move_after_the_end(page: Page, board: Board) -> None:
    board.open(START, turns="f2-e3A", resigned="black-1")
    expect(board.status).to_have_text("Black has resigned")
    expect(page.locator(".to-move")).to_have_count(0)


def test_sides_turn_with_the_board(page: Page, board: Board) -> None:
    board.open(START)
    for below, above in (("white", "black"), ("black", "white")):
        low, high = (side(page, colour).bounding_box() for colour in (below, above))
        assert low
        assert high
        assert low["y"] > board.centre("e3")[1] > high["y"]
        page.keyboard.press("f")


def test_flipped_stones_are_not_taken(page: Page, board: Board) -> None:
    board.open("4W/BWW2/W3B/4B/W1W1W B", rules="fliporona", turns="e3-d2A")
    expect(side(page, "black")).to_contain_text("stones")
    expect(page.locator(".side").get_by_role("img")).to_have_count(0)


def test_a_stone_is_dragged_from_the_tray(page: Page, board: Board) -> None:
    board.open(EMPTY, rules="fliporona")
    tray = side(page, "white").get_by_role("img", name="22 stones in hand")
    expect(tray).to_be_visible()
    expect(board.point("c3")).to_have_accessible_name(re.compile("can move here"))
    box = tray.bounding_box()
    assert box
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down()
    page.mouse.move(*board.centre("c3"), steps=4)
    expect(page.locator("#board .moving .stone.white")).to_have_count(1)
    page.mouse.up()
    board.expect_turns("@c3")
    expect(page.locator("#board .moving .stone")).to_have_count(0)
    expect(side(page, "white").get_by_role("img", name="21 stones in hand")).to_be_visible()


def test_a_stone_dropped_beside_the_board_stays_in_its_tray(page: Page, board: Board) -> None:
    board.open(EMPTY, rules="fliporona")
    expect(board.point("c3")).to_have_accessible_name(re.compile("can move here"))
    box = side(page, "white").bounding_box()
    assert box
    page.mouse.move(box["x"] + 80, box["y"] + 9)
    page.mouse.down()
    page.mouse.move(box["x"] + 90, box["y"] + 200, steps=3)
    page.mouse.up()
    expect(page.locator("#board .moving .stone")).to_have_count(0)
    expect(board.status).to_contain_text("White places a stone: 22 stones in hand")


@pytest.mark.parametrize("looks", [{"reduced_motion": "no-preference"}], ids=["motion"])
def test_stones_are_heard_until_the_sound_is_switched_off(page: Page, board: Board) -> None:
    page.add_init_script(f"({HEARD})()")
    board.open(START, turns="f2-e3A d5-d4A-c5W", at="0")
    expect(board.button("Forward")).to_be_enabled()
    assert page.evaluate("heard") == 0
    with page.expect_response(re.compile(r"sounds\.js")):
        page.keyboard.press("ArrowRight")
    page.evaluate(LOADED)
    page.keyboard.press("ArrowRight")
    assert page.evaluate("heard") > 0
    page.get_by_role("button", name="Sound").click()
    before = page.evaluate("heard")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#board")).not_to_have_class(re.compile("in-motion"))
    assert page.evaluate("heard") == before
    page.reload()
    expect(page.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "false")
