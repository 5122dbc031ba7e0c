"""axe-core finds no fault anywhere on the page, in any theme."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.board import CHOICE, SMALL, Board

GRAVE = {"moderate", "serious", "critical"}
LOOKS = ("Light", "Dark", "Wood")


def at_the_start(board: Board) -> None:
    board.open_link("/")


def in_a_game_with_the_engine_on(board: Board) -> None:
    board.open(SMALL, turns="c1-b2A")
    board.engine.check()
    expect(board.verdict).to_contain_text("Proven:")


def at_a_choice(board: Board) -> None:
    board.open(CHOICE)
    board.press("d1", "c1")
    expect(board.button("Approach (A)")).to_be_visible()


def in_a_review(board: Board) -> None:
    board.open("4BBB2/8B/1W7/3W5/6W2 B", turns="g5-f4 d2-e3A-e4A")
    board.button("Review").click()
    expect(board.page.locator("#review li")).to_be_visible()


def with_a_tab(name: str) -> Callable[[Board], None]:
    def open_tab(board: Board) -> None:
        board.open_link("/")
        board.open_tab(name)

    return open_tab


def in_the_window_of_a_new_game(board: Board) -> None:
    board.open_link("/")
    board.button("New game").click()
    expect(board.button("Start")).to_be_visible()


def in_the_list_of_keys(board: Board) -> None:
    board.open_link("/")
    board.page.keyboard.press("?")
    expect(board.page.get_by_role("dialog")).to_be_visible()


def at_the_end_of_a_game(board: Board) -> None:
    in_the_window_of_a_new_game(board)
    board.button("Start").click()
    board.button("Resign").click()
    expect(board.page.locator("#match.ended")).to_be_visible()


def in_a_lesson(board: Board) -> None:
    board.open_link("/#lesson=choice-1")
    expect(board.page.locator(".lesson-card .asked")).not_to_be_empty()
    board.button("Hint").click()


def after_a_right_turn_in_a_lesson(board: Board) -> None:
    board.open_link("/#lesson=winning-2")
    board.play("c2-d2W")
    board.button("End turn").click()
    expect(board.button("Next lesson")).to_be_visible()


def after_a_wrong_turn_in_a_lesson(board: Board) -> None:
    board.open_link("/#lesson=choice-1")
    board.play("d1-c1W")
    expect(board.button("Try again")).to_be_visible()


def in_the_editor(board: Board) -> None:
    board.open_link("/")
    board.open_tab("Set up")
    board.button("Edit this position").click()
    expect(board.button("Use this position")).to_be_visible()


PLACES: dict[str, Callable[[Board], None]] = {
    "start": at_the_start,
    "choice": at_a_choice,
    "engine": in_a_game_with_the_engine_on,
    "review": in_a_review,
    "set-up": with_a_tab("Set up"),
    "puzzles": with_a_tab("Puzzles"),
    "new game": in_the_window_of_a_new_game,
    "keys": in_the_list_of_keys,
    "end of a game": at_the_end_of_a_game,
    "editor": in_the_editor,
    "lesson": in_a_lesson,
    "right turn": after_a_right_turn_in_a_lesson,
    "wrong turn": after_a_wrong_turn_in_a_lesson,
}


@pytest.mark.parametrize("place", PLACES)
def test_axe_finds_no_fault(page: Page, board: Board, axe: str, place: str) -> None:
    PLACES[place](board)
    page.evaluate(axe)
    assert [fault for look in LOOKS for fault in grave_faults(page, look)] == []


def grave_faults(page: Page, look: str) -> list[str]:
    # Not with the field: a window may be before it.
    page.evaluate("(look) => { document.documentElement.dataset.theme = look }", look.lower())
    found: list[dict[str, Any]] = page.evaluate(
        "async () => (await axe.run(document, { resultTypes: ['violations'] })).violations"
    )
    return [
        f"{look}: {fault['id']}: {node['html']} {node['failureSummary']}"
        for fault in found
        for node in fault["nodes"]
        if fault["impact"] in GRAVE
    ]


def press_by_keyboard(board: Board, name: str) -> None:
    board.button(name).press("Enter")


def test_a_hint_leaves_the_focus_where_it_is(board: Board) -> None:
    board.open_link("/#puzzle=fliporona-problem-1")
    press_by_keyboard(board, "Hint")
    expect(board.page.get_by_text("The stone on c4 moves.")).to_be_visible()
    expect(board.button("Hint")).to_be_focused()


def test_the_focus_goes_to_what_takes_the_place_of_a_pressed_button(board: Board) -> None:
    board.open_link("/#puzzle=fliporona-problem-1")
    press_by_keyboard(board, "Show solution")
    expect(board.page.locator(".walker button:focus")).to_have_count(1)
    press_by_keyboard(board, "Try it yourself")
    expect(board.button("Hint")).to_be_focused()


def test_a_chosen_capture_and_an_ended_turn_give_the_focus_back_to_the_board(board: Board) -> None:
    board.open(CHOICE)
    board.press("d1", "c1")
    press_by_keyboard(board, "Approach (A)")
    expect(board.page.locator("#board [data-point]:focus")).to_have_count(1)
    press_by_keyboard(board, "End turn")
    board.expect_turns("d1-c1A")
    expect(board.page.locator("#board [data-point]:focus")).to_have_count(1)


def test_at_the_start_the_focus_goes_to_the_way_forward(board: Board) -> None:
    board.open(SMALL, turns="c1-b2A")
    press_by_keyboard(board, "To the start")
    expect(board.button("Forward")).to_be_focused()


def test_a_verdict_leaves_the_focus_on_the_check_button(page: Page, board: Board) -> None:
    board.open_link("/")
    panel = board.open_tab("Puzzles")
    page.locator("#check-text").fill("Title: Nothing")
    press_by_keyboard(board, "Check")
    expect(panel).to_contain_text("cannot be read")
    expect(board.button("Check")).to_be_focused()


def test_a_new_game_takes_the_focus_to_its_panel(page: Page, board: Board) -> None:
    board.open_link("/")
    board.open_tab("Set up")
    press_by_keyboard(board, "Start")
    expect(page.get_by_role("tabpanel", name="Game")).to_be_focused()
