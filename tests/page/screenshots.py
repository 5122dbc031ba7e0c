"""Takes the pictures of the analysis board in the documentation: `make screenshots`."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, ViewportSize, expect, sync_playwright

from tests.cli.running import PROJECT
from tests.page.board import START, Board
from tests.page.chromium import find_chromium, launch
from tests.service.serving import serving

FOLDER = PROJECT / "docs" / "pictures"
PATIENCE_MS = 120_000
REVIEWED = PROJECT / "tests" / "data" / "games" / "played.fgn"

WON = "B1BB3BB/B1B3BBB/B5W1W/WWWW1BW1W/1WWWW4 B"
SOLUTION = "c4-d4W-e3W-f4W-e4W-e3W-d3A"


@dataclass(frozen=True)
class Picture:
    """What is on a picture, and the screen it is taken from."""

    show: Callable[[Board], None]
    look: str = "light"
    width: int = 1000
    height: int = 640


def arriving(board: Board) -> None:
    board.open_link("/")
    expect(board.page.locator("#board .mark.movable").first).to_be_attached()


def analysing(board: Board) -> None:
    board.open(WON)
    board.engine.check()
    expect(board.verdict).to_contain_text("Proven")
    expect(board.verdict).not_to_contain_text("…")


def choosing_a_capture(board: Board) -> None:
    board.open(START, turns="f2-e3A d5-d4A-c5W")
    board.press("e2", "e3", "d3")


def solving_the_fliporona_problem(board: Board) -> None:
    board.open_link("/#puzzle=fliporona-problem-1")
    panel = board.page.get_by_role("tabpanel", name="Puzzles")
    board.play(SOLUTION)
    expect(panel).to_contain_text("Solved!")


def reviewing(board: Board) -> None:
    board.open(START)
    board.page.locator("#open-game").set_input_files(REVIEWED)
    expect(board.turns).to_contain_text("e3-f4A-f3W")
    board.page.get_by_role("button", name="Review", exact=True).click()
    expect(board.page.locator("#review")).to_contain_text("accuracy")
    mistake = board.page.locator("#review li").first
    mistake.get_by_role("button", name="Find the better turn").click()
    mistake.scroll_into_view_if_needed()


PICTURES = {
    "board-start": Picture(arriving, look="wood"),
    "board-wood": Picture(analysing, look="wood"),
    "board-dark": Picture(choosing_a_capture, look="dark"),
    "board-phone": Picture(analysing, look="wood", width=390, height=844),
    "board-fliporona": Picture(solving_the_fliporona_problem),
    "board-review": Picture(reviewing, look="wood", height=760),
}


def take(browser: Browser, url: str, name: str, picture: Picture) -> None:
    size = ViewportSize(width=picture.width, height=picture.height)
    context = browser.new_context(base_url=url, viewport=size, locale="en", reduced_motion="reduce")
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(f"localStorage.setItem('fanorona-theme', '{picture.look}')")
    board = Board(context.new_page())
    picture.show(board)
    # A pointer over the board would be seen.
    board.page.mouse.move(0, 0)
    board.page.screenshot(path=FOLDER / f"{name}.png")
    context.close()


def main() -> None:
    program = find_chromium()
    if program is None:
        sys.exit("The pictures need Chromium: apt-get install chromium")
    expect.set_options(timeout=PATIENCE_MS)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), max_time_ms=PATIENCE_MS) as site,
        sync_playwright() as playwright,
        launch(playwright, program) as browser,
    ):
        for name, picture in PICTURES.items():
            take(browser, site.url, name, picture)


if __name__ == "__main__":
    main()
