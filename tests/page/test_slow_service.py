"""A slow service: what is done meanwhile comes to the same as if it had answered at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from tests.page.board import CHOICE, SMALL, START, Board
from tests.page.holding import STEPS, waiting
from tests.page.test_review import ENDGAME, MISTAKE

HUFF = "BB1W1/5/5/1B3/1WB2 W huff:b5,c1"

MOVING = pytest.mark.parametrize("looks", [{"reduced_motion": "no-preference"}], ids=["motion"])


PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
POINTERS = pytest.mark.parametrize(
    ("looks", "drag"),
    [({}, Board.drag_at_once), (PHONE, Board.drag_with_a_finger)],
    ids=["mouse", "finger"],
)


def expect_played(board: Board, turn: str) -> None:
    expect(board.current).to_have_text(turn)


def expect_taken_back(board: Board, turn: str, origin: str) -> None:
    """The turn is in the list, and its stone can be moved again."""
    board.expect_turns(turn)
    expect(board.current).to_have_count(0)
    expect(board.point(origin)).to_have_accessible_name(f"{origin}, White, can move")


def test_a_turn_is_taken_back_and_played_again(page: Page, board: Board) -> None:
    board.open(START)
    with waiting(page, STEPS):
        board.press("f2", "e3")
        board.expect_on("e3", "White")
        page.keyboard.press("Control+z")
    expect_taken_back(board, "f2-e3A", "f2")
    page.keyboard.press("Control+y")
    expect_played(board, "f2-e3A")
    board.expect_on("e3", "White")


def test_a_turn_is_taken_back_and_played_again_before_it_is_known_to_be_over(
    page: Page, board: Board
) -> None:
    board.open(START)
    with waiting(page, STEPS):
        board.press("f2", "e3")
        for key in ("Control+z", "Control+y"):
            page.keyboard.press(key)
    expect_played(board, "f2-e3A")


@MOVING
def test_a_turn_is_taken_back_while_its_stone_moves(page: Page, board: Board) -> None:
    board.open("W4/5/5/5/4B W")
    board.press("a5", "a4")
    page.keyboard.press("Control+z")
    expect_taken_back(board, "a5-a4", "a5")


def test_a_whole_chain_is_taken_back_with_its_last_step(page: Page, board: Board) -> None:
    board.open(CHOICE)
    board.press("d1", "c1", "b1", "d2")
    with waiting(page, STEPS):
        board.press("c3")
        board.expect_on("c3", "White")
        page.keyboard.press("Control+z")
    expect_taken_back(board, "d1-c1A-d2A-c3W", "d1")


def test_a_step_of_a_chain_that_goes_on_is_taken_back(page: Page, board: Board) -> None:
    board.open(CHOICE)
    board.press("d1", "c1", "b1")
    with waiting(page, STEPS):
        board.press("d2")
        board.expect_on("d2", "White")
        page.keyboard.press("Control+z")
    expect(board.point("d2")).to_have_accessible_name("d2, empty, can move here")
    board.expect_stones({"c1": "White", "e3": "Black", "b1": "empty"})
    expect(board.turns).to_be_hidden()


def test_two_steps_are_taken_back_one_after_the_other(page: Page, board: Board) -> None:
    """The chain was entered before the page was loaded again, so each question is a new one."""
    board.open(START, turns="d3-e3W")
    board.enter_a_long_chain()
    page.reload()
    expect(board.button("End turn")).to_be_visible()
    with waiting(page, STEPS):
        page.keyboard.press("Control+z")
        page.keyboard.press("Control+z")
    expect(board.point("b4")).to_have_accessible_name("b4, Black, can move")
    expect_played(board, "d3-e3W")


def test_an_undo_before_a_chain_is_there_again_takes_its_last_step_back(
    page: Page, board: Board
) -> None:
    board.open(START, turns="d3-e3W")
    board.enter_a_long_chain()
    with waiting(page, STEPS):
        page.reload()
        expect(board.status).to_have_text("Black to move")
        page.keyboard.press("Control+z")
    board.expect_stones({"c3": "Black", "d3": "empty"})
    expect_played(board, "d3-e3W")


def test_a_turn_against_the_engine_is_taken_back_before_it_is_known_to_be_over(
    page: Page, board: Board
) -> None:
    board.open(START)
    page.get_by_label("Opponent").select_option("Engine: Black")
    with waiting(page, STEPS):
        board.press("f2", "e3")
        page.keyboard.press("Control+z")
    expect_taken_back(board, "f2-e3A", "f2")
    expect(board.status).to_have_text("White to move")


def test_a_reply_that_is_taken_back_before_it_comes_is_not_played(page: Page, board: Board) -> None:
    board.open(START)
    page.get_by_label("Opponent").select_option("Engine: Black")
    with waiting(page, "**/v1/turn*"):
        board.press("f2", "e3")
        expect(board.status).to_have_text("Black: the engine is thinking …")
        page.keyboard.press("Control+z")
    expect_taken_back(board, "f2-e3A", "f2")
    page.keyboard.press("Control+y")
    expect(board.turns.get_by_role("button")).to_have_count(2)


def press_on(board: Board) -> None:
    for name in ("d2", "c3"):
        board.point(name).click()


def drag_on(board: Board) -> None:
    board.drag_at_once("c1", "d2")
    board.drag_at_once("d2", "c3")


@pytest.mark.parametrize("go_on", [press_on, drag_on], ids=["pressed", "dragged"])
def test_the_rest_of_a_chain_is_entered_ahead(
    page: Page, board: Board, go_on: Callable[[Board], None]
) -> None:
    board.open(CHOICE)
    board.press("d1", "c1")
    with waiting(page, STEPS):
        board.press("b1")
        go_on(board)
    board.expect_turns("d1-c1A-d2A-c3W")


def test_the_end_of_a_turn_is_entered_ahead(page: Page, board: Board) -> None:
    board.open(CHOICE)
    board.press("d1", "c1")
    with waiting(page, STEPS):
        board.press("b1")
        board.point("d2").click()
        page.keyboard.press("e")
    board.expect_turns("d1-c1A-d2A")


def test_a_hasty_second_press_does_not_end_a_chain(page: Page, board: Board) -> None:
    board.open(CHOICE)
    board.press("d1", "c1")
    with waiting(page, STEPS):
        board.press("b1")
        board.point("c1").dblclick()
    expect(board.button("End turn")).to_be_visible()
    expect(board.turns).to_be_hidden()


def test_the_next_turn_is_entered_ahead(page: Page, board: Board) -> None:
    board.open(START)
    with waiting(page, STEPS):
        board.press("f2", "e3")
        for name in ("d5", "d4"):
            board.point(name).click()
    board.expect_turns("f2-e3A")
    expect(board.point("d4")).to_have_accessible_name("d4, Black, chosen")


@contextmanager
def black_to_move(page: Page, board: Board) -> Iterator[None]:
    """Within the block nobody knows yet how Black can move."""
    with waiting(page, STEPS):
        board.open(START, turns="f2-e3A")
        expect(board.current).to_have_text("f2-e3A")
        yield


@POINTERS
def test_a_drag_before_the_first_answer_plays_the_turn(
    page: Page, board: Board, drag: Callable[[Board, str, str], None]
) -> None:
    with black_to_move(page, board):
        drag(board, "d5", "d4")
    expect(board.point("d4")).to_have_accessible_name("d4, Black, chosen")
    expect(board.button("End turn")).to_be_visible()


@POINTERS
@pytest.mark.parametrize(
    ("start", "why"),
    [
        ("a1", "It is Black’s turn."),
        ("a5", "You must capture: play one of the marked stones."),
    ],
)
def test_a_drag_of_a_stone_that_cannot_move_says_why(
    page: Page, board: Board, drag: Callable[[Board, str, str], None], start: str, why: str
) -> None:
    with black_to_move(page, board):
        drag(board, start, "d4")
        expect(board.message).to_be_empty()
    expect(board.message).to_have_text(why)
    drag(board, "d5", "d4")
    expect(board.point("d4")).to_have_accessible_name("d4, Black, chosen")


@POINTERS
def test_a_drag_to_a_point_that_cannot_be_reached_leaves_the_stone_chosen(
    page: Page, board: Board, drag: Callable[[Board, str, str], None]
) -> None:
    with black_to_move(page, board):
        drag(board, "d5", "e5")
    expect(board.point("d5")).to_have_accessible_name("d5, Black, chosen")


def test_a_stone_that_was_chosen_before_the_first_answer_is_dragged(
    page: Page, board: Board
) -> None:
    with black_to_move(page, board):
        board.point("d5").click()
        board.drag_at_once("d5", "d4")
    expect(board.point("d4")).to_have_accessible_name("d4, Black, chosen")


def test_a_stone_is_dragged_from_its_tray_before_the_first_answer(page: Page, board: Board) -> None:
    board.open("3/3/3 W hand:4,4", rules="fliporona")
    tray = page.locator(".side.placing").get_by_role("img", name="4 stones in hand")
    with waiting(page, STEPS):
        board.press("a1")
        board.expect_turns("@a1")
        tray.hover()
        page.mouse.down()
        page.mouse.move(*board.centre("c3"), steps=4)
        page.mouse.up()
    board.expect_turns("@a1", "@c3")


def test_an_undo_before_the_first_answer_puts_back_what_was_chosen(
    page: Page, board: Board
) -> None:
    with black_to_move(page, board):
        board.point("d5").click()
        page.keyboard.press("Control+z")
    expect(board.point("d5")).to_have_accessible_name("d5, Black, can move")
    expect_played(board, "f2-e3A")


def test_a_review_that_comes_leaves_what_is_entered(page: Page, board: Board) -> None:
    board.open(CHOICE, turns="d1-c1A-d2A-c3W", at="0")
    with waiting(page, "**/v1/review*"):
        page.get_by_role("button", name="Review", exact=True).click()
        board.press("d1", "c1", "b1")
        expect(board.button("End turn")).to_be_visible()
    expect(page.locator("#review")).to_contain_text("accuracy")
    expect(board.button("End turn")).to_be_visible()
    board.press("d2", "c2")
    expect_played(board, "d1-c1A-d2A-c2A")


def test_an_answer_of_the_review_leaves_who_has_gone_elsewhere(page: Page, board: Board) -> None:
    board.open(ENDGAME, turns=MISTAKE)
    page.get_by_role("button", name="Review", exact=True).click()
    item = page.locator("#review li").first
    with waiting(page, "**/v1/play*"):
        with page.expect_request("**/v1/play*"):
            item.get_by_role("button", name="Show the answer").click()
        board.turns.get_by_role("button").first.click()
        expect_played(board, "g5-f4??")
    page.wait_for_load_state("networkidle")
    expect_played(board, "g5-f4??")


def test_a_line_of_the_engine_that_comes_leaves_what_is_entered(page: Page, board: Board) -> None:
    board.open(CHOICE)
    board.engine.check()
    line = page.locator("#lines button").first
    with waiting(page, "**/v1/play*"):
        with page.expect_request("**/v1/play*"):
            line.click()
        board.press("d1", "c1", "b1")
        expect(board.button("End turn")).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(board.button("End turn")).to_be_visible()
    expect(board.turns).to_be_hidden()


def test_of_two_turns_of_a_line_the_last_that_was_pressed_counts(page: Page, board: Board) -> None:
    board.open(SMALL)
    board.engine.check()
    expect(board.verdict).to_contain_text("Proven:")
    line = page.locator("#lines li").first.get_by_role("button")
    last = line.nth(2).inner_text()
    with waiting(page, "**/v1/play*"):
        for place in range(3):
            line.nth(place).click()
    expect_played(board, last)
    expect(board.turns.get_by_role("button")).to_have_count(3)


def test_of_two_answers_of_the_review_the_last_that_was_asked_for_counts(
    page: Page, board: Board
) -> None:
    board.open(ENDGAME, turns="g5-f4 d2-e3A e5-e4A")
    page.get_by_role("button", name="Review", exact=True).click()
    items = page.locator("#review li")
    expect(items).to_have_count(2)
    with waiting(page, "**/v1/play*"):
        for item in (items.first, items.last):
            with page.expect_request("**/v1/play*"):
                item.get_by_role("button", name="Show the answer").click()
    expect(items.last).to_contain_text("Best: d2-e3A-e4A ")
    expect_played(board, "d2-e3A-e4A")


@pytest.mark.parametrize(
    ("position", "names", "entered"),
    [
        (CHOICE, ("d1",), "d1, White, chosen"),
        (CHOICE, ("d1", "c1"), "c1, White, chosen"),
        (HUFF, ("b5",), "b5, empty"),
    ],
    ids=["origin", "choice", "huff"],
)
def test_a_line_of_the_engine_that_comes_leaves_a_turn_that_is_begun(
    page: Page, board: Board, position: str, names: tuple[str, ...], entered: str
) -> None:
    board.open(position, rules="livret" if position == HUFF else "standard")
    board.engine.check()
    line = page.locator("#lines button").first
    with waiting(page, "**/v1/play*"):
        with page.expect_request("**/v1/play*"):
            line.click()
        board.press(*names)
        expect(board.point(names[-1])).to_have_accessible_name(entered)
    page.wait_for_load_state("networkidle")
    expect(board.point(names[-1])).to_have_accessible_name(entered)
    expect(board.turns).to_be_hidden()


def test_a_draft_stays_in_its_tab_that_was_left(page: Page, board: Board) -> None:
    rules = "standard_paika=allowed"
    board.open(SMALL, rules=rules)
    panel = board.open_tab("Set up")
    panel.get_by_role("button", name="Edit this position").click()
    expect(board.status).to_have_text("Setting up")
    board.page.get_by_role("tab", name="Game").click()
    page.reload()
    with waiting(page, "**/v1/rules/*"):
        with page.expect_request("**/v1/rules/*"):
            page.get_by_role("tab", name="Set up").click()
        page.get_by_role("tab", name="Game").click()
    page.wait_for_load_state("networkidle")
    expect(board.status).to_have_text("White to move")
