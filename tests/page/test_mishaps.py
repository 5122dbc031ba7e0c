"""Mishaps: a service that is away or busy, links and memories that are wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.page.board import CHOICE, START, Board
from tests.page.holding import STEPS, losing
from tests.page.watching import Faults

FLIPORONA = "puzzle=fliporona-problem-1"
SOLVED = "fanorona-solved"


@contextmanager
def refusing(page: Page, address: str | re.Pattern[str], status: int = 429) -> Iterator[None]:
    """Within the block the service has too much to do for an address."""
    problem = {"code": "too-many-requests", "detail": "Too many requests.", "status": status}

    def refuse(route: Route) -> None:
        route.fulfill(
            status=status, content_type="application/problem+json", body=json.dumps(problem)
        )

    page.route(address, refuse)
    yield
    page.unroute(address)


def remember(context: BrowserContext, name: str, text: str) -> None:
    """As if the browser had kept a text on an earlier visit."""
    context.add_init_script(f"localStorage.setItem({json.dumps(name)}, {json.dumps(text)})")


def test_a_chain_goes_on_after_the_service_was_too_busy(
    page: Page, board: Board, faults: Faults
) -> None:
    board.open(CHOICE)
    board.press("d1", "c1")
    with refusing(page, STEPS):
        board.press("b1")
        expect(board.message).to_have_text("Too many requests.")
    board.point("d2").click()
    expect(board.point("d2")).to_have_accessible_name("d2, empty, can move here")
    expect(board.message).to_be_empty()
    board.press("d2", "c3")
    board.expect_turns("d1-c1A-d2A-c3W")
    assert faults.take_refusals(429) == 1


def test_a_step_that_was_not_answered_is_taken_back_and_another_played(
    page: Page, board: Board, faults: Faults
) -> None:
    board.open(CHOICE)
    board.press("d1", "c1", "b1")
    with refusing(page, STEPS):
        board.press("d2")
        expect(board.message).to_have_text("Too many requests.")
        page.keyboard.press("Control+z")
        board.press("d2")
        board.expect_on("d2", "White")
        page.keyboard.press("Control+z")
    expect(board.button("End turn")).to_be_visible()
    board.press("d2", "c3")
    board.expect_turns("d1-c1A-d2A-c3W")
    assert faults.take_refusals(429) >= 2


def test_a_step_is_taken_back_though_nobody_answers(
    page: Page, board: Board, faults: Faults
) -> None:
    board.open(CHOICE)
    board.press("d1", "c1", "b1")
    with losing(page, STEPS):
        with page.expect_request(STEPS):
            board.press("d2")
        page.keyboard.press("Control+z")
        board.expect_on("d2", "White")
    expect(board.point("d2")).to_have_accessible_name("d2, empty, can move here")
    faults.seen.clear()


@pytest.fixture
def restored(page: Page, board: Board) -> Board:
    """A chain of Black's that was entered before a reload, so each step back is a new question."""
    board.open(START, turns="d3-e3W")
    board.enter_a_long_chain()
    page.reload()
    expect(board.button("End turn")).to_be_visible()
    return board


def test_a_step_back_that_was_not_answered_is_asked_for_again(
    page: Page, restored: Board, faults: Faults
) -> None:
    with refusing(page, STEPS):
        restored.button("Back").click()
        expect(restored.message).to_have_text("Too many requests.")
        page.keyboard.press("e")
        restored.expect_turns("d3-e3W")
    restored.point("a1").click()
    restored.expect_stones({"c3": "Black", "d3": "empty"})
    expect(restored.point("d3")).to_have_accessible_name("d3, empty, can move here")
    expect(restored.message).to_be_empty()
    assert faults.take_refusals(429) >= 1


def test_of_two_steps_back_the_second_counts_though_the_first_is_not_answered(
    page: Page, restored: Board, faults: Faults
) -> None:
    with losing(page, STEPS):
        with page.expect_request(STEPS):
            restored.button("Back").click()
        restored.button("Back").click()
    expect(restored.point("b4")).to_have_accessible_name("b4, Black, can move")
    restored.expect_turns("d3-e3W")
    faults.seen.clear()


def test_what_is_pressed_after_a_step_back_that_is_not_answered_is_lost(
    page: Page, restored: Board, faults: Faults
) -> None:
    with losing(page, STEPS):
        with page.expect_request(STEPS):
            restored.button("Back").click()
        restored.point("d3").click()
    expect(restored.message).to_contain_text("is not responding")
    restored.point("a1").click()
    expect(restored.point("d3")).to_have_accessible_name("d3, empty, can move here")
    faults.seen.clear()


def test_what_is_pressed_before_the_steps_are_known_is_not_lost(page: Page, board: Board) -> None:
    board.open(CHOICE, turns="d1-c1A")
    page.evaluate(
        """() => {
          for (const key of ["Home", "End", "Home"])
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
          for (const name of ["d1", "c1"])
            document.querySelector(`#board [data-point="${name}"]`)
              .dispatchEvent(new MouseEvent("click", { bubbles: true }));
        }"""
    )
    board.button("Withdrawal (W)").click()
    board.button("End turn").click()
    expect(board.current).to_have_text("d1-c1W")


