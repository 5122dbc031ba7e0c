"""Playing on the board: by mouse, by dragging, by keyboard; under every rule set."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from fanorona.solver import Position
from tests.page.board import CHOICE, START, Board
from tests.page.holding import STEPS, waiting

SHUFFLE = "W4/5/5/5/4B W"
"""Two stones that can walk to and fro."""
HUFF = "BB1BBBBBB/BB1BBBBBB/BWBWWBWBW/WWWWW1WWW/WWWWWWWWW W huff:c3,d5,f3"


def test_a_chain_with_a_choice_of_capture_is_played_with_the_mouse(board: Board) -> None:
    board.open(CHOICE)
    board.press("d1", "c1", "b1", "d2", "c3")
    board.expect_turns("d1-c1A-d2A-c3W")


def test_the_choice_of_capture_is_shown_on_the_stones(board: Board) -> None:
    board.open(CHOICE)
    board.press("d1", "c1")
    expect(board.point("b1")).to_have_accessible_name("b1, Black, taken by approach")
    expect(board.point("e1")).to_have_accessible_name("e1, Black, taken by withdrawal")


def test_a_capture_can_be_chosen_with_a_button(board: Board) -> None:
    board.open(CHOICE)
    board.press("d1", "c1")
    board.button("Withdrawal (W)").click()
    board.expect_stones({"b1": "Black", "e1": "empty", "c1": "White"})


def test_a_chain_is_played_by_dragging(board: Board) -> None:
    board.open(CHOICE)
    board.drag("d1", "c1")
    board.press("e1")
    for start, end in (("c1", "d2"), ("d2", "c2")):
        expect(board.point(end)).to_have_accessible_name(f"{end}, empty, can move here")
        board.drag(start, end)
    board.expect_turns("d1-c1W-d2A-c2A")


@pytest.mark.parametrize(("end", "left"), [("d1", "e1, empty"), ("a1", "e1, Black, chosen")])
def test_a_stone_dragged_before_the_answer_goes_once_it_is_there(
    page: Page, board: Board, end: str, left: str
) -> None:
    board.open(SHUFFLE)
    with waiting(page, STEPS):
        board.play("a5-b5")
        board.expect_turns("a5-b5")
        board.drag_at_once("e1", end)
    expect(board.point("e1")).to_have_accessible_name(re.compile(f"^{left}"))


def test_a_stone_dropped_where_it_cannot_go_returns(board: Board) -> None:
    board.open(CHOICE)
    board.drag("d1", "a3")
    expect(board.point("d1")).to_have_accessible_name("d1, White, chosen")


def test_a_turn_is_played_with_the_keyboard_alone(page: Page, board: Board) -> None:
    board.open(CHOICE)
    board.point("a3").focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    expect(board.point("d1")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    expect(board.button("Approach (A)")).to_be_visible()
    page.keyboard.press("a")
    expect(board.button("End turn")).to_be_visible()
    page.keyboard.press("e")
    board.expect_turns("d1-c1A")


def test_the_board_is_reached_with_the_tab_key(page: Page, board: Board) -> None:
    board.open(CHOICE)
    page.locator("#theme").focus()
    page.keyboard.press("Tab")
    expect(page.locator("#board [data-point]:focus")).to_have_count(1)


def test_legal_points_are_marked(board: Board) -> None:
    board.open(START)
    expect(board.point("d3")).to_have_accessible_name("d3, White, can move")
    board.press("d3")
    expect(board.point("e3")).to_have_accessible_name("e3, empty, can move here")
    expect(board.point("d4")).to_have_accessible_name("d4, Black")


def test_end_turn_ends_a_chain_that_could_go_on(board: Board) -> None:
    board.open(CHOICE)
    board.press("d1", "c1", "b1")
    board.button("End turn").click()
    board.expect_turns("d1-c1A")
    expect(board.status).to_have_text("Black to move")


def test_a_step_of_a_chain_is_taken_back(page: Page, board: Board) -> None:
    board.open(CHOICE)
    board.press("d1", "c1", "b1", "d2")
    board.expect_on("d2", "White")
    expect(board.point("c3")).to_have_accessible_name("c3, empty, can move here")
    page.keyboard.press("Control+z")
    board.expect_stones({"c1": "White", "d2": "empty", "e3": "Black", "b1": "empty"})


def test_undo_and_redo_go_over_whole_turns(page: Page, board: Board) -> None:
    board.open(START)
    board.press("f2", "e3")
    board.expect_turns("f2-e3A")
    page.keyboard.press("Control+z")
    board.expect_on("e3", "empty")
    page.keyboard.press("Control+Shift+z")
    board.expect_on("e3", "White")


def test_variations_are_kept(board: Board) -> None:
    board.open(START)
    board.press("d2", "e3")
    board.expect_turns("d2-e3A")
    board.button("Back").click()
    board.press("f2", "e3")
    board.expect_turns("d2-e3A", "f2-e3A")
    variation = board.turns.get_by_role("group", name="Variation")
    expect(variation.get_by_role("button")).to_have_text(["f2-e3A"])


@pytest.fixture
def variation(board: Board) -> Board:
    """A game whose second turn has a variation, which is on the board."""
    board.open(START, turns="f2-e3A d5-d4A-c5W", at="1")
    board.press("d5", "d4")
    board.button("End turn").click()
    board.expect_turns("f2-e3A", "d5-d4A-c5W", "d5-d4A")
    return board


def test_a_variation_becomes_the_main_line(variation: Board) -> None:
    variation.button("Make main line").click()
    variation.expect_turns("f2-e3A", "d5-d4A", "d5-d4A-c5W")
    expect(variation.message).to_have_text("This is now the main line")
    expect(variation.current).to_be_focused()
    expect(variation.button("Make main line")).to_be_hidden()


def test_a_variation_is_deleted_and_put_back(variation: Board) -> None:
    variation.button("Delete from here").click()
    variation.expect_turns("f2-e3A", "d5-d4A-c5W")
    expect(variation.message).to_have_text("Deleted from d5-d4A on")
    expect(variation.current).to_have_text("f2-e3A")
    variation.button("Put back").click()
    variation.expect_turns("f2-e3A", "d5-d4A-c5W", "d5-d4A")
    expect(variation.current).to_have_text("d5-d4A")


def test_a_turn_is_deleted_with_everything_behind_it(variation: Board) -> None:
    variation.turns.get_by_role("button", name="f2-e3A").press("Enter")
    variation.current.press("Delete")
    expect(variation.turns).to_be_hidden()
    expect(variation.status).to_have_text("White to move")
    variation.page.keyboard.press("Enter")
    variation.expect_turns("f2-e3A", "d5-d4A-c5W", "d5-d4A")


def test_what_was_deleted_cannot_be_put_back_beside_itself(variation: Board) -> None:
    variation.button("Delete from here").click()
    variation.press("d5", "d4")
    variation.button("End turn").click()
    variation.expect_turns("f2-e3A", "d5-d4A-c5W", "d5-d4A")
    expect(variation.button("Put back")).to_be_hidden()


def test_a_turn_of_the_list_is_gone_to(board: Board) -> None:
    board.open(START, turns="f2-e3A d5-d4A")
    board.turns.get_by_role("button", name="f2-e3A").click()
    expect(board.status).to_have_text("Black to move")
    board.expect_address("at=1")


def test_arrow_keys_walk_through_the_game(page: Page, board: Board) -> None:
    board.open(START, turns="f2-e3A d5-d4A", at="0")
    page.keyboard.press("ArrowRight")
    expect(board.current).to_have_text("f2-e3A")
    page.keyboard.press("End")
    expect(board.current).to_have_text("d5-d4A")
    page.keyboard.press("ArrowLeft")
    expect(board.current).to_have_text("f2-e3A")
    page.keyboard.press("Home")
    expect(board.status).to_have_text("White to move")


def test_the_third_repetition_offers_a_draw(page: Page, board: Board) -> None:
    board.open(SHUFFLE, turns="a5-a4 e1-e2 a4-a5 e2-e1 a5-a4 e1-e2 a4-a5")
    agree = board.button("Agree a draw")
    expect(agree).to_be_hidden()
    board.press("e2", "e1")
    agree.click()
    expect(board.status).to_have_text("Draw agreed")


def test_a_won_game_says_who_has_won(board: Board) -> None:
    board.open("3/1W1/2B W")
    board.press("b2", "a3")
    expect(board.status).to_have_text("White has won")


def test_escale_lets_a_paika_be_played_where_a_capture_exists(board: Board) -> None:
    board.open("B4/5/1W3/5/4W W", rules="escale")
    board.press("e1", "d1")
    board.expect_turns("e1-d1")


def test_fliporona_begins_with_placing(board: Board) -> None:
    board.open("3/3/3 W hand:4,4", rules="fliporona")
    expect(board.status).to_have_text("White places a stone: 4 stones in hand")
    board.press("a1", "c3")
    board.expect_turns("@a1", "@c3")
    board.expect_stones({"a1": "White", "c3": "Black", "b2": "empty"})


def test_fliporona_flips_what_is_captured_and_takes_off_the_stone(board: Board) -> None:
    board.open("B1B/1WB/1B1 W", rules="fliporona")
    board.press("b2", "a1", "a2", "b2", "b3")
    board.expect_turns("b2-a1W-a2A-b2A-b3W")
    board.expect_stones({"b3": "empty", "c3": "White", "a3": "White"})
    expect(board.status).to_have_text("White has won")


def test_livret_takes_off_a_liable_stone_first(board: Board) -> None:
    board.open(HUFF, rules="livret")
    expect(board.status).to_have_text("White: first huff one of the marked stones")
    board.press("f3", "e3", "f2", "f3")
    board.expect_turns("f3~e3-f2W-f3A")


def test_livret_says_that_ending_a_chain_costs_the_stone(board: Board) -> None:
    board.open(HUFF, rules="livret")
    board.press("f3", "e3", "f2")
    board.button("End turn (the stone is lost)").click()
    board.expect_turns("f3~e3-f2W")
    board.expect_on("f2", "empty")


def test_a_vela_takes_one_stone(board: Board) -> None:
    board.open(f"{START} vela:B")
    board.press("f2", "e3")
    board.expect_stones({"d4": "empty", "c5": "Black"})


@pytest.mark.parametrize(("width", "height"), [(3, 3), (9, 7), (21, 3)])
def test_other_boards_are_played_on(board: Board, width: int, height: int) -> None:
    start = Position.start(width=width, height=height)
    turns = [str(turn) for turn in start.turns()]
    # A turn that cannot go on ends by itself.
    turn = next(one for one in turns if not any(other.startswith(f"{one}-") for other in turns))
    board.open(start.fen())
    board.play(turn)
    board.expect_turns(turn)


@pytest.mark.parametrize("looks", [{"reduced_motion": "no-preference"}])
def test_turns_are_animated(page: Page, board: Board) -> None:
    assert max(durations_of_a_turn(page, board)) > 0


def test_reduced_motion_is_respected(page: Page, board: Board) -> None:
    assert durations_of_a_turn(page, board) == []


def durations_of_a_turn(page: Page, board: Board) -> list[float]:
    """How long, in milliseconds, the animations of a turn are to last."""
    page.add_init_script(
        """window.durations = [];
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (frames, timing) {
          window.durations.push(timing.duration);
          return animate.call(this, frames, timing);
        };"""
    )
    board.open(START)
    board.press("f2", "e3")
    board.expect_turns("f2-e3A")
    durations: list[float] = page.evaluate("window.durations")
    return durations


@pytest.mark.parametrize(
    ("point", "why"),
    [
        ("a1", "You must capture: play one of the marked stones."),
        ("a5", "It is White’s turn."),
    ],
)
def test_a_stone_that_cannot_move_says_why(board: Board, point: str, why: str) -> None:
    board.open(START)
    expect(board.point("d3")).to_have_accessible_name("d3, White, can move")
    board.point(point).click()
    expect(board.message).to_have_text(why)


def test_a_stone_that_is_shut_in_says_so(board: Board) -> None:
    board.open("2B/WW1/WW1 W")
    expect(board.point("b2")).to_have_accessible_name("b2, White, can move")
    board.point("a1").click()
    expect(board.message).to_have_text("The stone on a1 has nowhere to go.")


def test_f_turns_the_board_in_the_middle_of_a_turn(page: Page, board: Board) -> None:
    board.open(CHOICE)
    board.press("d1", "c1", "b1")
    expect(board.button("End turn")).to_be_visible()
    page.keyboard.press("f")
    assert board.centre("a3")[1] > board.centre("a1")[1]
    expect(board.button("End turn")).to_be_visible()
    board.press("d2", "c3")
    board.expect_turns("d1-c1A-d2A-c3W")


def test_a_question_mark_lists_the_keys(page: Page, board: Board) -> None:
    board.open(CHOICE)
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(keys).to_contain_text("Turn the board")
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()


def long_game(plies: int) -> str:
    """Two stones that walk to and fro."""
    there = ("a5-a4", "e1-e2", "a4-a5", "e2-e1")
    return " ".join(there[number % 4] for number in range(plies))


def test_four_hundred_plies_are_walked_without_asking_about_each(page: Page, board: Board) -> None:
    board.open(SHUFFLE, turns=long_game(400), at="0")
    expect(board.button("Forward")).to_be_enabled()
    expect(board.turns.get_by_role("button")).to_have_count(400)
    page.evaluate(
        """() => {
          window.rewritten = 0;
          new MutationObserver((changes) => { window.rewritten += changes.length; })
            .observe(document.querySelector("#turns"), { childList: true });
        }"""
    )
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for _ in range(400):
        page.keyboard.down("ArrowRight")
    page.keyboard.up("ArrowRight")
    expect(board.turns.get_by_role("button").last).to_have_attribute("aria-current", "true")
    assert page.evaluate("window.rewritten") == 0
    assert len([url for url in asked if "/v1/steps" in url]) < 40
