"""The keyboard alone is enough for a game, from first screen to end card, and for a puzzle."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from fanorona import Position, forced_win
from tests.page.board import SMALL, Board
from tests.page.test_lessons import WithKeyboard


def tab_to(page: Page, name: str) -> None:
    """Press Tab until what has the focus begins with this name."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent").strip().startswith(name):
            return
    raise AssertionError(f"Tab does not lead to {name}")


class Player(WithKeyboard):
    """Somebody who plays whole games, and finds the focus on the board before every turn."""

    def __init__(self, board: Board) -> None:
        super().__init__(board.page)
        self.turns = board.turns.get_by_role("button")

    def press(self, point: str) -> None:
        expect(self.page.locator("#board [data-point]:focus")).to_have_count(1)
        super().press(point)

    def play(self, turn: str) -> None:
        played = self.turns.nth(self.turns.count())
        origin, *steps = turn.split("-")
        self.press_when_ready(origin)
        for step in steps:
            self.press_when_ready(step[:2])
            if step[2:] and self.page.locator("#choice").is_visible():
                self.choose(step[2:])
        open_end = self.page.locator("#end-turn:visible")
        expect(played.or_(open_end).first).to_be_visible()
        if open_end.is_visible():
            self.end_turn()

    def win(self, position: Position) -> None:
        """Play the best turn until the game, which is won, is over."""
        while True:
            turn = forced_win(position).line[0]
            before = self.turns.count()
            self.play(turn)
            position = position.play(turn)
            if position.outcome():
                return
            expect(self.turns).to_have_count(before + 2)
            position = position.play(self.turns.last.inner_text())


def begin_on_3x3(page: Page) -> None:
    """From the first screen into a game against the weakest level."""
    page.goto("/")
    tab_to(page, "Play")
    page.keyboard.press("Enter")
    expect(page.get_by_role("radio", name=re.compile("Tortoise"))).to_be_focused()
    tab_to(page, "Rules and board")
    page.keyboard.press("Enter")
    for _ in range(2):
        page.keyboard.press("Tab")
    page.keyboard.type("3 × 3")
    expect(page.get_by_role("combobox", name="Board", exact=True)).to_have_value("3x3")
    tab_to(page, "Start")
    page.keyboard.press("Enter")


def test_a_game_is_begun_won_and_played_again(page: Page, board: Board) -> None:
    begin_on_3x3(page)
    match = page.get_by_role("region", name="Your game")
    player = Player(board)
    player.win(Position.start("standard", 3, 3))
    expect(match).to_contain_text("You have won!")
    tab_to(page, "Rematch")
    page.keyboard.press("Enter")
    expect(match).to_contain_text("Level 1 · White")
    expect(player.turns).to_have_count(1)
    expect(page.locator("#board [data-point]:focus")).to_have_count(1)
    tab_to(page, "Resign")
    page.keyboard.press("Enter")
    expect(match).to_contain_text("Tortoise has won")
    expect(match.get_by_role("button", name="Rematch")).to_be_focused()


def test_a_small_game_is_won(page: Page, board: Board) -> None:
    board.open("5/2B2/2W2/5/5 W")
    player = WithKeyboard(page)
    player.press("c3")
    player.press("c2")
    expect(board.status).to_have_text("White has won")


def test_a_puzzle_is_solved(page: Page, board: Board) -> None:
    board.open(SMALL)
    page.locator("#tab-game").focus()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".puzzle-card .asked")).not_to_be_empty()
    expect(page).to_have_url(re.compile(r"puzzle=[\w-]+"))
    found = re.search(r"puzzle=([\w-]+)", page.url)
    assert found
    solution = page.request.get(f"/v1/puzzles/{found[1]}").json()["solutions"][0]
    origin, *steps = solution.split()[0].split("-")
    player = WithKeyboard(page)
    player.press_when_ready(origin)
    for step in steps:
        player.press_when_ready(step[:2])
        if page.locator("#choice").is_visible():
            player.choose(step[2:])
    if page.locator("#end-turn").is_visible():
        player.end_turn()
    expect(page.locator(".feedback")).to_contain_text("Solved!")
