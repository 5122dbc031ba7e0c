"""Stones that move: whatever interrupts them, what is drawn in the end is the position."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache

import pytest
from playwright.sync_api import Page, expect

from fanorona import Position
from tests.page.board import CHOICE, START, Board
from tests.page.drawn import Stones, drawn_stones, stones_of, told_stones

pytestmark = pytest.mark.parametrize("looks", [{"reduced_motion": "no-preference"}], ids=["motion"])

GAMES = {
    "standard": START,
    "livret": f"{START} first:WB",
    "fliporona": START,
}
PLIES = 14
WALKS = [
    *(("standard", pause) for pause in (0, 40, 130, 260, 420)),
    *((rules, pause) for rules in ("livret", "fliporona") for pause in (0, 130)),
]
"""Rules, and milliseconds between two turns: before, in and after each part of the motion."""


@cache
def game(rules: str) -> list[tuple[str, Position]]:
    """Turns that capture a lot, and the position after each; the first one is the start."""
    choose = random.Random(20)
    position = Position.parse(GAMES[rules], rules=rules)
    played = [("", position)]
    while len(played) <= PLIES and not position.outcome():
        turns = sorted(position.turns(), key=lambda turn: (-len(turn.captured), str(turn)))
        turn = choose.choice(turns[:3])
        position = position.play(turn)
        played.append((str(turn), position))
    return played


def open_game(board: Board, rules: str) -> list[Stones]:
    """Open a game at its start; the stones after each turn."""
    played = game(rules)
    turns = " ".join(turn for turn, _ in played[1:])
    board.open(GAMES[rules], rules=rules, turns=turns, at="0")
    expect(board.button("Forward")).to_be_enabled()
    return [stones_of(position) for _, position in played]


def expect_rest(board: Board) -> None:
    expect(board.page.locator("#board")).not_to_have_class(re.compile("in-motion"))


@pytest.mark.parametrize(("rules", "pause"), WALKS)
def test_a_game_walked_at_any_speed_is_drawn_as_it_is(
    page: Page, board: Board, rules: str, pause: int
) -> None:
    positions = open_game(board, rules)
    for number, stones in enumerate(positions[1:], 1):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(pause)
        if number % 5 == 0:
            expect_rest(board)
            assert drawn_stones(page) == stones
            assert told_stones(page) == stones
    expect_rest(board)
    assert drawn_stones(page) == positions[-1]


@pytest.mark.parametrize("rules", GAMES)
def test_a_held_key_leaves_no_stone_behind(page: Page, board: Board, rules: str) -> None:
    positions = open_game(board, rules)
    for _ in range(len(positions) // 2):
        page.keyboard.down("ArrowRight")
    page.keyboard.up("ArrowRight")
    expect_rest(board)
    assert drawn_stones(page) == positions[len(positions) // 2]


INTERRUPTIONS: dict[str, Callable[[Board], None]] = {
    "back": lambda board: board.page.keyboard.press("ArrowLeft"),
    "start": lambda board: board.page.keyboard.press("Home"),
    "end": lambda board: board.page.keyboard.press("End"),
    "turned": lambda board: board.page.keyboard.press("f"),
    "narrow": lambda board: board.page.set_viewport_size({"width": 400, "height": 700}),
    "puzzle": lambda board: board.page.get_by_role("tab", name="Puzzles").click(),
}
AFTER = {"back": 2, "start": 0, "end": -1, "turned": 3, "narrow": 3}


@pytest.mark.parametrize("delay", [20, 150, 300])
@pytest.mark.parametrize("what", AFTER)
def test_an_interrupted_turn_leaves_no_stone_behind(
    page: Page, board: Board, what: str, delay: int
) -> None:
    positions = open_game(board, "standard")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.wait_for_timeout(delay)
    INTERRUPTIONS[what](board)
    expect_rest(board)
    assert drawn_stones(page) == positions[AFTER[what]]


def test_a_puzzle_that_is_opened_in_the_middle_of_a_turn_is_drawn_as_it_is(
    page: Page, board: Board
) -> None:
    open_game(board, "standard")
    page.keyboard.press("ArrowRight")
    INTERRUPTIONS["puzzle"](board)
    expect(page.locator(".asked")).not_to_be_empty()
    expect_rest(board)
    assert drawn_stones(page) == told_stones(page)


def drop_beside(board: Board, start: str, end: str) -> None:
    """Drag a stone to a point, and let it go a little beside its middle."""
    x, y = board.centre(end)
    mouse = board.page.mouse
    mouse.move(*board.centre(start))
    mouse.down()
    mouse.move(x + 11, y - 9, steps=6)
    mouse.up()


def test_a_stone_dropped_beside_the_middle_waits_on_its_point_for_the_choice(
    page: Page, board: Board
) -> None:
    board.open(START)
    expect(board.point("d3")).to_have_accessible_name("d3, White, can move")
    drop_beside(board, "d3", "e3")
    expect(board.button("Approach (A)")).to_be_visible()
    expect_rest(board)
    start = stones_of(Position.parse(START))
    moved = sorted([*(one for one in start if one[0] != "d3"), ("e3", "white")])
    assert drawn_stones(page) == told_stones(page) == moved
    page.keyboard.press("Escape")
    expect_rest(board)
    assert drawn_stones(page) == told_stones(page) == start


def test_a_stone_dropped_beside_the_middle_takes_what_is_chosen(page: Page, board: Board) -> None:
    board.open(CHOICE)
    expect(board.point("d1")).to_have_accessible_name("d1, White, can move")
    drop_beside(board, "d1", "c1")
    page.keyboard.press("w")
    expect(board.button("End turn")).to_be_visible()
    page.keyboard.press("e")
    board.expect_turns("d1-c1W")
    expect_rest(board)
    assert drawn_stones(page) == stones_of(Position.parse(CHOICE).play("d1-c1W"))


def test_a_stone_dropped_where_it_cannot_go_glides_back(page: Page, board: Board) -> None:
    board.open(START)
    expect(board.point("d3")).to_have_accessible_name("d3, White, can move")
    drop_beside(board, "d3", "i1")
    expect(board.point("d3")).to_have_accessible_name("d3, White, chosen")
    expect_rest(board)
    assert drawn_stones(page) == stones_of(Position.parse(START))


def test_the_way_of_a_chain_is_drawn_as_it_grows(page: Page, board: Board) -> None:
    board.open(CHOICE)
    board.press("d1", "c1", "b1")
    route = page.locator("#board .last .route")
    expect(board.button("End turn")).to_be_visible()
    first = route.get_attribute("d") or ""
    board.press("d2")
    expect(board.button("End turn")).to_be_visible()
    assert (route.get_attribute("d") or "").startswith(f"{first}L")


def test_taken_stones_leave_ghosts_where_they_stood(page: Page, board: Board) -> None:
    board.open(START, turns="f2-e3A")
    ghosts = page.locator("#board .ghost")
    expect(ghosts).to_have_count(2)
    page.keyboard.press("ArrowLeft")
    expect(ghosts).to_have_count(0)


def test_a_stone_that_ends_where_one_was_taken_has_not_changed_colour(
    page: Page, board: Board
) -> None:
    turn = "f3-f4W-e3A-e2W-f2A-g3W-g2A-h2A-g1W-f1W"
    board.open("BBBBBB1BB/BBBBW4/BWBW1B1BW/WWWW1WW1W/WWWWWWWW1 B", turns=turn)
    expect(page.locator("#board .ghost").first).to_be_attached()
    expect(page.locator("#board .flipped circle")).to_have_count(0)


def test_flipped_stones_show_what_they_were(page: Page, board: Board) -> None:
    board.open("4W/BWW2/W3B/4B/W1W1W B", rules="fliporona", turns="e3-d2A-c3A")
    taken = page.locator("#board .flipped .white")
    expect(taken.first).to_be_visible()


PAUSE = """() => document.querySelectorAll("#board .moving .stone, #board .growing").forEach(
  (part) => part.getAnimations().forEach((one) => one.pause()))"""
FINISH = PAUSE.replace("pause", "finish")
CHAIN = "f3-f4W-e3A-e2W-f2A-g3W-g2A-h2A-g1W-f1W"
CHAINED = "BBBBBB1BB/BBBBW4/BWBW1B1BW/WWWW1WW1W/WWWWWWWW1 B"


def follow_chain(page: Page, board: Board) -> None:
    """Walk to the end of a chain that has begun to be played, and stands still then."""
    board.open(CHAINED, turns=CHAIN, at="0")
    expect(board.button("Forward")).to_be_enabled()
    page.keyboard.press("ArrowRight")
    page.evaluate(PAUSE)


def test_a_chain_is_followed_step_by_step_to_its_end(page: Page, board: Board) -> None:
    follow_chain(page, board)
    taken = len(Position.parse(CHAINED).read(CHAIN).captured)
    expect(page.locator("#board .moving .stone")).to_have_count(taken + 1)
    # Knowing what can be played next ends nothing.
    expect(page.locator("#board .mark.movable").first).to_be_attached()
    expect(page.locator("#board")).to_have_class(re.compile("in-motion"))
    page.evaluate(FINISH)
    expect_rest(board)
    assert drawn_stones(page) == stones_of(Position.parse(CHAINED).play(CHAIN))


@pytest.mark.parametrize("how", ["key", "press"])
def test_a_motion_can_be_skipped(page: Page, board: Board, how: str) -> None:
    follow_chain(page, board)
    if how == "key":
        page.keyboard.press("Space")
    else:
        page.mouse.click(*board.centre("e1"))
    expect_rest(board)
    assert drawn_stones(page) == stones_of(Position.parse(CHAINED).play(CHAIN))


def test_the_way_of_a_turn_grows_with_it(page: Page, board: Board) -> None:
    follow_chain(page, board)
    route = page.locator("#board .last .route")
    assert route.evaluate("(one) => one.getAnimations().length") == 1
    page.evaluate(FINISH)
    expect_rest(board)
    assert route.evaluate("(one) => one.getAnimations().length") == 0
