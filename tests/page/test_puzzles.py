"""The puzzles tab: the collection is solved on the board, and pasted puzzles are checked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.cli.running import PROJECT
from tests.page.board import START, Board
from tests.page.watching import Faults
from tests.service.serving import Server

SOLUTION = "c4-d4W-e3W-f4W-e4W-e3W-d3A"
ENDING = "White cannot move: Black has won."
COOKED = (PROJECT / "tests" / "data" / "defects" / "cook.txt").read_text("utf-8").split("---")[0]
DEFENDED = "three-against-five-1"


@pytest.fixture
def panel(board: Board) -> Locator:
    """The puzzles tab with the Fliporona problem."""
    board.open_link("/#puzzle=fliporona-problem-1")
    panel = board.page.get_by_role("tabpanel", name="Puzzles")
    expect(panel.get_by_role("heading", name="The Fliporona problem")).to_be_visible()
    return panel


def test_the_first_visit_begins_with_an_easy_win_in_one(page: Page, board: Board) -> None:
    board.open_link("/")
    expect(board.open_tab("Puzzles")).to_contain_text("Black to play and win in 1")
    board.expect_address("puzzle=first-wins-1")
    board.play("a3-a2A")
    expect(page.locator(".puzzle-card")).to_contain_text("Solved!")


def test_the_solver_s_stones_are_below_and_the_own_game_stays_as_it_was(board: Board) -> None:
    board.open(START)
    panel = board.open_tab("Puzzles")
    expect(panel.locator(".asked")).to_contain_text("Black to play")
    assert board.centre("a5")[1] > board.centre("a1")[1]
    board.page.get_by_role("tab", name="Game").click()
    board.expect_on("e3", "empty")
    assert board.centre("a5")[1] < board.centre("a1")[1]


def test_puzzles_are_chosen_by_difficulty(page: Page, panel: Locator) -> None:
    groups = panel.locator(".groups summary")
    expect(groups.filter(has_text="Long endgames")).to_be_visible()
    page.get_by_label("Difficulty").select_option("1")
    expect(groups.filter(has_text="Long endgames")).to_have_count(0)
    expect(groups.filter(has_text="Win in one")).to_be_visible()


def test_the_puzzle_of_the_day_is_the_same_after_another_one(page: Page, panel: Locator) -> None:
    daily = panel.get_by_role("button", name="Puzzle of the day")
    title = panel.locator(".puzzle-card h2")
    daily.click()
    expect(title).not_to_have_text("The Fliporona problem (reconstruction)")
    found = title.inner_text()
    panel.get_by_role("button", name="Next ›").click()
    expect(title).not_to_have_text(found)
    daily.click()
    expect(title).to_have_text(found)


def test_the_fliporona_problem_says_what_is_asked(panel: Locator) -> None:
    expect(panel).to_contain_text("Black to play and win in 1")


def test_the_fliporona_problem_is_solved_on_the_board(panel: Locator, board: Board) -> None:
    board.play(SOLUTION)
    expect(panel).to_contain_text(f"Solved! {ENDING}")


def test_a_wrong_turn_is_refuted_by_the_engine_s_reply(panel: Locator, board: Board) -> None:
    board.play("c4-d4W")
    board.button("End turn").click()
    expect(panel).to_contain_text(re.compile("Not won yet: White can still play"))


def test_a_refutation_is_played_on_the_board(panel: Locator, board: Board) -> None:
    board.play("c4-d4W")
    board.button("End turn").click()
    expect(board.page).to_have_url(re.compile("turns=c4-d4W_"))


def test_a_wrong_turn_can_be_tried_again(panel: Locator, board: Board) -> None:
    board.play("c4-d4W")
    board.button("End turn").click()
    panel.get_by_role("button", name="Try again").click()
    expect(board.status).to_have_text("Black to move")
    board.play(SOLUTION)
    expect(panel).to_contain_text("Solved!")


def test_hints_come_one_by_one(panel: Locator, board: Board) -> None:
    hint = panel.get_by_role("button", name="Hint")
    hint.click()
    expect(panel).to_contain_text("The stone on c4 moves.")
    expect(panel).not_to_contain_text("Its first step goes to d4.")
    hint.click()
    expect(panel).to_contain_text("Its first step goes to d4.")


def test_the_solution_is_walked_through(panel: Locator, board: Board) -> None:
    panel.get_by_role("button", name="Show solution").click()
    expect(panel).to_contain_text(f"Black plays {SOLUTION}")
    expect(panel).to_contain_text(ENDING)
    board.expect_on("c3", "Black")


def test_a_solution_that_comes_late_leaves_another_game_alone(
    page: Page, panel: Locator, board: Board
) -> None:
    held: list[Route] = []
    page.route("**/v1/puzzles/check*", lambda route: held.append(route))
    panel.get_by_role("button", name="Show solution").click()
    page.get_by_role("tab", name="Game").click()
    expect(board.status).to_have_text("White to move")
    with page.expect_response("**/v1/play*"):
        held[0].continue_()
    expect(board.point("d3")).to_have_accessible_name("d3, White, can move")
    board.expect_address(f"position={START.replace(' ', '_')}")


def test_a_shown_solution_does_not_count_as_solved(panel: Locator) -> None:
    panel.get_by_role("button", name="Show solution").click()
    expect(panel).to_contain_text(ENDING)
    expect(panel).to_contain_text("0 solved")


def test_what_was_solved_is_remembered(page: Page, panel: Locator, board: Board) -> None:
    board.play(SOLUTION)
    expect(panel).to_contain_text("1 solved")
    page.goto("about:blank")
    board.open_link("/")
    expect(board.open_tab("Puzzles")).to_contain_text("1 solved")


def test_the_list_is_filtered(site: Server, panel: Locator) -> None:
    of_livret = [one for one in site.answer("/v1/puzzles")["puzzles"] if one["rules"] == "livret"]
    panel.get_by_label("Rules").select_option("livret")
    expect(panel).to_contain_text(f"{len(of_livret)} puzzles")


def test_the_address_of_a_puzzle_opens_it(board: Board) -> None:
    board.open_link(f"/#puzzle={DEFENDED}")
    expect(board.page.get_by_role("tabpanel", name="Puzzles")).to_contain_text(
        "Three against five · 1"
    )


def test_the_user_s_game_comes_back_when_the_tab_is_left(board: Board) -> None:
    board.open_link("/")
    board.press("f2", "e3")
    board.expect_turns("f2-e3A")
    board.open_tab("Puzzles")
    expect(board.status).to_have_text("Black to move")
    board.expect_address("puzzle=first-wins-1")
    board.page.get_by_role("tab", name="Game").click()
    board.expect_turns("f2-e3A")


def test_a_puzzle_can_be_given_to_the_engine(panel: Locator, board: Board) -> None:
    panel.get_by_role("button", name="Analyse").click()
    expect(board.verdict).to_contain_text("Proven: Black wins in 1 turn")
    assert board.centre("a1")[1] < board.centre("a5")[1], "Black has its stones below, as before"


def check(panel: Locator, text: str) -> Locator:
    box = panel.get_by_role("region", name="Check a puzzle")
    box.get_by_role("textbox").fill(text)
    box.get_by_role("button", name="Check", exact=True).click()
    return box


def test_a_sound_puzzle_is_called_sound(panel: Locator) -> None:
    text = (PROJECT / "puzzles" / "fliporona-problem.txt").read_text("utf-8")
    expect(check(panel, text)).to_contain_text("The Fliporona problem (reconstruction): sound")


def test_warnings_and_places_are_shown_with_the_verdict(panel: Locator) -> None:
    text = (
        "Title: Misprinted\nPosition: 2WW1/WW3/B2BW B\n"
        "Stipulation: Black to play and win in 2\n"
        "Solution: 1. d1-c1W-c2A-d2W! d3-c3 2. a1-a2 and wins\nSoluton: a1-b2A\n"
    )
    box = check(panel, text)
    expect(box).to_contain_text("Misprinted: unsound")
    warning = box.get_by_role("listitem").filter(has_text="Warning")
    expect(warning).to_contain_text("'Soluton' is kept but ignored")
    fails = box.get_by_role("listitem").filter(has_text="The given solution fails")
    fails.get_by_role("button", name="Show").last.click()
    line_of_cursor = "e => e.value.slice(0, e.selectionStart).split('\\n').length"
    textbox = box.get_by_role("textbox")
    expect(textbox).to_be_focused()
    assert textbox.evaluate(line_of_cursor) == 4


def test_the_line_of_a_cook_is_walked_on_the_board(panel: Locator, board: Board) -> None:
    box = check(panel, COOKED)
    expect(box).to_contain_text("Another chain: unsound")
    cook = box.get_by_role("listitem").filter(has_text="Second solution")
    line = cook.locator(".line").inner_text()
    cook.get_by_role("button", name="On the board").click()
    expect(panel).to_contain_text(f"Black plays {line}")


@pytest.mark.parametrize("looks", [{"locale": "fr"}], ids=["fr"])
def test_defects_are_explained_in_the_page_s_language(page: Page, board: Board) -> None:
    board.open_link("/")
    panel = board.open_tab("Problèmes")
    panel.get_by_role("textbox").fill(COOKED)
    panel.get_by_role("button", name="Vérifier", exact=True).click()
    expect(panel.get_by_role("listitem").filter(has_text="Deuxième solution")).to_contain_text(
        "aussi"
    )


def test_an_unreadable_puzzle_is_explained_with_its_line(panel: Locator) -> None:
    box = check(panel, "Title: Nothing\nStipulation: White to play and win in 1\n")
    expect(box).to_contain_text("cannot be read")
    expect(box).to_contain_text(re.compile(r"Line \d"))


def test_a_sheet_to_print_is_saved(page: Page, panel: Locator) -> None:
    box = panel.get_by_role("region", name="Check a puzzle")
    box.get_by_role("textbox").fill(COOKED)
    with page.expect_download() as saved:
        box.get_by_role("button", name="Print", exact=True).click()
    assert saved.value.suggested_filename == "puzzles.pdf"
    assert Path(saved.value.path()).read_bytes().startswith(b"%PDF")
    expect(box.get_by_role("link", name="puzzles.pdf")).to_be_visible()


def test_what_cannot_be_printed_is_explained(panel: Locator, faults: Faults) -> None:
    box = panel.get_by_role("region", name="Check a puzzle")
    box.get_by_role("textbox").fill("Title: Nothing\n")
    box.get_by_role("button", name="Print", exact=True).click()
    expect(box).to_contain_text(re.compile(r"line 1"))
    assert faults.take_refusals(422) == 1


def test_puzzles_are_chosen_by_theme(page: Page, panel: Locator) -> None:
    found = panel.locator(".collection [role=status]")
    every = found.inner_text()
    panel.get_by_label("Theme").select_option("Sacrifice")
    expect(found).not_to_have_text(every)
    groups = panel.locator(".groups summary")
    expect(groups.filter(has_text="Sacrifices")).to_be_visible()
    expect(groups.filter(has_text="Win in one")).to_have_count(0)