def test_a_turn_can_be_entered_after_the_service_was_too_busy(
    page: Page, board: Board, faults: Faults
) -> None:
    board.open()
    with refusing(page, re.compile(r"/v1/steps\?(?!.*turn=)")):
        board.press("f2", "e3")
        expect(board.message).to_have_text("Too many requests.")
    board.point("b5").click()
    board.press("d5", "d4")
    board.expect_on("d4", "Black")
    assert faults.take_refusals(429) == 1


def begin_a_small_game(board: Board) -> None:
    board.button("New game").click()
    board.page.get_by_text("Rules and board").click()
    board.page.get_by_role("dialog").get_by_label("Board").select_option("3 × 3")
    board.button("Start").click()


def test_the_opponent_stays_if_a_new_game_cannot_be_opened(
    page: Page, board: Board, faults: Faults
) -> None:
    board.open()
    page.get_by_label("Opponent").select_option("Engine: Black")
    with refusing(page, STEPS):
        begin_a_small_game(board)
        expect(board.message).to_have_text("Too many requests.")
    expect(page.get_by_label("Opponent")).to_have_value("black")
    board.press("f2", "e3")
    expect(board.turns.get_by_role("button")).to_have_count(2)
    assert faults.take_refusals(429) >= 1


def test_the_board_stays_turned_if_a_new_game_cannot_be_opened(
    page: Page, board: Board, faults: Faults
) -> None:
    board.open()
    page.get_by_label("Opponent").select_option("Engine: Black")
    expect(page.get_by_role("region", name="Your game")).to_be_visible()
    board.button("Turn the board").click()
    with refusing(page, STEPS):
        begin_a_small_game(board)
        expect(board.message).to_have_text("Too many requests.")
    assert board.centre("a5")[1] > board.centre("a1")[1]
    faults.take_refusals(429)


def test_a_refusal_is_forgotten_when_the_tab_opens_after_all(
    page: Page, board: Board, faults: Faults
) -> None:
    board.open_link("/")
    with refusing(page, "**/v1/rules"):
        page.get_by_role("tab", name="Set up").click()
        expect(board.message).to_have_text("Too many requests.")
    board.open_tab("Set up")
    expect(board.message).to_be_empty()
    assert faults.take_refusals(429) == 1


def test_a_puzzle_opens_even_if_a_turn_of_its_link_is_wrong(board: Board, faults: Faults) -> None:
    board.open_link(f"/#{FLIPORONA}&turns=a1-i5")
    expect(board.message).to_contain_text("a1-i5")
    expect(board.page.get_by_role("tabpanel", name="Puzzles")).to_contain_text(
        "Black to play and win in 1"
    )
    assert faults.take_refusals(422) == 1


@pytest.mark.parametrize("kept", ["{", "5", '{"a": 1}', "null"])
def test_the_puzzles_open_whatever_the_browser_remembers(
    context: BrowserContext, board: Board, kept: str
) -> None:
    remember(context, SOLVED, kept)
    board.open_link("/")
    expect(board.open_tab("Puzzles")).to_contain_text("0 solved")


def test_the_look_is_wood_whatever_the_browser_remembers(
    context: BrowserContext, page: Page, board: Board
) -> None:
    remember(context, "fanorona-theme", "purple")
    board.open_link("/")
    expect(page.get_by_label("Theme")).to_have_value("wood")


def test_what_was_solved_in_another_window_is_not_forgotten(
    context: BrowserContext, page: Page, board: Board
) -> None:
    board.open_link("/#puzzle=fliporona-problem-1")
    panel = page.get_by_role("tabpanel", name="Puzzles")
    expect(panel).to_contain_text("0 solved")
    page.evaluate(f"localStorage.setItem('{SOLVED}', '[\"endgames-1\"]')")
    board.play("c4-d4W-e3W-f4W-e4W-e3W-d3A")
    expect(panel).to_contain_text("2 solved")


def test_a_game_is_opened_though_what_the_browser_remembers_is_broken(
    context: BrowserContext, page: Page, board: Board, faults: Faults
) -> None:
    kept = {"link": "position=BBB/B1W/WWW_W", "annotated": {"notes": 5}}
    remember(context, "fanorona-page", json.dumps(kept))
    board.open_link("/")
    begin_a_small_game(board)
    expect(board.point("f2")).to_have_count(0)
    assert "not iterable" in faults.seen.pop()


def test_a_stone_is_let_go_over_a_lesson_that_wants_points(page: Page, board: Board) -> None:
    board.open(START)
    expect(board.point("f2")).to_have_accessible_name("f2, White, can move")
    page.mouse.move(*board.centre("f2"))
    page.mouse.down()
    page.mouse.move(*board.centre("e3"), steps=5)
    page.evaluate("location.hash = 'lesson=moving-1'")
    expect(page.locator(".lesson-card")).to_contain_text("Lesson 1 of 10")
    page.mouse.up()
    board.point("a1").click()
    expect(page.locator(".lesson-card")).to_contain_text("1 of 5 found.")
