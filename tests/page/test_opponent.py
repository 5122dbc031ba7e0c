"""The engine as an opponent: it plays one colour, and leaves everything else to the user."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.page.board import START, Board
from tests.page.watching import Faults

WHITE = "Engine: White"
BLACK = "Engine: Black"
ONE_LEFT = "3/1W1/2B W"
"""White takes the last stone."""


def play_against(board: Board, opponent: str) -> None:
    board.page.get_by_label("Opponent").select_option(opponent)


def test_there_is_no_opponent_at_first(board: Board) -> None:
    board.open(START)
    board.press("f2", "e3")
    expect(board.status).to_have_text("Black to move")


def test_the_opponent_answers_a_turn(board: Board) -> None:
    board.open(START)
    play_against(board, BLACK)
    board.press("f2", "e3")
    expect(board.turns.get_by_role("button")).to_have_count(2)
    expect(board.status).to_have_text("White to move")


def test_the_opponent_s_turn_is_announced(board: Board) -> None:
    board.open(START)
    play_against(board, BLACK)
    board.press("f2", "e3")
    expect(board.turns.get_by_role("button")).to_have_count(2)
    expect(board.message).to_have_text(f"Black plays {board.current.inner_text()}")


def test_the_opponent_begins_as_white_and_the_user_s_stones_are_below(board: Board) -> None:
    board.open(START)
    play_against(board, WHITE)
    expect(board.turns.get_by_role("button")).to_have_count(1)
    expect(board.status).to_have_text("Black to move")
    assert board.centre("a5")[1] > board.centre("a1")[1]


def test_the_opponent_s_stones_cannot_be_moved_while_it_thinks(page: Page, board: Board) -> None:
    page.route("**/v1/turn*", lambda route: None)
    board.open(START)
    play_against(board, WHITE)
    expect(board.status).to_have_text("White: the engine is thinking …")
    expect(board.point("f2")).to_have_accessible_name("f2, White")


@pytest.fixture
def answered(board: Board) -> Board:
    """A game in which the opponent has answered the user's first turn."""
    board.open(START)
    play_against(board, BLACK)
    board.press("f2", "e3")
    expect(board.turns.get_by_role("button")).to_have_count(2)
    expect(board.status).to_have_text("White to move")
    return board


def test_a_take_back_leads_to_the_user_s_own_turn(answered: Board) -> None:
    answered.button("Back").click()
    expect(answered.status).to_have_text("White to move")
    expect(answered.current).to_have_count(0)
    expect(answered.point("f2")).to_have_accessible_name("f2, White, can move")


def test_forward_leads_to_the_user_s_own_turn(answered: Board) -> None:
    answered.button("Back").click()
    answered.button("Forward").click()
    expect(answered.status).to_have_text("White to move")
    expect(answered.current).to_have_text(answered.turns.get_by_role("button").nth(1).inner_text())


def test_another_turn_after_a_take_back_is_answered(answered: Board) -> None:
    answered.button("Back").click()
    answered.press("d2", "e3")
    expect(answered.turns.get_by_role("button")).to_have_count(4)


def test_the_same_turn_after_a_take_back_is_answered_as_before(answered: Board) -> None:
    reply = answered.current.inner_text()
    answered.button("Back").click()
    answered.press("f2", "e3")
    expect(answered.message).to_have_text(f"Black plays {reply}")
    expect(answered.status).to_have_text("White to move")
    expect(answered.turns.get_by_role("button")).to_have_count(2)


def test_the_opponent_s_turn_is_not_asked_of_the_user(answered: Board) -> None:
    answered.turns.get_by_role("button", name="f2-e3A").click()
    expect(answered.status).to_have_text("Black: the engine’s turn")
    expect(answered.point("d5")).to_have_accessible_name("d5, Black")


def test_the_opponent_accepts_its_defeat(board: Board) -> None:
    board.open(ONE_LEFT)
    play_against(board, BLACK)
    board.press("b2", "a3")
    expect(board.status).to_have_text("White has won")


def test_the_opponent_leaves_puzzles_alone(board: Board) -> None:
    board.open(START)
    play_against(board, WHITE)
    expect(board.status).to_have_text("Black to move")
    board.open_tab("Puzzles")
    expect(board.status).to_have_text("Black to move")
    board.press("a3")


def test_the_opponent_waits_while_the_board_is_edited(page: Page, board: Board) -> None:
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    page.route("**/v1/turn*", hold_the_first)
    board.open(START)
    play_against(board, WHITE)
    expect(board.status).to_have_text("White: the engine is thinking …")
    panel = board.open_tab("Set up")
    panel.get_by_role("button", name="Edit this position").click()
    with page.expect_response("**/v1/turn*"):
        held[0].continue_()
    with page.expect_request("**/v1/turn*"):
        panel.get_by_role("button", name="Cancel").click()
    expect(board.status).to_have_text("Black to move")
    expect(page.locator("#turns button")).to_have_count(1)


def test_nobody_answers_when_the_opponent_has_left(board: Board) -> None:
    board.open(START)
    play_against(board, BLACK)
    play_against(board, "None")
    board.press("f2", "e3")
    expect(board.status).to_have_text("Black to move")


@pytest.mark.parametrize("rules", ["fliporona", "livret"])
def test_the_opponent_plays_by_every_rule_set(board: Board, rules: str) -> None:
    position = "3/3/3 W hand:4,4" if rules == "fliporona" else "BBB/B1W/WWW W first:WB"
    board.open(position, rules=rules)
    play_against(board, WHITE)
    expect(board.turns.get_by_role("button")).to_have_count(1)


def test_an_opponent_that_cannot_be_reached_is_asked_again(
    page: Page, board: Board, faults: Faults
) -> None:
    def refuse(route: Route) -> None:
        route.abort("connectionrefused")
        page.unroute("**/v1/turn*")

    board.open(START)
    page.route("**/v1/turn*", refuse)
    play_against(board, WHITE)
    expect(board.message).to_contain_text("is not responding")
    expect(board.turns.get_by_role("button")).to_have_count(1)
    expect(board.message).to_contain_text("White plays")
    faults.seen.clear()
